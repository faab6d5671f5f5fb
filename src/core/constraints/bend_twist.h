#pragma once

#include "core/constraints/evaluation.h"
#include "core/dual.h"

#include <cmath>

namespace xpbd {

/// Bending or twist of a Cosserat rod at a joint: one component of the discrete Darboux vector between the material
/// frames of two segments, C = Omega_k - Omega_k0 [rad] (U14, Position-based Elastic Rods).
/// The frame of segment x0 x1 is d3 along it, d1 towards its ghost particle x3, d2 = d3 x d1; likewise x1 x2 and x4.
/// With R the rotation from one frame to the next, by the angle theta about n: Omega = 2 tan(theta/2) n in the first
/// frame.
struct BendTwist {
    static constexpr ConstraintInfo info{
        .key = "bend_twist",
        .label = "Bend and twist",
        .value_unit = "rad",
        .compliance_unit = "rad/(N m)",
        .formula = "C = Omega_k - Omega_k0,  Omega = 2 tan(theta/2) n",
        .source = "Umetani, Schmidt, Stam, Position-based Elastic Rods, 2014",
        .summary =
            "A Cosserat rod: bending about two material axes and twist about the third, between the frames of "
            "successive segments. A frame is carried by a ghost particle beside its segment, which has a mass of "
            "its own and so an inertia against spinning. Folded back by 180 degrees the angle grows without "
            "bound, and the joint lets go. Twist: alpha = length/(G J)."};
    static constexpr std::size_t arity = 5;

    template <class S>
    struct Rest {
        int component = 2; ///< k: 0 and 1 bending about d1 and d2, 2 twist about d3
        S value{};         ///< Omega_k0 [rad]

        /// The same in another scalar type.
        template <class T>
        Rest<T> as() const {
            return {component, T(value)};
        }
    };

    /// C and its gradients, by differentiation of the value itself. A segment without length, a ghost on its segment or
    /// a joint folded back by 180 degrees has no frame or angle: C = 0 with zero gradients.
    template <class S>
    static Evaluation<S, arity> eval(const Points<S, arity>& x, const Rest<S>& rest) {
        using Number = Dual<S, 3 * arity>;
        Points<Number, arity> points;
        for (std::size_t i = 0; i < arity; ++i) {
            for (int axis = 0; axis < 3; ++axis) {
                Number& number = points[i][axis];
                number = Number(0);
                number.value = x[i][axis];
                number.partial[3 * i + static_cast<std::size_t>(axis)] = S(1);
            }
        }
        Number omega;
        if (!darboux(points, rest.component, omega)) {
            return {};
        }
        Evaluation<S, arity> result;
        result.value = omega.value - rest.value;
        for (std::size_t i = 0; i < arity; ++i) {
            for (int axis = 0; axis < 3; ++axis) {
                result.gradient[i][axis] = omega.partial[3 * i + static_cast<std::size_t>(axis)];
            }
        }
        return result;
    }

    /// Rest data that makes C = 0 at x, for the twist; set `component` and call with it for the others.
    template <class S>
    static Rest<S> rest(const Points<S, arity>& x, int component = 2) {
        return {component, eval<S>(x, Rest<S>{component, S(0)}).value};
    }

private:
    template <class T>
    struct Frame {
        std::array<glm::vec<3, T>, 3> axis;
    };

    template <class T>
    static bool frame(const glm::vec<3, T>& from, const glm::vec<3, T>& to, const glm::vec<3, T>& ghost,
                      Frame<T>& result) {
        using std::sqrt;
        const glm::vec<3, T> along = to - from;
        const T square = glm::dot(along, along);
        if (!(square > T(kNoLength2))) {
            return false;
        }
        auto& d = result.axis;
        d[2] = along / T(sqrt(square));
        const glm::vec<3, T> aside = ghost - from;
        const glm::vec<3, T> across = aside - glm::dot(aside, d[2]) * d[2];
        const T across2 = glm::dot(across, across);
        if (!(across2 > T(kNoLength2))) {
            return false;
        }
        d[0] = across / T(sqrt(across2));
        d[1] = glm::cross(d[2], d[0]);
        return true;
    }

    /// Omega_k; false where it is not defined.
    template <class T>
    static bool darboux(const Points<T, arity>& x, int component, T& omega) {
        Frame<T> a;
        Frame<T> b;
        if (!frame(x[0], x[1], x[3], a) || !frame(x[1], x[2], x[4], b)) {
            return false;
        }
        const auto r = [&](std::size_t i, std::size_t j) { return glm::dot(a.axis[i], b.axis[j]); };
        const T scale = T(1) + r(0, 0) + r(1, 1) + r(2, 2); // 4 cos^2(theta/2)
        if (!(scale > T(1e-6))) {                           // within 0.1 degrees of 180
            return false;
        }
        const auto k = static_cast<std::size_t>(component);
        const std::size_t i = (k + 1) % 3;
        const std::size_t j = (k + 2) % 3;
        omega = T(2) * (r(j, i) - r(i, j)) / scale; // 2 * 2 sin(theta) n_k / (4 cos^2(theta/2))
        return true;
    }
};

} // namespace xpbd
