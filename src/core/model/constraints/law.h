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

/// Convergence rate of the slowest error in a sweep that primal_stiffness() assumes for rigid constraints [1].
inline constexpr double kSlowestRate = 1e-3;
/// Largest inertia that primal_stiffness() gives [kg]: the inverse of a sum of them is a float above zero.
inline constexpr double kMostInertia = 1e15;

/// Largest D/m of a particle; a substep that reaches more is solved again with the primal residual dropped [1]. A rigid
/// constraint that no position satisfies changes lambda by C D/|grad C|^2 in a sweep, and D grows with lambda: neither
/// has an end. Loads stay below: D/m is 3e4 where a link of 1 g and 0.1 m carries a tonne, at 1/60 s.
inline constexpr double kMostGrowth = 1e9;

/// What one constraint adds to the inertia D of one of its particles in XPBD with the primal residual kept [kg]
/// (core/textbook/primal_residual.h): |lambda| H, and where the constraint can buckle, the geometric mean of that and
/// of the constraint's stiffness. Buckling grows by |lambda| H/D per iteration, and the sweeps take it back at a rate
/// of about (a + rate W) D: D has to be large enough for the second to win.
/// @param size |lambda|; @param push buckling_multiplier(); @param a coefficient of the law; @param weight W = grad C w
/// grad C' > 0; @param bound H; @param slope2 |grad_i C|^2
template <class S>
inline S primal_stiffness(const S& size, const S& push, const S& a, const S& weight, const S& bound, const S& slope2) {
    using std::sqrt;
    const S mean2 = push * bound * slope2 / (a + S(kSlowestRate) * weight);
    const S sum = size * bound + S(sqrt(mean2));
    const S limited = select(sum < S(kMostInertia), sum, S(kMostInertia)); // the limit if a degenerate shape gives NaN
    return select(size > S(0), limited, S(0));
}

/// Limits the change of the multiplier so that C of a norm (ConstraintInfo::is_norm) does not pass its smallest value.
/// Beyond this value the gradient reverses and the multiplier would push the wrong way: SOR would lock a bending rope.
template <class S>
inline S limited_to_least(const S& change, const S& value, const S& weight, const S& least) {
    using std::max;
    return max(change, (least - value) / weight);
}

} // namespace xpbd
