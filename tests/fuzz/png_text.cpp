// PNG text chunks: no bytes harm the reader, and an inserted text is read back.
#include "lab/files/png_text.h"

#include "fuzz.h"

#include <string>

using namespace xpbd;

namespace {

std::uint32_t crc32(std::string_view bytes) {
    std::uint32_t c = 0xFFFFFFFFu;
    for (const char byte : bytes) {
        c ^= static_cast<unsigned char>(byte);
        for (int bit = 0; bit < 8; ++bit) {
            c = (c & 1u) != 0 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
        }
    }
    return c ^ 0xFFFFFFFFu;
}

/// Corrects the checksums of all chunks: no mutation finds them, and the reader stops at a wrong one.
std::string with_checksums(std::string png) {
    constexpr std::size_t kSignature = 8;
    for (std::size_t at = kSignature; at + 12 <= png.size();) {
        std::size_t length = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            length = length << 8 | static_cast<unsigned char>(png[at + i]);
        }
        if (length > png.size() - at - 12) {
            break;
        }
        const std::uint32_t sum = crc32(std::string_view(png).substr(at + 4, 4 + length));
        for (std::size_t i = 0; i < 4; ++i) {
            png[at + 8 + length + i] = static_cast<char>(sum >> (24 - 8 * i) & 0xFFu);
        }
        at += 12 + length;
    }
    return png;
}

void read_and_insert(std::string_view png) {
    const Result<std::string> found = lab::read_png_text(png, lab::kSessionKeyword);
    if (!found) {
        fuzz::check_message(found.error().message);
    }
    const std::string_view text = png.substr(png.size() / 2);
    const Result<std::string> inserted = lab::insert_png_text(png, lab::kSessionKeyword, text);
    fuzz::check(inserted || !found, "a PNG that is read can be written to");
    if (inserted) {
        const Result<std::string> again = lab::read_png_text(*inserted, lab::kSessionKeyword);
        fuzz::check(again && *again == text, "what was inserted is read back");
    }
}

} // namespace

int fuzz::take_png_text(const std::uint8_t* data, std::size_t size) {
    const std::string_view png = fuzz::text_of(data, size);
    read_and_insert(png);
    read_and_insert(with_checksums(std::string(png)));
    return 0;
}
