#pragma once

#include "core/base/stop.h"
#include "lab/study/match.h"
#include "lab/threads/background.h"

#include <atomic>
#include <mutex>
#include <optional>

namespace xpbd::window {

/// A search for a matching parameter, in the background.
class MatchJob {
public:
    explicit MatchJob(lab::MatchPlan plan);
    /// Cancels, and waits for the end of an iteration.
    ~MatchJob();
    MatchJob(const MatchJob&) = delete;
    MatchJob& operator=(const MatchJob&) = delete;

    void cancel() { stop_.request_stop(); }
    bool running() const { return work_.running(); }
    /// Number of values tried since the start.
    int runs() const { return runs_; }
    /// The result; std::nullopt while the search runs.
    std::optional<Result<lab::MatchResult>> result() const;
    const lab::MatchPlan& plan() const { return plan_; }

private:
    bool step();

    lab::MatchPlan plan_;
    StopSource stop_;
    std::atomic<int> runs_{0};
    mutable std::mutex mutex_; ///< of `result_`
    std::optional<Result<lab::MatchResult>> result_;
    lab::MatchSearch search_;
    lab::Background work_; ///< last: destroyed first, because it uses the members above
};

} // namespace xpbd::window
