#pragma once

#include "core/implicit/block_cholesky.h"
#include "core/implicit/multigrid/multigrid.h"
#include "core/model/state.h"

#include <cstddef>
#include <vector>

namespace xpbd {

/// Solves the linear system of primal-dual Newton by conjugate gradients and multigrid: the values of a BlockCholesky
/// in compressed rows, and the levels. The near kernel are the rigid motions of the free particles at their positions.
class MultigridSystem {
public:
    /// Takes over the pattern of a matrix with one block row per particle.
    void set_pattern(const BlockCholesky<3>& matrix, std::size_t particles);
    /// Takes over the values, and makes the levels of multigrid. False if they are not positive definite.
    bool refresh(const BlockCholesky<3>& matrix, const std::vector<Vec4>& positions, const Parallel& parallel);

    void precondition(std::span<const double> from, std::span<double> to, const Parallel& parallel) {
        multigrid_.apply(from, to, parallel);
    }
    void solve(std::span<const double> right, const Multigrid::Problem& problem, std::vector<double>& x,
               const Parallel& parallel) {
        multigrid_.solve(rows_, right, problem, x, parallel);
    }

private:
    /// Where an entry of the BlockCholesky goes: block (row, column) and its transpose.
    struct Place {
        int block = 0, transposed = 0;
    };
    BlockMatrix rows_;
    std::vector<Place> place_of_; ///< per entry
    std::vector<int> own_;        ///< per block row: index of its diagonal block
    Multigrid multigrid_;
};

} // namespace xpbd
