#pragma once

#include "core/methods/cholesky/dissection.h"
#include "core/simd/dense.h"

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace xpbd {

/// What a factor takes.
struct FactorCost {
    double flops = 0;             ///< additions and multiplications of one factorisation
    std::size_t factor_bytes = 0; ///< the factor itself, which stays
    std::size_t update_bytes = 0; ///< largest memory for updates (see Front) on one thread
    /// The same on more than one thread: what they share, and what each of them has for itself.
    std::size_t shared_update_bytes = 0, thread_update_bytes = 0;

    /// All of it [bytes].
    std::size_t bytes(int threads) const {
        return factor_bytes +
               (threads > 1 ? shared_update_bytes + index_of(threads) * thread_update_bytes : update_bytes);
    }
};

/// Successive block rows of the order of elimination that are eliminated together, in a dense matrix over them and the
/// rows below that they reach. What this adds to the rows below is the front's update: a square, of which the parent
/// front takes what is its own, and hands on the rest.
struct Front {
    int first = 0, width = 0;  ///< own block rows
    int below_begin = 0;       ///< in FrontTree::below
    int below_count = 0;       ///< block rows below
    int parent = -1;           ///< front that has the first of them
    std::size_t panel_at = 0;  ///< numbers before its part of the factor
    simd::Panel panel;         ///< its part of the factor
    std::size_t leading = 0;   ///< numbers from one column of its update to the next
    std::size_t update_at = 0; ///< numbers before it on its stack, which is the one of its depth's parity
    int depth = 0;             ///< below its root
    double flops = 0;          ///< of itself
    std::size_t update_size() const { return leading * index_of(panel.below_padded()); }
};

/// A range of fronts that one thread eliminates by itself: a subtree, or some of them.
struct FrontTask {
    int begin = 0, end = 0;
    std::size_t stack_at[2] = {0, 0}; ///< numbers on the stacks when it begins
};

/// All that follows from the pattern: the order of elimination, the fronts, where their numbers lie, and which of them
/// go to other threads.
struct FrontTree {
    int block = 0;                ///< size of a block: 1 or 3
    std::vector<int> order;       ///< block row by position in the order of elimination
    std::vector<int> position;    ///< and the other way round
    std::vector<Front> fronts;    ///< children before their parents, subtrees together
    std::vector<int> below;       ///< positions of the block rows below, front by front, ascending
    std::vector<int> into_parent; ///< of each of them: its row in the parent, of blocks; rows below come after its own
    std::vector<int> children;    ///< fronts, by parent
    std::vector<int> first_child; ///< per front, in there; one more at the end
    std::vector<FrontTask> tasks; ///< empty where the work is too little to share
    std::vector<int> top;         ///< fronts that are in no task
    std::vector<std::size_t> handed;    ///< per front: numbers before its update among those that tasks hand to the top
    std::size_t handed_size = 0;        ///< numbers of these
    std::size_t stack_size[2] = {0, 0}; ///< on one thread
    std::size_t top_stack_size[2] = {0, 0}, task_stack_size[2] = {0, 0};
    std::size_t factor_size = 0;
    FactorCost cost;

    FrontTree() = default;
    /// As BlockCholesky::set_pattern. Empty where the watch stopped it.
    FrontTree(int n, int block, std::span<const std::pair<int, int>> pairs, std::span<const Vec3> places,
              const AnalysisWatch& watch = {});

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

/// What the factor of a matrix with this pattern takes, without making it. Arguments as of BlockCholesky::set_pattern.
FactorCost predict_cost(int n, int block, std::span<const std::pair<int, int>> pairs, std::span<const Vec3> places,
                        const AnalysisWatch& watch = {});

} // namespace xpbd
