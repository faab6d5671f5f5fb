// Evaluates the criteria that end the iterations early.
#include "core/step/stop_rule.h"

#include "core/step/measure/measure.h"

#include <algorithm>
#include <cmath>

namespace xpbd {

void StopRule::begin(const Substep& substep, const State& state) {
    held_ = 0;
    if (substep.settings.stop == Stop::change) {
        position_ = state.particles.position;
        lambda_ = state.lambda;
        const auto& array = substep.model.of_type<Distance>();
        double sum = 0;
        for (std::size_t c = 0; c < array.size(); ++c) {
            sum += rest_length(array, c);
        }
        size_ = array.size() > 0 ? sum / static_cast<double>(array.size()) : 1;
    }
}

bool StopRule::done(const Substep& substep, const State& state) {
    if (substep.settings.stop == Stop::never) {
        return false;
    }
    held_ = holds(substep, state) ? held_ + 1 : 0;
    return held_ >= substep.settings.stop_persistence;
}

bool StopRule::holds(const Substep& substep, const State& state) {
    const double tolerance = substep.settings.stop_tolerance;
    if (substep.settings.stop == Stop::residual) {
        damped_velocity(substep, state, velocity_);
        const Equations equations =
            measure_equations(substep.model, state, substep.settings, 1 / substep.scheme.h_squared, velocity_,
                              substep.gravity, substep.mass);
        // A method without forces has no primal residual: NaN is not above the tolerance.
        return equations.relative_dual < tolerance && !(equations.relative_primal >= tolerance);
    }
    double moved = 0;
    for (std::size_t i = 0; i < position_.size(); ++i) {
        moved = std::max(moved, glm::length(xyz(state.particles.position[i]) - xyz(position_[i])));
    }
    double changed = 0;
    double largest = 0;
    for (std::size_t c = 0; c < lambda_.size(); ++c) {
        changed = std::max(changed, std::abs(state.lambda[c] - lambda_[c]));
        largest = std::max(largest, std::abs(state.lambda[c]));
    }
    position_ = state.particles.position;
    lambda_ = state.lambda;
    return moved < tolerance * size_ && changed <= tolerance * largest;
}

} // namespace xpbd
