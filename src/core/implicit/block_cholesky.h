#pragma once

// Sparse Cholesky factorisation of block matrices, which the methods `global`, `newton` and `direct` use.

#include "core/base/parallel.h"
#include "core/base/types.h"
#include "core/implicit/cholesky/factor.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace xpbd {

/// A sparse symmetric matrix of N x N blocks (N is 1 or 3) and its Cholesky factor. The pattern is set once, and then
/// used with many values. The factor is multifrontal (Duff and Reid, 1983), ordered by nested dissection of the block
/// rows' positions. Every instruction set and every number of threads gives the same bits.
template <int N>
class BlockCholesky {
public:
    using Cost = FactorCost;

    /// Sets the pattern: the diagonal blocks of n block rows, and blocks (a, b) and (b, a) of every pair with a != b.
    /// Pairs may repeat; a pair is identified by its index in the list. All values become zero.
    /// @param places position of each block row, in any unit: rows joined by a pair should be close to each other. The
    /// positions change the cost, not the result. May be empty: all rows count as one point.
    /// @param has_factor false: factorise() must not be called, which saves its memory.
    /// @return false if the watch stops it; the matrix then has no rows.
    bool set_pattern(int n, std::span<const std::pair<int, int>> pairs, std::span<const Vec3> places,
                     const AnalysisWatch& watch = {}, bool has_factor = true);
    void set_zero();

    /// The N x N numbers of block (a, a), column by column. The caller adds to them; the block must stay symmetric.
    double* diagonal(int a) { return diagonal_.data() + kSize * index_of(a); }
    /// Adds to block (a, a).
    void add_diagonal(int a, const glm::dmat3& block) requires(N == 3) {
        double* const to = diagonal(a);
        for (int column = 0; column < N; ++column) {
            for (int row = 0; row < N; ++row) {
                to[N * column + row] += block[column][row];
            }
        }
    }
    /// Adds to block (a, b) of a pair, and the transpose to block (b, a). `pair`: index in the list of set_pattern().
    void add_pair(std::size_t pair, const glm::dmat3& block) requires(N == 3) { add_pair(pair, &block[0].x); }
    /// Adds N x N numbers, stored column by column, to block (a, b) of a pair, and their transpose to block (b, a).
    void add_pair(std::size_t pair, const double* block) {
        const Place place = place_of_[pair];
        double* value = values_.data() + kSize * index_of(place.value);
        for (std::size_t column = 0; column < N; ++column) {
            for (std::size_t row = 0; row < N; ++row) {
                value[place.transposed ? row * N + column : column * N + row] += block[column * N + row];
            }
        }
    }

    /// The N x N numbers of a pair's block or of its transpose: to add a symmetric block, faster than add_pair().
    double* symmetric_pair(std::size_t pair) { return values_.data() + kSize * index_of(place_of_[pair].value); }

    /// @name The values, for another solver of the same system
    /// @{
    std::size_t entry_count() const { return factor_.entries().size(); }
    /// Block row and block column of an entry.
    std::pair<int, int> place_of_entry(std::size_t entry) const {
        const BlockPlace& place = factor_.entries()[entry];
        const std::vector<int>& order = factor_.tree().order;
        return {order[index_of(place.row)], order[index_of(place.column)]};
    }
    /// The N x N numbers of the entry, column by column. The block at the mirrored place is its transpose.
    const double* entry(std::size_t entry) const { return values_.data() + kSize * entry; }
    const double* diagonal(int a) const { return diagonal_.data() + kSize * index_of(a); }
    /// @}

    /// @name Parts
    /// The rows are cut into parts along the order of elimination. A part contains its rows' diagonal blocks, and the
    /// pairs whose earlier row is in the part: tasks that add to different parts share no number, and the numbers of a
    /// part are contiguous in memory.
    /// @{
    static constexpr int kAllParts = -1; ///< a value of the argument `part`: all parts
    int part_count() const { return static_cast<int>(part_begin_.size()) - 1; }
    int part_of(int a) const { return factor_.tree().position[index_of(a)] / kPartRows; }
    bool has_row(int part, int a) const { return part == kAllParts || part_of(a) == part; }
    bool has_pair(int part, std::size_t pair) const {
        return part == kAllParts || factor_.entries()[index_of(place_of_[pair].value)].column / kPartRows == part;
    }
    /// Block rows of a part, in the order of elimination.
    std::span<const int> rows_of(int part) const {
        const auto first = index_of(part * kPartRows);
        const std::span<const int> order = factor_.tree().order;
        return order.subspan(first, std::min(order.size() - first, index_of(kPartRows)));
    }
    void set_zero(int part);
    /// @}

    /// Factorises. False if a pivot is not positive; there is then no factor until factorise() succeeds.
    bool factorise(const Parallel& parallel = {});
    /// factorise(), then solve(x), with the same bits but quicker. If it returns false, x is unchanged.
    bool factorise_and_solve(std::span<double> x, const Parallel& parallel = {});
    /// Solves with the factor, in place: N n numbers, in the order of block rows. Allocates no memory. Not thread-safe:
    /// it uses scratch memory of this object.
    void solve(std::span<double> x, const Parallel& parallel = {}) const;

    /// Cost of the factor; valid after set_pattern().
    const Cost& cost() const { return factor_.tree().cost; }

    /// Replaces the kernels, by default the fastest of this processor, by others from simd::kernels().
    void set_kernels(const simd::DenseKernels& kernels) { factor_.set_kernels(kernels); }

private:
    static constexpr std::size_t kSize = N * N;
    static constexpr int kPartRows =
        512; ///< block rows per part: their numbers and the data added to them fit into a core's cache
    /// Where a pair's block is: its index in values_, and whether the transpose is stored there.
    struct Place {
        int value = 0;
        bool transposed = false;
    };

    std::vector<Place> place_of_;            ///< per pair
    std::vector<std::size_t> part_begin_{0}; ///< per part: index of its first block in values_; one more at the end
    std::vector<double> diagonal_;           ///< diagonal blocks, by block row
    std::vector<double> values_; ///< blocks below the diagonal, sorted by column in the order of elimination
    Factor<N> factor_;
};

extern template class BlockCholesky<1>; ///< scalar rows, for constraints
extern template class BlockCholesky<3>; ///< three coordinates per particle

} // namespace xpbd
