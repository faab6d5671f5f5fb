#pragma once

#include "core/state.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace xpbd::lab {

/// Bounded history of all panes' states, one entry per frame; the oldest entries go first.
class Timeline {
public:
    explicit Timeline(std::size_t byte_limit);

    /// Appends the states of a frame (one per pane), forgetting entries at or after it: the past was resumed. The
    /// newest entry is always kept, whatever its size. A frame that does not follow the last one starts the history
    /// anew.
    void record(std::int64_t frame, std::vector<State> states);
    /// The states of a frame, or null where it is not kept.
    const std::vector<State>* find(std::int64_t frame) const;
    void clear();
    bool empty() const { return entries_.empty(); }
    /// Oldest and newest frame kept; 0 where empty.
    std::int64_t first_frame() const;
    std::int64_t last_frame() const;
    std::size_t bytes() const { return bytes_; }

private:
    struct Entry {
        std::int64_t frame;
        std::vector<State> states;
        std::size_t bytes;
    };
    std::deque<Entry> entries_;
    std::size_t byte_limit_;
    std::size_t bytes_ = 0;
};

} // namespace xpbd::lab
