#pragma once

#include "core/model/constraints/evaluation.h"

namespace xpbd {

/// One row of the membrane of a triangle with Green strain: C = M : eps = m1 eps_warp + m2 eps_weft + m3 2 eps_shear
/// [1], with eps = ((a.a - 1)/2, (b.b - 1)/2, a.b); a and b are the columns of the deformation gradient F. Three such
/// rows with the right m and compliances are the finite element of X16 section 6.3 (core/model/fabric.h).
///
/// a and b are linear combinations of the edges e1 = x1 - x0 and e2 = x2 - x0, so that a row is a quadratic form of the
/// edges: C = 1/2 (q11 e1.e1 + 2 q12 e1.e2 + q22 e2.e2) - c.
struct Membrane {
    static constexpr ConstraintInfo info{
        .key = "membrane",
        .label = "Membrane (Green strain)",
        .value_unit = "1",
        .compliance_unit = "1/(N m)",
        .formula = "C = m . ((a.a - 1)/2, (b.b - 1)/2, a.b),  F = (a b)",
        .source = "Macklin, Müller, Chentanez, XPBD, 2016, section 6.3; orthotropic plane stress",
        .summary =
            "A triangle of fabric, three rows of them: the strain along the warp with its part of the strain along the "
            "weft, the strain along the weft, and shear. The energy is St. Venant-Kirchhoff's, so that "
            "the stiffness is the fabric's, in N/m, on every mesh. It softens under strong compression."};
    static constexpr std::size_t arity = 3;
    static constexpr bool branchless = true;
    static constexpr bool is_fabric = true;
    static constexpr bool is_quadratic = true;
    static constexpr std::size_t rows_together = 3;

    /// The coefficients q11, q12, q22 [1/m^2] of the quadratic form above, and its constant c [1]
    template <class S>
    using Rest = std::array<S, 4>;

    /// C and its gradients. If all three corners are in one point, the gradient is undefined; fixed axes are used, so
    /// that the triangle opens again.
    template <class S>
    static Evaluation<S, arity> eval(const Points<S, arity>& x, const Rest<S>& rest) {
        using Vec = glm::vec<3, S>;
        const Vec e1 = x[1] - x[0];
        const Vec e2 = x[2] - x[0];
        const S square1 = glm::dot(e1, e1);
        const S square2 = glm::dot(e2, e2);
        const auto is_open = square1 + square2 > S(0);
        const Vec d1(select(is_open, e1.x, S(1)), e1.y, e1.z);
        const Vec d2(e2.x, select(is_open, e2.y, S(1)), e2.z);
        Evaluation<S, arity> result;
        result.value = S(0.5) * (rest[0] * square1 + rest[2] * square2) + rest[1] * glm::dot(e1, e2) - rest[3];
        result.gradient[1] = rest[0] * d1 + rest[1] * d2;
        result.gradient[2] = rest[1] * d1 + rest[2] * d2;
        result.gradient[0] = -(result.gradient[1] + result.gradient[2]);
        return result;
    }

    /// Whether C'' is positive semidefinite (buckling_multiplier()); per lane if S is a pack.
    template <class S>
    static auto is_convex(const Rest<S>& rest) {
        return both(both(rest[0] > S(-1e-9), rest[2] > S(-1e-9)),
                    rest[0] * rest[2] - rest[1] * rest[1] > S(-1e-6) * (rest[0] * rest[0] + rest[2] * rest[2]));
    }

    /// Bounds of the second derivatives (evaluation.h), which are constant: multiples of the unit matrix.
    template <class S>
    static std::array<S, arity> hessian_bounds(const Points<S, arity>& /*x*/, const Rest<S>& rest) {
        using std::abs;
        const S first = rest[0] + rest[1];
        const S second = rest[1] + rest[2];
        const S mixed = abs(rest[1]);
        const S to_first = abs(first);
        const S to_second = abs(second);
        return {S(0.5) * (abs(first + second) + to_first + to_second), S(0.5) * (abs(rest[0]) + mixed + to_first),
                S(0.5) * (abs(rest[2]) + mixed + to_second)};
    }

    /// Rest data of a row for the strain along the first edge, with C = 0 at x.
    template <class S>
    static Rest<S> rest(const Points<S, arity>& x) {
        const glm::vec<3, S> edge = x[1] - x[0];
        return {S(1) / glm::dot(edge, edge), S(0), S(0), S(0.5)};
    }
};

} // namespace xpbd
