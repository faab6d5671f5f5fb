#pragma once

#include "core/implicit/block_cholesky.h"
#include "core/implicit/linearised_xpbd.h"

#include <cstddef>
#include <vector>

namespace xpbd {

/// XPBD solved directly (D18): every iteration solves (J M^-1 J' + D) d_lambda = b by a sparse Cholesky factorisation.
/// The matrix of a rope is block-tridiagonal, and the cost is linear in its length. A cloth has more constraints than
/// coordinates; there the same d_lambda follows from the smaller system (M + J' D^-1 J) dx = J' D^-1 b (primal.cpp).
class DirectSolver final : public LinearisedXpbd {
public:
    DirectSolver() : LinearisedXpbd(true) {}

protected:
    void forget_patterns() override { dual_ready_ = primal_ready_ = false; }
    double regularisation() const override { return 1e-12; }
    bool find_change(const Substep& substep, const State& state) override;

private:
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
};

} // namespace xpbd
