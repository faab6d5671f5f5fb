// The effects of commands, for both runners.
#pragma once

#include "core/base/stop.h"
#include "lab/run/recorded_run.h"
#include "lab/run/runner_commands.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace xpbd::lab {

/// The common part of both runners: the effect of each command on a recorded run. Used by one thread at a time.
///
/// A command that takes many frames creates a job, so that the threaded runner can publish snapshots and receive
/// commands between the frames. A command begins only when no job is pending; therefore both runners reach the same
/// states.
class RunnerCore {
public:
    /// Starts paused. If the session's frame is above 0, a job steps to it. `experiment` must have been created from
    /// at_start(session); `samples` as in SetDetail.
    RunnerCore(Experiment experiment, const Session& session, int threads, bool samples);
    RunnerCore(const RunnerCore&) = delete;
    RunnerCore& operator=(const RunnerCore&) = delete;

    /// Lets `interrupt` stop a running step early; the panes then keep the state from before the step.
    void set_interrupt(const StopToken& interrupt) { run_.set_interrupt(interrupt); }
    /// As RecordedRun::report_coming.
    void report_coming(std::function<void(double share)> told) { run_.report_coming(std::move(told)); }
    /// Applies a command or begins its job. `stop` cancels long work; the runner must be destroyed afterwards. `cancel`
    /// stops new panes of a SetPanes on their way to the current frame.
    void begin(Command&& command, const StopToken& stop = {}, const StopToken& cancel = {});
    bool job_pending() const { return job_.has_value(); }
    /// Computes one frame of the job. If it is stopped, the job ends.
    void step_job();
    /// Ends the job at the current frame.
    void abandon_job();
    /// Recovers from std::bad_alloc in any call: frees the timeline, restarts the experiment at frame 0 and sets
    /// Snapshot::error. May throw std::bad_alloc again; the next command then tries once more.
    void recover();
    /// Sets the last error and the number of completed commands in an older snapshot.
    void fill_error(Snapshot& snapshot) const;
    /// True for commands that make a pending job pointless.
    static bool cuts_short(const Command& command);

    /// Plays one frame: a recorded one if there is one, else a new one. Returns false and pauses if a pane has
    /// diverged. Also returns false if the frame was stopped.
    bool advance();

    /// The current state of the panes. Only changed parts are computed. `trace` allows the expensive part, the
    /// residuals of every iteration; without it they keep their old values.
    Snapshot snapshot(double measured_speed, bool trace = true);
    /// The measures of all frames since the last call.
    std::vector<Sample> take_samples() { return run_.take_samples(); }

    const Experiment& experiment() const { return run_.experiment(); }
    bool playing() const { return playing_; }
    double speed() const { return speed_; }

private:
    struct Job {
        std::int64_t from;
        std::int64_t to;
        bool shown; ///< takes long enough to show its progress
        bool of_command;
        bool again = false; ///< shows frames that were computed before: the user's grabs do not act
    };

    void set_panes(const std::vector<Settings>& panes, const StopToken& cancel);
    void open(const Session& session);
    void step_frames(int frames);
    void set_speed(double speed);
    void run_ahead(int frames);

    bool step(bool only_shown);
    /// Reports the status if it is an error.
    void check(const Status& status);
    /// Pauses, and shows an earlier frame: at once if it is kept, else by a job that computes it again.
    void show(std::int64_t frame);
    /// Creates the job that leads to the frame of an opened session.
    void lead_to(std::int64_t frame, bool of_command);

    RecordedRun run_;
    int threads_;
    bool playing_ = false;
    bool looping_ = false;
    double speed_ = 1;
    std::optional<Job> job_;
    bool beginning_ = false; ///< a command is being applied
    bool broken_ = false;    ///< recover() has not been completed
    std::uint64_t commands_done_ = 0;
};

} // namespace xpbd::lab
