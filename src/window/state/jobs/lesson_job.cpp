#include "window/state/jobs/lesson_job.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace xpbd::window {

LessonJob::LessonJob(std::unique_ptr<lab::StepReplay> replay, int threads)
    : replay_(std::move(replay)),
      work_(
          replay_->job_count(), [this](std::size_t job) { return replay_->begin(job, stop_.get_token()); }, threads) {}

LessonJob::~LessonJob() {
    cancel();
}

double LessonJob::progress() const {
    return static_cast<double>(replay_->done_count()) /
           static_cast<double>(std::max<std::size_t>(1, replay_->job_count()));
}

} // namespace xpbd::window
