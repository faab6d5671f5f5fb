#pragma once

// The numeric part of BlockCholesky: a multifrontal factorisation of a symmetric matrix of N x N blocks. The rows are
// grouped into fronts (fronts.h), which form a tree; a front is eliminated after its children:
//
//     for each front, children first            own columns   rows: own | below
//
//       panel                  update           1. assemble: matrix entries of the own columns, plus the
//       own   #\                                   children's updates in these columns
//             ###\                              2. factor_panel: Cholesky of the own columns; they are final
//       below ####             +\               3. update: minus (rows below) (rows below)', plus the rest of
//             ####             +++\                the children's updates; the parent adds it in its step 1
//         in numbers_          on a stack
//
//     stacks: the update of a front at depth d is on stack d % 2. Its children's updates, at depth d + 1, are on top
//     of the other stack and are popped when it is done.
//
//                      root                 top:   fronts above the tasks, one after the other, each by all threads,
//                     /    \                       on stacks_
//                front      front
//               /    \      /    \         handed_: updates of the tasks' roots
//            task 0  task 1  ...  task k   tasks: subtrees, each on one thread, with stacks from task_stacks_
//
// The order of every sum follows from the tree: the bits do not depend on the number of threads.

#include "core/base/parallel.h"
#include "core/implicit/cholesky/fronts.h"
#include "core/simd/sweep.h"

#include <array>
#include <compare>
#include <cstddef>
#include <new>
#include <span>
#include <vector>

namespace xpbd {

/// Allocator for memory that starts at a cache line and is not initialised: pages that are never written use no memory.
template <class T>
struct UnsetMemory {
    using value_type = T;
    static constexpr std::align_val_t alignment{64};
    UnsetMemory() = default;
    template <class U>
    explicit UnsetMemory(const UnsetMemory<U>&) {}
    T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), alignment)); }
    void deallocate(T* memory, std::size_t) { ::operator delete(memory, alignment); }
    template <class U>
    void construct(U* at) {
        ::new (static_cast<void*>(at)) U;
    }
    bool operator==(const UnsetMemory&) const { return true; }
};
using UnsetNumbers = std::vector<double, UnsetMemory<double>>;

/// Position of a block below the diagonal, in the order of elimination.
struct BlockPlace {
    int row = 0, column = 0;
    auto operator<=>(const BlockPlace&) const = default;
};

/// Sorts places by column, then by row, and removes repeats. Returns the new index of each place. @param n columns.
std::vector<std::size_t> sort_by_column(std::vector<BlockPlace>& places, std::size_t n);

/// The numeric part of BlockCholesky, as drawn above. @tparam N rows of a block: 1 or 3
template <int N>
class Factor {
public:
    void set_kernels(const simd::DenseKernels& kernels) { kernels_ = kernels; }
    /// @param entries positions of the blocks below the diagonal, sorted by sort_by_column().
    void set_tree(FrontTree tree, std::vector<BlockPlace> entries);
    const FrontTree& tree() const { return tree_; }
    std::span<const BlockPlace> entries() const { return entries_; }

    /// Factorises. `diagonal`: diagonal blocks by block row; `values`: blocks of entries(). Blocks are stored column by
    /// column. If `x` is not empty, it is the right side and becomes the solution, as in solve(); the forward
    /// substitution then runs front by front while their numbers are in the cache. False if the matrix is not positive
    /// definite.
    bool factorise(std::span<const double> diagonal, std::span<const double> values, std::span<double> x,
                   const Parallel& parallel);
    void solve(std::span<double> x, const Parallel& parallel) const;

private:
    static constexpr std::size_t kSize = N * N;
    /// The arguments of factorise().
    struct Values {
        std::span<const double> diagonal, values, right;
    };
    /// Scalar rows of a child's update, from `from` on, that are successive in the parent's update, from `to` on.
    struct Run {
        int from = 0, to = 0, count = 0;
    };
    using Stacks = std::array<UnsetNumbers, 2>; ///< the two stacks of updates, laid out by FrontTree

    void list_rows();
    bool factorise_in_turn(const Values& values);
    bool factorise_tasks(const Values& values, const Parallel& parallel);
    bool factorise_task(const FrontTask& task, const Values& values, Stacks& stacks);
    bool eliminate(int f, const Values& values, const Parallel& parallel);
    bool factor_panel(const Front& front, const Parallel& parallel);
    void assemble(int f, const Values& values, int from, int to);
    void add_to_panel(const Front& front, const Front& child, const double* update, int from, int to);
    void add_to_update(const Front& front, double* square, int child_number, int from, int to);
    bool solves_in_turn(const Parallel& parallel) const;
    void solve_forward(std::span<const double> x, const Parallel& parallel) const;
    void solve_backward(std::span<double> x, const Parallel& parallel) const;
    void solve_forward(int f, std::span<const double> x) const;
    void solve_backward(int f, std::span<double> x, double* sums) const;
    /// Index of a front's row in its padded local rows [numbers]; `block_row` counts own rows first, as
    /// FrontTree::into_parent.
    static std::size_t local_row(const Front& front, int block_row) {
        return index_of(block_row < front.width ? N * block_row
                                                : front.panel.own_padded() + N * (block_row - front.width));
    }

    simd::DenseKernels kernels_ = simd::kernels().front()->dense;
    FrontTree tree_;
    std::vector<BlockPlace> entries_;
    std::vector<std::size_t> first_entry_;     ///< per front: its first entry in entries_; one more at the end
    std::vector<int> entry_row_;               ///< per entry: its block row within its front
    std::vector<int> panel_row_;               ///< per scalar row of FrontTree::below: its offset in the parent's panel
    std::vector<Run> runs_;                    ///< rows of each front's update that are added to its parent's update
    std::vector<int> first_run_;               ///< per front: its first run in runs_; one more at the end
    UnsetNumbers numbers_;                     ///< the panels of all fronts: the factor
    Stacks stacks_;                            ///< stacks of a factorisation on one thread, or of the top
    std::vector<Stacks> task_stacks_;          ///< free stacks: a task takes one and returns it
    UnsetNumbers handed_;                      ///< updates of the tasks' roots, for the top
    std::vector<std::vector<int>> top_levels_; ///< FrontTree::top by depth: fronts of one depth are independent
    std::vector<double*> update_;              ///< per front: its update
    std::vector<std::size_t> local_at_;        ///< per front: its first row in local_; one more at the end
    mutable std::vector<double> local_;        ///< scratch of solve(): the rows of every front, padded like its panel
    mutable std::vector<double> sums_; ///< scratch of solve() for the kernel backward(), one piece per concurrent call
    std::size_t sums_size_ = 0;        ///< size of one piece of sums_ [numbers]
};

extern template class Factor<1>;
extern template class Factor<3>;

} // namespace xpbd
