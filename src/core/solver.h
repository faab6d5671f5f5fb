#pragma once

#include "core/control.h"
#include "core/model.h"
#include "core/parallel.h"
#include "core/settings.h"
#include "core/state.h"
#include "core/stop.h"
#include "core/unfinished.h"

#include <utility>
#include <vector>

namespace xpbd {

struct Equations; // measure.h

/// Beyond this a position is taken for diverged: float32, which draws it, resolves no more than 6 cm there.
inline constexpr double kWorldLimit = 1e6; // [m]

/// What a step reports about itself.
struct StepStats {
    int iterations = 0;                  ///< iterations done, over all substeps
    int contacts = 0;                    ///< contact constraints in the last substep
    int unfinished = 0;                  ///< substeps that ended short of the method's accuracy,
    Unfinished cause = Unfinished::none; ///< and the gravest reason for one
    bool finite =
        true; ///< false: the state holds NaN or Inf, or left the representable world; it must not be stepped on
    bool left_world = false;  ///< `finite` is false because a particle is kWorldLimit or more from the origin
    bool interrupted = false; ///< cut short (Solver::set_interrupt): the state is no frame, and must not be used
};

/// A method, ready to step. It keeps only scratch memory: the same (model, state, control, settings, dt) gives the same
/// bits, whatever was stepped before.
class Solver {
public:
    virtual ~Solver() = default;

    /// Advances `state` by the frame timestep dt [s], in settings.substeps substeps.
    virtual StepStats step(const Model& model, State& state, const Control& control, const Settings& settings,
                           double dt) = 0;

    /// From now on a step writes to `trace` how well the equations hold after each iteration of its last substep; null
    /// stops that. The states are the same with and without.
    void set_trace(std::vector<Equations>* trace) { trace_ = trace; }

    /// From now on a step may spread its work over threads. The states are the same with and without.
    void set_parallel(Parallel parallel) { parallel_ = std::move(parallel); }

    /// From now on a step looks between its iterations whether it is asked to stop, and then ends early; see
    /// StepStats::interrupted. The states of steps that are not cut short are the same with and without.
    void set_interrupt(StopToken interrupt) { interrupt_ = std::move(interrupt); }

protected:
    /// task(0) .. task(count - 1), on threads where there are any.
    void in_parallel(std::size_t count, const std::function<void(std::size_t)>& task) const {
        run_tasks(parallel_, count, task);
    }

    /// True once the step must end. It stays true, so that a caller whose work was cut short still sees it.
    bool interrupted() const { return interrupt_.stop_requested(); }

    std::vector<Equations>* trace_ = nullptr;
    Parallel parallel_;
    StopToken interrupt_;
};

} // namespace xpbd
