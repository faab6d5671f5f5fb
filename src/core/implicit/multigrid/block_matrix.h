#pragma once

#include "core/base/parallel.h"
#include "core/base/types.h"
#include "core/implicit/multigrid/numbers.h"

#include <array>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

namespace xpbd {

/// A sparse symmetric matrix of N x N blocks in compressed rows. Both triangles are stored: a product then writes every
/// row once, so that rows can be shared out to threads.
struct BlockMatrix {
    int block = 1;                     ///< N: 1 (constraints), 3 (particles) or 6 (rigid pieces)
    std::vector<std::size_t> first{0}; ///< per block row: its first block; one more at the end
    std::vector<int> column;           ///< per block: block column, ascending within a row
    std::vector<double> value;         ///< per block: N x N numbers, column by column

    std::size_t rows() const { return first.size() - 1; }         ///< block rows
    std::size_t size() const { return rows() * index_of(block); } ///< scalar rows
    std::size_t block_size() const { return index_of(block) * index_of(block); }
    /// Index of block (row, column), which must exist.
    std::size_t find(std::size_t row, int at) const;
    double* block_at(std::size_t row, int at) { return value.data() + block_size() * find(row, at); }
    const double* block_at(std::size_t row, int at) const { return value.data() + block_size() * find(row, at); }
    /// Appends a row with these block columns, which may repeat; they are sorted in place.
    void add_row(std::vector<int>& columns);
    /// Sets all values to zero; call it after the last add_row().
    void set_zero() { value.assign(column.size() * block_size(), 0.0); }
};

/// Calls f<N, K>(): N = `block`, the rows of a block, and K, the rows of a block of the next coarser level: one per
/// near-kernel vector, which is 1 for N = 1 and the number of rigid motions else.
template <class F>
auto with_block(int block, F&& f) {
    return block == 1   ? f.template operator()<1, 1>()
           : block == 3 ? f.template operator()<3, 6>()
                        : f.template operator()<6, 6>();
}

/// Length of a vector of floats (Floats) for these block rows.
inline std::size_t float_count(const BlockMatrix& a) {
    return a.rows() * with_block(a.block, []<std::size_t N, std::size_t>() { return kFloats<N>; });
}

/// (B from) in one row for a matrix B of floats with the pattern of A; kFloatsBehind numbers follow its blocks. Three
/// sums, over every third column of the blocks: a single one would wait for each addition.
template <std::size_t N>
Floats<N> row_times(const BlockMatrix& a, const float* value, const float* from, std::size_t row) {
    std::array<Floats<N>, 3> sums{};
    for (std::size_t k = a.first[row]; k < a.first[row + 1]; ++k) {
        const float* const block = value + N * N * k;
        const float* const x = from + kFloats<N> * index_of(a.column[k]);
        unrolled<N>([&](std::size_t c) { sums[c % 3].add(x[c], Floats<N>::load(block + N * c)); });
    }
    sums[0].add(1, sums[1]);
    sums[0].add(1, sums[2]);
    return sums[0];
}

/// to = A from
void multiply(const BlockMatrix& a, std::span<const double> from, std::span<double> to, const Parallel& parallel);

/// Block rows or numbers per task of the loops of multigrid. Sums are taken range by range, so that the bits do not
/// depend on the threads.
inline constexpr std::size_t kMultigridRange = 4096;

/// The sum of f(row) for rows in [0, count), range by range.
template <class F>
double sum_over_ranges(std::size_t count, const Parallel& parallel, F&& f) {
    std::vector<double> sums((count + kMultigridRange - 1) / kMultigridRange);
    in_ranges(parallel, count, kMultigridRange, [&](std::size_t begin, std::size_t end) {
        double sum = 0;
        for (std::size_t row = begin; row < end; ++row) {
            sum += f(row);
        }
        sums[begin / kMultigridRange] = sum;
    });
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

/// a' b, as the sum of the products of ranges of fixed size, in order.
double dot_by_ranges(std::span<const double> a, std::span<const double> b, const Parallel& parallel);

} // namespace xpbd
