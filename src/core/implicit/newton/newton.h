#pragma once

#include "core/implicit/block_cholesky.h"
#include "core/implicit/conjugate_gradients.h"
#include "core/implicit/primal_dual/outside.h"
#include "core/implicit/primal_dual/primal_dual.h"
#include "core/implicit/vectors.h"
#include "core/step/terms.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace xpbd {

/// The reference: implicit Euler (or BDF2) by Newton's method, started from the result of primal-dual Newton. Minimises
/// E(x) = 1/(2 h^2) (x - x~)' M (x - x~) + sum C^2/(2 alpha) with the full Hessian, a line search and a sparse Cholesky
/// factor, to a relative gradient of 1e-10 or the rounding of the positions. It solves the equation itself: XPBD's own
/// fixed point differs from it, because XPBD drops the change of the gradients within a step (X16, section 4).
///
/// Rigid constraints (alpha = 0) and contacts are met by an augmented Lagrangian: passes, each of which is one
/// minimisation. Friction stays in the cone of the previous pass's normal forces. Parts of the body that overlap after
/// a pass become contacts in the next pass. Friction between them is projected once, after the solve, in the cone of
/// the final forces: within the passes it would take hundreds of steps, because all of a bending cloth slides along
/// itself by tiny amounts.
///
/// The work of a substep is bounded. A substep that reaches the bound counts in StepStats::unfinished.
class NewtonSolver final : public GuardedStepper {
protected:
    int solve(const Substep& substep, State& state) override;
    int finish_contacts(const Substep& substep, State& state) override;

private:
    static constexpr double kPenalty = 1e4; ///< ratio of the first penalty to the effective mass
    static constexpr double kPenaltyGrowth = 100;
    static constexpr double kPassReduction =
        0.1; ///< a pass that leaves more than this share of a violation stiffens its penalty
    static constexpr double kLastBit = 0.5 * std::numeric_limits<double>::epsilon(); ///< rounding of a number of size 1

    /// A contact of one particle with one collider, or of two particles (Touch). `error`: gap minus the distance to
    /// keep [m]; `moved`: relative displacement since the start of the substep [m].
    struct Contact : ContactRow {
        Vec3 direction{0}; ///< normal at the start of the pass; the slip is measured across it
        double violation = std::numeric_limits<double>::infinity(); ///< |error| after the previous pass [m]

        Vec3 slip(const Vec3& moved) const { return along_surface(moved, direction); }
        double energy(double error, const Vec3& moved) const { return ContactRow::energy(error, slip(moved)); }
        Vec3 force(double error, const Vec3& towards, const Vec3& moved) const;
        /// Its contribution to the objective's Hessian.
        glm::dmat3 stiffness(double error, const Vec3& towards, const Vec3& moved) const;
        /// After a pass: takes the new forces, with friction in the cone of the normal force, and stiffens the penalty
        /// if the error exceeds the tolerance. True if an error or a change exceeds the tolerance.
        bool tighten(double error, const Vec3& towards, const Vec3& moved, double friction, double tolerance);
        /// Sets the penalty to `factor` times the mass.
        void stiffen(double factor) { penalty = hold = factor * mass; }
    };

    /// Two particles that touch, or overlapped after a pass of this substep. Has no friction.
    struct Touch : Contact {
        std::size_t pair = 0; ///< index in SelfCollision::pairs()
        std::size_t a = 0, b = 0;
        double distance = 0;  ///< minimum distance of a and b [m]
        double predicted = 0; ///< normal force predicted by the last step (predict_multipliers())
    };
    /// Geometry of a touch. The force acts on b, the opposite force on a.
    struct Stance {
        double error = 0; ///< distance of a and b minus Touch::distance [m]
        Vec3 towards{0};  ///< unit vector from a to b
        double length = 0;
    };

    /// Value of the objective.
    struct Energy {
        double value = 0;
        double size = 0; ///< sum of the magnitudes of the terms; the rounding error of `value` is proportional to it
    };

    // newton.cpp: the passes of the augmented Lagrangian
    int approach(const Substep& substep, State& state);
    int run_passes(const Substep& substep, State& state, int most);
    void begin(const Substep& substep, const State& state);
    bool tighten(const Substep& substep, const State& state);
    double tighten_constraints(const Substep& substep, const State& state, double tolerance, bool& off);
    double tighten_contacts(const Substep& substep, const State& state, double tolerance, bool& off);

    // touches.cpp: contacts of the body with itself
    bool find_touches(const Substep& substep, const std::vector<Vec4>& x, double tolerance);
    Stance stance_of(const Touch& touch, const Substep& substep, const std::vector<Vec4>& x) const;
    void add_touch_forces(const Substep& substep, const State& state);
    void add_touches(const Substep& substep, const State& state);
    double error_after(const Touch& touch, const Stance& stance, std::span<const double> step) const;
    void bend_touches(const Substep& substep, const State& state, std::span<const double> step,
                      std::span<double> force) const;
    void predict_touches(const Substep& substep, double share);
    double tighten_touches(const Substep& substep, const State& state, double tolerance, bool& off);
    void write_touches();

