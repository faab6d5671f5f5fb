#pragma once

#include "core/model/constraints/evaluation.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <type_traits>

namespace xpbd {

/// Bending or twist of a Cosserat rod at a joint: one component of the discrete Darboux vector between the material
/// frames of two segments, C = Omega_k - Omega_k0 [rad] (U14, Position-based Elastic Rods). The frame of segment x0 x1:
/// d3 is along the segment, d1 points to its ghost particle x3, d2 = d3 x d1. The frame of x1 x2 uses the ghost x4. If
/// the rotation from one frame to the next is by the angle theta about n: Omega = 2 tan(theta/2) n, in components of
/// the first frame.
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
    static constexpr bool branchless = false;

    /// The component k (0 and 1: bending about d1 and d2; 2: twist about d3), and Omega_k0 [rad].
    template <class S>
    using Rest = std::array<S, 2>;

    /// C and its gradients. If a segment has no length, a ghost is on its segment, or a joint is folded back by 180
    /// degrees: C = 0 with zero gradients.
    ///
    /// With r_ij = a_i . b_j, Omega_k = 2 (r_ji - r_ij)/S, S = 1 + r_00 + r_11 + r_22, (i, j, k) cyclic. A frame only
    /// rotates: a rotation w of a changes C by w . T, T = sum a_m x dC/da_m, and a rotation of b by -w . T, because a
    /// common rotation does not change C.
    template <class S>
    static Evaluation<S, arity> eval(const Points<S, arity>& x, const Rest<S>& rest) {
        using Vec = glm::vec<3, S>;
        Frame<S> a;
        Frame<S> b;
        if (!frame(x[0], x[1], x[3], a) || !frame(x[1], x[2], x[4], b)) {
            return {};
        }
        const auto r = [&](std::size_t i, std::size_t j) { return glm::dot(a.axis[i], b.axis[j]); };
        const S scale = S(1) + r(0, 0) + r(1, 1) + r(2, 2); // 4 cos^2(theta/2)
        if (!(scale > S(1e-6))) {                           // not within 0.1 degrees of 180
            return {};
        }
        const std::size_t k = component_of(rest[0]);
        const std::size_t i = (k + 1) % 3;
        const std::size_t j = (k + 2) % 3;
        const S factor = S(2) / scale;
        const S omega = (r(j, i) - r(i, j)) * factor; // 2 * 2 sin(theta) n_k / (4 cos^2(theta/2))
        const Vec turned_scale =
            glm::cross(a.axis[0], b.axis[0]) + glm::cross(a.axis[1], b.axis[1]) + glm::cross(a.axis[2], b.axis[2]);
        const Vec turned_skew = glm::cross(a.axis[j], b.axis[i]) - glm::cross(a.axis[i], b.axis[j]);
        const Vec torque = (turned_skew - S(0.5) * omega * turned_scale) * factor;

        Evaluation<S, arity> result;
        result.value = omega - rest[1];
        const auto [end_a, ghost_a] = turn(a, torque);
        const auto [end_b, ghost_b] = turn(b, -torque);
        result.gradient = {-(end_a + ghost_a), end_a - (end_b + ghost_b), end_b, ghost_a, ghost_b};
        return result;
    }

    /// Bounds of the second derivatives (evaluation.h): at most sec^3(theta/2) g_i g_k, where g_i bounds the
    /// rotation of both frames per displacement of particle i.
    template <class S>
    static std::array<S, arity> hessian_bounds(const Points<S, arity>& x, const Rest<S>& /*rest*/) {
        using std::abs;
        using std::sqrt;
        Frame<S> a;
        Frame<S> b;
        if (!frame(x[0], x[1], x[3], a) || !frame(x[1], x[2], x[4], b)) {
            return {};
        }
        S scale = S(1);
        for (std::size_t m = 0; m < 3; ++m) {
            scale += glm::dot(a.axis[m], b.axis[m]);
        }
        if (!(scale > S(1e-6))) {
            return {};
        }
        const S secant2 = S(4) / scale; // 1/cos^2(theta/2)
        const auto of_end = [](const Frame<S>& f) { return (f.aside + S(abs(f.along))) / (f.length * f.aside); };
        const auto of_ghost = [](const Frame<S>& f) { return S(1) / f.aside; };
        const S end_a = of_end(a);
        const S end_b = of_end(b);
        return product_bounds<S, arity>(secant2 * S(sqrt(secant2)), {end_a + of_ghost(a), end_a + end_b + of_ghost(b),
                                                                     end_b, of_ghost(a), of_ghost(b)});
    }

    /// Largest change of C in one projection [rad]: a rotation by kLongestTurn about axis k, dOmega_k/dtheta = 1 +
    /// Omega_k^2/4.
    template <class S>
    static S most_change(const S& value, const Rest<S>& rest) {
        const S omega = value + rest[1];
        return S(kLongestTurn) * (S(1) + S(0.25) * omega * omega);
    }

    /// Rest data with C = 0 at x, for this component.
    template <class S>
    static Rest<S> rest(const Points<S, arity>& x, int component = 2) {
        return {S(component), eval<S>(x, Rest<S>{S(component), S(0)}).value};
    }

private:
    /// The component as an index. An AutoDiff number is reduced to its value.
    template <class T>
    static std::size_t component_of(const T& number) {
        if constexpr (std::is_floating_point_v<T>) {
            return static_cast<std::size_t>(static_cast<int>(number));
        } else {
            return component_of(number.value);
        }
    }

    template <class T>
    struct Frame {
        std::array<glm::vec<3, T>, 3> axis;
        T length; ///< of the segment [m]
        T along;  ///< position of the ghost along the segment, from its start [m]
        T aside;  ///< distance of the ghost from the segment [m]
    };

    template <class T>
    static bool frame(const glm::vec<3, T>& from, const glm::vec<3, T>& to, const glm::vec<3, T>& ghost,
                      Frame<T>& result) {
        using std::sqrt;
        const glm::vec<3, T> segment = to - from;
        const T square = glm::dot(segment, segment);
        if (!(square > T(kNoLength2))) {
            return false;
        }
        auto& d = result.axis;
        result.length = T(sqrt(square));
        d[2] = segment / result.length;
        const glm::vec<3, T> offset = ghost - from;
        result.along = glm::dot(offset, d[2]);
        const glm::vec<3, T> across = offset - result.along * d[2];
        const T across2 = glm::dot(across, across);
        if (!(across2 > T(kNoLength2))) {
            return false;
        }
        result.aside = T(sqrt(across2));
        d[0] = across / result.aside;
        d[1] = glm::cross(d[2], d[0]);
        return true;
    }

    /// Gradients of C for the segment's end and its ghost; the segment's start gets minus their sum. A rotation w of
    /// the frame changes C by w . torque; displacements u of the end and g of the ghost rotate the frame by
    /// w = d3 x u/length + d3 (d2 . (g - u along/length))/aside.
    template <class T>
    static std::array<glm::vec<3, T>, 2> turn(const Frame<T>& frame, const glm::vec<3, T>& torque) {
        const auto& d = frame.axis;
        const glm::vec<3, T> ghost = (glm::dot(torque, d[2]) / frame.aside) * d[1];
        const glm::vec<3, T> end = (glm::cross(torque, d[2]) - frame.along * ghost) / frame.length;
        return {end, ghost};
    }
};

} // namespace xpbd
