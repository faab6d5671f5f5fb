#pragma once

// The law of the multiplier of PBD and XPBD, for both engines.

#include "core/model/constraints/evaluation.h"

#include <algorithm>
#include <cmath>

namespace xpbd {

/// The three coefficients that distinguish PBD from XPBD (core/FORMULAS.md, "Projections").
/// @tparam S scalar: double, float, or a pack of floats
template <class S>
struct CoefficientsOf {
    S relax = S(1);
    S a = S(0); ///< alpha~ = alpha / h^2: compliance over the square of the substep, [m/(N s^2)] for a length
    S g = S(0); ///< damping ratio, gamma [1]

    bool operator==(const CoefficientsOf&) const = default;
};
using Coefficients = CoefficientsOf<double>;

/// THE law of the position-based methods, for both engines: the change of one constraint's multiplier (X16 eq. 18 and
/// 26, with the coefficients of the method), d_lambda = relax (-C - a lambda - g grad C . (x - x_reference)) / ((1 + g)
/// grad C w grad C' + a).
/// @param value C; @param weight grad C w grad C'; @param motion grad C . (x - x_reference)
template <class S>
inline S multiplier_change(const CoefficientsOf<S>& k, const S& value, const S& weight, const S& motion,
                           const S& lambda) {
    return k.relax * (-value - k.a * lambda - k.g * motion) / ((S(1) + k.g) * weight + k.a);
}

/// multiplier_change() with a limit: |weight d_lambda|, the change of C, is at most `most` (LimitsItsChange in
/// constraints/evaluation.h). Within the limit the result has the bits of multiplier_change().
template <class S>
inline S limited_multiplier_change(const CoefficientsOf<S>& k, const S& value, const S& weight, const S& motion,
                                   const S& lambda, const S& most) {
    using std::abs;
    using std::copysign;
    const S missing = k.relax * (-value - k.a * lambda - k.g * motion);
    const S denominator = (S(1) + k.g) * weight + k.a;
    const auto too_far = abs(missing) * weight > most * denominator;
    return select(too_far, copysign(most, missing), missing) / select(too_far, weight, denominator);
}

/// multiplier_change() of a constraint type, limited if the type has most_change().
template <class ConstraintType, class S>
inline S change_of(const CoefficientsOf<S>& k, const S& value, const S& weight, const S& motion, const S& lambda,
                   const typename ConstraintType::template Rest<S>& rest) {
    if constexpr (LimitsItsChange<ConstraintType, S>) {
        return limited_multiplier_change(k, value, weight, motion, lambda, ConstraintType::most_change(value, rest));
    } else {
        return multiplier_change(k, value, weight, motion, lambda);
    }
}

/// Limits the change of the multiplier so that C of a norm (ConstraintInfo::is_norm) does not pass its smallest value.
/// Beyond this value the gradient reverses and the multiplier would push the wrong way: SOR would lock a bending rope.
template <class S>
inline S limited_to_least(const S& change, const S& value, const S& weight, const S& least) {
    using std::max;
    return max(change, (least - value) / weight);
}

} // namespace xpbd
