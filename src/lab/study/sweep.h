// Sweeps: one session with all combinations of some parameters' values.
#pragma once

#include "core/base/stop.h"
#include "lab/files/session/session.h"
#include "lab/readouts/readouts.h"
#include "lab/threads/worker_pool.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace xpbd::lab {

/// One parameter that a sweep varies.
struct SweepAxis {
    std::string key;                 ///< written as for `--set`: iterations, a.iterations, scene.resolution, dt
    std::vector<std::string> values; ///< written as for `--set`
};

/// A part of a sweep, for one of several machines.
struct SweepPart {
    int index = 1; ///< 1 to count
    int count = 1;
};

/// A sweep: all combinations of the axes' values, from frame 0 to `frames`, for all panes of the session.
struct SweepPlan {
    Session base;
    std::vector<SweepAxis> axes;
    int frames = 60;
    bool until_settled = false; ///< a run ends before `frames` if hangs_still() is true
    SweepPart part{};           ///< runs only this part of the points: a contiguous range; sizes differ by at most one
};

/// The state of one pane at the end of one run.
struct SweepResult {
    bool done = false;
    bool diverged = false;       ///< if true, the readouts were measured at the last good frame
    std::int64_t frame = 0;      ///< frame that the run reached
    double time = 0;             ///< [s]
    bool settled = false;        ///< hangs_still() was true
    std::vector<double> readout; ///< one per row of readouts(), in the units of exported files; NaN = no value
    /// The smallest and the largest value of each readout in the last second (or in the whole run, if it was shorter).
    std::vector<double> low, high;
};

/// The runs of a plan. They are independent: any order and any number of threads gives the same results.
class ParameterSweep {
public:
    /// Checks all combinations. Errors name the axis and the value.
    static Result<ParameterSweep> create(SweepPlan plan);

    const SweepPlan& plan() const { return plan_; }
    std::size_t point_count() const { return sessions_.size(); }
    std::size_t pane_count() const { return plan_.base.panes.size(); }
    /// Values of the axes at a point, in the order of the axes. The last axis changes fastest.
    std::vector<std::string> values(std::size_t point) const;
    /// The session of a point, at the frame that the run of this pane reached. Opened in the window, this pane shows
    /// the measured values.
    Session session(std::size_t point, std::size_t pane) const;
    const SweepResult& result(std::size_t point, std::size_t pane) const;

    /// @name Jobs: one pane of one point each
    /// @{
    std::size_t job_count() const { return results_.size(); }
    /// The jobs of the plan's part, the longest first.
    const std::vector<std::size_t>& order() const { return order_; }
    /// Starts a job and returns its slices, of one frame each; a slice returns false after the last one. If `stop` is
    /// requested, the job is abandoned and not done. Different jobs may run in parallel.
    std::function<bool()> begin(std::size_t job, const StopToken& stop = {});
    /// Runs a whole job.
    void run(std::size_t job, const StopToken& stop = {});
    /// Runs all jobs of the part on a pool, the longest first. `finished` is called after each, on any thread.
    void run_all(WorkerPool& pool, const std::function<void()>& finished = {}, const StopToken& stop = {});
    /// @}

    /// A table with the columns of the axes, then pane, method, frame, time, diverged, settled and the reproducible
    /// readouts; with `ranges` each readout with its range in the last second. One line per point and pane that is
    /// done. Only the first part has a header, so that the concatenated parts are the table of the whole sweep.
    std::string csv(bool ranges = false) const;
    /// Number of jobs that are done.
    std::size_t done_count() const;

private:
    class Run;
    explicit ParameterSweep(SweepPlan plan) : plan_(std::move(plan)) {}
    std::string csv_names(bool ranges) const;

    SweepPlan plan_;
    std::vector<Session> sessions_;    ///< per point
    std::vector<SweepResult> results_; ///< per point and pane
    std::vector<std::size_t> order_;   ///< jobs, the longest first
};

/// `count` values from low to high for a sweep over a number: evenly spaced, or with equal ratios; with `whole` rounded
/// to integers without duplicates.
std::vector<double> sweep_values(double low, double high, int count, bool logarithmic, bool whole);

} // namespace xpbd::lab
