#pragma once

// The interface of a method: one virtual step().

#include "core/base/parallel.h"
#include "core/base/stop.h"
#include "core/model/control.h"
#include "core/model/model.h"
#include "core/model/settings.h"
#include "core/model/state.h"
#include "core/model/unfinished.h"

#include <utility>
#include <vector>

namespace xpbd {

struct Equations; // defined in measure/measure.h

/// A position beyond this counts as diverged: float32, used for drawing, has a resolution of only 6 cm there.
inline constexpr double kWorldLimit = 1e6; // [m]

/// Results of a step besides the new state.
struct StepStats {
    int iterations = 0;                  ///< number of iterations in all substeps
    int contacts = 0;                    ///< number of contact constraints in the last substep
    int unfinished = 0;                  ///< number of substeps that ended before the method's accuracy was reached
    Unfinished cause = Unfinished::none; ///< the worst cause of these substeps
    bool finite = true;       ///< false: the state holds NaN or Inf, or left the world; it must not be stepped again
    bool left_world = false;  ///< `finite` is false because a particle is at least kWorldLimit away from the origin
    bool interrupted = false; ///< ended early by Solver::set_interrupt(): the state is incomplete and must not be used
};

/// A method, ready to step. It keeps only scratch memory: the same (model, state, control, settings, dt) gives the same
/// bits, independent of earlier steps.
class Solver {
public:
    virtual ~Solver() = default;

    /// Advances `state` by the frame timestep dt [s], in settings.substeps substeps.
    virtual StepStats step(const Model& model, State& state, const Control& control, const Settings& settings,
                           double dt) = 0;

    /// Later steps write to `trace` the residuals after each iteration of their last substep; null turns this off. The
    /// states do not depend on it.
    void set_trace(std::vector<Equations>* trace) { trace_ = trace; }

    /// Later steps may distribute their work over threads. The states do not depend on it.
    void set_parallel(Parallel parallel) { parallel_ = std::move(parallel); }

    /// Later steps check between their iterations whether a stop is requested, and then end early
    /// (StepStats::interrupted). The states of complete steps do not depend on it.
    void set_interrupt(StopToken interrupt) { interrupt_ = std::move(interrupt); }

protected:
    /// Runs task(0) to task(count - 1), on threads if there are any.
    void in_parallel(std::size_t count, const std::function<void(std::size_t)>& task) const {
        run_tasks(parallel_, count, task);
    }

    /// True if the step must end. It stays true, so that a caller can check it again after the work has ended.
    bool interrupted() const { return interrupt_.stop_requested(); }

    std::vector<Equations>* trace_ = nullptr;
    Parallel parallel_;
    StopToken interrupt_;
};

} // namespace xpbd
