#include "window/state/jobs/match_job.h"

#include <new>
#include <utility>

namespace xpbd::window {

MatchJob::MatchJob(lab::MatchPlan plan)
    : plan_(std::move(plan)), search_(plan_, stop_.get_token()), work_([this] { return step(); }) {}

bool MatchJob::step() {
    Result<lab::MatchResult> found = Error{"out of memory"};
    try {
        const bool more = search_.step();
        runs_ = search_.runs();
        if (more) {
            return true;
        }
        found = *search_.result();
    } catch (const std::bad_alloc&) { // `found` is that fault
    }
    const std::lock_guard lock(mutex_);
    result_.emplace(std::move(found));
    return false;
}

MatchJob::~MatchJob() {
    cancel();
}

std::optional<Result<lab::MatchResult>> MatchJob::result() const {
    const std::lock_guard lock(mutex_);
    return result_;
}

} // namespace xpbd::window
