#pragma once

#include "core/methods/stepper.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace xpbd {

/// Keeps a substep that has not converged from adding energy to a body.
///
/// An exact step of implicit Euler ends with at most the kinetic plus elastic energy of its start and the work of
/// gravity, wind and hands. Iterations that end early leave forces unbalanced, and the work of those is energy from
/// nowhere. The guard knows the most energy that each body may have. A method that can do so finds positions whose
/// potential energy is not above it (fits(), draw_back()); restrain() then slows the body down to the kinetic energy
/// that is left. A body within its energy is not touched, to the last bit.
///
/// The energy is that of Measure: rigid constraints store none. Where they pull back their error they may lift the body
/// all the same. BDF2 can pass its start's energy for some substeps
/// although it is solved exactly. There, only the work of unbalanced forces counts.
///
/// A body is the free particles that constraints connect. Where particles can touch each other
/// (Model::self_distance), the whole model is one body, because what touches passes energy on.
class EnergyGuard {
public:
    /// Starts a substep, after Stepper's prediction. `stiffness` of every constraint [N/m], or the unit of its type;
    /// 0 = it stores no energy; empty = none does. `swept`: what has changed the inertial targets, which is no work.
    void begin(const Substep& substep, const State& state, std::span<const double> stiffness, const SweptPairs& swept);

    /// x^n of free particles; fixed ones where they are in this substep.
    const std::vector<Vec4>& start() const { return start_; }
    /// True where a hand moves a particle in this substep.
    bool has_moving_hand() const { return hand_moves_; }

    /// Finds the energy that each body has at the state's positions, and the most that it may have. Reads state.lambda.
    void judge(const Substep& substep, const State& state);
    /// True where the potential energy at the judged positions leaves this share of the kinetic energy there.
    bool fits(int body, double share) const;
    /// True where every body does.
    bool all_fit(double share) const;

    /// Moves the judged positions of bodies whose potential energy alone is too high towards the start, until it is
    /// not, and judges them again.
    void draw_back(const Substep& substep, State& state);

    /// With the velocities of the substep: slows down every body that has more energy than it may have. A body that no
    /// fixed particle holds keeps its linear and angular momentum where that suffices. True where a body has lost more
    /// than a percent of its speed: what BDF2 knows of the motion before is wrong then.
    bool restrain(State& state) const;

    /// begin() and judge() in one, after the solve, with the elastic energy of Measure.
    void judge_outcome(const Substep& substep, const State& state, const SweptPairs& swept);

    int body_count() const { return static_cast<int>(bodies_.size()); }
    /// Where fixed particles hold a body: the middle of those that share a constraint with it, each as often as it
    /// does; none where it is free [m].
    const std::optional<Vec3>& holder(int body) const { return bodies_[index_of(body)].holder; }
    /// Body of a particle; -1 of one that is fixed in the model.
    int body_of(std::size_t particle) const { return body_[particle]; }

private:
    struct Body {
        std::optional<Vec3> holder;
        int ties = 0;          ///< constraints with a fixed particle
        bool is_held = false;  ///< a constraint ties it to a fixed particle
        double kinetic = 0;    ///< at the start [J]
        double elastic = 0;    ///< at the start [J]
        double moving = 0;     ///< kinetic energy at the judged positions [J]
        double stored = 0;     ///< elastic energy there [J]
        double work = 0;       ///< of gravity, wind and hands up to there [J]
        double unbalanced = 0; ///< work of unbalanced forces up to there [J]
        double rounding = 0;   ///< what of all that is rounding [J]
        double pulled = 0;     ///< what rigid constraints may lift by pulling back their error [J]
        double allowed = 0;    ///< most kinetic energy that it may have there [J]
    };
    void find_bodies(const Model& model);
    void add_elastic(const Model& model, std::span<const Vec4> position, double Body::*sum);
    void add_work_of_hands(const Substep& substep, const State& state);
    void add_pull_of_rigid(const Substep& substep, const State& state);
    void add_unbalanced_work(const Substep& substep, const State& state);

    std::uint64_t model_ = 0; ///< identity of the model that the next two describe
    std::vector<int> body_;
    std::vector<Body> bodies_;
    bool hand_moves_ = false;
    std::vector<double> mass_; ///< in this substep [kg]; 0 = fixed
    std::vector<double> stiffness_;
    std::vector<Vec4> start_;
    std::vector<Vec3> outside_; ///< force of gravity and wind [N]
    std::vector<Vec3> force_;   ///< scratch
};

/// A method whose steps are guarded once they are done: positions stay, and what they have too much is taken from the
/// motion.
class GuardedStepper : public Stepper {
protected:
    /// For the start of solve(): the substep before may have been interrupted after judge_energy().
    void begin_energy() { is_judged_ = false; }
    /// For the end of solve(), of a step that may not have converged.
    void judge_energy(const Substep& substep, const State& state) {
        guard_.judge_outcome(substep, state, contacts().swept());
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
