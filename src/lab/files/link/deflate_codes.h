#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace xpbd::lab::deflate {

// What both directions of zlib.h share.

inline constexpr std::size_t kShortestMatch = 3, kLongestMatch = 258, kWindow = 32768;
inline constexpr int kEndOfBlock = 256, kFirstLength = 257;

/// The first value that a code stands for, and the number of extra bits that follow it.
struct Range {
    int first;
    int bits;
};

/// Codes 257 to 285: lengths of matches (RFC 1951, 3.2.5).
inline constexpr Range kLengths[] = {{3, 0},   {4, 0},   {5, 0},   {6, 0},   {7, 0},  {8, 0},  {9, 0},  {10, 0},
                                     {11, 1},  {13, 1},  {15, 1},  {17, 1},  {19, 2}, {23, 2}, {27, 2}, {31, 2},
                                     {35, 3},  {43, 3},  {51, 3},  {59, 3},  {67, 4}, {83, 4}, {99, 4}, {115, 4},
                                     {131, 5}, {163, 5}, {195, 5}, {227, 5}, {258, 0}};
/// Codes 0 to 29: distances back to them.
inline constexpr Range kDistances[] = {{1, 0},     {2, 0},     {3, 0},     {4, 0},      {5, 1},      {7, 1},
                                       {9, 2},     {13, 2},    {17, 3},    {25, 3},     {33, 4},     {49, 4},
                                       {65, 5},    {97, 5},    {129, 6},   {193, 6},    {257, 7},    {385, 7},
                                       {513, 8},   {769, 8},   {1025, 9},  {1537, 9},   {2049, 10},  {3073, 10},
                                       {4097, 11}, {6145, 11}, {8193, 12}, {12289, 12}, {16385, 13}, {24577, 13}};

/// Bits of a literal's or a length's code in a block with fixed codes (RFC 1951, 3.2.6).
constexpr int fixed_bits(int symbol) {
    return symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8;
}

/// The checksum at a stream's end (RFC 1950, 8.2).
inline std::uint32_t adler32(std::string_view bytes) {
    constexpr std::uint32_t kModulus = 65521;
    std::uint32_t a = 1, b = 0;
    for (const char byte : bytes) {
        a = (a + static_cast<unsigned char>(byte)) % kModulus;
        b = (b + a) % kModulus;
    }
    return b << 16 | a;
}

} // namespace xpbd::lab::deflate
