#pragma once

#include "core/stop.h"
#include "lab/run/commands.h"
#include "lab/run/recorded_run.h"
#include "lab/run/shown_panes.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace xpbd::lab {

/// What both runners share: what each command does to a recorded run, and what a snapshot tells of it. One thread at a
/// time.
///
/// A command that takes many frames leaves a job behind, so that the threaded runner can publish, and listen, between
/// its frames. Commands are begun only when no job is pending: this is what makes both runners reach the same states.
class RunnerCore final : private RecordedRun::Listener {
public:
    /// Starts paused, with a job that leads to the session's frame where that is above 0. `experiment` is that of
    /// at_start(session); `samples` as in SetDetail.
    RunnerCore(Experiment experiment, const Session& session, int threads, bool samples);
    RunnerCore(const RunnerCore&) = delete;
    RunnerCore& operator=(const RunnerCore&) = delete;

    /// From now on a step that is under way when `interrupt` is asked to stop ends early, and is no frame.
    void set_interrupt(const StopToken& interrupt);
    /// Applies a command, or begins its job. `stop` abandons long work; the runner is then about to be destroyed.
    /// `bodies` follows, and ends, the way of bodies that a SetPanes brings.
    void begin(Command&& command, const StopToken& stop = {}, CatchUp bodies = {});
    bool job_pending() const { return job_.has_value(); }
    /// One frame of the job; one that is cut short ends the job.
    void step_job();
    /// Leaves the job where it stands.
    void abandon_job();
    /// After std::bad_alloc out of any call: frees the timeline, starts the experiment anew at frame 0 and tells of it
    /// as Snapshot::error does. May throw it again; the runner then tries it once more before the next command.
    void recover();
    /// Writes the last fault, and how many commands are done, into an older snapshot.
    void tell_fault(Snapshot& snapshot) const;
    /// True for the commands that make a pending job pointless.
    static bool cuts_short(const Command& command);

    /// One frame of playing: what was recorded, where there is something, else a new one. False, and paused, where a
    /// pane is diverged; false too where the frame was cut short.
    bool advance();

    /// What the panes show now, computed only where something changed. `trace` allows its costly part, the residuals
    /// of every iteration; without it those stay as they were.
    Snapshot snapshot(double measured_speed, bool trace = true);
    /// What was measured since the last call.
    std::vector<Sample> take_samples() { return std::exchange(samples_, {}); }

    const Experiment& experiment() const { return run_.experiment(); }
    bool playing() const { return playing_; }
    double speed() const { return speed_; }

private:
    struct Job {
        std::int64_t from;
        std::int64_t to;
        bool shown; ///< long enough to show its progress
        bool of_command;
        bool again = false; ///< shows what was stepped before: the user's hand does not act
    };

    void changed() override;
    void stepped() override;
    void recorded() override;
    void began() override;
    void failed(const std::string& message) override;

    void apply(SetPanes& command);
    void apply(SetWorld& command);
    void apply(SetScene& command);
    void apply(OpenSession& command);
    void apply(SetGrabs& command);
    void apply(Play& command);
    void apply(StepFrames& command);
    void apply(Seek& command);
    void apply(SwitchBranch& command);
    void apply(Restart& command);
    void apply(RestoreLastGood& command);
    void apply(SetSpeed& command);
    void apply(RunAhead& command);
    void apply(Cancel& command);
    void apply(SetLoop& command);
    void apply(SetTimelineLimit& command);
    void apply(SetDetail& command);

    bool step(bool only_shown);
    /// Tells of it where it is a fault.
    void check(const Status& status);
    /// Shows a frame of the past: at once where it is kept, else by a job that steps there again.
    void show(std::int64_t frame);
    /// The job that leads to the frame at which an opened session stands.
    void lead_to(std::int64_t frame, bool of_command);
    void sample();

    ShownPanes shown_; ///< before the run, which tells of what happens
    std::vector<Sample> samples_;
    RecordedRun run_;
    int threads_;
    bool playing_ = false;
    bool looping_ = false;
    double speed_ = 1;
    std::optional<Job> job_;
    CatchUp bodies_;         ///< of the command that is being applied
    bool beginning_ = false; ///< a command is being applied
    bool broken_ = false;    ///< recover() was not done to its end
    StopToken interrupt_;
    std::string error_;
    std::uint64_t error_serial_ = 0;
    std::uint64_t commands_done_ = 0;
};

} // namespace xpbd::lab
