#pragma once

#include "core/stop.h"
#include "lab/experiment/experiment.h"
#include "lab/history/sample.h"
#include "lab/run/commands.h"
#include "lab/run/snapshot.h"
#include "lab/threads/background.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

namespace xpbd::lab {

/// Owns an Experiment and its timeline and applies commands to it.
class Runner {
public:
    virtual ~Runner() = default;
    /// Queues a command; returns its number, counted from 1 (see Snapshot::commands_done).
    virtual std::uint64_t post(Command command) = 0;
    /// The newest published snapshot; never null, never blocks on a solver.
    virtual std::shared_ptr<const Snapshot> latest() const = 0;
    /// What was measured at every frame that was taken since the last call, where SetDetail asks for it. One caller.
    virtual std::vector<Sample> take_samples() = 0;
};

/// Runs in the calling thread: post() applies at once, advance() steps. For tests and the command line.
/// create() does what OpenSession does: it advances to session.frame and is paused.
class InlineRunner final : public Runner {
public:
    static Result<std::unique_ptr<InlineRunner>> create(const Session& session, int threads = 1);
    ~InlineRunner() override;
    std::uint64_t post(Command command) override;
    std::shared_ptr<const Snapshot> latest() const override;
    std::vector<Sample> take_samples() override;
    /// Steps `frames` frames, playing or not; stops where a pane diverges, and where it is interrupted.
    void advance(int frames);
    /// From now on a frame that is under way when `interrupt` is asked to stop is cut short, and is as if never begun.
    void set_interrupt(const StopToken& interrupt);
    /// The experiment, for files that need full precision.
    const Experiment& experiment() const;

private:
    struct Impl;
    explicit InlineRunner(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Runs on a thread of its own, paced by the wall clock; sleeps when paused. Same states as InlineRunner.
/// create() returns at frame 0, paused, and advances to session.frame on its thread, as OpenSession does. `threads` is
/// the number of panes stepped at once; 0 = as many as the machine has cores for. It takes samples from the start.
class ThreadedRunner final : public Runner {
public:
    static Result<std::unique_ptr<ThreadedRunner>> create(const Session& session, int threads = 0,
                                                          RunsOn place = default_place());
    ~ThreadedRunner() override; ///< as stop(), waiting for as long as it takes
    /// Ends the simulation: within an iteration of the step under way. False where the thread is still busy after
    /// `patience`, with what cannot be cut short: a sparse factorisation, or the building of a scene.
    bool stop(std::chrono::milliseconds patience);
    /// With RunsOn::caller: does what is due, and goes on with a job, for about so many seconds; what is begun is done
    /// to the end of its frame. Else nothing: a thread does it.
    void work(double seconds);
    std::uint64_t post(Command command) override;
    std::shared_ptr<const Snapshot> latest() const override;
    std::vector<Sample> take_samples() override;

private:
    struct Impl;
    explicit ThreadedRunner(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace xpbd::lab
