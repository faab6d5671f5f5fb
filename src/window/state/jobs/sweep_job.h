#pragma once

#include "core/base/stop.h"
#include "lab/study/sweep.h"
#include "lab/threads/background.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <vector>

namespace xpbd::window {

/// A sweep in the background.
class SweepJob {
public:
    /// Starts the sweep; the quickest runs come first, so that the chart fills.
    SweepJob(lab::ParameterSweep sweep, int threads);
    /// Cancels, and waits for the end of an iteration.
    ~SweepJob();
    SweepJob(const SweepJob&) = delete;
    SweepJob& operator=(const SweepJob&) = delete;

    /// Ends the current runs within an iteration; results that exist already stay.
    void cancel() { stop_.request_stop(); }
    bool running() const { return work_.running(); }
    bool cancelled() const { return stop_.stop_requested(); }
    double progress() const;
    /// The result of a run; std::nullopt until it has ended.
    std::optional<lab::SweepResult> result(std::size_t point, std::size_t pane) const;
    const lab::SweepPlan& plan() const { return sweep_.plan(); }
    std::size_t point_count() const { return sweep_.point_count(); }
    std::size_t pane_count() const { return sweep_.pane_count(); }
    std::vector<std::string> values(std::size_t point) const { return sweep_.values(point); }
    lab::Session session(std::size_t point, std::size_t pane) const { return sweep_.session(point, pane); }
    /// The table of `xpbd-lab sweep --ranges`; only after the sweep has ended.
    std::string csv() const { return sweep_.csv(true); }

private:
    lab::Background::Slice begin(std::size_t number);
    void take(std::size_t job);

    lab::ParameterSweep sweep_;
    StopSource stop_;
    std::atomic<std::size_t> finished_{0};
    mutable std::mutex mutex_; ///< of `ready_`, which holds only results that are complete
    std::vector<std::optional<lab::SweepResult>> ready_;
    lab::BackgroundJobs work_; ///< last: destroyed first, because it uses the members above
};

} // namespace xpbd::window
