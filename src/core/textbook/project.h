#pragma once

// The projection of one constraint, as the papers write it.

#include "core/model/constraints/law.h"
#include "core/model/fold.h"

#include <span>
#include <vector>

namespace xpbd {

/// Projects one constraint (X16 eq. 17) in double precision: evaluates it at `from` and corrects `x`. Gauss-Seidel
/// passes the same array twice. `reference`: positions from which damping measures motion [m]. Always inlined: as a
/// call in each of the textbook engine's two loops it made a step a quarter slower.
template <class Constraint>
[[gnu::always_inline]] inline void project(const Constraint& constraint, const Coefficients& k, double& lambda,
                                           const std::vector<Vec4>& from, std::vector<Vec4>& x,
                                           std::span<const Vec3> reference) {
    const auto evaluation = constraint.evaluate(from);
    const auto& particles = constraint.particles();
    double weight = 0; // grad C w grad C'
    for (std::size_t i = 0; i < particles.size(); ++i) {
        weight += x[index_of(particles[i])].w * glm::dot(evaluation.gradient[i], evaluation.gradient[i]);
    }
    if (!(weight > 0)) {
        return; // no particle can move, or C has no direction
    }
    double motion = 0; // grad C . (x - x_reference)
    if (k.g != 0) {
        for (std::size_t i = 0; i < particles.size(); ++i) {
            const std::size_t p = index_of(particles[i]);
            motion += glm::dot(evaluation.gradient[i], xyz(from[p]) - reference[p]);
        }
    }
    double change = 0;
    if constexpr (requires { constraint.array; }) {
        change = change_of<typename Constraint::Type>(k, evaluation.value, weight, motion, lambda,
                                                      constraint.array.rest[constraint.c]);
    } else { // a volume
        change = multiplier_change(k, evaluation.value, weight, motion, lambda);
    }
    if constexpr (Constraint::info().is_norm) {
        change = limited_to_least(change, evaluation.value, weight, constraint.least());
    }
    lambda += change;
    for (std::size_t i = 0; i < particles.size(); ++i) {
        Vec4& particle = x[index_of(particles[i])];
        particle += Vec4(particle.w * change * evaluation.gradient[i], 0);
    }
}

} // namespace xpbd
