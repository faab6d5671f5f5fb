#pragma once

#include "core/base/parallel.h"
#include "core/base/types.h"
#include "core/implicit/multigrid/numbers.h"

#include <array>
#include <cstddef>
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

/// (A from) in one row; `value`: the blocks of A, or others of the same pattern. Two sums, over even and over odd
/// columns of the blocks: a single one would wait for each addition.
template <std::size_t N, class Number>
std::array<double, N> row_times(const BlockMatrix& a, const Number* value, const double* from, std::size_t row) {
    Numbers<N> even, odd;
    for (std::size_t k = a.first[row]; k < a.first[row + 1]; ++k) {
        const Number* const block = value + N * N * k;
        const double* const x = from + N * index_of(a.column[k]);
        for (std::size_t c = 0; c < N; ++c) {
            (c % 2 == 0 ? even : odd).add(x[c], Numbers<N>::load(block + N * c));
        }
    }
    even.add(odd);
    std::array<double, N> sum;
    even.store(sum.data());
    return sum;
}

/// to = A from
void multiply(const BlockMatrix& a, std::span<const double> from, std::span<double> to, const Parallel& parallel);

/// Block rows or numbers per task of the loops of multigrid. Sums are taken range by range, so that the bits do not
/// depend on the threads.
inline constexpr std::size_t kMultigridRange = 4096;

/// a' b, as the sum of the products of ranges of fixed size, in order.
double dot_by_ranges(std::span<const double> a, std::span<const double> b, const Parallel& parallel);

} // namespace xpbd
