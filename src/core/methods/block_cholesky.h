#pragma once

#include "core/methods/cholesky/factor.h"
#include "core/parallel.h"
#include "core/types.h"

#include <Eigen/Core>
#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace xpbd {

/// Sparse symmetric matrix of N x N blocks and its Cholesky factor, for matrices whose pattern stays while their values
/// change; N is 1 or 3. The factor is multifrontal (Duff and Reid, 1983), along a nested dissection of the places of
/// the block rows. Every instruction set and every number of threads gives the same bits.
template <int N>
class BlockCholesky {
public:
    using Block = Eigen::Matrix<double, N, N>;
    using Vectors = Eigen::MatrixXd; ///< columns of N n rows
    using Cost = FactorCost;

    /// Sets the pattern: the diagonal of n block rows, and the blocks (a, b) and (b, a) of every pair with a != b.
    /// Pairs may repeat. A pair is known by its place in the list. All values are zero afterwards.
    /// @param places of the block rows: rows that pairs join should be near each other. Any unit; they change the cost,
    /// not the result. Empty: all in one point.
    /// @return false where the watch stopped it; the matrix then has no rows.
    bool set_pattern(int n, std::span<const std::pair<int, int>> pairs, std::span<const Vec3> places,
                     const AnalysisWatch& watch = {});
    void set_zero();

    /// The N x N numbers of block (a, a), column by column: to add to. Both triangles must be the same.
    double* diagonal(int a) { return diagonal_.data() + kSize * index_of(a); }
    /// Adds to block (a, a).
    void add_diagonal(int a, const Block& block) { Eigen::Map<Block>(diagonal(a)) += block; }
    /// Adds to block (a, b) of pair number `pair`, and its transpose to block (b, a).
    void add_pair(std::size_t pair, const Block& block) { add_pair(pair, block.data()); }
    /// The same, of N x N numbers column by column.
    void add_pair(std::size_t pair, const double* block) {
        const Place place = place_of_[pair];
        double* value = values_.data() + kSize * index_of(place.value);
        for (std::size_t column = 0; column < N; ++column) {
            for (std::size_t row = 0; row < N; ++row) {
                value[place.transposed ? row * N + column : column * N + row] += block[column * N + row];
            }
        }
    }

    /// The numbers of the block of a pair, as it is or transposed: to add symmetric blocks to, quicker than add_pair().
    double* symmetric_pair(std::size_t pair) { return values_.data() + kSize * index_of(place_of_[pair].value); }

    /// @name Parts
    /// The order of elimination, cut into ranges of rows. A part has the rows in its range, with their diagonal blocks,
    /// and the pairs whose earlier row is in it: tasks that add to different parts share no number, and the numbers of
    /// a part are together in memory.
    /// @{
    static constexpr int kAllParts = -1; ///< instead of one of them
    int part_count() const { return static_cast<int>(part_begin_.size()) - 1; }
    int part_of(int a) const { return factor_.tree().position[index_of(a)] / kPartRows; }
    bool has_row(int part, int a) const { return part == kAllParts || part_of(a) == part; }
    bool has_pair(int part, std::size_t pair) const {
        return part == kAllParts || factor_.entries()[index_of(place_of_[pair].value)].column / kPartRows == part;
    }
    /// Its block rows, in the order of elimination.
    std::span<const int> rows_of(int part) const {
        const auto first = index_of(part * kPartRows);
        const std::span<const int> order = factor_.tree().order;
        return order.subspan(first, std::min(order.size() - first, index_of(kPartRows)));
    }
    void set_zero(int part);
    /// @}

    /// Factorises. False where a pivot is not positive: then there is no factor until it succeeds again.
    bool factorise(const Parallel& parallel = {});
    /// The same, then solve(x): quicker than one after the other, and the same bits. Where there is no factor, x stays.
    bool factorise_and_solve(std::span<double> x, const Parallel& parallel = {});
    /// Solves with the factor, in place: N n numbers, in the order of block rows. Takes no memory after the first call
    /// of factorise(). Not on two threads at the same time: it has scratch memory.
    void solve(std::span<double> x, const Parallel& parallel = {}) const;
    Vectors solve(const Vectors& right, const Parallel& parallel = {}) const;

    /// What the factor takes; known from set_pattern() on.
    const Cost& cost() const { return factor_.tree().cost; }

    /// Takes other kernels than the best ones of this processor: of simd::kernels().
    void set_kernels(const simd::DenseKernels& kernels) { factor_.set_kernels(kernels); }

private:
    static constexpr std::size_t kSize = N * N;
    static constexpr int kPartRows = 512; ///< whose numbers, with those of what adds to them, fit into a core's cache
    /// Where the value of a pair is.
    struct Place {
        int value = 0;
        bool transposed = false;
    };

    std::vector<Place> place_of_;            ///< per pair
    std::vector<std::size_t> part_begin_{0}; ///< per part: its first one of values_, in blocks; one more at the end
    std::vector<double> diagonal_;           ///< by block row
    std::vector<double> values_;             ///< blocks below the diagonal of the order of elimination, by its columns
    Factor<N> factor_;
};

extern template class BlockCholesky<1>; ///< rows by themselves: one per constraint
extern template class BlockCholesky<3>; ///< coordinates of particles

} // namespace xpbd
