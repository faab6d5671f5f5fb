#pragma once

#include "core/model/constraints/evaluation.h"

#include <cmath>
#include <type_traits>

namespace xpbd {

/// One row of a triangle of woven fabric; a and b are the columns of the deformation gradient, along warp and weft
/// (BW98 sections 4.2 and 4.3). A row of yarns has C = |a| - 1 [1]; yarns under compression buckle and keep only a
/// share of their stiffness: C is multiplied by the root of the share. The shear row has C = a.b/(|a| |b|) [1], the
/// sine of the change of the angle between warp and weft, which is 90 degrees at rest. BW98's factor |a| |b| is left
/// out, so that stretched yarns do not shear more stiffly.
struct Woven {
    static constexpr ConstraintInfo info{
        .key = "woven",
        .label = "Woven yarns",
        .value_unit = "1",
        .compliance_unit = "1/(N m)",
        .formula = "C = |a| - 1, |b| - 1, a.b/(|a| |b|),  F = (a b)",
        .source = "Baraff, Witkin, Large Steps in Cloth Simulation, 1998, section 4; Müller et al., Strain Based "
                  "Dynamics, 2014",
        .summary =
            "A triangle of woven fabric, three rows of it: the stretch of warp and of weft in engineering strain, "
            "whose force grows in proportion to the length, in N/m on every mesh, and the sine of the angle by which "
            "they have turned from their right angle. The two directions do not feel each other: Poisson's ratio is "
            "zero. Yarns without length have no angle: their shear is left alone. So is a shear of more than 84 "
            "degrees."};
    static constexpr std::size_t arity = 3;
    static constexpr bool branchless = true;
    static constexpr bool is_fabric = true;
    static constexpr bool turns_are_left_out = true;
    static constexpr std::size_t rows_together = 3; // warp, weft, and the shear between them
    static constexpr std::size_t kShearRow = 2;
    /// Squared stretch below which yarns have no direction [1]; representable in single precision.
    static constexpr double kNoStretch2 = 1e-12;
    /// Squared sine above which the triangle has nearly collapsed to a line [1]. The sine has its maximum there, so
    /// that its slope vanishes and a rigid row would throw the triangle far away.
    static constexpr double kMostSine2 = 0.99;

    /// Bound of the second derivatives of the sine of the angle between two vectors, times their lengths [1].
    static constexpr double kMostTurn = 1.16;

    /// s1, t1, s2, t2 [1/m] with a = s1 (x1 - x0) + t1 (x2 - x0) and b = s2 (x1 - x0) + t2 (x2 - x0); the root of the
    /// share of stiffness under compression [1]. In a row of yarns s2 and t2 are 0.
    template <class S>
    using Rest = std::array<S, 5>;

    /// Whether the row is a shear row; per lane if S is a pack.
    template <class S>
    static auto is_shear(const Rest<S>& rest) {
        return rest[2] * rest[2] + rest[3] * rest[3] > S(0);
    }
    /// Whether rest data can belong to row number `row` of a unit.
    static bool is_row(std::size_t row, const Rest<double>& rest) { return is_shear(rest) == (row == kShearRow); }

    /// C and its gradients.
    template <class S>
    static Evaluation<S, arity> eval(const Points<S, arity>& x, const Rest<S>& rest) {
        const auto shears = is_shear(rest);
        if constexpr (std::is_same_v<decltype(shears), const bool>) {
            return shears ? shear(x, rest) : stretch(x, rest);
        } else {
            Evaluation<S, arity> result = shear(x, rest);
            const Evaluation<S, arity> stretched = stretch(x, rest);
            result.value = select(shears, result.value, stretched.value);
            for (std::size_t i = 0; i < arity; ++i) {
                result.gradient[i] = select(shears, result.gradient[i], stretched.gradient[i]);
            }
            return result;
        }
    }

    /// eval() for row number `row` of a unit, without a choice per lane.
    template <std::size_t row, class S>
    static Evaluation<S, arity> eval_row(const Points<S, arity>& x, const Rest<S>& rest) {
        if constexpr (row == kShearRow) {
            return shear(x, rest);
        } else {
            return stretch(x, rest);
        }
    }

    /// Whether C'' is positive semidefinite (buckling_multiplier()): in rows of yarns.
    template <class S>
    static auto is_convex(const Rest<S>& rest) {
        return rest[2] * rest[2] + rest[3] * rest[3] < S(1e-30);
    }

