#pragma once

#include "core/state.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <glm/vec3.hpp>
#include <optional>
#include <vector>

namespace xpbd::lab {

/// A state as the timeline keeps it. What the next step reads is kept to the bit; what only measures read (multipliers,
/// inertial target) in single precision, at half the memory.
class PackedState {
public:
    /// Nothing yet.
    PackedState() = default;
    /// `history`: whether the next step reads more than positions and velocities; see reads_history().
    PackedState(const State& state, bool history);
    State unpack() const;
    std::size_t bytes() const;

private:
    State exact_; ///< without the arrays below where they are
    bool packed_ = false;
    std::vector<glm::vec3> from_target_; ///< x - x~ [m]
    std::vector<float> lambda_;
    std::vector<glm::vec3> contact_multiplier_; ///< empty where nothing touches
};

/// From this frame on, up to the next branch, the timeline holds what was stepped in one go. Resuming the past begins a
/// new branch, whose id was never used before.
struct Branch {
    std::int64_t first_frame = 0;
    std::uint64_t id = 0;

    bool operator==(const Branch&) const = default;
};

/// Bounded history of all panes' states, one entry per frame; the oldest entries go first.
class Timeline {
public:
    explicit Timeline(std::size_t byte_limit);

    /// Appends the states of a frame (one per pane), forgetting entries at or after it: the past was resumed. The
    /// newest entry is always kept, whatever its size. A frame that does not follow the last one starts the history
    /// anew.
    void record(std::int64_t frame, std::vector<PackedState> states);
    /// The states of a frame, or none where it is not kept.
    std::optional<std::vector<State>> find(std::int64_t frame) const;
    bool has(std::int64_t frame) const { return !empty() && frame >= first_frame() && frame <= last_frame(); }
    void clear();
    bool empty() const { return entries_.empty(); }
    /// The branches that the frames were stepped in, by frame; those of forgotten frames among them.
    const std::vector<Branch>& branches() const { return branches_; }
    /// Oldest and newest frame kept; 0 where empty.
    std::int64_t first_frame() const;
    std::int64_t last_frame() const;
    std::size_t bytes() const { return bytes_; }
    std::size_t byte_limit() const { return byte_limit_; }
    /// A smaller limit forgets the oldest entries at once.
    void set_byte_limit(std::size_t byte_limit);

private:
    struct Entry {
        std::int64_t frame;
        std::vector<PackedState> states;
        std::size_t bytes;
    };
    void forget_oldest();
    void begin_branch(std::int64_t frame);

    std::deque<Entry> entries_;
    std::vector<Branch> branches_;
    std::uint64_t last_branch_ = 0; ///< id
    std::size_t byte_limit_;
    std::size_t bytes_ = 0;
};

} // namespace xpbd::lab
