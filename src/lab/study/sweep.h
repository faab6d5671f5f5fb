#pragma once

#include "core/stop.h"
#include "lab/files/session/session.h"
#include "lab/run/readouts.h"
#include "lab/threads/worker_pool.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace xpbd::lab {

/// One parameter that a sweep varies.
struct SweepAxis {
    std::string key;                 ///< as `--set` takes it: iterations, a.iterations, scene.resolution, dt
    std::vector<std::string> values; ///< as `--set` takes them
};

/// A share of a sweep for one of several machines.
struct SweepPart {
    int index = 1; ///< 1 to count
    int count = 1;
};

/// What a sweep runs: every combination of the axes' values, from frame 0 to `frames`, all panes of the session.
struct SweepPlan {
    Session base;
    std::vector<SweepAxis> axes;
    int frames = 60;
    bool until_settled = false; ///< a run ends before `frames` where it hangs still, as hangs_still() says
    SweepPart part{}; ///< the points that it runs: successive ones, as many as in every other part, or one more
};

/// What one pane showed at the end of one run.
struct SweepResult {
    bool done = false;
    bool diverged = false;       ///< then the readouts are those of the last good frame
    std::int64_t frame = 0;      ///< that the run reached
    double time = 0;             ///< [s]
    bool settled = false;        ///< it hung still, as hangs_still() says
    std::vector<double> readout; ///< one per row of readouts(), in files' units; NaN = none
    /// The least and the greatest value of each readout in the last second (fewer frames where the run was shorter).
    std::vector<double> low, high;
};

/// The runs of a plan. Independent of each other: any order and any number of threads gives the same results.
class ParameterSweep {
public:
    /// Checks every combination. Errors name the axis and the value.
    static Result<ParameterSweep> create(SweepPlan plan);

    const SweepPlan& plan() const { return plan_; }
    std::size_t point_count() const { return sessions_.size(); }
    std::size_t pane_count() const { return plan_.base.panes.size(); }
    /// Values of the axes at a point, in their order. The last axis changes fastest.
    std::vector<std::string> values(std::size_t point) const;
    /// The session of a point, with the frame that the run of this pane reached: opened, it shows in this pane what the
    /// sweep measured.
    Session session(std::size_t point, std::size_t pane) const;
    const SweepResult& result(std::size_t point, std::size_t pane) const;

    /// @name Jobs: one pane of one point each
    /// @{
    std::size_t job_count() const { return results_.size(); }
    /// The jobs of the plan's part, the longest first.
    const std::vector<std::size_t>& order() const { return order_; }
    /// Starts a job, and gives its slices of a frame each: false after the last one. Abandoned, and not done, where
    /// `stop` is requested. Different jobs may run at once.
    std::function<bool()> begin(std::size_t job, const StopToken& stop = {});
    /// A job from its beginning to its end.
    void run(std::size_t job, const StopToken& stop = {});
    /// Runs all of the part, the longest first, on a pool; `finished` is called after each, from any thread.
    void run_all(WorkerPool& pool, const std::function<void()>& finished = {}, const StopToken& stop = {});
    /// @}

    /// The columns of the axes, then pane, method, frame, time, diverged, settled and the reproducible readouts, where
    /// `ranges` says so each with its range in the last second; a line per point and pane that is done. The first part
    /// alone has the line of names: all parts one after the other are the table of the whole.
    std::string csv(bool ranges = false) const;
    /// Jobs that are done.
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

/// `count` values from low to high for a sweep over a number: evenly spaced, or in equal ratios; whole ones rounded,
/// and each once.
std::vector<double> sweep_values(double low, double high, int count, bool logarithmic, bool whole);

} // namespace xpbd::lab
