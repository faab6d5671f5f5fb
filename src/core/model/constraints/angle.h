#pragma once

#include "core/base/math/elementary.h"
#include "core/model/constraints/evaluation.h"

#include <cmath>

namespace xpbd {

/// Bending of a rope: C = theta - theta_0 [rad]; theta in [0, pi] is the angle between the segments x0 x1 and x1 x2, 0
/// if they are in line. Computed as atan2(|e1 x e2|, e1 . e2), which is precise near 0 and near pi.
struct Angle {
    static constexpr ConstraintInfo info{
        .key = "angle",
        .label = "Angle",
        .value_unit = "rad",
        .compliance_unit = "rad/(N m)",
        .formula = "C = atan2(|e1 x e2|, e1 . e2) - theta_0",
        .source = "Bender, Müller, Macklin, A Survey on Position Based Dynamics, 2017, section 5",
        .summary = "Bending of a rope between successive segments, without a preferred plane; alpha = length/(E I). It "
                   "has no sense of direction: a rope with a bent rest shape may bend to any side. In line the "
                   "gradient has no direction and the constraint waits for the first deviation.",
        .is_norm = true,
        .format = {.list = "angle",
                   .role = Role::bend,
                   .damping_unit = "N m s",
                   .rest_key = "rest_angle",
                   .rest_needed = "an angle >= 0 [rad]"}};
    static constexpr std::size_t arity = 3;
    static constexpr bool branchless = true;

    /// theta_0 [rad]
    template <class S>
    using Rest = std::array<S, 1>;

    /// C and its gradients. If a segment has no length: C = 0 with zero gradients. If the segments are in line: C with
    /// zero gradients. If one is folded back onto the other: gradients in an arbitrary but fixed plane.
    template <class S>
    static Evaluation<S, arity> eval(const Points<S, arity>& x, const Rest<S>& rest) {
        using Vec = glm::vec<3, S>;
        using math::atan2;
        using std::sqrt;
        const Vec e1 = x[1] - x[0];
        const Vec e2 = x[2] - x[1];
        const S square1 = glm::dot(e1, e1);
        const S square2 = glm::dot(e2, e2);
        const auto has_angle = both(square1 > S(kNoLength2), square2 > S(kNoLength2));
        const Vec across = glm::cross(e1, e2);
        const S across2 = glm::dot(across, across);
        const S cosine = glm::dot(e1, e2);
        const auto turned = across2 > S(1e-28) * square1 * square2; // the angle exceeds 1e-14 rad
        const auto straight = cosine > S(0);
        constexpr double kPi = 3.14159265358979323846;
        const S sine = sqrt(across2);
        const S angle = select(turned, atan2(sine, cosine), select(straight, S(0), S(kPi)));
        const Vec none(S(0), S(0), S(0));
        const Vec normal = select(turned, across / sine, select(straight, none, any_perpendicular(e1)));
        Evaluation<S, arity> result;
        result.value = select(has_angle, angle - rest[0], S(0));
        result.gradient[0] = select(has_angle, glm::cross(normal, e1) / square1, none);
        result.gradient[2] = select(has_angle, glm::cross(normal, e2) / square2, none);
        result.gradient[1] = -(result.gradient[0] + result.gradient[2]);
        return result;
    }

    /// Bounds of the second derivatives (evaluation.h). In the edges a block is at most 1/(sin(theta) |e_i| |e_k|); the
    /// middle particle moves both edges.
    template <class S>
    static std::array<S, arity> hessian_bounds(const Points<S, arity>& x, const Rest<S>& /*rest*/) {
        using Vec = glm::vec<3, S>;
        using std::sqrt;
        const Vec e1 = x[1] - x[0];
        const Vec e2 = x[2] - x[1];
        const S by_first = inverse_length(S(sqrt(glm::dot(e1, e1))));
        const S by_second = inverse_length(S(sqrt(glm::dot(e2, e2))));
        const Vec across = glm::cross(by_first * e1, by_second * e2);
        const S sine2 = glm::dot(across, across);
        const S by_sine = S(1) / S(sqrt(select(sine2 > S(1e-28), sine2, S(1e-28))));
        return product_bounds<S, arity>(by_sine, {by_first, by_first + by_second, by_second});
    }

    /// The smallest value of C, for segments in line.
    template <class S>
    static S least(const Rest<S>& rest) {
        return -rest[0];
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
