#pragma once

#include "core/constraints/evaluation.h"

#include <cmath>

namespace xpbd {

/// Stretch of the yarns of one direction in a triangle: C = |a| - 1 [1], a being that direction's column of the
/// deformation gradient (BW98 section 4.2). Yarns that buckle under pressure keep a share of their stiffness: there C
/// is multiplied by the share's root.
struct Yarn {
    static constexpr ConstraintInfo info{
        .key = "yarn",
        .label = "Yarn (warp or weft)",
        .value_unit = "1",
        .compliance_unit = "1/(N m)",
        .formula = "C = |a| - 1,  a = F d",
        .source = "Baraff, Witkin, Large Steps in Cloth Simulation, 1998, section 4.2",
        .summary =
            "Stretch of a woven fabric along its warp or its weft, in engineering strain: the force grows in "
            "proportion to the length, in N/m on every mesh. The two directions do not feel each other: Poisson's "
            "ratio is zero."};
    static constexpr std::size_t arity = 3;
    static constexpr bool branchless = true;
    static constexpr std::size_t rows_together = 2; // warp and weft

    /// a = s (x1 - x0) + t (x2 - x0): s, t [1/m]; the root of the share of stiffness under compression [1]
    template <class S>
    using Rest = std::array<S, 3>;

    /// C and its gradients. Yarns without length get the direction (0, 1, 0), an arbitrary but fixed choice.
    template <class S>
    static Evaluation<S, arity> eval(const Points<S, arity>& x, const Rest<S>& rest) {
        using Vec = glm::vec<3, S>;
        using std::sqrt;
        const Vec a = rest[0] * (x[1] - x[0]) + rest[1] * (x[2] - x[0]);
        const S length = sqrt(glm::dot(a, a));
        const auto has_length = length > S(0);
        const S strain = length - S(1);
        const S share = select(strain < S(0), rest[2], S(1));
        const Vec direction(select(has_length, a.x / length, S(0)), select(has_length, a.y / length, S(1)),
                            select(has_length, a.z / length, S(0)));
        Evaluation<S, arity> result;
        result.value = share * strain;
        result.gradient[1] = (share * rest[0]) * direction;
        result.gradient[2] = (share * rest[1]) * direction;
        result.gradient[0] = -(result.gradient[1] + result.gradient[2]);
        return result;
    }

    /// Of yarns along the first edge, zero at x.
    template <class S>
    static Rest<S> rest(const Points<S, arity>& x) {
        return {S(1) / glm::length(x[1] - x[0]), S(0), S(1)};
    }
};

} // namespace xpbd
