#include "lab/experiment/packed_state.h"

#include <algorithm>

namespace xpbd::lab {
namespace {

template <class T>
std::size_t bytes_of(const std::vector<T>& values) {
    return values.size() * sizeof(T);
}

} // namespace

PackedState::PackedState(const State& state, bool history) {
    if (history) {
        exact_ = state;
        return;
    }
    packed_ = true;
    exact_.particles = state.particles;
    exact_.time = state.time;
    exact_.step = state.step;
    exact_.clock = state.clock;
    exact_.work = state.work;
    exact_.collider_load = state.collider_load;
    exact_.torn = state.torn;
    exact_.held = state.held;
    exact_.force_scale = state.force_scale;
    from_target_.reserve(state.predicted.size());
    for (std::size_t i = 0; i < state.predicted.size(); ++i) {
        from_target_.emplace_back(xyz(state.particles.position[i]) - state.predicted[i]);
    }
    lambda_.reserve(state.lambda.size());
    for (const double lambda : state.lambda) {
        lambda_.push_back(static_cast<float>(lambda));
    }
    const auto bears = [](const Vec3& multiplier) { return multiplier != Vec3(0); };
    if (std::any_of(state.contact_multiplier.begin(), state.contact_multiplier.end(), bears)) {
        contact_multiplier_.assign(state.contact_multiplier.begin(), state.contact_multiplier.end());
    }
}

State PackedState::unpack() const {
    State state = exact_;
    if (!packed_) {
        return state;
    }
    const std::size_t count = state.particles.position.size();
    for (std::size_t i = 0; i < from_target_.size(); ++i) {
        state.predicted.push_back(xyz(state.particles.position[i]) - Vec3(from_target_[i]));
    }
    state.lambda.assign(lambda_.begin(), lambda_.end());
    state.contact_multiplier.assign(count, Vec3(0));
    std::copy(contact_multiplier_.begin(), contact_multiplier_.end(), state.contact_multiplier.begin());
    // The history is not stored; methods that read one restart it.
    state.previous_position.assign(count, Vec3(0));
    state.previous_velocity.assign(count, Vec3(0));
    forget_history(state);
    return state;
}

std::size_t PackedState::bytes() const {
    return sizeof(PackedState) + bytes_of(exact_.particles.position) + bytes_of(exact_.particles.velocity) +
           bytes_of(exact_.previous_position) + bytes_of(exact_.previous_velocity) + bytes_of(exact_.predicted) +
           bytes_of(exact_.held) + bytes_of(exact_.lambda) + bytes_of(exact_.contact_multiplier) +
           bytes_of(exact_.torn) + bytes_of(exact_.penalty) + bytes_of(from_target_) + bytes_of(lambda_) +
           bytes_of(exact_.collider_load) + bytes_of(contact_multiplier_);
}

} // namespace xpbd::lab
