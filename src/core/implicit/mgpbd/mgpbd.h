#pragma once

#include "core/implicit/linearised_xpbd.h"
#include "core/implicit/multigrid/multigrid.h"

#include <cstddef>
#include <span>
#include <vector>

namespace xpbd {

/// MGPBD (L25): XPBD with all constraints at once, by conjugate gradients preconditioned by algebraic multigrid
/// instead of a factorisation, and with a line search. Memory and time of an iteration are linear in the number of
/// particles.
///
/// The paper solves the dual system (J M^-1 J' + D) d_lambda = b. Here only a body with at most as many constraints as
/// coordinates, or with few constraints, does so. A cloth with diagonals and bending has twice as many constraints as
/// coordinates. Half of the eigenvalues of its dual matrix are those of D, and their vectors, internal stresses of a
/// few neighbouring edges, are not smooth, so that no coarse level represents them: multigrid needs as many iterations
/// as plain conjugate gradients. There the primal system
///     (M + J' D^-1 J) dx = J' D^-1 b + carried,   d_lambda = D^-1 (b - J dx)
/// gives the same d_lambda (direct/primal.cpp). Its near kernel is the six rigid motions. `carried` is the part of the
/// right sides of earlier iterations that their linear solves have left over: at the end M (x - x~) = sum J' d_lambda
/// holds up to the last leftover only.
///
/// Enclosed volumes have as many particles as their surface and would fill the matrix; they are projected after the
/// move, one after the other.
class MgpbdSolver final : public LinearisedXpbd {
public:
    MgpbdSolver() : LinearisedXpbd(false) {}

protected:
    void forget_patterns() override;
    void begin_solve(const Substep& substep) override;
    double regularisation() const override;
    bool find_change(const Substep& substep, const State& state) override;
    void move(const Substep& substep, State& state) override;

private:
    bool is_dual() const;
    void make_dual_pattern();
    void make_primal_pattern();
    void assemble_dual(const State& state);
    void assemble_primal(const State& state);
    std::vector<double> dual_near_kernel() const;
    std::vector<double> primal_near_kernel(const State& state) const;
    bool solve_system(const State& state, std::span<const double> right, std::vector<double>& x);
    bool solve_dual(const State& state);
    bool solve_primal(const State& state);
    double dual_error(const Substep& substep, const State& state) const;
    std::span<const int> slots_at(std::size_t particle) const {
        return std::span(meeting_).subspan(first_meets_[particle], first_meets_[particle + 1] - first_meets_[particle]);
    }
    const Slot& slot(int index) const { return slots_[index_of(index)]; }

    std::size_t free_count_ = 0;           ///< number of free particles
    std::vector<int> meeting_;             ///< indices in slots_, sorted by particle
    std::vector<std::size_t> first_meets_; ///< per particle: its first entry in meeting_; one more at the end
    std::vector<int> block_row_;           ///< per particle: its row in the primal system; -1 if it is fixed
    std::vector<int> particle_of_;         ///< inverse of block_row_
    BlockMatrix matrix_;
    Multigrid multigrid_;
    bool is_set_up_ = false; ///< multigrid_ has the patterns of this substep
    std::vector<double> solution_;
    std::vector<double> carried_; ///< primal system: leftover of the linear solves [kg m]
    std::vector<double> before_;  ///< carried_ at the start of the iteration
    std::vector<double> lambda_;  ///< scratch: multipliers at the start of the iteration
};

} // namespace xpbd
