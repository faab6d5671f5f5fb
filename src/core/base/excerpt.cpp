// Makes a user's text safe to print in a message (UTF-8, control characters, length).
#include "core/base/excerpt.h"

namespace xpbd {
namespace {

/// True for the second and later bytes of a UTF-8 character.
bool continues(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u;
}

/// A character and its number of bytes; 0 bytes if the text is not valid UTF-8 (RFC 3629: shortest form, no
/// surrogates).
struct Character {
    char32_t code = 0;
    std::size_t bytes = 0;
};

Character first_character(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(0);
    const std::size_t bytes = lead < 0x80   ? 1
                              : lead < 0xC2 ? 0
                              : lead < 0xE0 ? 2
                              : lead < 0xF0 ? 3
                              : lead < 0xF5 ? 4
                                            : 0;
    if (bytes == 0 || text.size() < bytes) {
        return {};
    }
    char32_t code = bytes == 1 ? lead : lead & (0x7Fu >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if (!continues(text[i])) {
            return {};
        }
        code = code << 6 | (byte(i) & 0x3Fu);
    }
    constexpr char32_t kShortest[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool valid = code >= kShortest[bytes] && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
    return valid ? Character{code, bytes} : Character{};
}

/// True for characters that control a terminal instead of being shown: below U+0020, from U+007F to U+009F (U+009B
/// begins an escape sequence), line separators, byte order marks, and marks that change the direction of the text.
bool acts_on_terminal(char32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x61C || code == 0x200E || code == 0x200F ||
           (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) || code == 0xFEFF;
}

/// The text with '?' for each character that controls a terminal, and for each byte that is not UTF-8.
std::string harmless(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const Character character = first_character(text);
        const std::size_t bytes = character.bytes > 0 ? character.bytes : 1;
        const bool shown = character.bytes > 0 && !acts_on_terminal(character.code);
        result += shown ? text.substr(0, bytes) : "?";
        text.remove_prefix(bytes);
    }
    return result;
}

} // namespace

std::string excerpt(std::string_view text, std::size_t most) {
    constexpr std::string_view kGap = "...";
    std::string result;
    if (text.size() <= most) {
        result = text;
    } else {
        // Two thirds are the beginning, one third is the end: the end of a path distinguishes files of one folder.
        const std::size_t room = most > kGap.size() ? most - kGap.size() : 0;
        std::size_t head = room - room / 3;
        std::size_t tail = text.size() - room / 3;
        while (head > 0 && continues(text[head])) {
            --head;
        }
        while (tail < text.size() && continues(text[tail])) {
            ++tail;
        }
        result.append(text.substr(0, head)).append(kGap).append(text.substr(tail));
    }
    return harmless(result);
}

std::string counted(std::size_t count, std::string_view name) {
    return std::to_string(count) + " " + std::string(name) + (count == 1 ? "" : "s");
}

} // namespace xpbd
