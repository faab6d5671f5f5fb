#pragma once

#include "core/methods/cholesky/fronts.h"
#include "core/parallel.h"
#include "core/simd/sweep.h"

#include <array>
#include <compare>
#include <cstddef>
#include <new>
#include <span>
#include <vector>

namespace xpbd {

/// Memory that starts at a cache line and is not set: what nobody writes to takes none of the machine's.
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

/// A block below the diagonal, by positions in the order of elimination.
struct BlockPlace {
    int row = 0, column = 0;
    auto operator<=>(const BlockPlace&) const = default;
};

/// Sorts places by column, then by row, and removes repeats; returns where each of them has gone. @param n columns.
std::vector<std::size_t> sort_by_column(std::vector<BlockPlace>& places, std::size_t n);

/// The numeric part of BlockCholesky: assembles the fronts, eliminates them, and solves with the factor.
template <int N>
class Factor {
public:
    void set_kernels(const simd::DenseKernels& kernels) { kernels_ = kernels; }
    /// @param entries blocks below the diagonal as sort_by_column() leaves them.
    void set_tree(FrontTree tree, std::vector<BlockPlace> entries);
    const FrontTree& tree() const { return tree_; }
    std::span<const BlockPlace> entries() const { return entries_; }

    /// Blocks column by column: `diagonal` by block row, `values` as entries(). `x`: empty, or what to solve for with
    /// the new factor, as solve() does; half of that is done front by front while their numbers are in the cache.
    bool factorise(std::span<const double> diagonal, std::span<const double> values, std::span<double> x,
                   const Parallel& parallel);
    void solve(std::span<double> x, const Parallel& parallel) const;

private:
    static constexpr std::size_t kSize = N * N;
    /// Blocks of the matrix and the right side, as factorise() has them.
    struct Values {
        std::span<const double> diagonal, values, right;
    };
    /// Successive rows of an update that are successive in the parent's, too; in numbers.
    struct Run {
        int from = 0, to = 0, count = 0;
    };
    using Stacks = std::array<UnsetNumbers, 2>; ///< of updates, as FrontTree lays them out

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
    /// A front's row in the parent's local rows, of numbers, given the block row that FrontTree::into_parent has.
    static std::size_t local_row(const Front& front, int block_row) {
        return index_of(block_row < front.width ? N * block_row
                                                : front.panel.own_padded() + N * (block_row - front.width));
    }

    simd::DenseKernels kernels_ = simd::kernels().front()->dense;
    FrontTree tree_;
    std::vector<BlockPlace> entries_;
    std::vector<std::size_t> first_entry_; ///< per front; one more at the end
    std::vector<int> entry_row_;           ///< row within the front, of blocks
    std::vector<int> panel_row_;      ///< per number of FrontTree::below: where its row starts in the parent's panel
    std::vector<Run> runs_;           ///< of the rows of fronts below those that the parent owns
    std::vector<int> first_run_;      ///< per front; one more at the end
    UnsetNumbers numbers_;            ///< panels of the fronts
    Stacks stacks_;                   ///< on one thread, or of the top
    std::vector<Stacks> task_stacks_; ///< that no task has at hand
    UnsetNumbers handed_;             ///< updates that tasks hand to the top
    std::vector<std::vector<int>> top_levels_; ///< FrontTree::top by depth: fronts of one do not wait for each other
    std::vector<double*> update_;              ///< of each front
    std::vector<std::size_t> local_at_;        ///< per front: its rows in local_; one more at the end
    mutable std::vector<double> local_;        ///< of solve(): the rows of every front, padded as its panel
    mutable std::vector<double> sums_;         ///< likewise: of the kernel backward(), for all that run at once
    std::size_t sums_size_ = 0;                ///< of one of them
};

extern template class Factor<1>;
extern template class Factor<3>;

} // namespace xpbd
