#pragma once

#include <algorithm>

namespace xpbd {

/// The three numbers in which PBD and XPBD differ (core/README.md, "Projections").
/// @tparam S scalar: double, float, or a pack of floats
template <class S>
struct CoefficientsOf {
    S relax = S(1);
    S a = S(0); ///< compliance over time squared, alpha~ [m/(N s^2)]
    S g = S(0); ///< damping ratio, gamma [1]

    bool operator==(const CoefficientsOf&) const = default;
};
using Coefficients = CoefficientsOf<double>;

/// THE law of the position-based methods, for both engines: d_lambda of one constraint (X16 eq. 18 and 26, with the
/// coefficients of the method),
/// d_lambda = relax (-C - a lambda - g grad C . (x - x_reference)) / ((1 + g) grad C w grad C' + a).
/// @param weight grad C w grad C'; @param motion grad C . (x - x_reference)
template <class S>
inline S multiplier_change(const CoefficientsOf<S>& k, const S& value, const S& weight, const S& motion,
                           const S& lambda) {
    return k.relax * (-value - k.a * lambda - k.g * motion) / ((S(1) + k.g) * weight + k.a);
}

/// A change of the multiplier that takes a norm no further than to its smallest value. Beyond, its gradient turns round
/// and the multiplier would push the wrong way: with over-relaxation (SOR) a bending rope locked.
template <class S>
inline S limited_to_least(const S& change, const S& value, const S& weight, const S& least) {
    using std::max;
    return max(change, (least - value) / weight);
}

} // namespace xpbd
