#pragma once

#include "core/stop.h"
#include "lab/experiment/experiment.h"
#include "lab/history/sample.h"
#include "lab/run/commands.h"
#include "lab/run/snapshot.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace xpbd::lab {

/// What snapshots tell of the panes of an experiment: their bodies, what they measure, how long their steps took.
/// Each is computed where it is asked for and something has changed since.
class ShownPanes {
public:
    const SetDetail& detail() const { return detail_; }
    void set_detail(const SetDetail& detail);

    /// The experiment is another than before: nothing of it that was computed holds.
    void changed();
    /// Notes how long the steps of the frame that was just taken took.
    void time(const Experiment& experiment);
    /// Under other settings, steps take another time.
    void forget_times() { times_.clear(); }

    /// What the present frame measures.
    Sample sample(const Experiment& experiment, std::uint64_t branch);
    /// Writes panes, measures and hash into a snapshot. `trace` allows the costly part, the residuals of every
    /// iteration; without it, and where `interrupt` cuts it short, those stay as they were.
    void tell(const Experiment& experiment, bool trace, const StopToken& interrupt, Snapshot& snapshot);

private:
    void show_panes(const Experiment& experiment);
    void measure_panes(const Experiment& experiment);
    void trace_panes(const Experiment& experiment, const StopToken& interrupt);

    struct Figures {
        Measure measure;
        std::vector<double> readings;
        int method = 0;
    };
    SetDetail detail_;
    bool stale_ = true;          ///< `panes_` are older than the experiment
    bool trace_stale_ = true;    ///< and so are their residuals
    bool measures_stale_ = true; ///< and so is what follows here
    std::vector<PaneSnapshot> panes_;
    std::vector<Figures> figures_; ///< per pane
    std::int64_t measured_frame_ = 0;
    double measured_time_ = 0; ///< [s]
    std::uint64_t hash_ = 0;
    std::vector<std::deque<double>> times_; ///< per pane: of the last frames [ms]
};

} // namespace xpbd::lab
