#include "lab/files/link/base64url.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace xpbd::lab {

std::string to_base64url(std::string_view bytes) {
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
        std::uint32_t three = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            three = three << 8 | (i < count ? static_cast<unsigned char>(bytes[at + i]) : 0u);
        }
        for (std::size_t i = 0; i <= count; ++i) {
            text += kBase64Url[three >> (18 - 6 * i) & 63u];
        }
    }
    return text;
}

std::string from_base64url(std::string_view text) {
    std::string bytes;
    std::uint32_t held = 0;
    int bits = 0;
    for (const char c : text) {
        held = held << 6 | static_cast<std::uint32_t>(kBase64Url.find(c));
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes += static_cast<char>(held >> bits & 0xFFu);
        }
    }
    return bytes; // the remaining bits, fewer than 8, are padding of the last character
}

} // namespace xpbd::lab
