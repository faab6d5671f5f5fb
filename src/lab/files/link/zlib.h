// Compression of links.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace xpbd::lab {

/// @name Streams of zlib (RFC 1950), by stb_image_write and stb_image
/// @{
std::string zlib_compress(std::string_view bytes);
/// Fails if the stream is invalid, incomplete, does not match its checksum, or contains more than `largest` bytes. The
/// message describes the stream: "is cut or damaged". stb does not verify the checksum; this function does.
Result<std::string> zlib_decompress(std::string_view stream, std::size_t largest);
/// @}

} // namespace xpbd::lab
