#pragma once

#include "lab/lessons/replay.h"

#include <atomic>
#include <memory>
#include <stop_token>
#include <thread>

namespace xpbd::window {

/// The runs of a lesson's step, beside the window, on threads of its own.
class LessonJob {
public:
    LessonJob(std::unique_ptr<lab::StepReplay> replay, int threads);
    /// Cancels, and waits for the end of an iteration.
    ~LessonJob();
    LessonJob(const LessonJob&) = delete;
    LessonJob& operator=(const LessonJob&) = delete;

    void cancel() { stop_.request_stop(); }
    bool running() const { return !over_; }
    double progress() const;
    /// What is done so far can be read at any time.
    const lab::StepReplay& replay() const { return *replay_; }

private:
    std::unique_ptr<lab::StepReplay> replay_;
    std::stop_source stop_;
    std::atomic<bool> over_{false};
    std::jthread thread_;
};

} // namespace xpbd::window
