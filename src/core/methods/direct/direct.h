#pragma once

#include "core/methods/block_cholesky.h"
#include "core/methods/direct/norm_directions.h"
#include "core/methods/position_based/coefficients.h"
#include "core/methods/stepper.h"

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

namespace xpbd {

/// XPBD solved directly (D18): every iteration linearises all constraints and solves
/// (J M^-1 J' + D) d_lambda = b at once by a sparse Cholesky factorisation, with D = alpha~/(1 + gamma) and
/// b = -(C + alpha~ lambda + gamma grad C . (x - x_reference))/(1 + gamma). For a rope the matrix is block-tridiagonal
/// and the cost linear in its length. A cloth has more constraints than coordinates; there the same d_lambda follows
/// from the smaller system (M + J' D^-1 J) dx = J' D^-1 b, see primal.cpp.
class DirectSolver final : public Stepper {
protected:
    int solve(const Substep& substep, State& state) override;

private:
    /// One linearised constraint, but its gradients.
    struct Row {
        double value = 0;
        double moved = 0; ///< grad C . (x - x_reference)
        Coefficients k;
        bool moves = false; ///< it has a gradient for a free particle
        double d = 0;       ///< its entry of D, and kRegularisation
    };
    /// A constraint at one of its free particles.
    struct Slot {
        int constraint, particle;
        Vec3 gradient{0}; ///< zero where the constraint is torn
    };
    // direct.cpp
    void prepare(const Substep& substep, const State& state);
    void linearise(const Substep& substep, State& state);
    void set_right_side(const State& state);
    bool is_finite_system() const;
    bool find_change(const Substep& substep, const State& state);
    void move(State& state, const Eigen::VectorXd& change);
    bool is_at_rest(const State& state, const Eigen::VectorXd& change);
    std::span<const Slot> slots_of(std::size_t constraint) const {
        return std::span(slots_).subspan(first_slot_[constraint],
                                         first_slot_[constraint + 1] - first_slot_[constraint]);
    }

    // dual.cpp: the system of the multipliers
    void prepare_dual(const Model& model);
    template <class F>
    void for_each_meeting(F&& f) const;
    void assemble_dual(const State& state);
    bool solve_dual(const Substep& substep, const State& state);

    // primal.cpp: that of the coordinates
    bool may_be_primal(const Model& model) const;
    void prepare_primal(const Model& model);
    double largest_ratio(const State& state) const;
    void assemble_primal(const State& state);
    bool solve_primal(const Substep& substep, const State& state);
    void add_correction();
    double find_error(const State& state);

    std::uint64_t slots_of_ = 0;          ///< identity of the model that the slots are of,
    std::vector<bool> free_;              ///< and its free particles
    std::vector<Row> rows_;               ///< per constraint, in model order
    std::vector<Slot> slots_;             ///< by constraint
    std::vector<std::size_t> first_slot_; ///< per constraint; one more at the end
    Eigen::VectorXd right_side_;          ///< b
    Eigen::VectorXd change_;              ///< d_lambda

    bool dual_ready_ = false;      ///< the next three are those of the model
    std::vector<int> meeting_;     ///< slots by particle,
    std::vector<int> first_meets_; ///< and per particle the first of its own in there; then their number
    BlockCholesky<1> dual_;        ///< its pairs: for every particle, every two of its slots

    bool primal_ready_ = false;   ///< the next two are those of the model
    std::vector<int> block_row_;  ///< of a particle, or -1
    BlockCholesky<3> primal_;     ///< its pairs: for every constraint, every two of its slots
    std::vector<double> step_;    ///< dx, by block row; scratch
    std::vector<double> reach_;   ///< of find_error(): sums of the magnitudes that make up dx, per particle; scratch
    std::vector<double> missing_; ///< of b, per constraint
    NormDirections directions_;
    std::vector<Vec4> from_; ///< positions before the iteration
    double last_move_ = 0;   ///< of is_at_rest() before,
    double last_change_ = 0; ///< likewise
};

} // namespace xpbd
