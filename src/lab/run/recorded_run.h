// An experiment with its history and its measures.
#pragma once

#include "core/base/stop.h"
#include "lab/experiment/experiment.h"
#include "lab/history/edit_log.h"
#include "lab/history/sample.h"
#include "lab/history/timeline.h"
#include "lab/run/runner_commands.h"
#include "lab/run/shown_panes.h"
#include "lab/run/snapshot.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace xpbd::lab {

/// An experiment with its history: the states by frame, the parameters that were set at each frame, the branches that
/// were cut off when an earlier frame was continued with other parameters, and the measures of each frame. RunnerCore
/// decides when a frame is computed or shown; this class computes, records, measures and shows it.
class RecordedRun {
public:
    /// Records nothing before open(). `samples` as in SetDetail.
    RecordedRun(Experiment experiment, bool samples);

    /// Lets `interrupt` stop a running step early; the panes then keep the state from before the step.
    void set_interrupt(const StopToken& interrupt);
    /// Lets `stop` cancel long work; the object must be destroyed afterwards.
    void set_stop(const StopToken& stop) { stop_ = stop; }
    /// Calls `told` with the finished share, in [0, 1], while new panes are stepped to the current frame.
    void report_coming(std::function<void(double share)> told) { told_ = std::move(told); }

    /// Starts at frame 0 with the past of a session. The experiment must have been created from at_start(session).
    void open(const Session& session);
    /// Starts at frame 0 with the past of a session, with another experiment.
    void open(const Session& session, Experiment experiment);

    /// Advances by one frame and records it. A frame that was computed before is repeated with the parameters of that
    /// time; a new frame uses the current ones. Returns false if a pane has diverged or the step was stopped. With the
    /// user's hand, a step before recorded frames begins a new branch; with `only_shown` it shows a recorded frame. If
    /// the interrupt stops new panes of the session's past on their way, the past ends at this frame, without them.
    bool step(bool only_shown = false);
    /// Shows a recorded frame with its parameters. If it is not kept, shows the last kept one before it; step() then
    /// computes the frames between.
    void go_to(std::int64_t frame);
    /// Restores the branch with this id, and goes to the frame where the branches separate.
    Status switch_branch(std::uint64_t id);

    /// @name Parameters from the current frame on
    /// If the run has recorded later frames, they are cut off. On failure nothing changes, as in Experiment.
    /// @{
    /// `cancel` stops new panes on their way to the current frame.
    Status set_panes(const std::vector<Settings>& panes, const StopToken& cancel = {});
    Status set_world(const World& world);
    /// Another scene starts at frame 0. With other pins of the same scene the states are kept.
    Status set_scene(const scenes::SceneSpec& scene);
    /// Sets what the user holds. A collider moves from where it was held in the frame before; the `from` of its grab is
    /// not read. Grabs without a finite target are ignored.
    void hold(Hand hand);
    /// @}

    /// Goes back to frame 0 with the current parameters.
    void restart();
    /// Goes back to the last good frame of a diverged pane. Does nothing if the pane has not diverged.
    void restore_last_good(int pane);
    /// After a failure in the middle of any call: frees the recorded frames, and goes to frame 0 with new solvers, as
    /// Experiment::renew() does. `why` becomes the error. May throw std::bad_alloc; can be called again then.
    void start_over(const std::string& why);
    void set_timeline_limit(std::size_t bytes) { timeline_.set_byte_limit(bytes, experiment_.frame()); }

    const Experiment& experiment() const { return experiment_; }
    const Timeline& timeline() const { return timeline_; }
    /// The settings of all panes.
    std::vector<Settings> panes() const;

    /// @name Samples and snapshots
    /// @{
    /// Sets the optional contents. If this switches samples on, the current frame is the first one.
    void set_detail(const SetDetail& detail);
    /// The measures of all frames that were recorded since the last call, if SetDetail::samples is set.
    std::vector<Sample> take_samples() { return std::exchange(samples_, {}); }
    /// Sets panes, scene, world, frame, timeline, log and error of a snapshot. Only changed parts are computed. `trace`
    /// allows the expensive part, the residuals of every iteration; without it they keep their old values.
    void fill(Snapshot& snapshot, bool trace = true);
    /// Sets the error that snapshots show.
    void fail(const std::string& message);
    void fill_error(Snapshot& snapshot) const;
    /// @}

private:
    /// Sets the parameters that the log contains for the current frame. If they change the bodies, the timeline
    /// restarts.
    void follow();
    void show_kept(std::int64_t frame);
    void show_recorded(std::int64_t frame);
    Status set_changes(const scenes::Changes& changes);
    Status change_by_hand(const scenes::Changes& changes);
    /// If something was changed by hand at the current frame, restores the states from before.
    void take_changes_back();
    /// Where held colliders are at the current frame.
    std::vector<ColliderGrab> held_colliders() const;
    /// Lets held colliders start where they were held in the frame before.
    void lead_on();
    /// Called before the newest frame is left: logs its parameters.
    void leave();
    /// Called before a parameter is changed at an earlier frame: cuts off the recorded future.
    void branch_off();
    /// The current parameters.
    EditLog::Controls controls() const;
    /// Logs the current parameters from the current frame on.
    void note();
    /// Restarts the timeline with the current state as its only frame.
    void restart_timeline();
    /// Restarts the timeline at frame 0 with the current state, and clears the log.
    void restart_log();
    std::vector<PackedState> packed_states();
    /// Adds the current frame to the timeline.
    void record();
    void free_history();
    void sample();
    /// Records the time of a step [s].
    void note_cost(double seconds);

    Experiment experiment_;
    Timeline timeline_;
    EditLog log_;
    std::shared_ptr<const EditLog> shown_log_; ///< copy for snapshots; null if the log has changed since
    LogFollower follower_;
    std::int64_t end_ = 0; ///< last frame that was recorded or has parameters in the session's past
    /// Log and end of a branch that was cut off; the timeline keeps its states. By the timeline's id of the branch.
    struct Tail {
        std::vector<EditLog::Entry> log;
        std::int64_t end;
    };
    std::map<std::uint64_t, Tail> tails_;
    Hand held_;       ///< what the user holds
    double cost_ = 0; ///< duration of a step without disturbances [s]; 0 = not measured yet
    ShownPanes shown_;
    std::vector<Sample> samples_;
    std::string error_;
    std::uint64_t error_serial_ = 0;
    StopToken stop_;
    StopToken interrupt_;
    std::function<void(double share)> told_;
};

} // namespace xpbd::lab
