// sin, cos, acos, atan2 (core/base/math/README.md).
#include "core/base/math/angle.h"
#include "core/base/math/double_double.h"
#include "core/base/math/elementary.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace xpbd::math {
namespace {

constexpr double kPi = 0x1.921fb54442d18p+1;
constexpr DoubleDouble kHalfPi{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
constexpr double kFaint = 0x1p-27; ///< for smaller x, x^2 is below the last bit of 1

/// An angle minus the nearest multiple of pi/2.
struct Reduced {
    DoubleDouble rest;     ///< in [-pi/4, pi/4]
    unsigned quadrant = 0; ///< the nearest multiple of pi/2, divided by pi/2, modulo 4
};

// Reduction of an angle x = M 2^s, where the whole number M is its 53 bits: x/(pi/2) = M (2^s 2/pi). Bits of 2^s 2/pi
// with weight 4 or more only add multiples of 4 and are left out; the next 192 bits give x/(pi/2) modulo 4 to 2^-137.
// No double above 1 is nearer than 2^-62 to a nonzero multiple of pi/2 (M. Payne, R. Hanek, Radian reduction for
// trigonometric functions, 1983).

constexpr std::size_t kWindow = 6;                 ///< number of 32-bit words
using Window = std::array<std::uint32_t, kWindow>; ///< lowest word first

/// The bits of 2/pi after 64 zero bits, highest word first.
constexpr std::uint32_t kTwoOverPi[] = {
    0x00000000, 0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab,
    0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484,
    0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f, 0xef2f118b,
    0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea,
    0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab, 0xf0cfbc20};

/// kWindow words of kTwoOverPi, starting at bit number `first`.
Window bits_from(int first) {
    const auto word = static_cast<std::size_t>(first / 32);
    const int shift = first % 32;
    Window result{};
    for (std::size_t i = 0; i < kWindow; ++i) {
        const std::uint64_t two = std::uint64_t{kTwoOverPi[word + i]} << 32 | kTwoOverPi[word + i + 1];
        result[kWindow - 1 - i] = static_cast<std::uint32_t>(two >> (32 - shift));
    }
    return result;
}

/// Reduces a finite x >= 0.
Reduced reduce(double x) {
    if (x <= kHalfPi.hi / 2) {
        return {{x, 0}, 0};
    }
    int exponent = 0;
    const auto whole =
        static_cast<std::uint64_t>(std::ldexp(std::frexp(x, &exponent), 53)); // x = whole 2^(exponent - 53)
    const Window window = bits_from(exponent - 53 + 62);
    Window product{}; // modulo 4, in units of 2^-190
    for (std::size_t i = 0; i < 2; ++i) {
        const std::uint64_t factor = i == 0 ? whole & 0xffffffffu : whole >> 32;
        std::uint64_t carry = 0;
        for (std::size_t j = 0; i + j < kWindow; ++j) {
            carry += factor * window[j] + product[i + j];
            product[i + j] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
    }
    unsigned quadrant = product.back() >> 30;
    product.back() &= 0x3fffffffu;
    const bool nearer_to_next = product.back() >> 29 != 0;
    if (nearer_to_next) { // the fraction f becomes 1 - f, except for the last bit
        ++quadrant;
        for (std::uint32_t& word : product) {
            word = ~word;
        }
        product.back() &= 0x3fffffffu;
    }
    DoubleDouble share;
    for (std::size_t i = kWindow; i-- > 0;) {
        const double part = std::ldexp(static_cast<double>(product[i]), 32 * static_cast<int>(i) - 190);
        const DoubleDouble sum = exact_sum(share.hi, part);
        share = ordered_sum(sum.hi, sum.lo + share.lo);
    }
    const DoubleDouble rest = share * kHalfPi;
    return {nearer_to_next ? -rest : rest, quadrant % 4};
}

/// 1 - z/(a b) (1 - z/((a + 2)(b + 2)) (...)) with `last` factors; b = a + 1. Terms below 2^-20 of the sum are computed
/// in plain doubles.
DoubleDouble alternating(const DoubleDouble& z, int a, int last) {
    constexpr int kPlain = 4;
    const auto divisor = [a](int k) { return static_cast<double>((a + 2 * k - 2) * (a + 2 * k - 1)); };
    double inner = 1;
    for (int k = last; k >= kPlain; --k) {
        inner = 1 - z.hi * inner / divisor(k);
    }
    DoubleDouble sum{inner, 0};
    for (int k = kPlain - 1; k > 0; --k) {
        sum = DoubleDouble{1, 0} - z * sum / DoubleDouble{divisor(k), 0};
    }
    return sum;
}

DoubleDouble sine_near_zero(const DoubleDouble& x) {
    return x * alternating(x * x, 2, 10);
}

DoubleDouble cosine_near_zero(const DoubleDouble& x) {
    return alternating(x * x, 1, 11);
}

/// sin(x + turns pi/2) for a finite x >= 0.
double sine(double x, unsigned turns) {
    const Reduced angle = reduce(x);
    const unsigned quadrant = angle.quadrant + turns;
    const DoubleDouble value = quadrant % 2 == 0 ? sine_near_zero(angle.rest) : cosine_near_zero(angle.rest);
    return quadrant % 4 < 2 ? value.hi : -value.hi;
}

} // namespace

double sin(double x) {
    if (!std::isfinite(x)) {
        return x - x;
    }
    if (std::abs(x) < kFaint) {
        return x;
    }
    return std::copysign(1.0, x) * sine(std::abs(x), 0);
}

double cos(double x) {
    return std::isfinite(x) ? sine(std::abs(x), 1) : x - x;
}

double atan2(double y, double x) {
    if (std::isnan(x) || std::isnan(y)) {
        return x + y;
    }
    if (std::isinf(x) || std::isinf(y)) {
        const auto direction = [](double v) { return std::copysign(std::isinf(v) ? 1.0 : 0.0, v); };
        return atan2(direction(y), direction(x));
    }
    const bool left = std::signbit(x);
    if (y == 0) {
        return std::copysign(left ? kPi : 0.0, y);
    }
    const double larger = std::max(std::abs(x), std::abs(y));
    if (larger > 0x1p1000 || larger < 0x1p-900) {
        const double scale = larger > 1 ? 0x1p-100 : 0x1p150;
        return angle_of(y * scale, x * scale, left);
    }
    return angle_of(y, x, left);
}

double acos(double x) {
    if (!(std::abs(x) <= 1)) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    return atan2(std::sqrt((1 - x) * (1 + x)), x);
}

} // namespace xpbd::math
