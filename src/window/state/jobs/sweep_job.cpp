#include "window/state/jobs/sweep_job.h"

#include <utility>

namespace xpbd::window {

SweepJob::SweepJob(lab::ParameterSweep sweep, int threads)
    : sweep_(std::move(sweep)),
      ready_(sweep_.job_count()),
      work_(
          sweep_.order().size(), [this](std::size_t number) { return begin(number); }, threads) {}

lab::Background::Slice SweepJob::begin(std::size_t number) {
    const std::vector<std::size_t>& longest_first = sweep_.order();
    const std::size_t job = longest_first[longest_first.size() - 1 - number];
    return [this, job, step = sweep_.begin(job, stop_.get_token())] {
        if (step()) {
            return true;
        }
        take(job);
        return false;
    };
}

void SweepJob::take(std::size_t job) {
    const std::lock_guard lock(mutex_);
    const lab::SweepResult& result = sweep_.result(job / sweep_.pane_count(), job % sweep_.pane_count());
    if (result.done) {
        ready_[job] = result;
        ++finished_;
    }
}

SweepJob::~SweepJob() {
    cancel();
}

double SweepJob::progress() const {
    return ready_.empty() ? 1 : static_cast<double>(finished_) / static_cast<double>(ready_.size());
}

std::optional<lab::SweepResult> SweepJob::result(std::size_t point, std::size_t pane) const {
    const std::lock_guard lock(mutex_);
    return ready_[point * sweep_.pane_count() + pane];
}

} // namespace xpbd::window
