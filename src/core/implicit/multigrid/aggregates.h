#pragma once

#include "core/implicit/multigrid/block_matrix.h"

#include <vector>

namespace xpbd {

/// Disjoint groups of strongly connected block rows; each becomes one row of the next coarser level.
struct Aggregates {
    static constexpr int kNone = -1; ///< of a row without a strong neighbour: smoothing alone solves it
    std::vector<int> of;             ///< per block row: its aggregate, or kNone
    int count = 0;
    std::vector<bool> is_strong;           ///< per block of the matrix: it connects strongly; true on the diagonal
    std::vector<std::size_t> first_member; ///< per aggregate: its first entry in members; one more at the end
    std::vector<int> members;              ///< block rows, sorted by aggregate
};

/// Greedy aggregation (V96 section 5.1, L25 section 4.2) in three passes, each in order of the rows: a row whose
/// strong neighbours are all free forms an aggregate with them; a free row joins the aggregate of its strongest
/// neighbour; free rows that remain form aggregates with their free neighbours. Rows i and j are strongly connected if
/// |A_ij| >= theta sqrt(|A_ii| |A_jj|), in Frobenius's norm. For theta = 0 every block connects its rows, and the first
/// neighbour counts as the strongest: the result depends on the pattern only.
Aggregates aggregate(const BlockMatrix& matrix, double theta);

} // namespace xpbd
