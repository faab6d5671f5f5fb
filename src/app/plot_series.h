#pragma once

#include "lab/readouts.h"
#include "lab/runner.h"

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace xpbd::app {

/// What the drawer plots: the readouts of all panes, by frame. Bounded.
class PlotSeries {
public:
    struct Sample {
        std::int64_t frame = 0;
        double time = 0;                          ///< [s]
        std::vector<int> method;                  ///< per pane: row in methods()
        std::vector<std::vector<double>> readout; ///< per pane, one per row of readouts(); NaN = none
    };

    /// Adds a snapshot's readouts. A frame of which later ones are kept on the timeline is filled in where it lacks;
    /// the timeline's newest is recorded anew, and what lay after it is dropped.
    void record(const lab::Snapshot& snapshot);
    void clear() { samples_.clear(); }
    const std::deque<Sample>& samples() const { return samples_; }
    /// The same columns as `--csv`.
    std::string csv() const;

private:
    std::deque<Sample> samples_;
};

/// What a pane's snapshot is read from.
inline lab::Reading reading_of(const lab::PaneSnapshot& pane) {
    return {pane.measure, pane.settings, pane.stats, pane.solve_ms};
}

} // namespace xpbd::app
