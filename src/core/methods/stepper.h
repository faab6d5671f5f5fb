#pragma once

#include "core/contact/contacts.h"
#include "core/effects/aerodynamics.h"
#include "core/effects/damping.h"
#include "core/methods/time_scheme.h"
#include "core/solver.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace xpbd {

/// The equations of one substep, as every method gets them: find x near the inertial target x~ = state.predicted that
/// balances M (x - x~) / h^2 against the constraints' forces.
struct Substep {
    const Model& model;
    const Settings& settings;
    TimeScheme scheme;
    std::span<const Vec3> start;         ///< x^n [m]
    std::span<const Vec3> reference;     ///< positions that damping measures motion from [m]
    std::span<const double> last_lambda; ///< multipliers of the substep before, in model order; for warm starts
    double last_force_scale = 0;         ///< force_scale that they had; 0 = no substep before
    Vec3 gravity{0};                     ///< [m/s^2], already in x~
    bool multipliers_wanted = true;      ///< somebody reads state.lambda before the next substep
    std::span<const double> mass{};      ///< m in the equations where the air adds to it (Wind) [kg]; empty = model's
};

/// All substeps of a step, where nothing but the constraints acts between them: no contacts, wind, tearing or damping
/// towards rigid motion. Every substep is BDF1's.
struct Frame {
    Substep substep; ///< the first one; `start` is where the frame begins, and the state's positions are still there
    double kept = 1; ///< share of a velocity that damping leaves over a substep
    std::span<const Grab> grabs;
    /// Moves the grabbed particles of the state to their places at the end of substep i in [0, substeps); -1 to those
    /// at the start.
    std::function<void(int i)> move_grabs;
};

/// What all methods share of a step (P07 algorithm 1): substeps, external forces, the inertial target, grabs,
/// velocities, damping, restitution, tearing. A method says how the target becomes the new position.
class Stepper : public Solver {
public:
    StepStats step(const Model& model, State& state, const Control& control, const Settings& settings, double dt) final;

protected:
    /// Moves state.particles.position from the inertial target to the new position, and writes state.lambda, which is
    /// all zero, and has one entry per constraint. Returns the iterations done. Contacts go through contacts(). Looks
    /// between iterations whether it is interrupted(), and then returns at once, whatever the state.
    virtual int solve(const Substep& substep, State& state) = 0;

    /// Takes a whole frame at once, where a method can keep what it needs from substep to substep: the same numbers as
    /// substep by substep, sooner. False where it cannot, or where a substep leaves the world: the state is as before
    /// then. Else the state is that after the last substep, as after update_velocities().
    virtual bool solve_frame(const Frame& frame, State& state, StepStats& stats);

    /// True for a method that neither starts from zeros in state.lambda nor reads Substep::last_lambda: it finds
    /// state.lambda as the substep before left it, and need not write it where Substep::multipliers_wanted is false.
    virtual bool keeps_own_multipliers() const { return false; }

    /// Writes the contact forces to state.contact_multiplier and returns the number of contacts. A method whose
    /// contacts() do not hold the forces overrides it.
    virtual int finish_contacts(const Substep& substep, State& state);

    /// With the velocities of the substep, after restitution: a method that can add energy takes it out again here.
    /// It forgets the state's history (forget_history()) where BDF2 would bring it back.
    virtual void restrain(State& /*state*/) {}

    Contacts& contacts() { return contacts_; }

    /// A solve() that ends short of its own accuracy reports it, once, and why: StepStats::unfinished and cause.
    void note_unfinished(Unfinished cause) {
        ++unfinished_;
        cause_ = std::max(cause_, cause);
    }
    /// Substeps of this step so far that did.
    int unfinished() const { return unfinished_; }

    /// Every method calls this after an iteration, with state.lambda up to date where tracing() is true.
    void note_iteration(const Substep& substep, State& state);
    bool tracing() const { return tracing_; }

    static constexpr std::size_t kRange = 16384; ///< particles that are worth a thread
    /// Calls f(begin, end) for ranges that make up [0, count), on threads where there are any.
    template <class F>
    void in_ranges(std::size_t count, F&& f) const {
        xpbd::in_ranges(parallel_, count, kRange, f);
    }
    /// Calls f(i) for i in [0, count), likewise.
    template <class F>
    void in_chunks(std::size_t count, F&& f) const {
        xpbd::in_chunks(parallel_, count, kRange, f);
    }

private:
    bool is_one_piece(const Model& model, const Control& control, const Settings& settings) const;
    bool step_as_one(const Model& model, State& state, const Control& control, const Settings& settings, double h,
                     const std::function<void(int)>& move_grabs, StepStats& stats);
    void predict(const Model& model, State& state, const Control& control, const Settings& settings,
                 const TimeScheme& scheme);
    void update_velocities(State& state, const TimeScheme& scheme);
    void restart_history(State& state) const;
    void check_world(const State& state, StepStats& stats) const;

    Contacts contacts_;
    Wind wind_;
    Bodies bodies_;
    int unfinished_ = 0;                  ///< of the step
    Unfinished cause_ = Unfinished::none; ///< likewise
    bool tracing_ = false;                ///< in the last substep, where it is asked for
    // Scratch, rewritten in every substep.
    std::vector<Vec3> start_;
    std::vector<Vec3> reference_; ///< where it is not start_
    std::vector<double> last_lambda_;
    std::vector<Vec3> traced_velocity_;
};

/// The motion within the substep that constraint damping sees, per particle [m/s].
void damped_velocity(const Substep& substep, const State& state, std::vector<Vec3>& velocity);

/// Material of a constraint under the pane's settings.
inline ConstraintMaterial material_of(const Material& material, const Settings& settings) {
    return {stiffness_of(material, settings), compliance_of(material, settings), damping_of(material, settings)};
}

} // namespace xpbd
