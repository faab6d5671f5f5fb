#pragma once

#include "core/step/stepper.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace xpbd {

/// Keeps a substep that has not converged from adding energy to a body.
///
/// An exact step of implicit Euler ends with at most the kinetic plus elastic energy of its start, plus the work of
/// gravity, wind, hands (grabs), driven particles and driven colliders. Iterations that end early leave forces
/// unbalanced, whose work is spurious energy. The guard computes the most energy that each body may have. Some methods
/// use it to find positions whose potential energy is not above that (fits(), draw_back()); restrain() then slows the
/// body down to the remaining kinetic energy. A body within its energy is not changed by a bit.
///
/// The energy is the one of Measure: rigid constraints store none, but may lift the body when they pull back their
/// error. BDF2 can exceed the energy of its start for some substeps although it is solved exactly: for BDF2 only the
/// work of unbalanced forces counts.
///
/// If everything that holds a body is driven alike, its energy is that in the frame which moves along (its drift): a
/// scene that moves as a whole then behaves as the scene at rest.
///
/// A body is a set of free particles that constraints connect. If particles can touch each other
/// (Model::self_distance), the whole model is one body, because contacts transfer energy.
class EnergyGuard {
public:
    /// Starts a substep, after Stepper's prediction. `stiffness` of every constraint [N/m, or the unit of its type], 0
    /// if it stores no energy; empty: no constraint stores energy. `stops` have changed the inertial targets, which
    /// does no work.
    void begin(const Substep& substep, const State& state, std::span<const double> stiffness, const Stops& stops);

    /// x^n of free particles, carried along by their body's drift; current positions of fixed particles.
    const std::vector<Vec4>& start() const { return start_; }
    /// True if something from outside moves in this substep and may do work: a held or driven particle, or a collider.
    bool is_driven() const { return hand_moves_ || colliders_move_; }

    /// Computes the energy of each body at the state's positions, and its upper limit. Reads state.lambda.
    void judge(const Substep& substep, const State& state);
    /// True if the limit, less the potential energy at the judged positions, allows this share of the kinetic energy.
    bool fits(int body, double share) const;
    /// True if fits(body, share) is true for every body.
    bool all_fit(double share) const;

    /// Moves bodies whose potential energy alone exceeds the limit back towards the start until it does not, and judges
    /// again.
    void draw_back(const Substep& substep, State& state);

    /// Call it with the velocities of the substep: slows down every body with too much energy. A body that is not held
    /// by a fixed particle keeps its linear and angular momentum if that suffices. True if a body has lost more than a
    /// percent of its speed: BDF2's history of the motion is then wrong.
    bool restrain(State& state) const;

    /// begin() and judge() in one call, after the solve, with the elastic energy of Measure.
    void judge_outcome(const Substep& substep, const State& state, const Stops& stops);

    int body_count() const { return static_cast<int>(bodies_.size()); }
    /// The point at which fixed particles hold a body [m]: their mean, weighted by the number of constraints with the
    /// body. Empty if no fixed particle holds it.
    const std::optional<Vec3>& holder(int body) const { return bodies_[index_of(body)].holder; }
    /// Index of the body, a set of connected free particles, that holds a particle; -1 for a particle fixed in the
    /// model.
    int body_of(std::size_t particle) const { return body_[particle]; }

private:
    struct Body {
        std::optional<Vec3> holder;
        Vec3 drift{0};               ///< way of the frame in which the energies are measured, in this substep [m]
        bool is_driven_alike = true; ///< no hand holds it, and all that holds it moves by `drift`
        int ties = 0;                ///< constraints with a fixed particle
        bool is_held = false;        ///< a constraint ties it to a fixed particle, or a hand holds it
        double kinetic = 0;          ///< at the start [J]
        double elastic = 0;          ///< at the start [J]
        double moving = 0;           ///< kinetic energy at the judged positions [J]
        double stored = 0;           ///< elastic energy at the judged positions [J]
        double work = 0;             ///< work of everything outside from the start to the judged positions [J]
        double unbalanced = 0;       ///< work of unbalanced forces on the same way [J]
        double rounding = 0;         ///< rounding error of these energies [J]
        double pulled = 0;           ///< work that rigid constraints may do by pulling back their error [J]
        double allowed = 0;          ///< upper limit of `moving` [J]
    };
    void find_bodies(const Model& model);
    void find_holders(const Substep& substep, const State& state);
    void add_elastic(const Model& model, std::span<const Vec4> position, double Body::*sum);
    void add_work_of_hands(const Substep& substep, const State& state);
    void add_work_of_colliders(const Substep& substep, const State& state);
    void add_pull_of_rigid(const Substep& substep, const State& state);
    void add_unbalanced_work(const Substep& substep, const State& state);

    std::uint64_t model_ = 0; ///< identity of the model that body_ and bodies_ were made for
    std::vector<int> body_;
    std::vector<Body> bodies_;
    double h_ = 0;            ///< substep [s]
    bool hand_moves_ = false; ///< against the drift of the body
    bool colliders_move_ = false;
    std::vector<double> mass_; ///< in this substep [kg]; 0: fixed
    std::vector<double> stiffness_;
    std::vector<Vec4> start_;
    std::vector<Vec3> outside_; ///< force of gravity and wind [N]
    std::vector<Vec3> force_;   ///< scratch
};

/// A method whose substeps are guarded at their end: positions stay, and excess energy is taken from the velocities.
class GuardedStepper : public Stepper {
protected:
    /// Call it at the start of solve(): the last substep may have been interrupted after judge_energy().
    void begin_energy() { is_judged_ = false; }
    /// Call it at the end of solve() if the step may not have converged.
    void judge_energy(const Substep& substep, const State& state) {
        guard_.judge_outcome(substep, state, contacts().stops());
        is_judged_ = true;
    }
    void restrain(State& state) override {
        if (is_judged_ && guard_.restrain(state)) {
            forget_history(state);
        }
        is_judged_ = false;
    }

private:
    EnergyGuard guard_;
    bool is_judged_ = false;
};

} // namespace xpbd
