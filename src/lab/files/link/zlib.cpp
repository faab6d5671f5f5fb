#include "lab/files/link/zlib.h"

#include <stb_image.h>

#include <cstdint>
#include <cstdlib>
#include <memory>

/// A function of stb_image_write that its header does not declare.
extern "C" unsigned char* stbi_zlib_compress(unsigned char* data, int size, int* compressed_size, int quality);

namespace xpbd::lab {
namespace {

/// Number of earlier positions that stb compares per match; more do not make links shorter.
constexpr int kEffort = 64;
constexpr std::size_t kChecksumBytes = 4;

/// The checksum at the end of a stream (RFC 1950, section 8.2).
std::uint32_t adler32(std::string_view bytes) {
    constexpr std::uint32_t kModulus = 65521;
    std::uint32_t a = 1, b = 0;
    for (const char byte : bytes) {
        a = (a + static_cast<unsigned char>(byte)) % kModulus;
        b = (b + a) % kModulus;
    }
    return b << 16 | a;
}

} // namespace

std::string zlib_compress(std::string_view bytes) {
    std::string copy(bytes); // stb's parameter is not const
    int size = 0;
    const std::unique_ptr<unsigned char, decltype(&std::free)> stream(
        stbi_zlib_compress(reinterpret_cast<unsigned char*>(copy.data()), static_cast<int>(copy.size()), &size,
                           kEffort),
        &std::free);
    return {reinterpret_cast<const char*>(stream.get()), static_cast<std::size_t>(size)};
}

Result<std::string> zlib_decompress(std::string_view stream, std::size_t largest) {
    const Error fault{"is cut or damaged"};
    if (stream.size() < kChecksumBytes) {
        return fault;
    }
    std::string out(largest, '\0');
    const int size =
        stbi_zlib_decode_buffer(out.data(), static_cast<int>(largest), stream.data(), static_cast<int>(stream.size()));
    if (size < 0) {
        return fault;
    }
    out.resize(static_cast<std::size_t>(size));
    std::uint32_t sum = 0;
    for (const char byte : stream.substr(stream.size() - kChecksumBytes)) {
        sum = sum << 8 | static_cast<unsigned char>(byte);
    }
    if (sum != adler32(out)) {
        return fault;
    }
    return out;
}

} // namespace xpbd::lab
