#pragma once

#include "core/base/math/elementary.h"
#include "core/model/constraints/evaluation.h"

#include <cmath>
#include <utility>

namespace xpbd {

/// The signed angle between two triangles (x0, x1, x2) and (x1, x0, x3) with the common edge x0 x1, 0 if they are
/// coplanar, and its gradients. `exists` is false if the edge has no length or a triangle no area; value and gradients
/// are then arbitrary.
template <class S>
struct HingeAngle {
    Evaluation<S, 4> angle; ///< [rad], in [-pi, pi]
    decltype(std::declval<S>() > std::declval<S>()) exists;
};

/// Computed by atan2, not by P07's arccos: in float32 arccos cannot resolve angles below 3.5e-4 rad, and its gradient
/// is singular at 0 and pi. Gradients: BR03, Simulation of Clothing with Folds and Wrinkles.
template <class S>
HingeAngle<S> hinge_angle(const glm::vec<3, S>& x0, const glm::vec<3, S>& x1, const glm::vec<3, S>& x2,
                          const glm::vec<3, S>& x3) {
    using Vec = glm::vec<3, S>;
    using math::atan2;
    using std::sqrt;
    const Vec edge = x1 - x0;
    const Vec side_a = x1 - x2;
    const Vec side_b = x1 - x3;
    const Vec normal_a = glm::cross(side_a, edge);
    const Vec normal_b = glm::cross(edge, side_b);
    const S edge2 = glm::dot(edge, edge);
    const S area_a2 = glm::dot(normal_a, normal_a);
    const S area_b2 = glm::dot(normal_b, normal_b);
    const S length = sqrt(edge2);
    // Reciprocals are computed once: compilers do not replace divisions by them.
    const S by_length = S(1) / length;
    const Vec a = normal_a * (S(1) / area_a2);
    const Vec b = normal_b * (S(1) / area_b2);
    Evaluation<S, 4> angle;
    // sine and cosine times |n_a||n_b|, a common factor that atan2 ignores; n_a x n_b = edge (n_a . side_b)
    angle.value = atan2(S(length * glm::dot(normal_a, side_b)), glm::dot(normal_a, normal_b));
    angle.gradient[2] = -length * a;
    angle.gradient[3] = -length * b;
    angle.gradient[0] = (glm::dot(side_a, edge) * by_length) * a + (glm::dot(side_b, edge) * by_length) * b;
    angle.gradient[1] = -(angle.gradient[0] + angle.gradient[2] + angle.gradient[3]);
    return {angle, both(both(edge2 > S(kNoLength2), area_a2 > S(kNoArea2)), area_b2 > S(kNoArea2))};
}

/// Bounds of the second derivatives of hinge_angle() (evaluation.h). In one triangle with heights h_i over the edges
/// opposite to its corners, a block is at most 1/(h_i h_k): an angle about an edge has the second derivative 1/h^2, and
/// the gradients at the ends of the edge are cotangents over its length. Only squares are needed: 2/(h_i h_k) <=
/// 1/h_i^2 + 1/h_k^2.
template <class S>
std::array<S, 4> hinge_bounds(const glm::vec<3, S>& x0, const glm::vec<3, S>& x1, const glm::vec<3, S>& x2,
                              const glm::vec<3, S>& x3) {
    using Vec = glm::vec<3, S>;
    const Vec edge = x1 - x0;
    const S edge2 = glm::dot(edge, edge);
    std::array<S, 4> bounds{S(0), S(0), S(0), S(0)};
    const auto add = [&](const Vec& tip, std::size_t k) {
        const Vec to_first = tip - x0;
        const Vec to_second = tip - x1;
        const Vec normal = glm::cross(edge, to_first);
        const S area2 = glm::dot(normal, normal);
        const S scale = select(area2 > S(kNoArea2), S(0.25) / area2, S(0));
        const S first2 = glm::dot(to_first, to_first); // opposite to x1
        const S second2 = glm::dot(to_second, to_second);
        const S sum = edge2 + first2 + second2;
        bounds[0] = bounds[0] + scale * (S(3) * second2 + sum);
        bounds[1] = bounds[1] + scale * (S(3) * first2 + sum);
        bounds[k] = scale * (S(3) * edge2 + sum);
    };
    add(x2, 2);
    add(x3, 3);
    return bounds;
}

/// Dihedral bending constraint C = theta - theta_0 [rad]; theta is the hinge_angle() of the triangles (x0, x1, x2) and
/// (x1, x0, x3).
struct Dihedral {
    static constexpr ConstraintInfo info{
        .key = "dihedral",
        .label = "Dihedral (atan2)",
        .value_unit = "rad",
        .compliance_unit = "rad/(N m)",
        .formula = "C = atan2(n1 x n2 . e^, n1 . n2) - theta_0",
        .source = "angle: Müller et al., 2007, section 4.2; gradients: Bridson, Marino, Fedkiw, 2003",
        .summary =
            "Bending of a sheet across an edge, by the signed angle between its two triangles: exact at every "
            "angle, with any rest shape. At 180 degrees the sign jumps. A triangle without area has no angle and "
            "is left alone.",
        .format = {.list = "bending",
                   .kind = "dihedral",
                   .role = Role::bend,
                   .damping_unit = "N m s",
                   .rest_key = "rest_angle",
                   .rest_needed = "an angle [rad]",
                   .rest_has_sign = true}};
    static constexpr std::size_t arity = 4;
    static constexpr bool branchless = true;
    static constexpr bool may_be_outside = true;

    /// theta_0 [rad]
    template <class S>
    using Rest = std::array<S, 1>;

    /// C, wrapped into [-pi, pi], and its gradients. If the angle does not exist: C = 0 with zero gradients, so that
    /// the projection changes nothing.
    template <class S>
    static Evaluation<S, arity> eval(const Points<S, arity>& x, const Rest<S>& rest) {
        const HingeAngle<S> hinge = hinge_angle<S>(x[0], x[1], x[2], x[3]);
        constexpr double kPi = 3.14159265358979323846;
        const S angle = hinge.angle.value - rest[0];
        const S wrapped =
            select(angle > S(kPi), angle - S(2 * kPi), select(angle < S(-kPi), angle + S(2 * kPi), angle));
        const glm::vec<3, S> none(S(0), S(0), S(0));
        Evaluation<S, arity> result;
        result.value = select(hinge.exists, wrapped, S(0));
        for (std::size_t i = 0; i < arity; ++i) {
            result.gradient[i] = select(hinge.exists, hinge.angle.gradient[i], none);
        }
        return result;
    }

    /// Bounds of the second derivatives (evaluation.h).
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
