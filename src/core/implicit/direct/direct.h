#pragma once

#include "core/implicit/block_cholesky.h"
#include "core/implicit/direct/norm_directions.h"
#include "core/step/stepper.h"
#include "core/textbook/coefficients.h"

#include <cstdint>
#include <span>
#include <vector>

namespace xpbd {

/// XPBD solved directly (D18): every iteration linearises all constraints and solves
/// (J M^-1 J' + D) d_lambda = b at once by a sparse Cholesky factorisation, with D = alpha~/(1 + gamma) and
/// b = -(C + alpha~ lambda + gamma grad C . (x - x_reference))/(1 + gamma). For a rope the matrix is block-tridiagonal
/// and the cost linear in its length. A cloth has more constraints than coordinates; there the same d_lambda follows
/// from the smaller system (M + J' D^-1 J) dx = J' D^-1 b (primal.cpp).
class DirectSolver final : public Stepper {
protected:
    int solve(const Substep& substep, State& state) override;

private:
    /// One linearised constraint; its gradients are in slots_.
    struct Row {
        double value = 0;
        double moved = 0; ///< grad C . (x - x_reference)
        Coefficients k;
        bool moves = false; ///< the constraint has a nonzero gradient for a free particle
        double d = 0;       ///< diagonal entry of D, plus the regularisation (set_right_side())
    };
    /// One of a constraint's free particles, with the gradient of C there.
    struct Slot {
        int constraint, particle;
        Vec3 gradient{0}; ///< zero if the constraint is torn
    };
    // direct.cpp
    void prepare(const Substep& substep, const State& state);
    void linearise(const Substep& substep, State& state);
    void set_right_side(const State& state);
    bool is_finite_system() const;
    bool find_change(const Substep& substep, const State& state);
    void move(State& state);
    bool is_at_rest(const State& state);
    std::span<const Slot> slots_of(std::size_t constraint) const {
        return std::span(slots_).subspan(first_slot_[constraint],
                                         first_slot_[constraint + 1] - first_slot_[constraint]);
    }

    // dual.cpp: the system for the multipliers
    void prepare_dual(const Model& model);
    template <class F>
    void for_each_meeting(F&& f) const;
    void assemble_dual(const State& state);
    bool solve_dual(const Substep& substep, const State& state);

    // primal.cpp: the system for the coordinates
    bool may_be_primal(const Model& model) const;
    void prepare_primal(const Model& model);
    double largest_ratio(const State& state) const;
    void assemble_primal(const State& state);
    bool solve_primal(const Substep& substep, const State& state);
    void add_correction();
    double find_error(const State& state);

    std::uint64_t slots_of_ = 0;          ///< identity of the model that the slots were made for
    std::vector<bool> free_;              ///< per particle: whether it was free when the slots were made
    std::vector<Row> rows_;               ///< per constraint, in model order
    std::vector<Slot> slots_;             ///< sorted by constraint
    std::vector<std::size_t> first_slot_; ///< per constraint; one more at the end
    std::vector<double> right_side_;      ///< b
    std::vector<double> change_;          ///< d_lambda

    bool dual_ready_ = false;      ///< meeting_, first_meets_ and the pattern of dual_ fit the model
    std::vector<int> meeting_;     ///< indices in slots_, sorted by particle
    std::vector<int> first_meets_; ///< per particle: its first entry in meeting_; one more at the end
    BlockCholesky<1> dual_;        ///< has a block for every pair of slots of one particle

    bool primal_ready_ = false;   ///< block_row_ and the pattern of primal_ fit the model
    std::vector<int> block_row_;  ///< per particle; -1 if it is fixed
    BlockCholesky<3> primal_;     ///< has a block for every pair of slots of one constraint
    std::vector<double> step_;    ///< scratch: dx, by block row
    std::vector<double> reach_;   ///< scratch of find_error(): sums of the magnitudes of the terms of dx, by block row
    std::vector<double> missing_; ///< per constraint: the part of b not yet solved for
    NormDirections directions_;
    std::vector<Vec4> from_; ///< positions at the start of the iteration
    double last_move_ = 0;   ///< largest move in the previous iteration (is_at_rest())
    double last_change_ = 0; ///< largest change of a multiplier in the previous iteration
};

} // namespace xpbd
