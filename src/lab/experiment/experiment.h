// The simulation without a screen: several solvers on one scene, in lockstep.
#pragma once

#include "core/base/stop.h"
#include "core/model/model.h"
#include "core/step/measure/measure.h"
#include "core/step/solver.h"
#include "lab/experiment/swing.h"
#include "lab/files/session/session.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace xpbd::lab {

/// A running pane.
struct Pane {
    Settings settings;
    /// The scene's model, or the model of the pane's own mesh (Settings::resolution).
    std::shared_ptr<const Model> model;
    State state;
    State last_good; ///< state before the last step; a diverged pane can be restored to it
    StepStats stats;
    Swing swing;                  ///< measures the period over the frames since the start or the last jump in time
    double solve_ms = 0;          ///< wall time of the last frame's step [ms]
    bool diverged = false;        ///< stopped until reset() or restore_last_good()
    std::vector<Equations> trace; ///< residuals of the last frame if set_tracing() is on, else empty
    /// True if the last step's method kept data for the next step besides the motion (reads_history()). If false, a
    /// method that reads such data starts without them, as from a state of the timeline, so that both runs are equal.
    bool has_history = true;
};

/// Progress and cancellation while new panes are stepped to the current frame.
struct CatchUp {
    StopToken stop{};
    std::function<void(double share)> told{}; ///< called after every frame with the finished share, in [0, 1]
};

/// A scene that several solvers simulate in lockstep: all panes start from the same state and take the same frames with
/// the same control. Not thread-safe. step() may use `threads` threads, whose number does not change the result.
class Experiment {
public:
    /// Builds the scene and starts every pane at frame 0. Does not advance to session.frame and does not apply the
    /// session's past, which EditLog repeats. Fails if the scene cannot be built or a parameter of panes or world is
    /// invalid.
    static Result<Experiment> create(const Session& session, int threads = 1);
    Experiment(Experiment&&) noexcept;
    Experiment& operator=(Experiment&&) noexcept;
    ~Experiment();

    /// Advances every pane by one frame. A pane that diverges keeps its bad state and is marked. Then no pane is
    /// stepped until reset() or restore_last_good(), because panes at different times cannot be compared. Returns false
    /// if set_interrupt() stopped the frame; all panes then have the state from before the frame. `stepped(i)` is
    /// called for each pane after its step, on the thread that stepped it.
    bool step(const std::function<void(std::size_t pane)>& stepped = {});
    /// Lets `interrupt` stop a running step; the step then ends within an iteration.
    void set_interrupt(const StopToken& interrupt);
    /// With true, step() writes to Pane::trace how well the equations hold after each iteration of the frame's last
    /// substep. The states do not change.
    void set_tracing(bool tracing);
    /// Goes back to frame 0. Settings, world and scene stay.
    void reset();
    /// Like reset(), with new solvers. Use it after an exception (out of memory) that may have left states and solvers
    /// inconsistent. Needs no more memory than create().
    void renew();
    /// Restores a diverged pane to its last good frame, and all other panes to the same frame, to keep the lockstep.
    /// Does nothing if the pane has not diverged.
    void restore_last_good(int pane);

    /// Rebuilds the scene (new resolution, size, ...) and resets. On failure nothing changes.
    Status set_scene(const scenes::SceneSpec& scene);
    /// Changes what the user has pinned, put, moved or taken away (scenes/changes). States are kept except for pinned
    /// and freed particles. On failure nothing changes. Does nothing if the changes are equal.
    Status set_changes(const scenes::Changes& changes);
    /// Replaces all panes' settings and keeps their states. A new pane, or one whose mesh changes, starts at frame 0
    /// and is stepped alone to the current frame; if it diverges before, it stays there and is marked. Fails, without
    /// any change, if a mesh cannot be built, if memory is too small, or if `catch_up` stops it.
    Status set_panes(const std::vector<Settings>& panes, const CatchUp& catch_up = {});
    void set_world(const World& world);
    /// Sets what the user holds in the coming steps, for all panes. Grabs refer to particles of the scene's own mesh,
    /// as its pins do (scenes/changes/other_mesh.h). An empty hand releases. Grabs without a finite target are ignored.
    void set_hand(Hand hand);

    /// Replaces the states, for scrubbing and stepping back. One state per pane, for its mesh, including its history.
    void set_states(std::vector<State> states);

    /// Repeats the pane's last step with the current settings and returns how well the equations held after each
    /// iteration of its last substep. After a restored frame, uses the step that follows it. Empty for a diverged pane
    /// and if interrupted.
    std::vector<Equations> trace_step(int pane) const;

    /// Calls task(i) for every pane. In large scenes the calls run in parallel on the threads of step().
    void for_each_pane(const std::function<void(std::size_t)>& task) const;

    /// The model of the scene's own mesh. A pane's model is Pane::model.
    const std::shared_ptr<const Model>& model() const;
    const std::vector<Pane>& panes() const;
    const World& world() const;
    const scenes::SceneSpec& scene() const;
    std::int64_t frame() const;
    double time() const;
    bool any_diverged() const;
    /// A session with the current settings and frame, and the default camera.
    Session session() const;

private:
    struct Impl;
    explicit Experiment(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Why a state cannot be stepped further: "a particle is 1000 km or more from the origin", or that it contains NaN.
std::string cause_of_divergence(const StepStats& stats);
/// A remedy, as the end of a sentence that starts with "Try".
std::string cure_of_divergence(const StepStats& stats);

/// Combined hash of all panes' states.
std::uint64_t state_hash(const Experiment& experiment);

} // namespace xpbd::lab
