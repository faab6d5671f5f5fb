#pragma once

#include "core/measure/measure.h"
#include "core/methods.h"
#include "core/model.h"
#include "core/stop.h"
#include "lab/experiment/swing.h"
#include "lab/files/session/session.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace xpbd::lab {

/// One pane while it runs.
struct Pane {
    Settings settings;
    std::shared_ptr<const Model> model; ///< the scene's, or of a mesh of its own (Settings::resolution)
    State state;
    State last_good; ///< state before the last step; what a diverged pane goes back to
    StepStats stats;
    Swing swing;                  ///< of the frames since the start, or since a jump
    double solve_ms = 0;          ///< wall time of the last frame's step [ms]
    bool diverged = false;        ///< stopped; a reset, or restore_last_good(), brings it back
    std::vector<Equations> trace; ///< of the last frame, where it was traced (set_tracing), else empty
    /// Whether the last step left a history, as reads_history() says: a method or integrator that reads one, after a
    /// step that left none, starts it anew. A state from the timeline leads to the same future.
    bool has_history = true;
};

/// How the way of new bodies to the present frame is followed, and ended.
struct CatchUp {
    StopToken stop{};
    std::function<void(double share)> told{}; ///< after every frame: how much of the way is done, in [0, 1]
};

/// A scene that several solvers simulate in lockstep: all panes take the same frames, from the same start, under the
/// same control. Call it from one thread. step() may use `threads` threads; the bits are the same.
class Experiment {
public:
    /// Builds the scene and starts every pane at frame 0, without advancing to session.frame and without the session's
    /// past (see EditLog). Fails where the scene does. The session's panes and world are checked too.
    static Result<Experiment> create(const Session& session, int threads = 1);
    Experiment(Experiment&&) noexcept;
    Experiment& operator=(Experiment&&) noexcept;
    ~Experiment();

    /// Advances every pane by one frame. A pane that diverges keeps its bad state and says so; from then on nothing
    /// moves (lockstep: panes at different times cannot be compared) until reset() or restore_last_good().
    /// False where the frame was cut short (set_interrupt): then every pane stands where it stood before.
    /// `stepped(i)` is called for each pane when it has taken the frame, on the thread that stepped it.
    bool step(const std::function<void(std::size_t pane)>& stepped = {});
    /// From now on a step that is under way when `interrupt` is asked to stop ends within an iteration.
    void set_interrupt(const StopToken& interrupt);
    /// From now on step() writes to Pane::trace how well the equations hold after each iteration of the frame's last
    /// substep; false stops that. The states are the same with and without.
    void set_tracing(bool tracing);
    /// Back to frame 0. Settings, world and scene stay.
    void reset();
    /// The same with new solvers: after an exception (out of memory) left states and solvers half-done. Takes no more
    /// memory than create() did.
    void renew();
    /// Puts a diverged pane back to its last good frame, and every other pane to that same frame, to stay in lockstep.
    /// Nothing happens where the pane is not diverged.
    void restore_last_good(int pane);

    /// Rebuilds the scene (new resolution, size, ...) and resets. Fails without changing anything.
    Status set_scene(const scenes::SceneSpec& scene);
    /// The same scene with other pins (scenes/pins/pins.h): the states are kept, but for what the pins say. Fails
    /// without changing anything; does nothing where they are the same.
    Status set_pins(const scenes::PinChanges& pins);
    /// Replaces all panes' settings; the states are kept: no jump back to the rest shape. A new pane, and one whose
    /// mesh changes, starts at frame 0 and is stepped alone up to the current frame; if it diverges on the way, it
    /// stops there and is marked. Fails without changing anything where a mesh cannot be built, there is not enough
    /// memory, or `catch_up` stops it.
    Status set_panes(const std::vector<Settings>& panes, const CatchUp& catch_up = {});
    void set_world(const World& world);
    /// Grabs for the coming steps, the same in all panes: they name particles of the scene's own mesh, as its pins do
    /// (scenes/pins/other_mesh.h). Empty releases. Grabs without a finite target are left out.
    void set_grabs(std::vector<Grab> grabs);

    /// Replaces the states (scrubbing, stepping back). One per pane, of its mesh; their history comes with them.
    void set_states(std::vector<State> states);

    /// How well the equations held after each iteration of the pane's last step (of its last substep), found by taking
    /// that step once more under the present settings; where a frame was restored, of the step that leaves it. Empty
    /// for a diverged pane, and where it is interrupted.
    std::vector<Equations> trace_step(int pane) const;

    /// Calls task(i) for every pane, at once on the threads of step() where the scene is large enough to be worth it.
    void for_each_pane(const std::function<void(std::size_t)>& task) const;

    /// Of the scene's own mesh; what a pane moves is Pane::model.
    const std::shared_ptr<const Model>& model() const;
    const std::vector<Pane>& panes() const;
    const World& world() const;
    const scenes::SceneSpec& scene() const;
    std::int64_t frame() const;
    double time() const;
    bool any_diverged() const;
    /// The session that reproduces the current settings and frame (camera left at its default).
    Session session() const;

private:
    struct Impl;
    explicit Experiment(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Why a pane's state cannot be stepped on: "a particle is 1000 km or more from the origin", or that numbers ended.
std::string cause_of_divergence(const StepStats& stats);
/// What helps against it, as the end of a sentence after "Try".
std::string cure_of_divergence(const StepStats& stats);

/// Combined hash of all panes' states.
std::uint64_t state_hash(const Experiment& experiment);

} // namespace xpbd::lab
