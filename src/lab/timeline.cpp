#include "lab/timeline.h"

#include <utility>

namespace xpbd::lab {
namespace {

template <class T>
std::size_t bytes_of(const std::vector<T>& values) {
    return values.size() * sizeof(T);
}

std::size_t bytes_of(const State& state) {
    return sizeof(State) + bytes_of(state.particles.position) + bytes_of(state.particles.velocity) +
           bytes_of(state.previous_position) + bytes_of(state.previous_velocity) + bytes_of(state.predicted) +
           bytes_of(state.lambda) + bytes_of(state.contact_multiplier);
}

} // namespace

Timeline::Timeline(std::size_t byte_limit) : byte_limit_(byte_limit) {}

void Timeline::record(std::int64_t frame, std::vector<State> states) {
    while (!entries_.empty() && entries_.back().frame >= frame) {
        bytes_ -= entries_.back().bytes;
        entries_.pop_back();
    }
    if (!entries_.empty() && entries_.back().frame + 1 != frame) {
        clear(); // a gap: what came before does not lead here
    }
    std::size_t bytes = sizeof(Entry);
    for (const State& state : states) {
        bytes += bytes_of(state);
    }
    entries_.push_back({frame, std::move(states), bytes});
    bytes_ += bytes;
    while (bytes_ > byte_limit_ && entries_.size() > 1) {
        bytes_ -= entries_.front().bytes;
        entries_.pop_front();
    }
}

const std::vector<State>* Timeline::find(std::int64_t frame) const {
    if (entries_.empty() || frame < first_frame() || frame > last_frame()) {
        return nullptr;
    }
    return &entries_[static_cast<std::size_t>(frame - first_frame())].states;
}

void Timeline::clear() {
    entries_.clear();
    bytes_ = 0;
}

std::int64_t Timeline::first_frame() const {
    return entries_.empty() ? 0 : entries_.front().frame;
}

std::int64_t Timeline::last_frame() const {
    return entries_.empty() ? 0 : entries_.back().frame;
}

} // namespace xpbd::lab
