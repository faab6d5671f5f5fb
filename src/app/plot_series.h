#pragma once

#include "lab/runner.h"

#include <array>
#include <cstdint>
#include <deque>

namespace xpbd::app {

/// What the drawer plots: the readings of all panes, by frame. Bounded.
class PlotSeries {
public:
    struct Sample {
        std::int64_t frame = 0;
        double time = 0; ///< [s]
        int panes = 0;
        std::array<double, lab::kMaxPanes> stretch{};   ///< mean |C|/d [1]
        std::array<double, lab::kMaxPanes> sag{};       ///< [m]
        std::array<double, lab::kMaxPanes> stiffness{}; ///< effective [N/m]; NaN = none
    };

    /// Adds a snapshot's readings. A frame at or before the newest one is either looked at again (the timeline still
    /// holds later ones: nothing changes) or recorded anew (what lay after it is dropped).
    void record(const lab::Snapshot& snapshot);
    void clear() { samples_.clear(); }
    const std::deque<Sample>& samples() const { return samples_; }

private:
    std::deque<Sample> samples_;
};

} // namespace xpbd::app
