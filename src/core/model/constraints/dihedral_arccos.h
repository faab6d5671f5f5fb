#pragma once

#include "core/base/math/elementary.h"
#include "core/model/constraints/dihedral.h"
#include "core/model/constraints/evaluation.h"

#include <algorithm>
#include <cmath>

namespace xpbd {

/// Dihedral bending as published: C = arccos(n1 . n2) - phi_0 [rad], phi = pi if the triangles (x0, x1, x2) and (x0,
/// x1, x3) are coplanar (P07 section 4.2.2 and appendix A). Kept to show how it fails: use Dihedral.
struct DihedralArccos {
    static constexpr ConstraintInfo info{
        .key = "dihedral_arccos",
        .label = "Dihedral (arccos)",
        .value_unit = "rad",
        .compliance_unit = "rad/(N m)",
        .formula = "C = arccos(n1 . n2) - phi_0",
        .source = "Müller et al., Position Based Dynamics, 2007, section 4.2 and appendix A",
        .summary = "Bending as the first paper has it. The angle has no sign, so that a fold may come out on the wrong "
                   "side; near 0 and pi its gradient divides by almost zero, and in single precision it cannot resolve "
                   "angles under 3.5e-4 rad. Here to show that: the atan2 form is free of it.",
        .format = {.list = "bending",
                   .kind = "arccos",
                   .role = Role::bend,
                   .damping_unit = "N m s",
                   .rest_key = "rest_angle",
                   .rest_needed = "an angle [rad]",
                   .rest_has_sign = true}};
    static constexpr std::size_t arity = 4;
    static constexpr bool branchless = false;

    /// phi_0 [rad]
    template <class S>
    using Rest = std::array<S, 1>;

    /// C and its gradients. If a triangle has no area, or n1 . n2 is exactly 1 or -1, the gradient does not exist and
    /// is set to zero.
    template <class S>
    static Evaluation<S, arity> eval(const Points<S, arity>& x, const Rest<S>& rest) {
        using Vec = glm::vec<3, S>;
        using math::acos;
        using std::sqrt;
        const Vec p2 = x[1] - x[0];
        const Vec p3 = x[2] - x[0];
        const Vec p4 = x[3] - x[0];
        Vec n1 = glm::cross(p2, p3);
        Vec n2 = glm::cross(p2, p4);
        const S square1 = glm::dot(n1, n1);
        const S square2 = glm::dot(n2, n2);
        if (!(square1 > S(kNoArea2) && square2 > S(kNoArea2))) {
            return {};
        }
        const S length1 = sqrt(square1);
        const S length2 = sqrt(square2);
        n1 = n1 / length1;
        n2 = n2 / length2;
        const S d = std::clamp(glm::dot(n1, n2), S(-1), S(1));
        Evaluation<S, arity> result{};
        if (!(d > S(-1) && d < S(1))) {
            constexpr double kPi = 3.14159265358979323846;
            result.value = (d > S(0) ? S(0) : S(kPi)) - rest[0];
            return result;
        }
        result.value = acos(d) - rest[0];
        const S sine = sqrt(S(1) - d * d);
        const Vec q3 = (glm::cross(p2, n2) + glm::cross(n1, p2) * d) / length1;
        const Vec q4 = (glm::cross(p2, n1) + glm::cross(n2, p2) * d) / length2;
        const Vec q2 = -(glm::cross(p3, n2) + glm::cross(n1, p3) * d) / length1 -
                       (glm::cross(p4, n1) + glm::cross(n2, p4) * d) / length2;
        result.gradient[2] = q3 / sine;
        result.gradient[3] = q4 / sine;
        result.gradient[1] = q2 / sine;
        result.gradient[0] = -(result.gradient[1] + result.gradient[2] + result.gradient[3]);
        return result;
    }

    /// Bounds of the second derivatives (evaluation.h): up to its sign, the angle is the one of Dihedral.
    template <class S>
    static std::array<S, arity> hessian_bounds(const Points<S, arity>& x, const Rest<S>& /*rest*/) {
        return hinge_bounds<S>(x[0], x[1], x[2], x[3]);
    }

    /// Largest change of C in one projection [rad].
    template <class S>
    static S most_change(const S& /*value*/, const Rest<S>& /*rest*/) {
        return S(kLongestTurn);
    }

    /// Rest data with C = 0 at x.
    template <class S>
    static Rest<S> rest(const Points<S, arity>& x) {
        return {eval<S>(x, Rest<S>{}).value};
    }
};

} // namespace xpbd
