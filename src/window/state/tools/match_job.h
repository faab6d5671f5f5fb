#pragma once

#include "core/base/stop.h"
#include "lab/study/match.h"
#include "lab/threads/background.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace xpbd::window {

struct AppState;

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

/// The settings of the match buttons, and their search.
struct MatchState {
    std::string measure = "effective_stiffness"; ///< one of lab::match_measures()
    std::unique_ptr<MatchJob> job;
    std::string outcome; ///< result of the last search, as a text
    int pane = -1;       ///< pane of the last search
    lab::Session of{};   ///< session for which the outcome holds, with the value that was found
};

/// Name and unit of a measure that can be matched.
std::string match_label(std::string_view measure);
/// Starts a search for the parameter with which `pane` has the same measured value as `other`.
void start_match(AppState& state, int pane, int other);
/// True where the document has changed since the outcome.
bool match_is_stale(const AppState& state);
/// Takes in the result of a search: sets the parameter, and words the outcome. Once per frame.
void follow_match(AppState& state);

} // namespace xpbd::window
