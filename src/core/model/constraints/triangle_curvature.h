#pragma once

#include "core/model/constraints/dihedral.h"
#include "core/model/constraints/evaluation.h"

#include <cstddef>

namespace xpbd {

/// One component of the curvature of a triangle: C = c0 theta_0 + c1 theta_1 + c2 theta_2 - r [rad]; theta_k is the
/// signed angle across the edge opposite to corner k, to the neighbour triangle (corner k + 1, corner k + 2, x_(3 +
/// k)). The curvature of a triangle of area A is kappa = sum theta_k |e_k|/(2 A) n_k n_k', with its rest edges e_k and
/// their normals n_k in its plane (Grinspun, Gingold, Reisman, Zorin 2006; equal to the rotation-free triangle of
/// Onate, Zarate 2000). C is a component of kappa times sqrt(2 A). Three such rows are the bending of a fabric
/// (core/model/fabric.h).
struct TriangleCurvature {
    static constexpr ConstraintInfo info{
        .key = "curvature",
        .label = "Curvature of a triangle",
        .value_unit = "rad",
        .compliance_unit = "rad/(N m)",
        .formula = "C = c0 theta_0 + c1 theta_1 + c2 theta_2 - r",
        .source = "Grinspun, Gingold, Reisman, Zorin, Computing Discrete Shape Operators on General Meshes, 2006; "
                  "Oñate, Zárate, Rotation-Free Triangular Plate and Shell Elements, 2000",
        .summary =
            "Bending of a triangle of fabric and its three neighbours, three rows of them: the angles across its edges "
            "together give the curvature tensor, so that a grid of them bends as a plate does, where hinges by "
            "themselves bend more easily. Folded back by more than 170 degrees, or without area, a triangle is left "
            "alone."};
    static constexpr std::size_t arity = 6;
    static constexpr bool branchless = true;
    static constexpr bool may_be_outside = true;
    static constexpr bool turns_are_left_out = true;

    /// c0, c1, c2 [1] and r [rad]
    template <class S>
    using Rest = std::array<S, 4>;

    /// An angle beyond this counts as folded back [rad]: at pi its sign jumps, and C would jump with it.
    static constexpr double kMostAngle = 3;

    /// C and its gradients. If a triangle has no area, so that an angle across its edge is undefined, or if an angle is
    /// larger than kMostAngle, C = 0 with zero gradients.
    template <class S>
    static Evaluation<S, arity> eval(const Points<S, arity>& x, const Rest<S>& rest) {
        const HingeAngle<S> hinges[] = {hinge_angle<S>(x[1], x[2], x[0], x[3]), hinge_angle<S>(x[2], x[0], x[1], x[4]),
                                        hinge_angle<S>(x[0], x[1], x[2], x[5])};
        const auto is_open = [](const HingeAngle<S>& hinge) {
            return both(hinge.exists, hinge.angle.value * hinge.angle.value < S(kMostAngle * kMostAngle));
        };
        const auto exists = both(both(is_open(hinges[0]), is_open(hinges[1])), is_open(hinges[2]));
        const glm::vec<3, S> none(S(0), S(0), S(0));
        Evaluation<S, arity> result;
        result.value = rest[0] * hinges[0].angle.value + rest[1] * hinges[1].angle.value +
                       rest[2] * hinges[2].angle.value - rest[3];
        result.value = select(exists, result.value, S(0));
        for (std::size_t k = 0; k < 3;
             ++k) { // corner k is opposite to edge k, the start of edge k + 2 and the end of edge k + 1
            const std::size_t next = (k + 1) % 3;
            const std::size_t last = (k + 2) % 3;
            result.gradient[k] =
                select(exists,
                       rest[k] * hinges[k].angle.gradient[2] + rest[last] * hinges[last].angle.gradient[0] +
                           rest[next] * hinges[next].angle.gradient[1],
                       none);
            result.gradient[3 + k] = select(exists, rest[k] * hinges[k].angle.gradient[3], none);
        }
        return result;
    }

    /// Bounds of the second derivatives (evaluation.h): the sum over the three angles of their bounds times their
    /// weights.
    template <class S>
    static std::array<S, arity> hessian_bounds(const Points<S, arity>& x, const Rest<S>& rest) {
        using std::abs;
        std::array<S, arity> bounds;
        bounds.fill(S(0));
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t next = (k + 1) % 3;
            const std::size_t last = (k + 2) % 3;
            const std::array<S, 4> hinge = hinge_bounds<S>(x[next], x[last], x[k], x[3 + k]);
            const S weight = abs(rest[k]);
            bounds[next] = bounds[next] + weight * hinge[0];
            bounds[last] = bounds[last] + weight * hinge[1];
            bounds[k] = bounds[k] + weight * hinge[2];
            bounds[3 + k] = weight * hinge[3];
        }
        return bounds;
    }

    /// Largest change of C in one projection [rad]: if the three angles change in proportion to their weights, the one
    /// with the largest weight changes by at most kLongestTurn.
    template <class S>
    static S most_change(const S& /*value*/, const Rest<S>& rest) {
        using std::sqrt;
        return S(kLongestTurn) * sqrt(rest[0] * rest[0] + rest[1] * rest[1] + rest[2] * rest[2]);
    }

    /// Rest data for the sum of the three angles, with C = 0 at x.
    template <class S>
    static Rest<S> rest(const Points<S, arity>& x) {
        return {S(1), S(1), S(1), eval<S>(x, Rest<S>{S(1), S(1), S(1), S(0)}).value};
    }
};

} // namespace xpbd
