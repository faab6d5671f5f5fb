#pragma once

// SIMD packs: N floats or doubles with one operation per lane, from one source for all instruction sets.

#include "core/base/math/angle.h"

#include <cstddef>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>
#ifdef __AVX__
#include <immintrin.h>
#endif

#if !defined(__GNUC__) || (!defined(__clang__) && __GNUC__ < 12)
#error "the fast engine needs GCC 12 or later, or Clang: it is written in their vector types"
#endif

/// N floats or doubles side by side, in the compiler's own vector types: the same source becomes SSE2, AVX2, AVX-512 or
/// NEON code, depending on the flags of the including file. XPBD_SIMD_TARGET is a namespace per set of flags, so that
/// no two object files share an inline function. Every operation is one IEEE operation per lane, not fused and not
/// approximate: all targets give the same bits.
#ifndef XPBD_SIMD_TARGET
#define XPBD_SIMD_TARGET plain
#endif

namespace xpbd::simd::XPBD_SIMD_TARGET {

#define XPBD_SIMD_INLINE [[gnu::always_inline]] inline

/// Precedes a loop over lanes, or over the particles of a constraint. GCC, and Clang for WebAssembly, would otherwise
/// keep the loop, and the packs in memory.
#ifdef __clang__
#define XPBD_SIMD_UNROLL _Pragma("clang loop unroll(full)")
#else
#define XPBD_SIMD_UNROLL _Pragma("GCC unroll 16")
#endif

/// The compiler's vector of N elements of type S.
template <int N, class S>
struct Native {
    typedef S Vector __attribute__((vector_size(N * sizeof(S))));
};

/// N floats or doubles: 4, 8 or 16.
template <int N, class S>
struct Pack {
    using Scalar = S;
    using Vector = typename Native<N, S>::Vector;
    using Bits = std::conditional_t<sizeof(S) == 4, int, long long>; ///< an integer as wide as S
    static constexpr int size = N;

    /// The result of a comparison: all bits of a lane set or all clear.
    struct Mask {
        typename Native<N, Bits>::Vector v;
        XPBD_SIMD_INLINE friend Mask both(const Mask& a, const Mask& b) { return {a.v & b.v}; }
        XPBD_SIMD_INLINE friend Mask either(const Mask& a, const Mask& b) { return {a.v | b.v}; }
        XPBD_SIMD_INLINE friend bool all(const Mask& a) {
            Bits bits = -1;
            XPBD_SIMD_UNROLL
            for (int i = 0; i < N; ++i) {
                bits &= a.v[i];
            }
            return bits != 0;
        }
        XPBD_SIMD_INLINE friend bool any(const Mask& a) {
            Bits bits = 0;
            XPBD_SIMD_UNROLL
            for (int i = 0; i < N; ++i) {
                bits |= a.v[i];
            }
            return bits != 0;
        }
    };

    Vector v;

    Pack() = default;                                          // trivial: GLM keeps its vectors in unions
    XPBD_SIMD_INLINE Pack(const Vector& native) : v(native) {} // NOLINT(google-explicit-constructor)
    /// All lanes get the same number.
    template <class T>
    requires std::is_arithmetic_v<T> XPBD_SIMD_INLINE Pack(T number)
        : v(static_cast<S>(number) - Vector{}) {} // NOLINT(google-explicit-constructor)

    /// Load and store N consecutive numbers, at any alignment.
    XPBD_SIMD_INLINE static Pack load(const S* from) {
        Pack result;
        std::memcpy(&result.v, from, sizeof(result.v));
        return result;
    }
    XPBD_SIMD_INLINE void store(S* to) const { std::memcpy(to, &v, sizeof(v)); }

