#include "lab/run/timeline.h"

#include <algorithm>
#include <utility>

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
    exact_.torn = state.torn;
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
    // A change to a method that reads the history starts it anew.
    state.previous_position.assign(count, Vec3(0));
    state.previous_velocity.assign(count, Vec3(0));
    forget_history(state);
    return state;
}

std::size_t PackedState::bytes() const {
    return sizeof(PackedState) + bytes_of(exact_.particles.position) + bytes_of(exact_.particles.velocity) +
           bytes_of(exact_.previous_position) + bytes_of(exact_.previous_velocity) + bytes_of(exact_.predicted) +
           bytes_of(exact_.lambda) + bytes_of(exact_.contact_multiplier) + bytes_of(exact_.torn) +
           bytes_of(exact_.penalty) + bytes_of(from_target_) + bytes_of(lambda_) + bytes_of(contact_multiplier_);
}

Timeline::Timeline(std::size_t byte_limit) : byte_limit_(byte_limit) {}

void Timeline::record(std::int64_t frame, std::vector<PackedState> states) {
    const bool follows = !entries_.empty() && entries_.back().frame + 1 == frame;
    while (!entries_.empty() && entries_.back().frame >= frame) {
        bytes_ -= entries_.back().bytes;
        entries_.pop_back();
    }
    if (!entries_.empty() && entries_.back().frame + 1 != frame) {
        clear(); // a gap: what came before does not lead here
    }
    if (!follows) {
        begin_branch(frame);
    }
    std::size_t bytes = sizeof(Entry);
    for (const PackedState& state : states) {
        bytes += state.bytes();
    }
    entries_.push_back({frame, std::move(states), bytes});
    bytes_ += bytes;
    forget_oldest();
}

void Timeline::begin_branch(std::int64_t frame) {
    while (!branches_.empty() && branches_.back().first_frame >= frame) {
        branches_.pop_back();
    }
    branches_.push_back({frame, ++last_branch_});
}

void Timeline::forget_oldest() {
    while (bytes_ > byte_limit_ && entries_.size() > 1) {
        bytes_ -= entries_.front().bytes;
        entries_.pop_front();
    }
}

void Timeline::set_byte_limit(std::size_t byte_limit) {
    byte_limit_ = byte_limit;
    forget_oldest();
}

std::optional<std::vector<State>> Timeline::find(std::int64_t frame) const {
    if (!has(frame)) {
        return std::nullopt;
    }
    std::vector<State> states;
    for (const PackedState& state : entries_[static_cast<std::size_t>(frame - first_frame())].states) {
        states.push_back(state.unpack());
    }
    return states;
}

void Timeline::clear() {
    entries_.clear();
    branches_.clear();
    bytes_ = 0;
}

std::int64_t Timeline::first_frame() const {
    return entries_.empty() ? 0 : entries_.front().frame;
}

std::int64_t Timeline::last_frame() const {
    return entries_.empty() ? 0 : entries_.back().frame;
}

} // namespace xpbd::lab
