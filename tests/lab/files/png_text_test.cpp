#include "lab/files/png_text.h"

#include "fixtures.h"
#include "lab/files/file.h"

#include <cstdint>

namespace xpbd::lab {
namespace {

/// CRC-32 bit by bit from the polynomial, without the table that is under test.
std::uint32_t bitwise_crc(const std::string& bytes) {
    std::uint32_t remainder = 0xFFFFFFFFu;
    for (const char byte : bytes) {
        for (int bit = 0; bit < 8; ++bit) {
            const std::uint32_t in = (static_cast<unsigned char>(byte) >> bit) & 1u;
            const bool carry = ((remainder & 1u) ^ in) != 0;
            remainder >>= 1;
            if (carry) {
                remainder ^= 0xEDB88320u;
            }
        }
    }
    return ~remainder;
}

std::string number(std::uint32_t value) {
    return {static_cast<char>(value >> 24), static_cast<char>(value >> 16), static_cast<char>(value >> 8),
            static_cast<char>(value)};
}

std::string chunk(const std::string& type, const std::string& data) {
    return number(static_cast<std::uint32_t>(data.size())) + type + data + number(bitwise_crc(type + data));
}

const std::string kSignature("\x89PNG\r\n\x1a\n", 8);
const std::string kEnd = chunk("IEND", "");

/// A whole PNG of 1x1; the pixel data is not decoded here.
std::string tiny_png() {
    return kSignature + chunk("IHDR", number(1) + number(1) + std::string("\x08\x06\0\0\0", 5)) +
           chunk("IDAT", "pixels") + kEnd;
}

TEST(PngText, TheBitwiseCrcKnowsTheStandardCheckValue) {
    EXPECT_EQ(bitwise_crc("123456789"), 0xCBF43926u);
}

TEST(PngText, TheChunkStandsBeforeTheEndWithACorrectCrc) {
    const std::string text = "{ \"name\": \"d\xc3\xa9j\xc3\xa0\" }";
    const auto with = insert_png_text(tiny_png(), "key", text);
    ASSERT_TRUE(with) << with.error().message;
    const std::string head = tiny_png().substr(0, tiny_png().size() - kEnd.size());
    EXPECT_EQ(*with, head + chunk("iTXt", std::string("key\0\0\0\0\0", 8) + text) + kEnd);
}

TEST(PngText, ReadsBackWhatItInserted) {
    for (const std::string& text : {std::string(), std::string("a\0b", 3), std::string(100000, 'x')}) {
        const auto with = insert_png_text(tiny_png(), kSessionKeyword, text);
        ASSERT_TRUE(with);
        const auto read = read_png_text(*with, kSessionKeyword);
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(*read, text);
    }
}

TEST(PngText, InsertingAgainReplacesTheTextAndKeepsOthers) {
    const auto other = insert_png_text(tiny_png(), "other", "stays");
    const auto once = insert_png_text(*other, "key", "first");
    const auto twice = insert_png_text(*once, "key", "second");
    ASSERT_TRUE(twice);
    EXPECT_EQ(*read_png_text(*twice, "key"), "second");
    EXPECT_EQ(*read_png_text(*twice, "other"), "stays");
    EXPECT_EQ(twice->find("first"), std::string::npos);
}

TEST(PngText, EveryTruncationFailsCleanly) {
    const std::string whole = *insert_png_text(tiny_png(), "key", "a text");
    for (std::size_t length = 0; length < whole.size(); ++length) {
        EXPECT_FALSE(read_png_text(whole.substr(0, length), "key")) << length;
        EXPECT_FALSE(insert_png_text(whole.substr(0, length), "key", "new")) << length;
    }
}

TEST(PngText, EveryDamagedByteFails) {
    const std::string whole = *insert_png_text(tiny_png(), "key", "a text");
    for (std::size_t i = 0; i < whole.size(); ++i) {
        for (const int flip : {0x01, 0x80}) {
            std::string damaged = whole;
            damaged[i] = static_cast<char>(damaged[i] ^ flip);
            EXPECT_FALSE(read_png_text(damaged, "key")) << "byte " << i;
        }
    }
}

TEST(PngText, BytesAfterTheEndAreRefused) {
    EXPECT_FALSE(insert_png_text(tiny_png() + "x", "key", "text"));
}

TEST(PngText, APngWithoutTheTextSaysSo) {
    const auto read = read_png_text(tiny_png(), kSessionKeyword);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().message, "the PNG carries no \"xpbd-lab session\"");
}

TEST(PngText, ACompressedTextIsRefusedByName) {
    const std::string head = tiny_png().substr(0, tiny_png().size() - kEnd.size());
    const std::string png = head + chunk("iTXt", std::string("key\0\1\0\0\0zz", 10)) + kEnd;
    const auto read = read_png_text(png, "key");
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().message.find("compressed"), std::string::npos);
}

TEST(PngText, AKeywordThatPngForbidsIsRefused) {
    EXPECT_FALSE(insert_png_text(tiny_png(), "", "text"));
    EXPECT_FALSE(insert_png_text(tiny_png(), std::string(80, 'k'), "text"));
    EXPECT_TRUE(insert_png_text(tiny_png(), std::string(79, 'k'), "text"));
}

TEST(PngSession, APngOpensAsTheSessionThatItCarries) {
    const test::TemporaryFolder folder;
    Session session = test::small_cloth();
    session.frame = 17;
    const auto png = insert_png_text(tiny_png(), kSessionKeyword, write_session(session));
    ASSERT_TRUE(write_file(folder / "shot.png", *png));
    const auto loaded = load_session(folder / "shot.png");
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_EQ(*loaded, session);
}

TEST(PngSession, ATruncatedPngIsRefusedWithItsName) {
    const test::TemporaryFolder folder;
    const auto png = insert_png_text(tiny_png(), kSessionKeyword, write_session(test::small_cloth()));
    test::spill(folder / "cut.png", png->substr(0, png->size() / 2));
    const auto loaded = load_session(folder / "cut.png");
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().message.rfind((folder / "cut.png") + ": the PNG is truncated", 0), 0u)
        << loaded.error().message;
}

} // namespace
} // namespace xpbd::lab
