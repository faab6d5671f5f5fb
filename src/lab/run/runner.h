// Runners: they own a simulation, apply commands to it and publish snapshots.
#pragma once

#include "core/base/stop.h"
#include "lab/experiment/experiment.h"
#include "lab/history/sample.h"
#include "lab/run/runner_commands.h"
#include "lab/run/runner_core.h"
#include "lab/run/snapshot.h"
#include "lab/threads/background.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

namespace xpbd::lab {

/// Owns an Experiment with its timeline, and applies commands to it.
class Runner {
public:
    virtual ~Runner() = default;
    /// Queues a command. Returns its number, counted from 1, for Snapshot::commands_done.
    virtual std::uint64_t post(Command command) = 0;
    /// The newest published snapshot. Never null; never waits for a solver.
    virtual std::shared_ptr<const Snapshot> latest() const = 0;
    /// The measures of all frames computed since the last call, if SetDetail::samples is set. For a single caller.
    virtual std::vector<Sample> take_samples() = 0;
};

/// Runs in the calling thread: post() applies the command immediately, advance() steps. For tests and the command line.
/// create() acts like OpenSession: it advances to session.frame and is paused.
class InlineRunner final : public Runner {
public:
    static Result<std::unique_ptr<InlineRunner>> create(const Session& session, int threads = 1);
    std::uint64_t post(Command command) override;
    std::shared_ptr<const Snapshot> latest() const override;
    std::vector<Sample> take_samples() override { return core_.take_samples(); }
    /// Steps `frames` frames, playing or not. Stops if a pane diverges or set_interrupt() stops it.
    void advance(int frames);
    /// Lets `interrupt` stop a running frame, which then counts as not begun.
    void set_interrupt(const StopToken& interrupt) { core_.set_interrupt(interrupt); }
    /// The experiment, for files that need full precision.
    const Experiment& experiment() const { return core_.experiment(); }

private:
    InlineRunner(Experiment experiment, const Session& session, int threads);
    void finish_job();

    mutable RunnerCore core_; ///< mutable, because it computes a snapshot's parts on demand
    std::uint64_t posted_ = 0;
    mutable std::shared_ptr<const Snapshot> latest_; ///< null if the core has changed since the last call
};

/// Runs on its own thread, in step with the wall clock; sleeps while paused. Its states equal those of InlineRunner.
/// create() returns at frame 0, paused, and advances to session.frame on its thread, like OpenSession. `threads`:
/// number of threads that step the panes; 0 = one per core. Takes samples from the start.
class ThreadedRunner final : public Runner {
public:
    static Result<std::unique_ptr<ThreadedRunner>> create(const Session& session, int threads = 0,
                                                          RunsOn place = default_place());
    ~ThreadedRunner() override; ///< stops like stop(), without a time limit
    /// Ends the simulation within an iteration of the running step. Returns false if the thread is still busy after
    /// `patience` with work that cannot be stopped: a sparse factorisation, or building a scene.
    bool stop(std::chrono::milliseconds patience);
    /// With RunsOn::caller: computes everything that is due, and continues a job, for about this many seconds; a frame
    /// that was begun is completed. Else does nothing, as a thread does the work.
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
