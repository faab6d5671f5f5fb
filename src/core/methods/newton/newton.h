#pragma once

#include "core/methods/block_cholesky.h"
#include "core/methods/conjugate_gradients.h"
#include "core/methods/global/global.h"
#include "core/methods/global/outside.h"
#include "core/methods/terms.h"

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace xpbd {

/// The referee: implicit Euler (or BDF2) by Newton's method, from where primal-dual Newton has come to, on its
/// objective E(x) = 1/(2 h^2) (x - x~)' M (x - x~) + sum C^2/(2 alpha), full Hessian, line search, sparse Cholesky, to
/// a relative gradient of 1e-10 or the rounding of the positions. What it solves is the equation itself: XPBD's own
/// fixed point differs from it, because it drops the change of the gradients within a step (X16, section 4).
///
/// Rigid constraints (alpha = 0) and contacts are met by an augmented Lagrangian around the same minimisation. Friction
/// stays in its cone with the normal forces of the pass before. Parts of the body that come to overlap in a pass are
/// contacts from the next one on. Friction between them is projected once, after the solve, in the cone of the forces
/// found: within the passes it takes hundreds of steps, because a cloth that bends slides along itself everywhere, by
/// next to nothing.
///
/// The work of a substep is bounded. One that ends at the bound counts in StepStats::unfinished.
class NewtonSolver final : public GuardedStepper {
protected:
    int solve(const Substep& substep, State& state) override;
    int finish_contacts(const Substep& substep, State& state) override;

private:
    static constexpr double kPenalty = 1e4; ///< first penalty, over the effective mass
    static constexpr double kPenaltyGrowth = 100;
    static constexpr double kPassReduction = 0.1; ///< a pass that leaves more of a violation stiffens its penalty
    static constexpr double kLastBit = 0.5 * std::numeric_limits<double>::epsilon(); ///< rounding of a number of size 1

    /// A contact: of one particle with one collider, or of two particles (Touch). `error`: by how much the gap is
    /// larger than it must be [m]; `moved`: along which way since the start of the substep [m].
    struct Contact : ContactRow {
        Vec3 direction{0};                                          ///< normal at the start of the pass, for the slip
        double violation = std::numeric_limits<double>::infinity(); ///< after the pass before [m]

        Vec3 slip(const Vec3& moved) const { return along_surface(moved, direction); }
        double energy(double error, const Vec3& moved) const { return ContactRow::energy(error, slip(moved)); }
        Vec3 force(double error, const Vec3& towards, const Vec3& moved) const;
        /// What the objective's Hessian has of it.
        Eigen::Matrix3d stiffness(double error, const Vec3& towards, const Vec3& moved) const;
        /// After a pass: takes over the forces just found, with friction in the cone of the normal force, and stiffens
        /// the penalty where the error is above the tolerance. True where anything was off.
        bool tighten(double error, const Vec3& towards, const Vec3& moved, double friction, double tolerance);
        /// A penalty of this much over the mass.
        void stiffen(double factor) { penalty = hold = factor * mass; }
    };

    /// Two particles that touch, or have overlapped after a pass of this substep. Without friction.
    struct Touch : Contact {
        std::size_t pair = 0; ///< in SelfCollision::pairs()
        std::size_t a = 0, b = 0;
        double distance = 0; ///< that they must keep [m]
        double foretold = 0; ///< see foretell()
    };
    /// How a touch stands: the forces act on b, and the opposite ones on a.
    struct Stance {
        double error = 0; ///< [m]
        Vec3 towards{0};  ///< unit vector from a to b
        double length = 0;
    };

    /// The objective.
    struct Energy {
        double value = 0;
        double size = 0; ///< sum of its parts' magnitudes: what its rounding is a share of
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
    double error_after(const Touch& touch, const Stance& stance, const Eigen::VectorXd& step) const;
    void bend_touches(const Substep& substep, const State& state, const Eigen::VectorXd& step,
                      Eigen::VectorXd& force) const;
    void foretell_touches(const Substep& substep, double share);
    double tighten_touches(const Substep& substep, const State& state, double tolerance, bool& off);
    void write_touches();

    // minimise.cpp: one minimisation
    /// What a Newton step came to.
    enum class Outcome {
        lower, ///< the objective is lower
        last,  ///< all that is left is rounding
        stuck, ///< no step lowers the objective
    };
    int minimise(const Substep& substep, State& state, int most);
    Outcome descend(const Substep& substep, State& state, double norm);
    bool bend(const Substep& substep, State& state, double share, double enough);
    bool find_direction(const Substep& substep, const State& state);
    bool find_careful_direction(const Substep& substep, const State& state);
    bool solve_for_direction();
    Eigen::VectorXd solve(const Eigen::VectorXd& right) const;
    Eigen::VectorXd precondition(const Eigen::VectorXd& right) const;
    bool iterate(const Eigen::VectorXd& right, double tolerance, Eigen::VectorXd& solution) const;
    void move(State& state, const Eigen::VectorXd& step) const;
    void foretell(const Substep& substep, double share);

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
    /// Block row of a particle, negative for a fixed one.
    auto row_of() const {
        return
            [this](int particle) { return unknown_[index_of(particle)] >= 0 ? unknown_[index_of(particle)] / 3 : -1; };
    }

    /// Calls f(contact, collider, particle, gap) for every collider and every free particle; `self`: the solver.
    template <class Self, class F>
    static void for_each_contact(Self& self, const Model& model, const std::vector<Vec4>& x, F&& f) {
        auto contact = self.contacts_.begin();
        for (const Collider& collider : model.colliders) {
            for (std::size_t i = 0; i < x.size(); ++i, ++contact) {
                if (self.is_free(i)) {
                    f(*contact, collider, i, gap_to(collider.shape, xyz(x[i])));
                }
            }
        }
    }

    GlobalSolver approach_;
    bool is_approached_ = false; ///< the attempt at hand starts where that has come to
    std::vector<ObjectiveTerm> terms_;
    std::vector<double> violation_; ///< |C| of rigid constraints after the pass before
    std::vector<Contact> contacts_; ///< per collider and particle
    std::vector<Touch> touches_;
    std::vector<bool> touched_;           ///< per pair of SelfCollision: whether it is among them
    std::vector<int> unknown_;            ///< first unknown of a particle, or -1 for a fixed one
    double least_violation_ = 0;          ///< largest violation after the best pass of this substep
    double last_violation_ = 0;           ///< after the last pass
    int stalled_passes_ = 0;              ///< since then
    bool met_ = false;                    ///< the minimisation came to its tolerance, or to rounding
    bool finished_ = false;               ///< so did all of the substep
    Unfinished cause_ = Unfinished::none; ///< why the last minimisation did not
    bool careful_ = false;                ///< second attempt at a substep, see run_passes()

    Eigen::VectorXd gradient_;
    double scale_ = 0;             ///< size of the terms that balance in the gradient
    double rounding_ = 0;          ///< size of the gradient that the rounding of the positions makes up
    std::vector<Vec3> force_;      ///< scratch of gradient(), per particle: of constraints and contacts
    Eigen::VectorXd direction_;    ///< of the step that is tried,
    std::vector<Vec4> from_;       ///< and the positions that it starts from
    std::vector<double> foretold_; ///< multipliers that the steps so far foretell, see foretell()
    double added_mass_ = 0;        ///< see find_direction(); over a particle's own
    int blind_steps_ = 0;          ///< of this minimisation, see descend()
    double tolerance_ = 0;         ///< of conjugate gradients, see minimise()

    BlockCholesky<3> hessian_;                         ///< without the volumes' rank-one parts; block row unknown_/3
    std::uint64_t hessian_of_ = 0;                     ///< identity of the model that gave it its pattern,
    std::vector<int> hessian_unknown_;                 ///< and the unknowns
    std::vector<std::pair<int, int>> hessian_touches_; ///< likewise, of block rows,
    bool hessian_has_bending_ = true;                  ///< and whether bending is in it
    GlobalGraph graph_;                                ///< its links' pairs are those of hessian_
    std::vector<std::size_t> pair_of_;                 ///< in hessian_, per pair of graph_
    OutsideConstraints outside_;                       ///< of hessian_
    mutable ConjugateGradients gradients_;
    std::size_t volume_pairs_ = 0;    ///< its first pair of a volume's triangle,
    std::size_t touch_pairs_ = 0;     ///< and of a touch
    Eigen::MatrixXd volume_gradient_; ///< a column per volume, times the root of its curvature
};

/// The largest distance between the places of a particle, over 1 m and its place.
double largest_move(const std::vector<Vec4>& from, const std::vector<Vec4>& to);

} // namespace xpbd
