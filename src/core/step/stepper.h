#pragma once

#include "core/step/contact/contacts.h"
#include "core/step/driven_model.h"
#include "core/step/effects/aerodynamics.h"
#include "core/step/effects/damping.h"
#include "core/step/solver.h"
#include "core/step/time_scheme.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace xpbd {

/// The equations of one substep, as every method receives them: find x near the inertial target x~ = state.predicted
/// that balances M (x - x~) / h^2 against the constraints' forces.
struct Substep {
    const Model& model; ///< driven colliders and rest lengths are those at the end of the substep (DrivenModel)
    const Settings& settings;
    TimeScheme scheme;
    std::span<const Vec3> start;         ///< x^n [m]
    std::span<const Vec3> reference;     ///< positions from which damping measures motion [m]
    std::span<const double> last_lambda; ///< multipliers of the previous substep, in model order; for warm starts
    double last_force_scale = 0;         ///< State::force_scale of last_lambda; 0: there is no previous substep
    Vec3 gravity{0};                     ///< [m/s^2], already in x~
    bool multipliers_wanted = true;      ///< true if state.lambda is read before the next substep
    std::span<const double> mass{}; ///< masses in the equations if the air adds to them (Wind) [kg]; empty: the model's
};

/// All substeps of a step in which no effect acts between the substeps: no contacts, wind, tearing or damping towards
/// rigid motion. Every substep uses BDF1.
struct Frame {
    Substep substep; ///< the first substep; `start` holds the positions at the start of the frame, as does the state
    double kept = 1; ///< factor by which damping multiplies a velocity in one substep
    std::span<const Grab> grabs;
    /// Moves the grabbed particles of the state to their positions at the end of substep i in [0, substeps); i = -1: at
    /// the start of the frame.
    std::function<void(int i)> move_grabs;
};

/// The part of a step that all methods share (P07 algorithm 1): substeps, external forces, the inertial target, grabs,
/// velocities, damping, restitution, tearing. A method implements solve(): from the target to the new position.
class Stepper : public Solver {
public:
    StepStats step(const Model& scene, State& state, const Control& control, const Settings& settings, double dt) final;

protected:
    /// Moves state.particles.position from the inertial target to the new position, and writes state.lambda, which has
    /// one entry per constraint, all zero at the call. Returns the number of iterations. Contacts are handled by
    /// contacts(). Must return soon when interrupted() is true; the state may then be anything.
    virtual int solve(const Substep& substep, State& state) = 0;

    /// Solves a whole frame in one call if a method can keep its data from substep to substep: the same bits as substep
    /// by substep, in less time. False if the method cannot, or if a particle leaves the world; the state is then
    /// unchanged. If true, the state is the one after the last substep and update_velocities().
    virtual bool solve_frame(const Frame& frame, State& state, StepStats& stats);

    /// True for a method that neither needs zeros in state.lambda nor reads Substep::last_lambda. Its solve() finds
    /// state.lambda as the previous substep left it, and need not write it if Substep::multipliers_wanted is false.
    virtual bool keeps_own_multipliers() const { return false; }

    /// Writes the contact forces to state.contact_multiplier and returns the number of contacts. Overridden by methods
    /// that do not keep the forces in contacts().
    virtual int finish_contacts(const Substep& substep, State& state);

    /// Called with the velocities of the substep, after restitution: a method that can add energy removes it here. It
    /// calls forget_history() if BDF2 would bring the energy back.
    virtual void restrain(State& /*state*/) {}

    Contacts& contacts() { return contacts_; }

    /// Takes back all iterations of a solve(): the free particles are at the inertial target again, without
    /// multipliers.
    void start_again(State& state);

    /// Called by a solve() that ends before its own accuracy is reached, once, with the cause; fills StepStats.
    void note_unfinished(Unfinished cause) {
        ++unfinished_;
        cause_ = std::max(cause_, cause);
    }
    /// Number of substeps in this step for which note_unfinished() was called.
    int unfinished() const { return unfinished_; }

    /// Every method calls this after an iteration. If tracing(), state.lambda must be up to date.
    void note_iteration(const Substep& substep, State& state);
    bool tracing() const { return tracing_; }

    static constexpr std::size_t kRange = 16384; ///< particles per task
    /// Calls f(begin, end) for ranges that cover [0, count), on threads if there are any.
    template <class F>
    void in_ranges(std::size_t count, F&& f) const {
        xpbd::in_ranges(parallel_, count, kRange, f);
    }
    /// Calls f(i) for i in [0, count), on threads if there are any.
    template <class F>
    void in_chunks(std::size_t count, F&& f) const {
        xpbd::in_chunks(parallel_, count, kRange, f);
    }

private:
    bool may_solve_frame(const Model& model, const Control& control, const Settings& settings) const;
    bool step_whole_frame(const Model& model, State& state, const Control& control, const Settings& settings, double h,
                          const std::function<void(int)>& move_grabs, StepStats& stats);
    void predict(const Model& model, State& state, const Control& control, const Settings& settings,
                 const TimeScheme& scheme);
    void update_velocities(State& state, const TimeScheme& scheme);
    void restart_history(State& state) const;
    void note_loads(const Model& scene, const Model& model, State& state, double share, double h) const;
    void check_world(const State& state, StepStats& stats) const;

    DrivenModel driven_;
    Contacts contacts_;
    Wind wind_;
    Bodies bodies_;
    int unfinished_ = 0;                  ///< number of note_unfinished() calls in this step
    Unfinished cause_ = Unfinished::none; ///< the worst cause in these calls
    bool tracing_ = false;                ///< true in the last substep of a step if a trace is requested
    // Scratch, rewritten in every substep.
    std::vector<Vec3> start_;
    std::vector<Vec3> reference_; ///< Substep::reference for BDF2; BDF1 uses start_
    std::vector<double> last_lambda_;
    std::vector<Vec3> traced_velocity_;
};

/// Writes each particle's velocity within the substep, from which constraint damping is computed [m/s].
void damped_velocity(const Substep& substep, const State& state, std::vector<Vec3>& velocity);

/// The material values of a constraint: its own, or where it has none, the values of the settings.
inline ConstraintMaterial material_of(const Material& material, const Settings& settings) {
    return {stiffness_of(material, settings), compliance_of(material, settings), damping_of(material, settings)};
}

} // namespace xpbd
