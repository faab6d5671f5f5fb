#include "lab/files/link/deflate_codes.h"
#include "lab/files/link/zlib.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <vector>

namespace xpbd::lab {
namespace {

using namespace deflate;

constexpr int kMaxBits = 15;
constexpr std::size_t kSymbols = 288, kDistanceSymbols = 30;

/// What stops a stream; thrown nowhere: every step asks.
enum class Fault { none, cut, damaged, large };

/// Bits one after the other, from the lowest bit of each byte on. Beyond the end they are zeros, and a fault.
class BitReader {
public:
    explicit BitReader(std::string_view bytes) : bytes_(bytes) {}

    int number(int bits) {
        int value = 0;
        for (int bit = 0; bit < bits; ++bit, ++at_) {
            value |= (cut() ? 0 : static_cast<unsigned char>(bytes_[at_ / 8]) >> at_ % 8 & 1) << bit;
        }
        return value;
    }
    std::size_t count(int bits) { return static_cast<std::size_t>(number(bits)); }
    /// On to the next whole byte.
    void align() { at_ = (at_ + 7) / 8 * 8; }
    /// True once more was asked for than there is.
    bool over() const { return at_ > 8 * bytes_.size(); }

private:
    bool cut() const { return at_ >= 8 * bytes_.size(); }

