// Streams of zlib, against streams that the library zlib wrote (1.2.13, by Python's module).
#include "lab/files/link/zlib.h"

#include <gtest/gtest.h>
#include <random>

namespace xpbd::lab {
namespace {

constexpr std::size_t kPlenty = 1 << 20;

std::string bytes_of(std::string_view hex) {
    std::string bytes;
    for (std::size_t at = 0; at + 1 < hex.size(); at += 2) {
        bytes += static_cast<char>(std::stoi(std::string(hex.substr(at, 2)), nullptr, 16));
    }
    return bytes;
}

std::string three_times(const std::string& text) {
    return text + text + text;
}

const std::string kSentence = three_times("the same session, the same numbers; ");
const std::string kStored =
    bytes_of("7801016c0093ff7468652073616d652073657373696f6e2c207468652073616d65206e756d626572733b207468652073616d6520"
             "73657373696f6e2c207468652073616d65206e756d626572733b207468652073616d652073657373696f6e2c20746865207361"
             "6d65206e756d626572733b20538c26e0");
const std::string kFixed = bytes_of("78012bc94855284ecc0512a9c5c599f9793a0a253091bcd2dca4d4a2626b8408856a00538c26e0");

const std::string kFigures =
    "29e--1417-77.6-3170e669--0,74,-3915000.806.36,083-778353.3-7406e8.12.,e41,5,,868e.34497e869e073,-66.258,-.,517.81"
    "-28e657,0704,e9996.22830-38e83685e9574.89,06-ee,8-28-83607e5983867e5650889-95790-3.2892e1-8-ee40e.11e070--4341-92"
    "54122482.4.,47,577104656-3414,8396e030620,27,8.68e3.-,8738.06.9-5..60,4230";
const std::string kDynamic =
    bytes_of("78da0d8fc909004008031b52f1361664ff2decbe0c64828cef315bdaf08c34878d5ef7322b4d12c75aa9aa405ba249119f4354c8"
             "0fa97d1073a14ba32242e32432770ebda713c4dde20562a1b211183bae6b4847936e777fef08e5c0211a755b9382256dbe23fc01"
             "ff42e76a11e87fbb1458fee0fe9d38d6cf181f4f3d31fb9f9539238dd72bcd3de19242395433a6d9f55dd39210dba7a1ed4a3e04"
             "f90a214c98807ce9e51269a5f4d0079b473fd1");

TEST(Zlib, ReadsWhatTheLibraryWroteInEveryKindOfBlock) {
    for (const auto& [stream, text] :
         {std::pair(kStored, kSentence), std::pair(kFixed, kSentence), std::pair(kDynamic, kFigures)}) {
        const Result<std::string> read = zlib_decompress(stream, kPlenty);
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(*read, text);
    }
}

/// A random text of `size` bytes with repeated pieces, which a compressor can find.
std::string repetitive(std::size_t size, std::mt19937& random) {
    std::string text;
    while (text.size() < size) {
        if (text.empty() || random() % 3 == 0) {
            text += static_cast<char>(random() % 256);
        } else {
            const std::size_t from = random() % text.size();
            for (std::size_t length = random() % 400, i = 0; i < length; ++i) {
                text += text[from + i];
            }
        }
    }
    text.resize(size);
    return text;
}

TEST(Zlib, ReadsBackWhatItWrites) {
    std::mt19937 random(1);
    constexpr std::size_t kSizes[] = {1, 2, 3, 4, 10, 257, 258, 259, 1000, 32767, 32768, 40000, 150000};
    for (const std::size_t size : kSizes) {
        for (const std::string& text : {repetitive(size, random), std::string(size, 'x')}) {
            const std::string stream = zlib_compress(text);
            const Result<std::string> read = zlib_decompress(stream, size);
            ASSERT_TRUE(read) << size << ": " << read.error().message;
            EXPECT_EQ(*read, text) << size;
        }
    }
}

TEST(Zlib, RefusesMoreThanWasAskedFor) {
    for (const std::string& stream : {kStored, kFixed}) {
        EXPECT_TRUE(zlib_decompress(stream, kSentence.size()));
        EXPECT_FALSE(zlib_decompress(stream, kSentence.size() - 1));
    }
    EXPECT_FALSE(zlib_decompress(zlib_compress(std::string(2 * kPlenty, 'x')), kPlenty));
}

TEST(Zlib, TellsACutStream) {
    for (const std::string& stream : {kStored, kFixed, kDynamic}) {
        for (std::size_t size = 0; size < stream.size(); ++size) {
            const Result<std::string> read = zlib_decompress(stream.substr(0, size), kPlenty);
            ASSERT_FALSE(read) << size;
            EXPECT_EQ(read.error().message, "is cut or damaged") << size;
        }
    }
}

TEST(Zlib, FindsEveryChangedBit) {
    for (const std::string& stream : {kStored, kFixed, kDynamic}) {
        for (std::size_t bit = 0; bit < 8 * stream.size(); ++bit) {
            std::string changed = stream;
            changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ 1 << bit % 8);
            const Result<std::string> read = zlib_decompress(changed, kPlenty);
            // Some bits do not matter: the level of compression, the size of the window and the padding of a byte.
            EXPECT_TRUE(!read || *read == *zlib_decompress(stream, kPlenty)) << bit;
        }
    }
}

TEST(Zlib, RefusesWhatIsNoStream) {
    for (const char* hex : {"", "78", "1f8b0800", "78f9010203040506", "7801070000000000", "780101010000000000",
                            "78010300000000000000", "780103020000000000"}) {
        EXPECT_FALSE(zlib_decompress(bytes_of(hex), kPlenty)) << hex;
    }
}

} // namespace
} // namespace xpbd::lab
