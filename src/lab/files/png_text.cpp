// Reads and writes text chunks of PNG files without decoding the picture.
#include "lab/files/png_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace xpbd::lab {
namespace {

constexpr std::string_view kSignature("\x89PNG\r\n\x1a\n", 8);
constexpr std::size_t kChunkOverhead = 12; // 4 bytes each for length, type and CRC
constexpr std::size_t kMaxKeyword = 79;    // PNG specification, 11.3.3.2

/// CRC-32 of the PNG specification (annex D): reflected polynomial 0xEDB88320.
constexpr std::array<std::uint32_t, 256> make_crc_table() {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t n = 0; n < 256; ++n) {
        std::uint32_t c = n;
        for (int bit = 0; bit < 8; ++bit) {
            c = (c & 1u) ? 0xEDB88320u ^ (c >> 1) : c >> 1;
        }
        table[n] = c;
    }
    return table;
}
constexpr auto kCrcTable = make_crc_table();

std::uint32_t crc32(std::string_view bytes) {
    std::uint32_t c = 0xFFFFFFFFu;
    for (const char byte : bytes) {
        c = kCrcTable[(c ^ static_cast<unsigned char>(byte)) & 0xFFu] ^ (c >> 8);
    }
    return c ^ 0xFFFFFFFFu;
}

std::uint32_t read_big_endian(std::string_view bytes) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        value = (value << 8) | static_cast<unsigned char>(bytes[i]);
    }
    return value;
}

std::string big_endian(std::uint32_t value) {
    std::string bytes(4, '\0');
    for (std::size_t i = 0; i < 4; ++i) {
        bytes[i] = static_cast<char>((value >> (24 - 8 * i)) & 0xFFu);
    }
    return bytes;
}

struct Chunk {
    std::string_view type;
    std::string_view data;
    std::string_view whole; ///< including length, type and CRC
};

bool is_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/// Removes the first chunk from `rest` and returns it. Checks its length and CRC.
Result<Chunk> take_chunk(std::string_view& rest, std::size_t offset) {
    const std::string where = " at byte " + std::to_string(offset);
    if (rest.size() < kChunkOverhead) {
        return Error{"the PNG is truncated: a chunk or its end is missing" + where};
    }
    const std::size_t length = read_big_endian(rest);
    const std::string_view type = rest.substr(4, 4);
    if (!std::all_of(type.begin(), type.end(), is_letter)) {
        return Error{"the PNG is damaged: no chunk begins" + where};
    }
    if (length > rest.size() - kChunkOverhead) {
        return Error{"the PNG is truncated: chunk " + std::string(type) + where + " needs " + std::to_string(length) +
                     " bytes"};
    }
    const std::uint32_t expected = read_big_endian(rest.substr(8 + length));
    if (crc32(rest.substr(4, 4 + length)) != expected) {
        return Error{"the PNG is damaged: chunk " + std::string(type) + where + " does not match its checksum"};
    }
    const Chunk chunk{type, rest.substr(8, length), rest.substr(0, kChunkOverhead + length)};
    rest.remove_prefix(chunk.whole.size());
    return chunk;
}

/// Calls f(chunk) for every chunk of a complete PNG, including IEND. Stops with the first error.
template <class F>
Status for_each_chunk(std::string_view png, F&& f) {
    if (!is_png(png)) {
        return Error{"this is not a PNG: its first 8 bytes are not the PNG signature"};
    }
    std::string_view rest = png.substr(kSignature.size());
    for (bool first = true;; first = false) {
        const Result<Chunk> chunk = take_chunk(rest, png.size() - rest.size());
        if (!chunk) {
            return chunk.error();
        }
        if (first && (chunk->type != "IHDR" || chunk->data.size() != 13)) {
            return Error{"the PNG is damaged: it does not begin with its header"};
        }
        f(*chunk);
        if (chunk->type == "IEND") {
            break;
        }
    }
    if (!rest.empty()) {
        return Error{"the PNG is damaged: " + std::to_string(rest.size()) + " bytes follow its end"};
    }
    return ok();
}

/// Keyword of an iTXt chunk; "" for other chunks.
std::string_view keyword_of(const Chunk& chunk) {
    if (chunk.type != "iTXt") {
        return {};
    }
    const std::size_t end = chunk.data.find('\0');
    return end == std::string_view::npos ? std::string_view{} : chunk.data.substr(0, end);
}

/// Text of an uncompressed iTXt chunk. Its data are: keyword, NUL, compression flag, compression method, language, NUL,
/// translated keyword, NUL, text.
Result<std::string> text_of(const Chunk& chunk) {
    std::string_view rest = chunk.data.substr(keyword_of(chunk).size() + 1);
    const Error fault{"the PNG's text chunk is damaged"};
    if (rest.size() < 2) {
        return fault;
    }
    if (rest[0] != '\0') {
        return Error{"the PNG's text is compressed; this program reads uncompressed text only"};
    }
    rest.remove_prefix(2);
    for (int field = 0; field < 2; ++field) {
        const std::size_t end = rest.find('\0');
        if (end == std::string_view::npos) {
            return fault;
        }
        rest.remove_prefix(end + 1);
    }
    return std::string(rest);
}

} // namespace

Result<std::string> insert_png_text(std::string_view png, std::string_view keyword, std::string_view text) {
    if (keyword.empty() || keyword.size() > kMaxKeyword || keyword.find('\0') != std::string_view::npos) {
        return Error{"a PNG keyword needs 1 to 79 characters"};
    }
    const std::string nul(1, '\0');
    const std::string body = "iTXt" + std::string(keyword) + nul + nul + nul + nul + nul + std::string(text);
    // The specification limits lengths to 2^31 - 1.
    if (body.size() - 4 > 0x7FFFFFFFu) {
        return Error{"the text is too long for a PNG chunk"};
    }
    std::string result(kSignature);
    result.reserve(png.size() + body.size() + kChunkOverhead);
    const Status status = for_each_chunk(png, [&](const Chunk& chunk) {
        if (keyword_of(chunk) == keyword) {
            return; // replaced by the new text
        }
        if (chunk.type == "IEND") {
            result += big_endian(static_cast<std::uint32_t>(body.size() - 4));
            result += body;
            result += big_endian(crc32(body));
        }
        result += chunk.whole;
    });
    if (!status) {
        return status.error();
    }
    return result;
}

Result<std::string> read_png_text(std::string_view png, std::string_view keyword) {
    std::optional<Result<std::string>> found;
    const Status status = for_each_chunk(png, [&](const Chunk& chunk) {
        if (!found && keyword_of(chunk) == keyword && !keyword.empty()) {
            found = text_of(chunk);
        }
    });
    if (!status) {
        return status.error();
    }
    if (!found) {
        return Error{"the PNG carries no \"" + std::string(keyword) + "\""};
    }
    return *found;
}

bool is_png(std::string_view bytes) {
    return bytes.substr(0, kSignature.size()) == kSignature;
}

} // namespace xpbd::lab
