#pragma once

#include "core/methods/newton/block_cholesky.h"
#include "core/methods/terms.h"

#include <Eigen/Core>
#include <cstdint>
#include <limits>
#include <vector>

namespace xpbd {

/// The referee: implicit Euler (or BDF2) by Newton's method on its objective
/// E(x) = 1/(2 h^2) (x - x~)' M (x - x~) + sum C^2/(2 alpha), full Hessian, line search, sparse Cholesky, to a relative
/// gradient of 1e-10. What it solves is the equation itself: XPBD's own fixed point differs from it, because it drops
/// the change of the gradients within a step (X16, section 4).
///
/// Rigid constraints (alpha = 0) and contacts are met by an augmented Lagrangian around the same minimisation. Friction
/// stays in its cone with the normal forces of the pass before. Parts of the body that touch each other are pushed
/// apart after the solve.
class NewtonSolver final : public Stepper {
protected:
    int solve(const Substep& substep, State& state) override;
    int finish_contacts(const Substep& substep, State& state) override;

private:
    /// Contact of one particle with one collider, in the augmented Lagrangian.
    struct Contact {
        double normal = 0; ///< mu_n >= 0
        Vec3 tangent{0};   ///< mu_t
        double limit = 0;  ///< friction cone, mu mu_n of the pass before
        Vec3 direction{0}; ///< normal at the start of the pass, for the slip
        double penalty = 0;
        double violation = std::numeric_limits<double>::infinity(); ///< after the pass before [m]
    };

    /// The objective.
    struct Energy {
        double value = 0;
        double size = 0; ///< sum of its parts' magnitudes: what its rounding is a share of
    };

    void begin(const Substep& substep, const State& state);
    int minimise(const Substep& substep, State& state);
    bool tighten(const Substep& substep, const State& state);
    Energy energy(const Substep& substep, const State& state, const std::vector<Vec4>& x) const;
    double gradient(const Substep& substep, const State& state);
    void prepare_hessian(const Model& model);
    void assemble(const Substep& substep, const State& state, bool projected);
    void add_constraints(const Substep& substep, const State& state, bool projected);
    void add_volumes(const Substep& substep, const State& state, bool projected);
    void add_contacts(const Substep& substep, const State& state);
    bool find_direction(const Substep& substep, const State& state, Eigen::VectorXd& direction);
    bool descend(const Substep& substep, State& state, double norm);
    Eigen::VectorXd newton_direction();
    Vec3 slip_of(const Contact& contact, const Substep& substep, const Vec3& x, std::size_t i) const;

    std::vector<Term> terms_;
    std::vector<double> violation_; ///< |C| of rigid constraints after the pass before
    std::vector<Contact> contacts_; ///< per collider and particle
    std::vector<int> unknown_;      ///< first unknown of a particle, or -1 for a fixed one
    Eigen::VectorXd gradient_;
    BlockCholesky hessian_;            ///< without the volumes' rank-one parts; block row unknown_/3
    std::uint64_t hessian_of_ = 0;     ///< identity of the model that gave it its pattern,
    std::vector<int> hessian_unknown_; ///< and the unknowns
    std::size_t volume_pairs_ = 0;     ///< its first pair of a volume's triangle
    Eigen::MatrixXd volume_gradient_;  ///< a column per volume, times the root of its curvature
    double least_violation_ = 0;       ///< largest violation after the best pass of this substep
    double last_violation_ = 0;        ///< after the last pass
    int stalled_passes_ = 0;           ///< since then
    int blind_steps_ = 0;              ///< of this minimisation, see descend()
    double scale_ = 0;                 ///< size of the terms that balance in the gradient
};

} // namespace xpbd
