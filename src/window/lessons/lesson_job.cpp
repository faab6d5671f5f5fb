#include "window/lessons/lesson_job.h"

#include "lab/threads/worker_pool.h"
#include "system/machine.h"

#include <algorithm>
#include <cstddef>
#include <new>
#include <utility>

namespace xpbd::window {

LessonJob::LessonJob(std::unique_ptr<lab::StepReplay> replay, int threads)
    : replay_(std::move(replay)), thread_([this, threads] {
          system::run_behind_the_interface();
          lab::WorkerPool pool(std::max(1, threads));
          pool.run(replay_->job_count(), [&](std::size_t job) {
              try {
                  replay_->run(job, stop_.get_token());
              } catch (const std::bad_alloc&) {
                  return; // a gap in the chart
              }
          });
          over_ = true;
      }) {}

LessonJob::~LessonJob() {
    cancel();
}

double LessonJob::progress() const {
    return static_cast<double>(replay_->done_count()) /
           static_cast<double>(std::max<std::size_t>(1, replay_->job_count()));
}

} // namespace xpbd::window
