#pragma once

#include "core/measure.h"
#include "lab/files/session.h"
#include "lab/run/experiment.h"
#include "lab/run/timeline.h"

#include <chrono>
#include <cstdint>
#include <glm/vec3.hpp>
#include <memory>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

namespace xpbd::lab {

/// @name Commands: what the user asks of the simulation. Applied between two frames, in order: a command that takes
/// many frames (StepFrames, RunAhead, OpenSession) is done before the next one is looked at; only OpenSession, Restart
/// and Cancel cut it short, in the middle of a frame, which then counts as not begun. Stepping or playing on from an
/// earlier frame records anew from there.
/// @{
struct SetPanes {
    std::vector<Settings> panes;
};
struct SetWorld {
    World world;
};
struct SetScene {
    scenes::SceneSpec scene;
};
/// Replaces everything and advances to session.frame, then stays paused there if frame > 0.
struct OpenSession {
    Session session;
};
struct SetGrabs {
    std::vector<Grab> grabs;
};
struct Play {
    bool playing = true;
};
/// Pauses; negative: back through the timeline.
struct StepFrames {
    int frames = 1;
};
/// Pauses; to a recorded frame (clamped to what is kept).
struct Seek {
    std::int64_t frame = 0;
};
struct Restart {};
/// Pauses; see Experiment::restore_last_good.
struct RestoreLastGood {
    int pane = 0;
};
/// Simulated seconds per wall second, kept within [1e-3, 1e3].
struct SetSpeed {
    double speed = 1;
};
/// Computes so many frames in advance, as fast as the machine can, and pauses there: then scrub.
struct RunAhead {
    int frames = 0;
};
/// Ends a command that takes many frames (RunAhead, OpenSession, StepFrames) where it stands.
struct Cancel {};
/// Whether playing repeats the recorded frames instead of computing new ones.
struct SetLoop {
    bool loop = false;
};
inline constexpr std::size_t kDefaultTimelineBytes = std::size_t{512} << 20;
/// Memory for the recorded frames, in bytes; the oldest go first.
struct SetTimelineLimit {
    std::size_t bytes = 0;
};
/// What a snapshot holds besides the figures that are always there; each costs time.
struct SetDetail {
    bool residuals = false; ///< PaneSnapshot::residuals
    bool forces = false;    ///< PaneSnapshot::tension and contacts

    bool operator==(const SetDetail&) const = default;
};
using Command = std::variant<SetPanes, SetWorld, SetScene, OpenSession, SetGrabs, Play, StepFrames, Seek, Restart,
                             RestoreLastGood, SetSpeed, RunAhead, Cancel, SetLoop, SetTimelineLimit, SetDetail>;
/// @}

/// One pane as the renderer and the readouts see it. Immutable once published. A diverged pane shows its last good
/// state, because the bad one has nothing to draw or measure.
struct PaneSnapshot {
    Settings settings;
    std::vector<glm::vec3> positions; ///< [m]
    std::vector<float> strain;        ///< signed, per distance constraint, in model order; 0 where torn [1]
    /// What of the model's surface and segments still holds together, once something is torn.
    bool torn = false;
    std::vector<std::array<int, 3>> whole_triangles;
    std::vector<std::array<int, 2>> whole_segments;
    /// @name Of Snapshot::measured_frame
    /// @{
    Measure measure;
    std::vector<double> readings; ///< one per row of readouts()
    int measured_method = 0;      ///< row in methods()
    /// @}
    StepStats stats;
    double solve_ms = 0; ///< [ms] of the last frame
    bool diverged = false;

