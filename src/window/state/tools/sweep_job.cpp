#include "window/state/tools/sweep_job.h"

#include "system/machine.h"

#include <algorithm>
#include <new>
#include <utility>

namespace xpbd::window {
SweepJob::SweepJob(lab::ParameterSweep sweep, int threads)
    : sweep_(std::move(sweep)), ready_(sweep_.job_count()), thread_([this, threads] {
          system::run_behind_the_interface();
          lab::WorkerPool pool(std::max(1, threads));
          const std::vector<std::size_t>& longest_first = sweep_.order();
          pool.run(longest_first.size(), [&](std::size_t i) {
              const std::size_t job = longest_first[longest_first.size() - 1 - i];
              try {
                  sweep_.run(job, stop_.get_token());
              } catch (const std::bad_alloc&) {
                  return; // a gap in the chart
              }
              const std::lock_guard lock(mutex_);
              const lab::SweepResult& result = sweep_.result(job / sweep_.pane_count(), job % sweep_.pane_count());
              if (result.done) {
                  ready_[job] = result;
                  ++finished_;
              }
          });
          over_ = true;
      }) {}

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