    std::string_view bytes_;
    std::size_t at_ = 0; ///< in bits
};

/// A prefix code, given by the lengths of its words: the words of one length are consecutive numbers, in the order of
/// the symbols (RFC 1951, 3.2.2).
class PrefixCode {
public:
    explicit PrefixCode(std::span<const int> lengths) {
        for (const int length : lengths) {
            ++count_[static_cast<std::size_t>(length)];
        }
        count_[0] = 0;
        for (int length = 1; length <= kMaxBits; ++length) {
            for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) {
                if (lengths[symbol] == length) {
                    symbols_.push_back(static_cast<int>(symbol));
                }
            }
        }
    }
    /// False where more words are asked for than there are. Fewer may be: a word without a symbol is a fault when read.
    bool possible() const {
        int left = 1;
        for (std::size_t length = 1; length <= kMaxBits && left >= 0; ++length) {
            left = 2 * left - count_[length];
        }
        return left >= 0;
    }
    /// The next symbol, or -1 where no word is as the bits are.
    int read(BitReader& bits) const {
        int code = 0, first = 0, before = 0;
        for (std::size_t length = 1; length <= kMaxBits; ++length) {
            code |= bits.number(1);
            const int count = count_[length];
            if (code - first < count) {
                return symbols_[static_cast<std::size_t>(before + code - first)];
            }
            before += count;
            first = 2 * (first + count);
            code *= 2;
        }
        return -1;
    }

private:
    std::array<int, kMaxBits + 1> count_{}; ///< words, by length
    std::vector<int> symbols_;              ///< in the order of their words
};

struct Codes {
    PrefixCode symbols, distances;
};

Codes fixed_codes() {
    std::array<int, kSymbols> symbols{};
    for (std::size_t symbol = 0; symbol < symbols.size(); ++symbol) {
        symbols[symbol] = fixed_bits(static_cast<int>(symbol));
    }
    return {PrefixCode(symbols), PrefixCode(std::vector<int>(kDistanceSymbols, 5))};
}

/// The codes that a block brings with it: their lengths, run-length coded, in a code of its own.
Fault read_codes(BitReader& bits, Codes& codes) {
    constexpr std::size_t kOrder[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    const std::size_t symbols = bits.count(5) + 257;
    const std::size_t distances = bits.count(5) + 1;
    const std::size_t lengths = bits.count(4) + 4;
    if (symbols > 286 || distances > kDistanceSymbols) {
        return Fault::damaged;
    }
    std::array<int, std::size(kOrder)> of_lengths{};
    for (std::size_t i = 0; i < lengths; ++i) {
        of_lengths[kOrder[i]] = bits.number(3);
    }
    const PrefixCode code(of_lengths);
    if (!code.possible()) {
        return Fault::damaged;
    }
    std::vector<int> all;
    while (all.size() < symbols + distances && !bits.over()) {
        const int symbol = code.read(bits);
        if (symbol < 0 || (symbol == 16 && all.empty())) {
            return Fault::damaged;
        }
        const int value = symbol < 16 ? symbol : symbol == 16 ? all.back() : 0;
        const int times = symbol < 16    ? 1
                          : symbol == 16 ? 3 + bits.number(2)
                          : symbol == 17 ? 3 + bits.number(3)
                                         : 11 + bits.number(7);
        all.insert(all.end(), static_cast<std::size_t>(times), value);
    }
    if (bits.over()) {
        return Fault::cut;
    }
    if (all.size() != symbols + distances || all[kEndOfBlock] == 0) {
        return Fault::damaged;
    }
    const std::span<const int> read(all);
    codes = {PrefixCode(read.first(symbols)), PrefixCode(read.subspan(symbols))};
    return codes.symbols.possible() && codes.distances.possible() ? Fault::none : Fault::damaged;
}

/// A value of a range: its first, and the extra bits.
std::size_t value_of(const Range& range, BitReader& bits) {
    return static_cast<std::size_t>(range.first) + bits.count(range.bits);
}

Fault read_block(BitReader& bits, const Codes& codes, std::string& out, std::size_t largest) {
    while (!bits.over()) {
        const int symbol = codes.symbols.read(bits);
        if (symbol == kEndOfBlock) {
            return bits.over() ? Fault::cut : Fault::none;
        }
        if (symbol < 0 || symbol >= kFirstLength + static_cast<int>(std::size(kLengths))) {
            break;
        }
        std::size_t length = 1, distance = 0;
        if (symbol >= kFirstLength) {
            length = value_of(kLengths[symbol - kFirstLength], bits);
            const int place = codes.distances.read(bits);
            distance = place < 0 ? 0 : value_of(kDistances[place], bits);
            if (distance == 0 || distance > out.size()) {
                break;
            }
        }
        if (length > largest - out.size()) {
            return bits.over() ? Fault::cut : Fault::large;
        }
        for (; length > 0; --length) { // a match may overlap what it writes
            out += distance > 0 ? out[out.size() - distance] : static_cast<char>(symbol);
        }
    }
    return bits.over() ? Fault::cut : Fault::damaged;
}

Fault read_stored(BitReader& bits, std::string& out, std::size_t largest) {
    bits.align();
    const int length = bits.number(16);
    const int complement = bits.number(16);
    if (bits.over()) {
        return Fault::cut;
    }
    if ((length ^ complement) != 0xFFFF) {
        return Fault::damaged;
    }
    if (static_cast<std::size_t>(length) > largest - out.size()) {
        return Fault::large;
    }
    for (int i = 0; i < length && !bits.over(); ++i) {
        out += static_cast<char>(bits.number(8));
    }
    return bits.over() ? Fault::cut : Fault::none;
}

Fault read_blocks(BitReader& bits, std::string& out, std::size_t largest) {
    const Codes fixed = fixed_codes();
    for (bool last = false; !last;) {
        last = bits.number(1) != 0;
        Codes codes = fixed;
        Fault fault = Fault::none;
        switch (bits.number(2)) {
        case 0:
            fault = read_stored(bits, out, largest);
            break;
        case 2:
            fault = read_codes(bits, codes);
            [[fallthrough]];
        case 1:
            fault = fault == Fault::none ? read_block(bits, codes, out, largest) : fault;
            break;
        default:
            fault = Fault::damaged;
        }
        if (bits.over()) {
            return Fault::cut;
        }
        if (fault != Fault::none) {
            return fault;
        }
    }
    return Fault::none;
}

/// Deflate, a window of up to 32 KiB, no dictionary of somebody's own (RFC 1950, 2.2).
bool is_header(int first, int second) {
    return (first & 0x0F) == 8 && first >> 4 <= 7 && (256 * first + second) % 31 == 0 && (second & 0x20) == 0;
}

} // namespace

Result<std::string> zlib_decompress(std::string_view stream, std::size_t largest) {
    BitReader bits(stream);
    const int first = bits.number(8);
    const int second = bits.number(8);
    if (!bits.over() && !is_header(first, second)) {
        return Error{"is damaged: it does not begin as a zlib stream"};
    }
    std::string out;
    const Fault fault = read_blocks(bits, out, largest);
    bits.align();
    std::uint32_t sum = 0;
    for (int i = 0; i < 4 && fault == Fault::none; ++i) {
        sum = sum << 8 | static_cast<std::uint32_t>(bits.number(8));
    }
    if (fault == Fault::cut || bits.over()) {
        return Error{"is cut: its end is missing"};
    }
    if (fault == Fault::large) {
        return Error{"holds more than " + std::to_string(largest) + " bytes"};
    }
    if (fault == Fault::damaged) {
        return Error{"is damaged: its bits are no code"};
    }
    if (sum != adler32(out)) {
        return Error{"is damaged: it does not match its checksum"};
    }
    return out;
}

} // namespace xpbd::lab
