#pragma once

#include "core/constraints/evaluation.h"

#include <cmath>

namespace xpbd {

/// Shear of a woven triangle: C = a.b/(|a| |b|) [1], the sine of the change of the angle between warp and weft, which
/// is 90 degrees at rest; a and b as in core/constraints/yarn.h (after BW98 section 4.3, without its factor |a| |b|:
/// stretched yarns do not shear more stiffly).
struct YarnShear {
    static constexpr ConstraintInfo info{
        .key = "yarn_shear",
        .label = "Shear between yarns",
        .value_unit = "1",
        .compliance_unit = "1/(N m)",
        .formula = "C = a.b/(|a| |b|)",
        .source = "after Baraff, Witkin, 1998, section 4.3, and Müller et al., Strain Based Dynamics, 2014",
        .summary = "Shear of a woven fabric: the sine of the angle by which warp and weft have turned from their right "
                   "angle. Yarns of a triangle without length have no angle and are left alone."};
    static constexpr std::size_t arity = 3;
    static constexpr bool branchless = true;
    /// Squared stretch below which yarns have no direction [1]; within single precision.
    static constexpr double kNoStretch2 = 1e-12;

    /// a = s1 (x1 - x0) + t1 (x2 - x0), b likewise: s1, t1, s2, t2 [1/m]
    template <class S>
    using Rest = std::array<S, 4>;

    /// C and its gradients.
    template <class S>
    static Evaluation<S, arity> eval(const Points<S, arity>& x, const Rest<S>& rest) {
        using Vec = glm::vec<3, S>;
        using std::sqrt;
        const Vec e1 = x[1] - x[0];
        const Vec e2 = x[2] - x[0];
        const Vec a = rest[0] * e1 + rest[1] * e2;
        const Vec b = rest[2] * e1 + rest[3] * e2;
        const S square_a = glm::dot(a, a);
        const S square_b = glm::dot(b, b);
        const auto has_angle = both(square_a > S(kNoStretch2), square_b > S(kNoStretch2));
        const S inverse = S(1) / sqrt(square_a * square_b);
        const S sine = glm::dot(a, b) * inverse;
        const Vec none(S(0), S(0), S(0));
        const Vec to_a = select(has_angle, inverse * b - (sine / square_a) * a, none); // dC/da
        const Vec to_b = select(has_angle, inverse * a - (sine / square_b) * b, none);
        Evaluation<S, arity> result;
        result.value = select(has_angle, sine, S(0));
        result.gradient[1] = rest[0] * to_a + rest[2] * to_b;
        result.gradient[2] = rest[1] * to_a + rest[3] * to_b;
        result.gradient[0] = -(result.gradient[1] + result.gradient[2]);
        return result;
    }

    /// Of a warp along the first edge and a weft across it, zero at x.
    template <class S>
    static Rest<S> rest(const Points<S, arity>& x) {
        using Vec = glm::vec<3, S>;
        const Vec e1 = x[1] - x[0];
        const Vec e2 = x[2] - x[0];
        const S along = glm::dot(e1, e2) / glm::dot(e1, e1);
        const S across = glm::length(e2 - along * e1);
        return {S(1) / glm::length(e1), S(0), -along / across, S(1) / across};
    }
};

} // namespace xpbd