    XPBD_SIMD_INLINE Pack& operator+=(const Pack& b) { return *this = *this + b; }
    XPBD_SIMD_INLINE Pack& operator-=(const Pack& b) { return *this = *this - b; }
    XPBD_SIMD_INLINE Pack& operator*=(const Pack& b) { return *this = *this * b; }
    XPBD_SIMD_INLINE Pack& operator/=(const Pack& b) { return *this = *this / b; }
    XPBD_SIMD_INLINE friend Pack operator-(const Pack& a) { return {-a.v}; }
    XPBD_SIMD_INLINE friend Pack operator+(const Pack& a, const Pack& b) { return {a.v + b.v}; }
    XPBD_SIMD_INLINE friend Pack operator-(const Pack& a, const Pack& b) { return {a.v - b.v}; }
    XPBD_SIMD_INLINE friend Pack operator*(const Pack& a, const Pack& b) { return {a.v * b.v}; }
    XPBD_SIMD_INLINE friend Pack operator/(const Pack& a, const Pack& b) { return {a.v / b.v}; }
    XPBD_SIMD_INLINE friend Mask operator<(const Pack& a, const Pack& b) { return {less(a.v, b.v)}; }
    XPBD_SIMD_INLINE friend Mask operator>(const Pack& a, const Pack& b) { return {less(b.v, a.v)}; }

    XPBD_SIMD_INLINE friend Pack select(const Mask& mask, const Pack& a, const Pack& b) {
        if constexpr (kInParts) {
            return {reinterpret_cast<Vector>(
                BitVector((mask.v & reinterpret_cast<BitVector>(a.v)) | (~mask.v & reinterpret_cast<BitVector>(b.v))))};
        }
        return {mask.v ? a.v : b.v};
    }
    XPBD_SIMD_INLINE friend Pack min(const Pack& a, const Pack& b) {
        if constexpr (kInParts) {
            return select(a < b, a, b);
        }
        return {a.v < b.v ? a.v : b.v};
    }
    XPBD_SIMD_INLINE friend Pack max(const Pack& a, const Pack& b) {
        if constexpr (kInParts) {
            return select(b < a, a, b);
        }
        return {b.v < a.v ? a.v : b.v};
    }
    /// The largest lane. Not std::max_element: files with other compiler flags would share that function.
    XPBD_SIMD_INLINE friend S largest(const Pack& a) {
        S result = a.v[0];
        XPBD_SIMD_UNROLL
        for (int i = 1; i < N; ++i) {
            result = result < a.v[i] ? a.v[i] : result;
        }
        return result;
    }
    XPBD_SIMD_INLINE friend Pack abs(const Pack& a) { return max(a, -a); }
    XPBD_SIMD_INLINE friend Pack sqrt(const Pack& a) {
        Pack result;
        XPBD_SIMD_UNROLL
        for (int i = 0; i < N; ++i) {
            if constexpr (sizeof(S) == 4) {
                result.v[i] = __builtin_sqrtf(a.v[i]); // one vector instruction, with -fno-math-errno
            } else {
                result.v[i] = __builtin_sqrt(a.v[i]);
            }
        }
        return result;
    }

    /// Lane by lane: magnitude of one pack, sign of the other.
    XPBD_SIMD_INLINE friend Pack copysign(const Pack& magnitude, const Pack& sign) {
        const BitVector minus = std::numeric_limits<Bits>::min() - BitVector{};
        const BitVector joined =
            (reinterpret_cast<BitVector>(magnitude.v) & ~minus) | (reinterpret_cast<BitVector>(sign.v) & minus);
        return {reinterpret_cast<Vector>(joined)};
    }

    /// Angle of the vector (x, y) in [-pi, pi]; 0 for the zero vector. Floats: within 2e-7 rad, by the polynomial of
    /// Cephes' atanf (M89) over |t| <= tan(pi/8). Doubles: the bits of math::atan2().
    XPBD_SIMD_INLINE friend Pack atan2(const Pack& y, const Pack& x) {
        if constexpr (sizeof(S) == 8) {
            return math::angle_of(y, x, x < Pack(0));
        }
        constexpr double pi = 3.14159265358979323846;
        const Pack ax = abs(x);
        const Pack ay = abs(y);
        const Pack larger = max(ax, ay);
        const Pack smaller = min(ax, ay);
        // t is the tangent of an angle in [0, pi/4]; for angles above pi/8 it is the tangent of the angle less pi/4.
        // One division serves both cases.
        const Mask upper = smaller > Pack(0.41421356237309503) * larger; // tan(pi/8)
        const Pack above = select(upper, smaller - larger, smaller);
        const Pack below = select(upper, smaller + larger, select(larger > Pack(0), larger, Pack(1)));
        const Pack t = above / below;
        const Pack z = t * t;
        const Pack poly = ((Pack(8.05374449538e-2) * z - Pack(1.38776856032e-1)) * (z * z) +
                           (Pack(1.99777106478e-1) * z - Pack(3.33329491539e-1))) *
                              (z * t) +
                          t;
        Pack angle = select(upper, poly + Pack(pi / 4), poly);
        angle = select(ay > ax, Pack(pi / 2) - angle, angle);
        angle = select(x < Pack(0), Pack(pi) - angle, angle);
        return select(y < Pack(0), -angle, angle);
    }

