#include "lab/experiment/swing.h"

#include <algorithm>

namespace xpbd::lab {
namespace {

/// Least offset from the vertical at the start, over the length of the arm, for a swing from side to side.
constexpr double kAside = 1e-3;

/// A quantity that rises through zero once per swing: the offset from the middle, or, if the middle is not known, the
/// speed away from the fixed particle. NaN for a body with more than one free particle.
double signal_of(const Model& model, const State& state, const Vec3& gravity) {
    const auto is_fixed = [](double mass) { return mass == 0; };
    const auto fixed = std::find_if(model.mass.begin(), model.mass.end(), is_fixed);
    const auto free = std::find_if_not(model.mass.begin(), model.mass.end(), is_fixed);
    if (fixed == model.mass.end() || free == model.mass.end() ||
        std::find_if_not(free + 1, model.mass.end(), is_fixed) != model.mass.end()) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    const auto anchor = static_cast<std::size_t>(fixed - model.mass.begin());
    const auto bob = static_cast<std::size_t>(free - model.mass.begin());
    const Vec3 arm = xyz(state.particles.position[bob]) - xyz(state.particles.position[anchor]);
    if (glm::length(gravity) > 0) {
        const Vec3 down = glm::normalize(gravity);
        const Vec3 start = model.rest_position[bob] - model.rest_position[anchor];
        const Vec3 aside = start - glm::dot(start, down) * down;
        if (glm::length(aside) > kAside * glm::length(start)) {
            return glm::dot(arm, aside);
        }
    }
    return glm::dot(arm, state.particles.velocity[bob]);
}

} // namespace

void Swing::add_frame(const Model& model, const State& state, const Vec3& gravity) {
    response_.add_frame(model, state);
    if (state.step != step_ + 1) {
        signal_ = begun_ = period_ = kNone;
    }
    const double signal = signal_of(model, state, gravity);
    if (signal_ < 0 && signal >= 0) {
        const double rise = time_ + (state.time - time_) * signal_ / (signal_ - signal);
        period_ = rise - begun_;
        begun_ = rise;
    }
    step_ = state.step;
    time_ = state.time;
    signal_ = signal;
}

} // namespace xpbd::lab
