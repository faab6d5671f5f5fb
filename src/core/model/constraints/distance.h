#pragma once

#include "core/model/constraints/evaluation.h"

#include <cmath>

namespace xpbd {

/// Distance constraint C = |x1 - x0| - d [m] (P07 section 3.2). Used for stretch, for shear, and for bending between
/// particles two edges apart.
struct Distance {
    static constexpr ConstraintInfo info{
        .key = "distance",
        .label = "Distance",
        .value_unit = "m",
        .compliance_unit = "m/N",
        .formula = "C = |x1 - x0| - d",
        .source = "Müller et al., Position Based Dynamics, 2007, section 3.2",
        .summary =
            "Keeps two particles at their rest length: the edges of a cloth or rope against stretch, its diagonals "
            "against shear, and, between particles two apart, a cheap bending. alpha = length/(E A). Skip-one "
            "distances also resist stretch, and feel no bending to first order around the flat shape.",
        .format = {.list = "distance",
                   .role = Role::stretch,
                   .damping_unit = "N s/m",
                   .rest_key = "rest",
                   .rest_needed = "a length >= 0 [m]"}};
    static constexpr std::size_t arity = 2;
    static constexpr bool branchless = true;
    static constexpr bool is_edge = true;
    static constexpr bool may_be_outside = true;

    /// d [m]
    template <class S>
    using Rest = std::array<S, 1>;

    /// C and its gradients. Coincident points have no direction; (0, 1, 0) is used.
    template <class S>
    static Evaluation<S, arity> eval(const Points<S, arity>& x, const Rest<S>& rest) {
        using Vec = glm::vec<3, S>;
        using std::sqrt;
        const Vec edge = x[1] - x[0];
        const S length = sqrt(glm::dot(edge, edge));
        const auto apart = length > S(0);
        const Vec direction(select(apart, edge.x / length, S(0)), select(apart, edge.y / length, S(1)),
                            select(apart, edge.z / length, S(0)));
        return {length - rest[0], {-direction, direction}};
    }

    /// C'' is positive semidefinite (buckling_multiplier()).
    template <class S>
    static auto is_convex(const Rest<S>& rest) {
        return rest[0] * rest[0] > S(-1);
    }

    /// Bounds of the second derivatives (evaluation.h): the blocks of C'' are +-(1 - n n')/|x1 - x0|.
    template <class S>
    static std::array<S, arity> hessian_bounds(const Points<S, arity>& x, const Rest<S>& /*rest*/) {
        using std::sqrt;
        const glm::vec<3, S> edge = x[1] - x[0];
        const S bound = inverse_length(S(sqrt(glm::dot(edge, edge))));
        return {bound, bound};
    }

    /// Rest data with C = 0 at x.
    template <class S>
    static Rest<S> rest(const Points<S, arity>& x) {
        return {glm::length(x[1] - x[0])};
    }
};

} // namespace xpbd