    // ---- Shuffles. A pack is also a row of N/4 quads; a quad is four numbers, such as a packed particle.
    // --------------------

    /// Makes a pack whose quad i is quad(i), a native vector of four.
    template <class F>
    XPBD_SIMD_INLINE static Pack of_quads(F quad) {
        if constexpr (N == 4) {
            return Pack(quad(0));
        } else if constexpr (N == 8) {
            return Pack(join(quad(0), quad(1)));
        } else {
            return Pack(join(join(quad(0), quad(1)), join(quad(2), quad(3))));
        }
    }
    /// Loads quad i from `base + offset[4 i + lane]`; lane in [0, 4).
    XPBD_SIMD_INLINE static Pack load_row(const S* base, const int* offset, int lane) {
        return of_quads([&](int i) { return load_quad(base + offset[4 * i + lane]); });
    }
    /// Loads N particles of three consecutive numbers each, as coordinates.
    XPBD_SIMD_INLINE static void load_three(const S* from, Pack& x, Pack& y, Pack& z) {
        if constexpr (N == 8) {
            const Pack a = load(from), b = load(from + N), c = load(from + 2 * N);
            x = every_third<0>(a, b, c);
            y = every_third<1>(a, b, c);
            z = every_third<2>(a, b, c);
            return;
        }
        XPBD_SIMD_UNROLL
        for (int i = 0; i < N; ++i) { // lane by lane: for N = 4 quicker than shuffles
            x.v[i] = from[3 * i];
            y.v[i] = from[3 * i + 1];
            z.v[i] = from[3 * i + 2];
        }
    }
    XPBD_SIMD_INLINE void store_row(S* base, const int* offset, int lane) const {
        for (int i = 0; i < N / 4; ++i) {
            std::memcpy(base + offset[4 * i + lane], reinterpret_cast<const S*>(&v) + 4 * i, 4 * sizeof(S));
        }
    }
    /// Rotates the lanes: lane i of the result is lane (i + turn) mod N.
    template <int turn>
    XPBD_SIMD_INLINE Pack turned() const {
        return shuffle(*this, *this, [](int i) { return (i + turn + N) % N; });
    }
    /// Copies element `Lane` of every quad to all four elements of that quad.
    template <int Lane>
    XPBD_SIMD_INLINE Pack spread() const {
        return shuffle(*this, *this, [](int i) { return i - i % 4 + Lane; });
    }
    /// Copies element `Lane` of every quad to its first three elements; the fourth becomes 0.
    template <int Lane>
    XPBD_SIMD_INLINE Pack spread_in_three() const {
        const Pack pairs = Lane < 2 ? interleave_low(*this, Pack(0)) : interleave_high(*this, Pack(0));
        return shuffle(pairs, pairs, [](int i) { return i - i % 4 + Lane % 2 * 2 + (i % 4 == 3 ? 1 : 0); });
    }
    /// Transposes the 4x4 block of quad i in the four rows, for all i. Particles become coordinates; a second call
    /// reverses it.
    XPBD_SIMD_INLINE static void transpose(Pack& r0, Pack& r1, Pack& r2, Pack& r3) {
        const Pack low01 = interleave_low(r0, r1);
        const Pack low23 = interleave_low(r2, r3);
        const Pack high01 = interleave_high(r0, r1);
        const Pack high23 = interleave_high(r2, r3);
        r0 = join_low(low01, low23);
        r1 = join_high(low01, low23);
        r2 = join_low(high01, high23);
        r3 = join_high(high01, high23);
    }

private:
    using BitVector = typename Native<N, Bits>::Vector;
    /// GCC compares vectors wider than a register lane by lane, with branches: less() compares them register by
    /// register.
#if defined(__AVX__) || defined(__clang__)
    static constexpr bool kInParts = false;
#else
    static constexpr bool kInParts = N * sizeof(S) > 16;
#endif
    XPBD_SIMD_INLINE static BitVector less(const Vector& a, const Vector& b) {
        if constexpr (kInParts) {
            constexpr int width = 16 / sizeof(S);
            using Part = typename Native<width, S>::Vector;
            using BitPart = typename Native<width, Bits>::Vector;
            BitVector result;
            for (int i = 0; i < N; i += width) {
                Part part_a, part_b;
                std::memcpy(&part_a, reinterpret_cast<const S*>(&a) + i, sizeof(Part));
                std::memcpy(&part_b, reinterpret_cast<const S*>(&b) + i, sizeof(Part));
                const BitPart part = part_a < part_b;
                std::memcpy(reinterpret_cast<Bits*>(&result) + i, &part, sizeof(Part));
            }
            return result;
        } else {
            return a < b;
        }
    }

