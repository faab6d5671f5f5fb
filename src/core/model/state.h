#pragma once

// The moving part of a simulation, and its checkpoint.

#include "core/base/types.h"
#include "core/model/motion.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace xpbd {

/// The moving part of a state. All arrays have one entry per particle.
struct Particles {
    std::vector<Vec4> position; ///< xyz [m], w = inverse mass [1/kg]
    std::vector<Vec3> velocity; ///< [m/s]
};

/// What a collider, a pin or a winch does to the body.
struct Load {
    Vec3 force{0};    ///< on the body [N]
    double power = 0; ///< of the force, at the velocity of what exerts it [W]; positive: it does work on the body
};

/// The complete input and output of a step. A copy is a checkpoint: stepped again with the same model, control and
/// settings, it gives the same bits.
struct State {
    Particles particles;
    double time = 0;       ///< simulated time [s]
    std::int64_t step = 0; ///< frames taken
    MotionClock clock;     ///< of driven parts; it starts only in a model with driven parts
    /// Work of all drives and winches on the body since the start [J]: h times their power, summed over the substeps.
    /// NaN after a step of a method without forces.
    double work = 0;

    /// @name History of the two-step integrator (BDF2)
    /// Positions and velocities one substep before the current ones; valid if `history_substep` > 0.
    /// @{
    std::vector<Vec3> previous_position; ///< [m]
    std::vector<Vec3> previous_velocity; ///< [m/s]
    double history_substep = 0; ///< length of the substep between history and present [s]; 0: no history (start, reset)
    /// @}

    /// Per constraint in model order: 1 if it is torn and no longer acts. Empty: no constraint is torn.
    std::vector<std::uint8_t> torn;
    /// AVBD's stiffness per constraint, which ramps up from step to step [N/m] (A25). Empty: not started.
    std::vector<double> penalty;

    /// @name Results of the last substep, for measures
    /// @{
    std::vector<Vec3> predicted;          ///< inertial target x~ [m]
    std::vector<int> held;                ///< particles held by the user; no multiplier contains the force on them
    std::vector<double> lambda;           ///< Lagrange multiplier per constraint, in model order [N s^2], or [N m s^2]
    std::vector<Vec3> contact_multiplier; ///< sum of contact multipliers times their directions, per particle [N s^2]
    std::vector<Load> collider_load; ///< per collider; empty before the first step, and for a method without forces
    double force_scale = 0;          ///< force = lambda grad C * force_scale [1/s^2]; 1/h^2 for BDF1; 0: no forces yet
    /// @}
};

/// True if constraint `index` (in model order) is torn.
inline bool is_torn(const State& state, std::size_t index) {
    return !state.torn.empty() && state.torn[index] != 0;
}

/// The time at which driven parts are [s]; 0 frames of a new clock are at State::time.
inline double motion_time(const State& state) {
    return state.clock.dt > 0 ? state.clock.time(static_cast<double>(state.step)) : state.time;
}

/// Clears the two-step history: the next step uses BDF1. Call it after any change that is not a step (a teleport).
void forget_history(State& state);

/// True if all positions and velocities are finite numbers.
bool is_finite(const State& state);

/// 64-bit hash (FNV-1a over words) of the bits of positions, velocities, torn constraints, time and step: equal states
/// have equal hashes on all machines of the same byte order.
std::uint64_t hash(const State& state);

} // namespace xpbd
