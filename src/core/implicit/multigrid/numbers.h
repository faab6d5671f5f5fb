#pragma once

// Products of small blocks, two numbers at a time: every processor of the supported architectures has such registers.
// Each number of a result has its own sum, in a fixed order: the bits do not depend on the processor.

#include <array>
#include <cstddef>
#include <cstring>

namespace xpbd {

using Two = double __attribute__((vector_size(16)));

inline Two both(double number) {
    return Two{number, number};
}
inline Two load_two(const double* from) {
    Two result;
    std::memcpy(&result, from, sizeof(result));
    return result;
}
inline Two load_two(const float* from) {
    using Floats = float __attribute__((vector_size(8)));
    Floats numbers;
    std::memcpy(&numbers, from, sizeof(numbers));
    return __builtin_convertvector(numbers, Two);
}
inline void store_two(double* to, Two numbers) {
    std::memcpy(to, &numbers, sizeof(numbers));
}

/// N numbers, in pairs; the last one alone if N is odd.
template <std::size_t N>
struct Numbers {
    static constexpr std::size_t kPairs = N / 2;
    static constexpr bool kOdd = N % 2 != 0;
    std::array<Two, kPairs> pair{};
    double last = 0;

    template <class Number>
    static Numbers load(const Number* from) {
        Numbers result;
        for (std::size_t i = 0; i < kPairs; ++i) {
            result.pair[i] = load_two(from + 2 * i);
        }
        if constexpr (kOdd) {
            result.last = static_cast<double>(from[N - 1]);
        }
        return result;
    }
    void store(double* to) const {
        for (std::size_t i = 0; i < kPairs; ++i) {
            store_two(to + 2 * i, pair[i]);
        }
        if constexpr (kOdd) {
            to[N - 1] = last;
        }
    }
    /// += factor other
    void add(double factor, const Numbers& other) {
        for (std::size_t i = 0; i < kPairs; ++i) {
            pair[i] += both(factor) * other.pair[i];
        }
        if constexpr (kOdd) {
            last += factor * other.last;
        }
    }
    /// += a b, number by number
    void add_product(const Numbers& a, const Numbers& b) {
        for (std::size_t i = 0; i < kPairs; ++i) {
            pair[i] += a.pair[i] * b.pair[i];
        }
        if constexpr (kOdd) {
            last += a.last * b.last;
        }
    }
    double sum() const {
        double result = last;
        for (const Two& two : pair) {
            result += two[0] + two[1];
        }
        return result;
    }
    void add(const Numbers& other) {
        for (std::size_t i = 0; i < kPairs; ++i) {
            pair[i] += other.pair[i];
        }
        if constexpr (kOdd) {
            last += other.last;
        }
    }
};

} // namespace xpbd
