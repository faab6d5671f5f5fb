#pragma once

#include "core/model/constraints/all.h"
#include "core/model/model.h"
#include "core/model/settings.h"
#include "core/model/state.h"

#include <algorithm>
#include <cmath>
#include <vector>

/// How well a step has solved for a heap of cloth.
namespace xpbd::test {

/// The largest overlap of two particles, in units of the thickness.
inline double largest_overlap(const Model& model, const State& state) {
    const auto apart = [](const Vec3& a, const Vec3& b) { return glm::length(b - a); };
    double worst = 0;
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        for (std::size_t j = i + 1; j < model.particle_count(); ++j) {
            const double least = std::min(model.self_distance, apart(model.rest_position[i], model.rest_position[j]));
            const double now = apart(xyz(state.particles.position[i]), xyz(state.particles.position[j]));
            worst = std::max(worst, (least - now) / model.self_distance);
        }
    }
    return worst;
}

/// RMS residual of implicit Euler's equation with the springs' forces at the positions [kg m]. The primal residual uses
/// the forces of the multipliers instead: it misses a projection that moves particles without their springs.
inline double imbalance(const Model& model, const State& state, const Settings& settings) {
    const auto position = [&](std::size_t i) { return xyz(state.particles.position[i]); };
    std::vector<Vec3> left(model.particle_count());
    for (std::size_t i = 0; i < left.size(); ++i) {
        left[i] = (position(i) - state.predicted[i]) * model.mass[i] - state.contact_multiplier[i];
    }
    const auto& array = model.of_type<Distance>();
    for (std::size_t c = 0; c < array.size(); ++c) {
        const auto [a, b] = array.particles[c];
        const Vec3 apart = position(index_of(b)) - position(index_of(a));
        const double length = glm::length(apart);
        const double pull =
            (length - rest_length(array, c)) / (compliance_of(array.material[c], settings) * state.force_scale);
        left[index_of(a)] -= pull / length * apart;
        left[index_of(b)] += pull / length * apart;
    }
    double sum = 0;
    for (const Vec3& v : left) {
        sum += glm::dot(v, v);
    }
    return std::sqrt(sum / static_cast<double>(left.size()));
}

} // namespace xpbd::test
