#pragma once

#include "core/model/constraints/evaluation.h"

#include <cmath>

namespace xpbd {

/// Distance of one particle to a fixed place of the world, C = |x1 - p| - d [m]: a string that the user ties to the
/// world. It is a distance (P07 section 3.2) whose other end has no mass and no state.
struct WorldDistance {
    static constexpr ConstraintInfo info{
        .key = "world_distance",
        .label = "Distance to the world",
        .value_unit = "m",
        .compliance_unit = "m/N",
        .formula = "C = |x1 - p| - d",
        .source = "Müller et al., Position Based Dynamics, 2007, section 3.2, with one end that does not move",
        .summary =
            "Ties a particle to a place p of the world: the string that the window's menu Add ties. It pulls and "
            "pushes like a distance."};
    static constexpr std::size_t arity = 1;
    static constexpr bool branchless = false; // the fast engine's origin follows the body, so that it calls seen_from()
    static constexpr bool is_tied_to_world = true;

    /// p [m], d [m]
    template <class S>
    using Rest = std::array<S, 4>;

    /// C and its gradient. At p there is no direction; (0, 1, 0) is used.
    template <class S>
    static Evaluation<S, arity> eval(const Points<S, arity>& x, const Rest<S>& rest) {
        using Vec = glm::vec<3, S>;
        using std::sqrt;
        const Vec edge = x[0] - Vec(rest[0], rest[1], rest[2]);
        const S length = sqrt(glm::dot(edge, edge));
        const auto apart = length > S(0);
        const Vec direction(select(apart, edge.x / length, S(0)), select(apart, edge.y / length, S(1)),
                            select(apart, edge.z / length, S(0)));
        return {length - rest[3], {direction}};
    }

    /// C'' is positive semidefinite (buckling_multiplier()).
    template <class S>
    static auto is_convex(const Rest<S>& rest) {
        return rest[0] * rest[0] > S(-1);
    }

    /// Bound of the second derivatives (evaluation.h): C'' = (1 - n n')/|x1 - p|.
    template <class S>
    static std::array<S, arity> hessian_bounds(const Points<S, arity>& x, const Rest<S>& rest) {
        using std::sqrt;
        const glm::vec<3, S> edge = x[0] - glm::vec<3, S>(rest[0], rest[1], rest[2]);
        return {inverse_length(S(sqrt(glm::dot(edge, edge))))};
    }

    /// The rest data where positions are relative to `origin` [m].
    static Rest<double> seen_from(const glm::dvec3& origin, const Rest<double>& rest) {
        return {rest[0] - origin.x, rest[1] - origin.y, rest[2] - origin.z, rest[3]};
    }

    /// Rest data with C = 0 at x: one metre below a place of the world.
    template <class S>
    static Rest<S> rest(const Points<S, arity>& x) {
        return {x[0].x, x[0].y + S(1), x[0].z, S(1)};
    }
};

} // namespace xpbd
