#pragma once

// atan2 as a template, with the same operations on a double and on a SIMD pack.

#include <algorithm>
#include <cmath>

namespace xpbd::math {

inline double select(bool condition, double a, double b) {
    return condition ? a : b;
}

/// Angle of the vector (x, y) [rad], with the sign of y; 0 if both are zero. @tparam S double, or a SIMD pack of
/// doubles: each lane gets the same bits as a double does. Both numbers must be finite, and the larger one between
/// 2^-1000 and 2^1000 in magnitude. `left`: whether x is negative, a bool or one per lane (Mask).
///
/// The smaller coordinate over the larger is the tangent of an angle in [0, pi/4]; if the angle exceeds pi/8, pi/4 is
/// subtracted. The remaining angle is t + t^3 P(t^2), |t| <= tan(pi/8); P interpolates (atan(t) - t)/t^3 in the
/// Chebyshev points of t^2, with a relative error of the angle of 2^-57. The multiple of pi/4 is added last, as a sum
/// of a rounded value and its rest.
template <class S, class Mask>
[[gnu::always_inline]] inline S angle_of(const S& y, const S& x, const Mask& left) {
    using std::abs;
    using std::copysign;
    using std::max;
    using std::min;
    constexpr double kQuarter = 0x1.921fb54442d18p-1;      // pi/4 rounded
    constexpr double kQuarterRest = 0x1.1a62633145c07p-55; // pi/4 minus the rounded value
    constexpr double kBound = 0x1.a827999fcef34p-2;        // tan(pi/8)
    const S ax = abs(x);
    const S ay = abs(y);
    const S larger = max(ax, ay);
    const S smaller = min(ax, ay);
    const auto turned = smaller > S(kBound) * larger;
    const S above = select(turned, smaller - larger, smaller);
    const S below = select(turned, smaller + larger, select(larger > S(0), larger, S(1)));
    const S t = above / below;
    const S z = t * t;
    const S z2 = z * z;
    const S z4 = z2 * z2;
    const S low = (S(-0x1.5555555555555p-2) + S(0x1.999999999934cp-3) * z) +
                  (S(-0x1.2492492436201p-3) + S(0x1.c71c71853d7c8p-4) * z) * z2;
    const S middle = (S(-0x1.745d0b28a7649p-4) + S(0x1.3b12630643e8ap-4) * z) +
                     (S(-0x1.10fa77b104ae8p-4) + S(0x1.dfe6497394f40p-5) * z) * z2;
    const S high = (S(-0x1.a0999c2994d42p-5) + S(0x1.4162bf84bf0bfp-5) * z) + S(-0x1.3a31b0297d745p-6) * z2;
    S rest = t + t * (z * (low + (middle + high * z4) * z4));
    // If |y| > |x|, pi/2 minus the angle; then, if x is negative, pi minus the result. The rounded pi/4 times 2, 3 or 4
    // is exact.
    S base = select(turned, S(kQuarter), S(0));
    S base_rest = select(turned, S(kQuarterRest), S(0));
    const auto steep = ay > ax;
    base = select(steep, S(2 * kQuarter) - base, base);
    base_rest = select(steep, S(2 * kQuarterRest) - base_rest, base_rest);
    rest = select(steep, -rest, rest);
    base = select(left, S(4 * kQuarter) - base, base);
    base_rest = select(left, S(4 * kQuarterRest) - base_rest, base_rest);
    rest = select(left, -rest, rest);
    return copysign(base + (rest + base_rest), y);
}

} // namespace xpbd::math
