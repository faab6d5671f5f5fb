// The panes' part of a snapshot.
#pragma once

#include "core/base/stop.h"
#include "lab/experiment/experiment.h"
#include "lab/history/sample.h"
#include "lab/run/runner_commands.h"
#include "lab/run/snapshot.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace xpbd::lab {

/// The panes of an experiment as snapshots show them: bodies, measures, step times. Each part is computed on demand and
/// only if something has changed.
class ShownPanes {
public:
    const SetDetail& detail() const { return detail_; }
    void set_detail(const SetDetail& detail);

    /// Marks all computed parts as outdated.
    void changed();
    /// Records the step times of the last computed frame.
    void note_step_times(const Experiment& experiment);
    /// Forgets the step times; needed when settings change.
    void forget_times() { times_.clear(); }

    /// The measures of the current frame.
    Sample sample(const Experiment& experiment, std::uint64_t branch);
    /// Sets panes, measures and hash of a snapshot. `trace` allows the expensive part, the residuals of every
    /// iteration. Without it, or if `interrupt` stops it, they keep their old values.
    void fill(const Experiment& experiment, bool trace, const StopToken& interrupt, Snapshot& snapshot);

private:
    void show_panes(const Experiment& experiment);
    void measure_panes(const Experiment& experiment);
    void trace_panes(const Experiment& experiment, const StopToken& interrupt);

    struct Figures {
        Measure measure;
        std::vector<double> readings;
        std::vector<SupportReading> supports;
        int method = 0;
    };
    SetDetail detail_;
    bool stale_ = true;          ///< `panes_` is older than the experiment
    bool trace_stale_ = true;    ///< the residuals are older than the experiment
    bool measures_stale_ = true; ///< the measures below are older than the experiment
    std::vector<PaneSnapshot> panes_;
    std::vector<Figures> figures_; ///< per pane
    std::int64_t measured_frame_ = 0;
    double measured_time_ = 0; ///< [s]
    std::uint64_t hash_ = 0;
    std::vector<std::deque<double>> times_; ///< per pane: step times of the last frames [ms]
};

} // namespace xpbd::lab