    /// @name Where SetDetail asks for it
    /// @{
    std::vector<Equations> residuals; ///< after each iteration of a step; see Experiment::trace_step
    std::vector<float> tension;       ///< per distance constraint, in model order; negative = pressed [N]
    struct ContactForce {
        glm::vec3 at;    ///< [m]
        glm::vec3 force; ///< on the body [N]
    };
    std::vector<ContactForce> contacts;
    /// @}
};

/// What all panes showed at one frame. Immutable; shared between threads by pointer.
struct Snapshot {
    std::shared_ptr<const Model> model;
    scenes::SceneSpec scene;
    World world;
    std::int64_t frame = 0;
    double time = 0; ///< [s]
    std::vector<PaneSnapshot> panes;
    /// The frame of `hash` and of the panes' measures. While the threaded runner plays, this can be an earlier frame
    /// than `frame`, because measuring takes time.
    std::int64_t measured_frame = 0;
    double measured_time = 0; ///< [s]
    std::uint64_t hash = 0;   ///< state_hash at measured_frame
    bool playing = false;
    double asked_speed = 1;
    double measured_speed =
        0; ///< simulated seconds per wall second, over the last half second; asked speed when paused
    std::int64_t first_frame = 0; ///< oldest frame that the timeline keeps
    std::int64_t last_frame = 0;  ///< newest frame that the timeline keeps
    std::vector<Branch> branches; ///< of the timeline: what was recorded before and after the past was resumed
    std::string error; ///< the last command that failed (SetScene, OpenSession, a bad value): one line; "" before any
    std::uint64_t error_serial = 0;  ///< counts failures: a change means a new `error`
    std::uint64_t commands_done = 0; ///< number of commands applied so far, of those posted
    std::size_t timeline_bytes = 0;  ///< memory that the recorded frames take
    std::size_t timeline_limit = 0;
    bool looping = false;
    bool busy = false;           ///< advancing to a session's frame, or running ahead
    double progress = 0;         ///< of that, in [0, 1]
    std::int64_t busy_until = 0; ///< frame that it leads to
};

/// Owns an Experiment and its timeline and applies commands to it.
class Runner {
public:
    virtual ~Runner() = default;
    /// Queues a command; returns its number, counted from 1 (see Snapshot::commands_done).
    virtual std::uint64_t post(Command command) = 0;
    /// The newest published snapshot; never null, never blocks on a solver.
    virtual std::shared_ptr<const Snapshot> latest() const = 0;
};

/// Runs in the calling thread: post() applies at once, advance() steps. For tests and the command line.
/// create() does what OpenSession does: it advances to session.frame and is paused.
class InlineRunner final : public Runner {
public:
    static Result<std::unique_ptr<InlineRunner>> create(const Session& session, int threads = 1);
    ~InlineRunner() override;
    std::uint64_t post(Command command) override;
    std::shared_ptr<const Snapshot> latest() const override;
    /// Steps `frames` frames, playing or not; stops where a pane diverges, and where it is interrupted.
    void advance(int frames);
    /// From now on a frame that is under way when `interrupt` is asked to stop is cut short, and is as if never begun.
    void set_interrupt(const std::stop_token& interrupt);
    /// The experiment, for files that need full precision.
    const Experiment& experiment() const;

private:
    struct Impl;
    explicit InlineRunner(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Runs on a thread of its own, paced by the wall clock; sleeps when paused. Same states as InlineRunner.
/// create() returns at frame 0, paused, and advances to session.frame on its thread, as OpenSession does. `threads` is
/// the number of panes stepped at once; 0 = as many as the machine has cores for.
class ThreadedRunner final : public Runner {
public:
    static Result<std::unique_ptr<ThreadedRunner>> create(const Session& session, int threads = 0);
    ~ThreadedRunner() override; ///< as stop(), without end of patience
    /// Ends the simulation: within an iteration of the step under way. False where the thread is still busy after
    /// `patience`, with what cannot be cut short: a sparse factorisation, or the building of a scene.
    bool stop(std::chrono::milliseconds patience);
    std::uint64_t post(Command command) override;
    std::shared_ptr<const Snapshot> latest() const override;

private:
    struct Impl;
    explicit ThreadedRunner(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Turns wall time into whole frames. dt is never enlarged: what does not fit comes a little later, within 0.15 s of
/// wall time; beyond that it is dropped and counted.
class Pacer {
public:
    /// Frames to take now, after `wall` seconds since the last call, at `speed`, for a frame timestep dt [s], when a
    /// frame has lately cost `cost` wall seconds and at most `budget` wall seconds may be spent before the next call.
    int frames(double wall, double speed, double dt, double cost, double budget);
    /// Wall seconds until the next frame is due.
    double wait(double speed, double dt) const;
    /// Simulated time dropped so far [s].
    double dropped() const { return dropped_; }
    void reset();

private:
    double debt_ = 0;    ///< simulated time owed [s]
    double dropped_ = 0; ///< [s]
};

} // namespace xpbd::lab
