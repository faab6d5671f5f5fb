#include "core/step/contact/stops.h"

namespace xpbd {

void Stops::clear() {
    for (const int particle : particles_) {
        entry_[index_of(particle)] = -1;
    }
    particles_.clear();
    target_.clear();
    impulse_.clear();
    pushes_.clear();
    are_restored_ = false;
}

void Stops::add(State& state, std::size_t particle, const Vec3& target, int collider) {
    Vec4& x = state.particles.position[particle];
    entry_.resize(state.particles.position.size(), -1);
    if (entry_[particle] < 0) {
        entry_[particle] = static_cast<int>(particles_.size());
        particles_.push_back(static_cast<int>(particle));
        target_.push_back(state.predicted[particle]);
        impulse_.emplace_back(0);
    }
    const Vec3 impulse = (target - state.predicted[particle]) / x.w;
    impulse_[index_of(entry_[particle])] += impulse;
    if (collider >= 0) {
        pushes_.push_back({index_of(collider), particle, impulse});
    }
    state.predicted[particle] = target;
    x = Vec4(target, x.w);
}

void Stops::restore_targets(State& state) {
    are_restored_ = true;
    for (std::size_t k = 0; k < particles_.size(); ++k) {
        state.predicted[index_of(particles_[k])] = target_[k];
    }
}

void Stops::take_out_of(std::span<Vec3> forces) const {
    for (std::size_t k = 0; k < particles_.size() && are_restored_; ++k) {
        forces[index_of(particles_[k])] -= impulse_[k];
    }
}

void Stops::add_forces(State& state) const {
    for (std::size_t k = 0; k < particles_.size(); ++k) {
        state.contact_multiplier[index_of(particles_[k])] += impulse_[k];
    }
}

} // namespace xpbd
