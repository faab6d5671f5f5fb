#pragma once

// The symbolic analysis: fronts of a multifrontal factorisation, their offsets, cost and division among threads.

#include "core/implicit/cholesky/dissection.h"
#include "core/simd/dense.h"

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace xpbd {

/// Memory and operations of a factor.
struct FactorCost {
    double flops = 0;             ///< additions and multiplications of one factorisation
    std::size_t factor_bytes = 0; ///< the factor itself, kept until the next one
    std::size_t update_bytes = 0; ///< largest memory for updates (Front) on one thread
    /// Memory for updates on several threads: once for all threads, and per thread.
    std::size_t shared_update_bytes = 0, thread_update_bytes = 0;

    /// Total memory [bytes].
    std::size_t bytes(int threads) const {
        return factor_bytes +
               (threads > 1 ? shared_update_bytes + index_of(threads) * thread_update_bytes : update_bytes);
    }
};

/// Successive block rows of the order of elimination that are eliminated together, as a dense matrix over these rows
/// and the rows below with entries in their columns. The contribution to the rows below is the front's update, a square
/// matrix. The parent front adds the update's first columns to its own columns, and the other columns to its own
/// update.
struct Front {
    int first = 0, width = 0;  ///< own block rows
    int below_begin = 0;       ///< index of its first row below in FrontTree::below
    int below_count = 0;       ///< number of block rows below
    int parent = -1;           ///< the front that owns the first row below; -1 for a root
    std::size_t panel_at = 0;  ///< offset of its panel in the factor [doubles]
    simd::Panel panel;         ///< layout of its own columns
    std::size_t leading = 0;   ///< distance between columns of its update [doubles]
    std::size_t update_at = 0; ///< offset [doubles] on stack (depth % 2)
    int depth = 0;             ///< distance from the root of its tree
    double flops = 0;          ///< additions and multiplications of this front alone
    std::size_t update_size() const { return leading * index_of(panel.below_padded()); }
};

/// A range of fronts that one thread eliminates: a subtree, or several subtrees.
struct FrontTask {
    int begin = 0, end = 0;
    std::size_t stack_at[2] = {0, 0}; ///< sizes of both stacks before its first front [doubles]
};

/// The result of the symbolic analysis: the order of elimination, the fronts, their offsets in memory, and the division
/// among threads. It depends on the pattern of the matrix only.
struct FrontTree {
    int block = 0;             ///< size of a block: 1 or 3
    std::vector<int> order;    ///< block row at each position of the order of elimination
    std::vector<int> position; ///< inverse of `order`
    std::vector<Front> fronts; ///< children before their parents, subtrees contiguous
    std::vector<int> below;    ///< positions of the rows below, front by front, ascending
    std::vector<int>
        into_parent;           ///< per entry of `below`: its block row in the parent front, which counts own rows first
    std::vector<int> children; ///< child fronts, sorted by parent
    std::vector<int> first_child; ///< per front: its first child in `children`; one more at the end
    std::vector<FrontTask> tasks; ///< empty if the work is too little for several threads
    std::vector<int> top;         ///< fronts that are in no task; eliminated after all tasks
    std::vector<std::size_t>
        handed; ///< per front of a task whose parent is in `top`: offset of its update in Factor::handed_ [doubles]
    std::size_t handed_size = 0;        ///< total size of the updates in Factor::handed_ [doubles]
    std::size_t stack_size[2] = {0, 0}; ///< largest sizes of the stacks on one thread [doubles]
    std::size_t top_stack_size[2] = {0, 0}, task_stack_size[2] = {0, 0};
    std::size_t factor_size = 0;
    FactorCost cost;

    FrontTree() = default;
    /// Arguments as in BlockCholesky::set_pattern. Empty if the watch stops it.
    FrontTree(int n, int block, std::span<const std::pair<int, int>> pairs, std::span<const Vec3> places,
              const AnalysisWatch& watch = {});

    /// The order of elimination alone, for a matrix that is not factorised.
    FrontTree without_fronts() const {
        FrontTree result;
        result.block = block;
        result.order = order;
        result.position = position;
        return result;
    }

    std::span<const int> rows_below(const Front& front) const {
        return std::span(below).subspan(index_of(front.below_begin), index_of(front.below_count));
    }
    std::span<const int> rows_in_parent(const Front& front) const {
        return std::span(into_parent).subspan(index_of(front.below_begin), index_of(front.below_count));
    }
    std::span<const int> children_of(int front) const {
        const int begin = first_child[index_of(front)];
        return std::span(children).subspan(index_of(begin), index_of(first_child[index_of(front) + 1] - begin));
    }

private:
    void find_rows(const Graph& graph, const Dissection& parts);
    void put_in_postorder();
    void list_children();
    void lay_out();
    void share_out();
};

/// The cost of factorising a matrix with this pattern, without factorising it. Arguments as in
/// BlockCholesky::set_pattern.
FactorCost predict_cost(int n, int block, std::span<const std::pair<int, int>> pairs, std::span<const Vec3> places,
                        const AnalysisWatch& watch = {});

} // namespace xpbd