    // minimise.cpp: one minimisation
    /// The result of a Newton step.
    enum class Outcome {
        lower, ///< the objective is lower
        last,  ///< the remaining gradient is rounding
        stuck, ///< no step lowers the objective
    };
    int minimise(const Substep& substep, State& state, int most);
    Outcome descend(const Substep& substep, State& state, double norm);
    bool bend(const Substep& substep, State& state, double share, double enough);
    bool find_direction(const Substep& substep, const State& state);
    bool find_careful_direction(const Substep& substep, const State& state);
    bool solve_for_direction();
    std::vector<double> solve(const std::vector<double>& right) const;
    std::vector<double> precondition(const std::vector<double>& right) const;
    bool iterate(const std::vector<double>& right, double tolerance, std::vector<double>& solution) const;
    void move(State& state, std::span<const double> step) const;
    void predict_multipliers(const Substep& substep, double share);

    // objective.cpp
    Energy energy(const Substep& substep, const State& state, const std::vector<Vec4>& x) const;
    double gradient(const Substep& substep, const State& state);
    void add_constraint_forces(const Substep& substep, const State& state);
    void add_contact_forces(const Substep& substep, const State& state);

    // assemble.cpp
    void prepare_hessian(const Substep& substep);
    bool keeps_bending_outside(const Substep& substep) const;
    void assemble(const Substep& substep, const State& state, bool projected);
    void add_constraints(const Substep& substep, const State& state, bool projected);
    template <std::size_t Arity>
    void add_curvature(const std::array<int, Arity>& particles, const GlobalGraph::Place& place,
                       const Curvature<Arity>& curvature);
    template <std::size_t Arity>
    void add_block(const std::array<int, Arity>& particles, const GlobalGraph::Place& place, const auto& part);
    void add_volumes(const Substep& substep, const State& state);
    void add_contacts(const Substep& substep, const State& state);

    bool is_free(std::size_t particle) const { return unknown_[particle] >= 0; }
    /// Block row of a particle; -1 if it is fixed.
    auto row_of() const {
        return
            [this](int particle) { return unknown_[index_of(particle)] >= 0 ? unknown_[index_of(particle)] / 3 : -1; };
    }

    PrimalDualSolver approach_;
    bool is_approached_ = false; ///< the current attempt starts from the result of approach()
    std::vector<ObjectiveTerm> terms_;
    std::vector<double> violation_; ///< per constraint: |C| after the previous pass if it is rigid
    std::vector<Contact> contacts_; ///< per collider and particle
    std::vector<Touch> touches_;
    std::vector<bool> touched_;           ///< per pair of SelfCollision: whether the pair is in touches_
    std::vector<int> unknown_;            ///< first unknown of a particle, or -1 for a fixed one
    double least_violation_ = 0;          ///< largest violation after the best pass of this substep
    double last_violation_ = 0;           ///< largest violation after the last pass
    int stalled_passes_ = 0;              ///< passes since the violation fell
    bool met_ = false;                    ///< the last minimisation reached its tolerance, or rounding
    bool finished_ = false;               ///< the substep reached its tolerance
    Unfinished cause_ = Unfinished::none; ///< why the last minimisation did not reach its tolerance
    bool careful_ = false;                ///< second attempt at a substep (run_passes())

    std::vector<double> gradient_;
    double scale_ = 0;              ///< magnitude of the terms of the gradient; the tolerance is relative to it
    double rounding_ = 0;           ///< magnitude of the gradient's rounding error, from the rounding of the positions
    std::vector<Vec3> force_;       ///< scratch of gradient(): force of constraints and contacts per particle
    std::vector<double> direction_; ///< Newton direction of the current step
    std::vector<Vec4> from_;        ///< positions at the start of the current step
    std::vector<double> predicted_lambda_; ///< per constraint: predicted multiplier (predict_multipliers())
    double added_mass_ = 0;                ///< ratio of added mass to a particle's mass (find_direction())
    int blind_steps_ = 0;                  ///< steps of this minimisation whose descent rounding hides (descend())
    double tolerance_ = 0;                 ///< relative residual of conjugate gradients (minimise())

    BlockCholesky<3> hessian_;         ///< without the volumes' rank-one parts; block row unknown_/3 per particle
    std::uint64_t hessian_of_ = 0;     ///< identity of the model that its pattern was made for
    std::vector<int> hessian_unknown_; ///< unknown_ that its pattern was made for
    std::vector<std::pair<int, int>>
        hessian_touches_;              ///< touches that its pattern was made for, as pairs of block rows
    bool hessian_has_bending_ = true;  ///< whether its pattern includes bending
    GlobalGraph graph_;                ///< `pair` of its links is an index in hessian_
    std::vector<std::size_t> pair_of_; ///< per pair of graph_: its index in hessian_
    OutsideConstraints outside_;       ///< constraints outside hessian_
    mutable ConjugateGradients gradients_;
    std::size_t volume_pairs_ = 0; ///< index in hessian_ of the first pair of a volume's triangle
    std::size_t touch_pairs_ = 0;  ///< index in hessian_ of the first pair of a touch
    Columns volume_gradient_;      ///< one column per volume: root of its curvature times grad C
};

/// The largest move of a particle, divided by (1 m + its distance from the origin).
double largest_move(const std::vector<Vec4>& from, const std::vector<Vec4>& to);

} // namespace xpbd
