#pragma once

// Products of small blocks, two doubles or four floats at a time: every processor of the supported architectures has
// such registers. Each number of a result has its own sum, in a fixed order: the bits do not depend on the processor.

#include <array>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

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
inline void store_two(float* to, Two numbers) {
    using Floats = float __attribute__((vector_size(8)));
    const auto rounded = __builtin_convertvector(numbers, Floats);
    std::memcpy(to, &rounded, sizeof(rounded));
}

/// Calls f(0), ..., f(N - 1) without a loop, so that arrays of sums stay in registers.
template <std::size_t N>
void unrolled(auto&& f) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (f(I), ...);
    }
    (std::make_index_sequence<N>{});
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
    template <class Number>
    void store(Number* to) const {
        for (std::size_t i = 0; i < kPairs; ++i) {
            store_two(to + 2 * i, pair[i]);
        }
        if constexpr (kOdd) {
            to[N - 1] = static_cast<Number>(last);
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

/// Numbers per block row of N numbers in a vector of floats: whole registers. The last ones may be anything.
template <std::size_t N>
inline constexpr std::size_t kFloats = N == 1 ? 1 : (N + 3) / 4 * 4;
/// Blocks of floats are read in whole registers, too: behind the last block a read touches at most 3 numbers more.
inline constexpr std::size_t kFloatsBehind = 3;

/// N floats in whole registers.
template <std::size_t N>
struct Floats {
    using Four = float __attribute__((vector_size(16)));
    using Register = std::conditional_t<N == 1, float, Four>;
    static constexpr std::size_t kLanes = N == 1 ? 1 : 4; ///< floats in a register
    std::array<Register, kFloats<N> / kLanes> part{};

    /// Reads kFloats<N> numbers.
    static Floats load(const float* from) {
        Floats result;
        std::memcpy(result.part.data(), from, sizeof(result.part));
        return result;
    }
    void store(float* to) const { std::memcpy(to, part.data(), sizeof(part)); }
    /// += factor other
    void add(float factor, const Floats& other) {
        for (std::size_t i = 0; i < part.size(); ++i) {
            part[i] += factor * other.part[i];
        }
    }
    /// += a b, number by number
    void add_product(const Floats& a, const Floats& b) {
        for (std::size_t i = 0; i < part.size(); ++i) {
            part[i] += a.part[i] * b.part[i];
        }
    }
    float sum() const {
        std::array<float, kFloats<N>> numbers;
        store(numbers.data());
        float result = 0;
        for (std::size_t i = 0; i < N; ++i) {
            result += numbers[i];
        }
        return result;
    }
};

} // namespace xpbd
