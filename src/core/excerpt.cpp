#include "core/excerpt.h"

namespace xpbd {
namespace {

/// True for the second and later bytes of a UTF-8 character.
bool continues(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u;
}

} // namespace

std::string excerpt(std::string_view text, std::size_t most) {
    constexpr std::string_view kGap = "...";
    std::string result;
    if (text.size() <= most) {
        result = text;
    } else {
        // Two thirds from the beginning; the end tells files of one folder apart.
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
    for (char& c : result) {
        const auto code = static_cast<unsigned char>(c);
        c = code < 0x20 || code == 0x7F ? '?' : c;
    }
    return result;
}

std::string counted(std::size_t count, std::string_view name) {
    return std::to_string(count) + " " + std::string(name) + (count == 1 ? "" : "s");
}

} // namespace xpbd
