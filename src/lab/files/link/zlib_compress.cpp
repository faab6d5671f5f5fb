#include "lab/files/link/deflate_codes.h"
#include "lab/files/link/zlib.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace xpbd::lab {
namespace {

using namespace deflate;

/// Bits one after the other, from the lowest bit of each byte on.
class BitWriter {
public:
    explicit BitWriter(std::string& out) : out_(out) {}

    /// A number, its lowest bit first.
    void number(std::uint32_t value, int bits) {
        held_ |= static_cast<std::uint64_t>(value) << count_;
        for (count_ += bits; count_ >= 8; count_ -= 8) {
            out_ += static_cast<char>(held_ & 0xFFu);
            held_ >>= 8;
        }
    }
    /// A code, its highest bit first.
    void code(std::uint32_t value, int bits) {
        for (int bit = bits; bit-- > 0;) {
            number(value >> bit & 1u, 1);
        }
    }
    /// The last byte, filled up with zeros.
    void finish() { number(0, (8 - count_) % 8); }

private:
    std::string& out_;
    std::uint64_t held_ = 0;
    int count_ = 0;
};

/// The longest earlier copy of what stands at a place, by chains of the places with equal first three bytes.
class Matches {
public:
    struct Match {
        std::size_t length = 0, distance = 0;
    };

    explicit Matches(std::string_view bytes) : bytes_(bytes), head_(kHeads, kNone), before_(bytes.size(), kNone) {}

    /// Every place once, in their order.
    void add(std::size_t at) {
        if (at + kShortestMatch <= bytes_.size()) {
            before_[at] = head_[hash(at)];
            head_[hash(at)] = at;
        }
    }
    /// Among the places that were added.
    Match longest(std::size_t at) const {
        Match best;
        if (at + kShortestMatch > bytes_.size()) {
            return best;
        }
        const std::size_t most = std::min(kLongestMatch, bytes_.size() - at);
        std::size_t from = head_[hash(at)];
        for (int tries = kTries; tries > 0 && best.length < most && from != kNone && at - from <= kWindow;
             --tries, from = before_[from]) {
            std::size_t length = 0;
            while (length < most && bytes_[from + length] == bytes_[at + length]) {
                ++length;
            }
            if (length >= kShortestMatch && length > best.length) {
                best = {length, at - from};
            }
        }
        return best;
    }

private:
    static constexpr std::size_t kHeads = 4096, kNone = ~std::size_t{0};
    static constexpr int kTries = 256;

    std::size_t hash(std::size_t at) const {
        std::uint32_t three = 0;
        for (std::size_t i = 0; i < kShortestMatch; ++i) {
            three = three << 8 | static_cast<unsigned char>(bytes_[at + i]);
        }
        return three * 2654435761u >> 20; // by Knuth's factor; 12 bits are left
    }

    std::string_view bytes_;
    std::vector<std::size_t> head_, before_;
};

void write_symbol(BitWriter& bits, int symbol) {
    const int first = symbol < 144 ? 0x30 : symbol < 256 ? 0x190 - 144 : symbol < 280 ? -256 : 0xC0 - 280;
    bits.code(static_cast<std::uint32_t>(first + symbol), fixed_bits(symbol));
}

/// The number of the range that holds a value.
template <std::size_t N>
int place_of(const Range (&ranges)[N], std::size_t value) {
    const auto after = std::upper_bound(std::begin(ranges), std::end(ranges), static_cast<int>(value),
                                        [](int wanted, const Range& range) { return wanted < range.first; });
    return static_cast<int>(after - std::begin(ranges)) - 1;
}

void write_match(BitWriter& bits, const Matches::Match& match) {
    const int length = place_of(kLengths, match.length);
    write_symbol(bits, kFirstLength + length);
    bits.number(static_cast<std::uint32_t>(match.length) - static_cast<std::uint32_t>(kLengths[length].first),
                kLengths[length].bits);
    const int distance = place_of(kDistances, match.distance);
    bits.code(static_cast<std::uint32_t>(distance), 5);
    bits.number(static_cast<std::uint32_t>(match.distance) - static_cast<std::uint32_t>(kDistances[distance].first),
                kDistances[distance].bits);
}

} // namespace

std::string zlib_compress(std::string_view bytes) {
    std::string stream = "\x78\xDA"; // deflate, a window of 32 KiB; the slowest of four levels
    BitWriter bits(stream);
    bits.number(1, 1); // the last block
    bits.number(1, 2); // with fixed codes
    Matches matches(bytes);
    Matches::Match match;
    for (std::size_t at = 0; at < bytes.size();) {
        match = matches.longest(at);
        matches.add(at);
        const bool later = match.length > 0 && matches.longest(at + 1).length > match.length;
        if (match.length == 0 || later) { // a longer match begins one byte later
            write_symbol(bits, static_cast<unsigned char>(bytes[at++]));
            continue;
        }
        write_match(bits, match);
        for (const std::size_t end = at + match.length; ++at < end;) {
            matches.add(at);
        }
    }
    write_symbol(bits, kEndOfBlock);
    bits.finish();
    const std::uint32_t sum = adler32(bytes);
    for (int shift = 24; shift >= 0; shift -= 8) {
        stream += static_cast<char>(sum >> shift & 0xFFu);
    }
    return stream;
}

} // namespace xpbd::lab
