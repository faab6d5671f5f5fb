#pragma once

#include "core/stop.h"
#include "lab/experiment/experiment.h"
#include "lab/history/edit_log.h"
#include "lab/history/timeline.h"
#include "lab/run/snapshot.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace xpbd::lab {

/// An experiment with everything that led to where it stands: the states by frame, what was set at which frame, and
/// what was cut off when the past was resumed in another way.
class RecordedRun {
public:
    /// Is told what happens while it happens.
    class Listener {
    public:
        virtual void changed() = 0;                          ///< the experiment is another than before
        virtual void stepped() = 0;                          ///< a frame was computed, not only shown again
        virtual void recorded() = 0;                         ///< the present frame was written into the timeline
        virtual void began() = 0;                            ///< frame 0 of a run of which nothing is known yet
        virtual void failed(const std::string& message) = 0; ///< what the log says of a frame could not be set

    protected:
        ~Listener() = default;
    };
    /// Nothing is recorded before open(). `listener` must outlive this.
    RecordedRun(Experiment experiment, Listener& listener);

    /// From now on a step that is under way when `interrupt` is asked to stop ends early, and is no frame.
    void set_interrupt(const StopToken& interrupt);
    /// From now on `stop` abandons long work; this is then about to be destroyed.
    void set_stop(const StopToken& stop) { stop_ = stop; }

    /// Goes on as a session tells, from frame 0, where the experiment stands: that of at_start(session).
    void open(const Session& session);
    /// The same with another experiment.
    void open(const Session& session, Experiment experiment);

    /// Takes one frame: as it was taken before, where it was, else under what is set now; and records it. False where a
    /// pane is diverged, and where it was cut short. A pull by the hand resumes the past in another way, unless what
    /// was recorded is `only_shown`.
    bool step(bool only_shown = false);
    /// Shows a frame that is kept, and what was set then; for another one, the last kept one before it, from which
    /// step() leads there.
    void go_to(std::int64_t frame);
    /// Puts back what was cut off under this id, and goes to where both part.
    Status switch_branch(std::uint64_t id);

    /// @name What is set from the present frame on; where the run went on in another way, that is cut off. Fails
    /// without changing anything, as Experiment does.
    /// @{
    Status set_panes(const std::vector<Settings>& panes, const CatchUp& catch_up = {});
    Status set_world(const World& world);
    /// Another scene starts at frame 0; other pins of the same scene keep the states.
    Status set_scene(const scenes::SceneSpec& scene);
    /// The user's hand. Grabs without a finite target are left out.
    void hold(std::vector<Grab> grabs);
    /// @}

    /// Back to frame 0 with what is set now.
    void restart();
    /// Back to the last good frame of a diverged pane; does nothing where it is not diverged.
    void restore_last_good(int pane);
    /// Frees what was recorded. Only renew() may follow.
    void free_history();
    /// Frame 0 with new solvers; see Experiment::renew.
    void renew();
    void set_timeline_limit(std::size_t bytes) { timeline_.set_byte_limit(bytes, experiment_.frame()); }

    const Experiment& experiment() const { return experiment_; }
    const Timeline& timeline() const { return timeline_; }
    /// Settings of all panes.
    std::vector<Settings> panes() const;
    /// Writes scene, world, frame, timeline and log into a snapshot.
    void tell(Snapshot& snapshot);

private:
    /// Sets what the log holds at the present frame. Where that brings other bodies, the timeline begins there.
    void follow();
    void show_kept(std::int64_t frame);
    void show_recorded(std::int64_t frame);
    Status set_pins(const scenes::PinChanges& pins);
    Status change_pins(const scenes::PinChanges& pins);
    /// Where pins have changed at the present frame: its states as they were before.
    void take_pins_back();
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
    std::vector<PackedState> packed_states();
    void record();
    /// Time of a step [s].
    void note_cost(double seconds);

    Experiment experiment_;
    Listener* listener_;
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
    double cost_ = 0;        ///< what the last step takes where nothing interrupts it [s]; 0 = none yet
    StopToken stop_;
    StopToken interrupt_;
};

} // namespace xpbd::lab
