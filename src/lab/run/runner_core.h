#pragma once

#include "lab/run/edit_log.h"
#include "lab/run/runner.h"
#include "lab/run/sample.h"
#include "lab/run/timeline.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace xpbd::lab {

/// What both runners share: an experiment, its timeline, and what each command does to them. One thread at a time.
///
/// A command that takes many frames leaves a job behind, so that the threaded runner can publish, and listen, between
/// its frames. Commands are begun only when no job is pending: this is what makes both runners reach the same states.
class RunnerCore {
public:
    /// Starts paused, with a job that leads to the session's frame where that is above 0. `experiment` is that of
    /// at_start(session); `samples` as in SetDetail.
    RunnerCore(Experiment experiment, const Session& session, int threads, bool samples);

    /// From now on a step that is under way when `interrupt` is asked to stop ends early, and is no frame.
    void set_interrupt(const std::stop_token& interrupt);
    /// Applies a command, or begins its job. `stop` abandons long work; the runner is then about to be destroyed.
    void begin(Command&& command, const std::stop_token& stop = {});
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

    const Experiment& experiment() const { return experiment_; }
    bool playing() const { return playing_; }
    double speed() const { return speed_; }

private:
    struct Job {
        std::int64_t from;
        std::int64_t to;
        bool shown; ///< long enough to show its progress
        bool of_command;
    };

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

    /// Takes one frame: as it was taken before, where it was, else under what is set now; and records it. False where a
    /// pane is diverged, and where it was cut short.
    bool step();
    /// Sets what the log holds at the present frame. Where that brings other bodies, the timeline begins there.
    void follow();
    void fail(const std::string& message);
    /// The experiment has changed.
    void touch();
    /// Restores a frame that is kept, and what was set then.
    void restore(std::int64_t frame);
    /// The same, wherever the experiment stands.
    void show_kept(std::int64_t frame);
    void show_recorded(std::int64_t frame);
    Status set_pins(const scenes::PinChanges& pins);
    /// Where pins have changed at the present frame: its states as they were before.
    void take_pins_back();
    /// Goes on as a session tells, from frame 0, where the experiment stands.
    void open(const Session& session, bool of_command);
    /// Before the newest frame is left: remembers what is set there.
    void leave();
    /// Before something is set at a frame from which the run went on in another way: cuts that off.
    void branch_off();
    /// What is set now.
    EditLog::Controls controls() const;
    /// Writes what is set from the present frame on into the log.
    void note();
    /// Records the present as the only frame known, and nothing after it.
    void restart_timeline();
    /// The same, at frame 0: forgets what was set before.
    void restart_log();
    void record();
    /// Notes how long the panes' steps took.
    void time_panes();
    /// Adds what the present frame measures.
    void sample();
    void show_panes();
    void measure_panes();

    Experiment experiment_;
    Timeline timeline_;
    EditLog log_;
    std::shared_ptr<const EditLog> shown_log_; ///< a copy for snapshots; null where the log has changed since
    LogFollower follower_;
    std::int64_t end_ = 0; ///< up to this frame it is known how the run goes: it was recorded, or a session told it
    /// What was cut off, besides the states: by the timeline's id.
    struct Tail {
        std::vector<EditLog::Entry> log;
        std::int64_t end;
    };
    std::map<std::uint64_t, Tail> tails_;
    std::vector<Grab> held_; ///< the user's hand
    std::vector<Sample> samples_;
    int threads_;
    bool playing_ = false;
    bool looping_ = false;
    SetDetail detail_;
    bool trace_stale_ = true; ///< the residuals are older than the experiment
    double speed_ = 1;
    std::optional<Job> job_;
    std::stop_token stop_;
    bool beginning_ = false; ///< a command is being applied
    bool broken_ = false;    ///< recover() was not done to its end
    std::stop_token interrupt_;
    std::string error_;
    std::uint64_t error_serial_ = 0;
    std::uint64_t commands_done_ = 0;
    bool stale_ = true;          ///< `panes_` are older than the experiment
    bool measures_stale_ = true; ///< and so are `figures_` and `hash_`
    std::vector<PaneSnapshot> panes_;
    struct Figures {
        Measure measure;
        std::vector<double> readings;
        int method = 0;
    };
    std::vector<Figures> figures_;          ///< per pane
    std::vector<std::deque<double>> times_; ///< per pane: of the last frames [ms]
    std::int64_t measured_frame_ = 0;
    double measured_time_ = 0; ///< [s]
    std::uint64_t hash_ = 0;
};

} // namespace xpbd::lab
