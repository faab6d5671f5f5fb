#pragma once

#include "core/base/stop.h"
#include "lab/lessons/replay.h"
#include "lab/threads/background.h"

#include <memory>

namespace xpbd::window {

/// The runs of a lesson's step, in background threads.
class LessonJob {
public:
    LessonJob(std::unique_ptr<lab::StepReplay> replay, int threads);
    /// Cancels, and waits for the end of an iteration.
    ~LessonJob();
    LessonJob(const LessonJob&) = delete;
    LessonJob& operator=(const LessonJob&) = delete;

    void cancel() { stop_.request_stop(); }
    bool running() const { return work_.running(); }
    double progress() const;
    /// The values measured until now; may be read at any time.
    const lab::StepReplay& replay() const { return *replay_; }

private:
    std::unique_ptr<lab::StepReplay> replay_;
    StopSource stop_;
    lab::BackgroundJobs work_; ///< last: destroyed first, because it uses the members above
};

} // namespace xpbd::window
