#pragma once

// Conjugate gradients preconditioned by algebraic multigrid with smoothed aggregation (V96):
//
//     level 0   A_0 = A            r --smooth--> r - A z                     z + P e --smooth--> z
//                                        \  P'                              /  P
//     level 1   A_1 = P' A_0 P            r_1 --smooth--> ...      z_1 = e
//                                               \                  /
//     coarsest  factorised                        exact solution
//
// A level's rows are grouped into aggregates (Aggregates), from which P follows (Prolongator). The vectors of all
// levels but the coarsest are scaled (Smoother).

#include "core/implicit/block_cholesky.h"
#include "core/implicit/multigrid/aggregates.h"
#include "core/implicit/multigrid/block_matrix.h"
#include "core/implicit/multigrid/prolongator.h"
#include "core/implicit/multigrid/smoother.h"

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace xpbd {

/// The preconditioner, and the iteration that uses it. Every sum has a fixed order: the bits do not depend on threads.
class Multigrid {
public:
    /// A level with at most this many scalar rows is factorised.
    static constexpr std::size_t kCoarsest = 1000;

    /// What solve() needs besides the matrix.
    struct Problem {
        int most = 0; ///< iterations, at most
        /// Limit of the residual over the first one, both measured as sqrt(r' V r), V the preconditioner.
        double tolerance = 0;
        std::function<bool()> stop = {}; ///< true to end early
        /// @name A matrix A + E of which multigrid has A only; may be empty
        /// @{
        std::function<void(std::span<const double> from, std::span<double> to)> add_rest = {}; ///< to += E from
        std::function<void(std::span<double> solved)> correct = {}; ///< makes V r from what the V-cycle makes of r
        /// @}
        /// Ends before a search direction d with d' (A + E) d at or below this share of d' A d; then x is the iterate
        /// before it (Steihaug, 1983), or V b if it is the first direction.
        double least_curvature = 0;
    };

    /// Makes aggregates and the patterns of the coarser levels. With `theta` = 0 they depend on the pattern of the
    /// matrix only; else on its values, too (aggregate()).
    void set_pattern(const BlockMatrix& matrix, double theta);
    /// Computes the prolongators, the Galerkin products P' A P and the smoothers for values of the pattern. False if
    /// the matrix of a level is not positive definite.
    /// @param near_kernel per block row of `matrix` N x K numbers, column by column: K vectors x with small A x, one
    /// for N = 1, the rigid motions for N = 3.
    bool refresh(const BlockMatrix& matrix, std::vector<double> near_kernel, const Parallel& parallel = {});

    /// z = V r: one V-cycle in single precision, which is a symmetric positive definite approximation of A^-1 to within
    /// rounding, for the A of the last refresh().
    void apply(std::span<const double> r, std::span<double> z, const Parallel& parallel = {});
    /// Conjugate gradients on (A + E) x = b from x = 0. `matrix` is the A of the last refresh(). Returns the number of
    /// iterations.
    int solve(const BlockMatrix& matrix, std::span<const double> b, const Problem& problem, std::vector<double>& x,
              const Parallel& parallel = {});
    /// b - (A + E) x of the last solve(), unless its first direction had too little curvature.
    std::span<const double> residual() const { return residual_; }

    /// @name Levels, for tests and readouts
    /// @{
    std::size_t level_count() const { return levels_.size(); }
    const Aggregates& aggregates(std::size_t level) const { return levels_[level].aggregates; }
    /// The matrix of a level but the finest.
    const BlockMatrix& matrix(std::size_t level) const { return levels_[level].own; }
    const Prolongator& prolongator(std::size_t level) const { return levels_[level].prolongator; }
    /// Memory of all levels, without the matrix of the finest [bytes].
    std::size_t bytes() const;
    /// @}

private:
    struct Level {
        BlockMatrix own; ///< the level's matrix; empty on the finest level, whose matrix is the caller's
        Smoother smoother;
        Aggregates aggregates;
        Prolongator prolongator;
        std::vector<float> right, solution, rest; ///< scaled vectors (Smoother)
    };
    bool is_factorised(std::size_t level) const { return has_factor_ && level + 1 == levels_.size(); }
    void cycle(std::size_t level, const Parallel& parallel);
    void solve_coarsest(Level& level, const Parallel& parallel);
    bool factorise_coarsest(const BlockMatrix& matrix, const Parallel& parallel);

    std::vector<Level> levels_;
    int block_ = 1;           ///< rows of a block of the finest level
    bool has_factor_ = false; ///< the coarsest level is small enough for a factor; else it is smoothed only
    BlockCholesky<1> factor_;
    std::vector<double> residual_, search_, image_, solved_, coarsest_;
};

} // namespace xpbd
