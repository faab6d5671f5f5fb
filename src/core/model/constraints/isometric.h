#pragma once

#include "core/model/constraints/evaluation.h"

#include <cmath>

namespace xpbd {

/// Isometric bending of a flat sheet: E = 1/2 x' Q x, Q = 3/(A0 + A1) K' K (BG06), as a constraint C = sqrt(2 E) [1];
/// C = E itself would make the potential C^2/(2 alpha) quartic. x0 x1 is the common edge of the triangles (x0, x1, x2)
/// and (x1, x0, x3). If the triangles keep their shape, C^2/2 = 3 |e|^2 (1 - cos theta)/(A0 + A1).
struct Isometric {
    static constexpr ConstraintInfo info{
        .key = "isometric",
        .label = "Isometric bending",
        .value_unit = "1",
        .compliance_unit = "1/(N m)",
        .formula = "C = sqrt(3/(A0 + A1)) |sum K_i x_i|",
        .source = "Bergou et al., A Quadratic Bending Model for Inextensible Surfaces, 2006",
        .summary =
            "Bending of a sheet that is flat at rest, quadratic in the positions, so that its Hessian is constant. "
            "It assumes that the triangles keep their shape: stretch counts as bending, and a rest shape that is "
            "not flat is taken as if its two triangles were unfolded.",
        .is_norm = true,
        .format = {.list = "bending",
                   .kind = "isometric",
                   .role = Role::bend,
                   .damping_unit = "N m s",
                   .rest_key = "rest_angle",
                   .rest_refused = "isometric bending is flat at rest and takes none"}};
    static constexpr double kNoise = 1e-12; ///< sums of cotangents below this share of their terms are rounding errors
    static constexpr std::size_t arity = 4;
    static constexpr bool branchless = true;
    static constexpr bool is_weighted_sum = true;
    static constexpr bool may_be_outside = true;

    /// The weights sqrt(3/(A0 + A1)) K_i [1/m].
    template <class S>
    using Rest = std::array<S, 4>;

    /// C and its gradients. In the flat shape C = 0 with zero gradients.
    template <class S>
    static Evaluation<S, arity> eval(const Points<S, arity>& x, const Rest<S>& rest) {
        using std::sqrt;
        using Vec = glm::vec<3, S>;
        const Vec sum = rest[0] * x[0] + rest[1] * x[1] + rest[2] * x[2] + rest[3] * x[3];
        Evaluation<S, arity> result;
        result.value = sqrt(glm::dot(sum, sum));
        const Vec direction = select(result.value > S(0), sum / result.value, Vec(S(0), S(0), S(0)));
        for (std::size_t i = 0; i < arity; ++i) {
            result.gradient[i] = rest[i] * direction;
        }
        return result;
    }

    /// C'' is positive semidefinite (buckling_multiplier()).
    template <class S>
    static auto is_convex(const Rest<S>& rest) {
        return rest[0] * rest[0] > S(-1);
    }

    /// Bounds of the second derivatives (evaluation.h): C''_ik = K_i K_k (1 - n n')/C, with the weights K and the
    /// direction n of the sum.
    template <class S>
    static std::array<S, arity> hessian_bounds(const Points<S, arity>& x, const Rest<S>& rest) {
        using std::abs;
        const S value = eval<S>(x, rest).value;
        return product_bounds<S, arity>(inverse_length(value),
                                        {S(abs(rest[0])), S(abs(rest[1])), S(abs(rest[2])), S(abs(rest[3]))});
    }

    /// The smallest value of C, in the flat shape.
    template <class S>
    static S least(const Rest<S>& /*rest*/) {
        return S(0);
    }

    /// Rest data from the shape of the two triangles, unfolded. Triangles without area get zero weights: C = 0 always.
    template <class S>
    static Rest<S> rest(const Points<S, arity>& x) {
        using Vec = glm::vec<3, S>;
        const Vec e0 = x[1] - x[0];
        const Vec e1 = x[2] - x[0];
        const Vec e2 = x[3] - x[0];
        const Vec e3 = x[2] - x[1];
        const Vec e4 = x[3] - x[1];
        const S double_area0 = glm::length(glm::cross(e0, e1));
        const S double_area1 = glm::length(glm::cross(e0, e2));
        if (!(double_area0 > S(0) && double_area1 > S(0))) {
            return {};
        }
        const S c01 = glm::dot(e0, e1) / double_area0; // cotangents of the four angles at the edge
        const S c02 = glm::dot(e0, e2) / double_area1;
        const S c03 = -glm::dot(e0, e3) / double_area0;
        const S c04 = -glm::dot(e0, e4) / double_area1;
        const S scale = std::sqrt(S(6) / (double_area0 + double_area1));
        Rest<S> weights{scale * (c03 + c04), scale * (c01 + c02), -scale * (c01 + c03), -scale * (c02 + c04)};
        // Weights that cancel up to rounding are set to zero: if only their particles are free, a projection would
        // divide C by a rounding error.
        const S noise = kNoise * scale * (std::abs(c01) + std::abs(c02) + std::abs(c03) + std::abs(c04));
        for (S& weight : weights) {
            weight = std::abs(weight) <= noise ? S(0) : weight;
        }
        return weights;
    }
};

} // namespace xpbd
