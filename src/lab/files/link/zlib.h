#pragma once

#include "core/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace xpbd::lab {

/// @name Streams of zlib (RFC 1950 around RFC 1951)
/// For the few kilobytes of a link: no library is needed, and the same bytes give the same stream on every machine and
/// with every compiler, which libraries do not promise from one version to the next.
/// @{
/// With the fixed codes of RFC 1951: at this size tables of its own cost a stream about what they save.
std::string zlib_compress(std::string_view bytes);
/// Takes every kind of block. Fails where the stream is no such stream, ends too early, does not match its checksum, or
/// holds more than `largest` bytes; the message is what the stream is: "is cut: ...". What follows its end is not read.
Result<std::string> zlib_decompress(std::string_view stream, std::size_t largest);
/// @}

} // namespace xpbd::lab
