#pragma once

#include "lab/run/runner.h"

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace xpbd::window {

/// What the drawer plots: the readouts of all panes, by frame. Bounded.
class PlotSeries {
public:
    struct Sample {
        std::int64_t frame = 0;
        double time = 0;                          ///< [s]
        std::uint64_t branch = 0;                 ///< id of the timeline's branch that the frame was stepped in
        std::vector<int> method;                  ///< per pane: row in methods()
        std::vector<std::vector<double>> readout; ///< per pane, one per row of readouts(); NaN = none
    };

    /// Adds the readings of the snapshot's measured frame where it lacks. Frames that the timeline has stepped anew
    /// since, or is about to, are dropped.
    void record(const lab::Snapshot& snapshot);
    void clear() { samples_.clear(); }
    const std::deque<Sample>& samples() const { return samples_; }
    /// The same columns as `--csv`.
    std::string csv() const;

private:
    void drop_stepped_anew(const lab::Snapshot& snapshot);

    std::deque<Sample> samples_;
    std::vector<lab::Branch> branches_; ///< of the last snapshot
};

} // namespace xpbd::window
