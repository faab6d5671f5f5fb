#pragma once

#include "core/methods/block_cholesky.h"
#include "core/methods/direct/norm_directions.h"
#include "core/methods/position_based/coefficients.h"
#include "core/methods/stepper.h"

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace xpbd {

/// XPBD solved directly (D18): every iteration linearises all constraints and solves
/// (J M^-1 J' + alpha~) d_lambda = -C - alpha~ lambda at once by a sparse Cholesky factorisation. For a rope the matrix
/// is block-tridiagonal and the cost linear in its length; for a cloth it fills in.
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
    };
    /// A constraint at one of its free particles.
    struct Slot {
        int constraint, particle;
        Vec3 gradient{0}; ///< zero where the constraint is torn
    };
    void prepare(const Substep& substep, const State& state);
    template <class F>
    void for_each_meeting(F&& f) const;
    void linearise(const Substep& substep, State& state);
    void assemble(const State& state);
    void move(State& state, const Eigen::VectorXd& change);
    bool is_at_rest(const State& state, const Eigen::VectorXd& change);

    std::uint64_t slots_of_ = 0;   ///< identity of the model that the slots are of,
    std::vector<bool> free_;       ///< and its free particles
    std::vector<Row> rows_;        ///< per constraint, in model order
    std::vector<Slot> slots_;      ///< by constraint
    std::vector<int> meeting_;     ///< slots by particle,
    std::vector<int> first_meets_; ///< and per particle the first of its own in there; then their number
    BlockCholesky<1> matrix_;      ///< its pairs: for every particle, every two of its slots
    Eigen::VectorXd right_side_;
    NormDirections directions_;
    std::vector<Vec4> from_; ///< positions before the iteration
    double last_move_ = 0;   ///< of is_at_rest() before,
    double last_change_ = 0; ///< likewise
};

} // namespace xpbd
