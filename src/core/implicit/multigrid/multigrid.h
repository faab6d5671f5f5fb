#pragma once

// Conjugate gradients preconditioned by algebraic multigrid with unsmoothed aggregation (L25):
//
//     level 0   A_0 = A            r --smooth--> r - A z                     z + P e --smooth--> z
//                                        \  P'                              /  P
//     level 1   A_1 = P' A_0 P            r_1 --smooth--> ...      z_1 = e
//                                               \                  /
//     coarsest  factorised                        exact solution
//
// A level's rows are grouped into aggregates. The columns of P are the near kernel, vectors x with small A x, cut to
// one aggregate each and made orthonormal there.

#include "core/implicit/block_cholesky.h"
#include "core/implicit/multigrid/aggregates.h"
#include "core/implicit/multigrid/block_matrix.h"

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

    struct Limits {
        int most = 0; ///< iterations, at most
        double tolerance =
            0; ///< limit of the residual over the first one, both measured as sqrt(r' V r), V the V-cycle
    };

    /// Makes aggregates, prolongators and the patterns of the coarser levels.
    /// @param near_kernel per block row of `matrix` N x K numbers, column by column: K vectors, one for N = 1, six for
    /// N = 3 and N = 6.
    void set_up(const BlockMatrix& matrix, std::vector<double> near_kernel);
    /// Computes the Galerkin products P' A P and the smoothers for values of the same pattern. `matrix` must stay as it
    /// is until the last solve() or apply(). False if the matrix of a level is not positive definite.
    bool refresh(const BlockMatrix& matrix, const Parallel& parallel = {});

    /// z = V r: one V-cycle, a symmetric positive definite approximation of A^-1.
    void apply(std::span<const double> r, std::span<double> z, const Parallel& parallel = {});
    /// Conjugate gradients on A x = b from x = 0. Returns the number of iterations. `stop` (): true to end early.
    int solve(std::span<const double> b, const Limits& limits, const std::function<bool()>& stop,
              std::vector<double>& x, const Parallel& parallel = {});
    /// b - A x of the last solve().
    std::span<const double> residual() const { return residual_; }

    /// @name Levels, for tests and readouts
    /// @{
    std::size_t level_count() const { return levels_.size(); }
    const BlockMatrix& matrix(std::size_t level) const { return *levels_[level].matrix; }
    const Aggregates& aggregates(std::size_t level) const { return levels_[level].aggregates; }
    /// The blocks of P of a level but the coarsest: per block row N x K numbers, column by column.
    std::span<const double> prolongator(std::size_t level) const { return levels_[level].prolongator; }
    /// Memory of all levels above the finest [bytes].
    std::size_t bytes() const;
    /// @}

private:
    struct Level {
        const BlockMatrix* matrix = nullptr; ///< of the finest level the caller's, else `own`
        BlockMatrix own;
        std::vector<float> light;    ///< values of the matrix for smoothing, in single precision
        std::vector<double> inverse; ///< inverses of the diagonal blocks
        double largest = 0;          ///< upper estimate of the largest eigenvalue of inverse A
        Aggregates aggregates;
        std::vector<std::size_t> first_member; ///< per aggregate: its first entry in members; one more at the end
        std::vector<int> members;              ///< block rows, sorted by aggregate
        std::vector<double> prolongator;
        std::vector<double> right, solution, rest, scaled, direction; ///< scratch
    };
    void make_prolongator(Level& level, const std::vector<double>& near_kernel, std::vector<double>& coarser) const;
    static void make_coarser_pattern(const Level& level, BlockMatrix& coarser);
    void multiply_out(std::size_t level, const Parallel& parallel);
    bool make_smoother(Level& level, const Parallel& parallel) const;
    void scale(const Level& level, std::span<const double> from, std::span<double> to, const Parallel& parallel) const;
    void smooth(Level& level, bool starts_at_zero, const Parallel& parallel) const;
    void cycle(std::size_t level, const Parallel& parallel);
    bool factorise_coarsest(const Parallel& parallel);

    std::vector<Level> levels_;
    bool has_factor_ = false; ///< the coarsest level is small enough for a factor; else it is smoothed only
    BlockCholesky<1> factor_;
    std::vector<double> residual_, search_, image_, solved_;
};

} // namespace xpbd
