#pragma once

#include "lab/run/runner.h"
#include "lab/run/timeline.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace xpbd::lab {

/// What both runners share: an experiment, its timeline, and what each command does to them. One thread at a time.
///
/// A command that takes many frames leaves a job behind, so that the threaded runner can publish, and listen, between
/// its frames. Commands are begun only when no job is pending: this is what makes both runners reach the same states.
class RunnerCore {
public:
    /// Starts paused, with a job that leads to `target_frame` where that is above 0.
    RunnerCore(Experiment experiment, std::int64_t target_frame, int threads);

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

    /// One frame of playing: the next recorded one where looping, else a new one. False, and paused, where a pane is
    /// diverged; false too where the frame was cut short.
    bool advance();

    /// What the panes show now, computed only where something changed. `measures` and `trace` allow its costly parts,
    /// the measures and the residuals of every iteration; without them those stay as they were.
    Snapshot snapshot(double measured_speed, bool measures = true, bool trace = true);
    /// Wall time of the last measuring [s].
    double measure_seconds() const { return measure_seconds_; }
    /// True where the measures are older than the experiment.
    bool measures_stale() const { return stale_ || measures_stale_; }

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
    void apply(Restart& command);
    void apply(RestoreLastGood& command);
    void apply(SetSpeed& command);
    void apply(RunAhead& command);
    void apply(Cancel& command);
    void apply(SetLoop& command);
    void apply(SetTimelineLimit& command);
    void apply(SetDetail& command);

    /// Takes one frame and records it. False where a pane is diverged, and where it was cut short.
    bool step();
    void fail(const std::string& message);
    /// Restores a recorded frame, the nearest one kept.
    void restore(std::int64_t frame);
    /// Records the present as the only frame known.
    void restart_timeline();
    void record();
    void show_panes();
    void measure_panes();

    Experiment experiment_;
    Timeline timeline_;
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
    bool measures_stale_ = true; ///< and so are their measures, and `hash_`
    std::vector<PaneSnapshot> panes_;
    std::int64_t measured_frame_ = 0;
    double measured_time_ = 0; ///< [s]
    double measure_seconds_ = 0;
    std::uint64_t hash_ = 0;
};

} // namespace xpbd::lab
