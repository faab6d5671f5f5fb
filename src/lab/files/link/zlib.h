#pragma once

#include "core/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace xpbd::lab {

/// @name Streams of zlib (RFC 1950), by stb_image_write and stb_image
/// @{
std::string zlib_compress(std::string_view bytes);
/// Fails where the stream is no such stream, ends too early, does not match its checksum, or holds more than `largest`
/// bytes; the message is what the stream is: "is cut or damaged". stb does not look at the checksum: we do.
Result<std::string> zlib_decompress(std::string_view stream, std::size_t largest);
/// @}

} // namespace xpbd::lab