    /// Bounds of the second derivatives (evaluation.h). With a = sum u_i x_i and b = sum v_i x_i: a row of yarns has
    /// C''_ik = u_i u_k (1 - n n')/|a|; the shear row has at most 1.16 g_i g_k, g_i = |u_i|/|a| + |v_i|/|b|.
    template <class S>
    static std::array<S, arity> hessian_bounds(const Points<S, arity>& x, const Rest<S>& rest) {
        using std::abs;
        using std::sqrt;
        const glm::vec<3, S> e1 = x[1] - x[0];
        const glm::vec<3, S> e2 = x[2] - x[0];
        const glm::vec<3, S> a = rest[0] * e1 + rest[1] * e2;
        const glm::vec<3, S> b = rest[2] * e1 + rest[3] * e2;
        const S square_a = glm::dot(a, a);
        const S square_b = glm::dot(b, b);
        const S none(kNoStretch2);
        const S by_a = S(1) / S(sqrt(select(square_a > none, square_a, none)));
        const S by_b = S(1) / S(sqrt(select(square_b > none, square_b, none)));
        const std::array<S, 4> r{S(abs(rest[0])), S(abs(rest[1])), S(abs(rest[2])), S(abs(rest[3]))};
        const S u0 = abs(rest[0] + rest[1]);
        const S v0 = abs(rest[2] + rest[3]);
        const auto shears = is_shear(rest);
        const S factor = select(shears, S(kMostTurn), by_a);
        const S along_a = select(shears, by_a, S(1));
        const S along_b = select(shears, by_b, S(0));
        return product_bounds<S, arity>(
            factor, {u0 * along_a + v0 * along_b, r[0] * along_a + r[2] * along_b, r[1] * along_a + r[3] * along_b});
    }

    /// Rest data of yarns along the first edge, with C = 0 at x.
    template <class S>
    static Rest<S> rest(const Points<S, arity>& x) {
        return {S(1) / glm::length(x[1] - x[0]), S(0), S(0), S(0), S(1)};
    }
    /// Rest data of the shear between yarns along the first edge and yarns across it, with C = 0 at x.
    template <class S>
    static Rest<S> shear_rest(const Points<S, arity>& x) {
        using Vec = glm::vec<3, S>;
        const Vec e1 = x[1] - x[0];
        const Vec e2 = x[2] - x[0];
        const S along = glm::dot(e1, e2) / glm::dot(e1, e1);
        const S across = glm::length(e2 - along * e1);
        return {S(1) / glm::length(e1), S(0), -along / across, S(1) / across, S(1)};
    }

private:
    /// A row of yarns. Yarns of zero length have no direction; (0, 1, 0) is used.
    template <class S>
    static Evaluation<S, arity> stretch(const Points<S, arity>& x, const Rest<S>& rest) {
        using Vec = glm::vec<3, S>;
        using std::sqrt;
        const Vec a = rest[0] * (x[1] - x[0]) + rest[1] * (x[2] - x[0]);
        const S length = sqrt(glm::dot(a, a));
        const auto has_length = length > S(0);
        const S strain = length - S(1);
        const S share = select(strain < S(0), rest[4], S(1));
        const Vec unit = (S(1) / length) * a;
        const Vec direction(select(has_length, unit.x, S(0)), select(has_length, unit.y, S(1)),
                            select(has_length, unit.z, S(0)));
        Evaluation<S, arity> result;
        result.value = share * strain;
        result.gradient[1] = (share * rest[0]) * direction;
        result.gradient[2] = (share * rest[1]) * direction;
        result.gradient[0] = -(result.gradient[1] + result.gradient[2]);
        return result;
    }

    template <class S>
    static Evaluation<S, arity> shear(const Points<S, arity>& x, const Rest<S>& rest) {
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
        const S part = sine * (inverse * inverse); // sine/|a|^2 is part |b|^2
        const auto turns = both(has_angle, sine * sine < S(kMostSine2));
        const Vec none(S(0), S(0), S(0));
        const Vec to_a = select(turns, inverse * b - (part * square_b) * a, none); // dC/da
        const Vec to_b = select(turns, inverse * a - (part * square_a) * b, none);
        Evaluation<S, arity> result;
        result.value = select(has_angle, sine, S(0));
        result.gradient[1] = rest[0] * to_a + rest[2] * to_b;
        result.gradient[2] = rest[1] * to_a + rest[3] * to_b;
        result.gradient[0] = -(result.gradient[1] + result.gradient[2]);
        return result;
    }
};

} // namespace xpbd