    using Quad = typename Native<4, S>::Vector;
    using TwoQuads = typename Native<8, S>::Vector;
    XPBD_SIMD_INLINE static Quad load_quad(const S* from) {
        Quad result;
        std::memcpy(&result, from, sizeof(result));
        return result;
    }
    XPBD_SIMD_INLINE static TwoQuads join(const Quad& a, const Quad& b) {
#ifdef __AVX__
        // GCC turns this into one instruction that also loads b; the shuffle below becomes two.
        if constexpr (sizeof(S) == 4) {
            return _mm256_insertf128_ps(_mm256_castps128_ps256(a), b, 1);
        }
#endif
#ifdef __AVX512F__
        if constexpr (sizeof(S) == 8) {
            return _mm512_insertf64x4(_mm512_castpd256_pd512(a), b, 1);
        }
#endif
        return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
    }
    XPBD_SIMD_INLINE static typename Native<16, S>::Vector join(const TwoQuads& a, const TwoQuads& b) {
        return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    }
    XPBD_SIMD_INLINE static Pack interleave_low(const Pack& a, const Pack& b) {
        return shuffle(a, b, [](int i) { return i - i % 4 + i % 4 / 2 + (i % 2 != 0 ? N : 0); });
    }
    XPBD_SIMD_INLINE static Pack interleave_high(const Pack& a, const Pack& b) {
        return shuffle(a, b, [](int i) { return i - i % 4 + 2 + i % 4 / 2 + (i % 2 != 0 ? N : 0); });
    }
    XPBD_SIMD_INLINE static Pack join_low(const Pack& a, const Pack& b) {
        return shuffle(a, b, [](int i) { return i % 4 < 2 ? i : N + i - 2; });
    }
    XPBD_SIMD_INLINE static Pack join_high(const Pack& a, const Pack& b) {
        return shuffle(a, b, [](int i) { return i % 4 < 2 ? i + 2 : N + i; });
    }
    /// Elements First, First + 3, ... of the concatenation of a, b and c.
    template <int First>
    XPBD_SIMD_INLINE static Pack every_third(const Pack& a, const Pack& b, const Pack& c) {
        const Pack ab = shuffle(a, b, [](int i) { return First + 3 * i < 2 * N ? First + 3 * i : 0; });
        return shuffle(ab, c, [](int i) { return First + 3 * i < 2 * N ? i : First + 3 * i - N; });
    }
    /// Element i of the result is element source(i) of the concatenation of a and b.
    template <class Source>
    XPBD_SIMD_INLINE static Pack shuffle(const Pack& a, const Pack& b, Source source) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
            return Pack(Vector(__builtin_shufflevector(a.v, b.v, source(static_cast<int>(I))...)));
        }
        (std::make_index_sequence<static_cast<std::size_t>(N)>{});
    }
};

} // namespace xpbd::simd::XPBD_SIMD_TARGET

/// GLM's products require a floating-point scalar according to std::numeric_limits; this makes a pack count as one.
template <int N, class S>
class std::numeric_limits<xpbd::simd::XPBD_SIMD_TARGET::Pack<N, S>> : public std::numeric_limits<S> {};
