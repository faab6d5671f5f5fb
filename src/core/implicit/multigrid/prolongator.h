#pragma once

#include "core/implicit/multigrid/aggregates.h"
#include "core/implicit/multigrid/block_matrix.h"
#include "core/implicit/multigrid/smoother.h"

#include <cstddef>
#include <span>
#include <vector>

namespace xpbd {

/// P, which maps a vector of the next coarser level to one of a level: smoothed aggregation (V96).
///
///     P = T - w D^-1 A_F T,   w = 4/(3 largest eigenvalue of D^-1 A)
///
/// The columns of T are the near kernel, vectors x with small A x, cut to one aggregate each and made orthonormal
/// there. Their energy is at the borders of the aggregates; one step of Jacobi's iteration with the diagonal blocks D
/// spreads and lowers it. A_F is A without its weak connections, which are added to the diagonal: with them P would
/// fill the coarser levels.
class Prolongator {
public:
    /// Makes the patterns of P and of the coarser matrix P' A P.
    void set_pattern(const BlockMatrix& fine, const Aggregates& aggregates, BlockMatrix& coarse);

    /// Computes P and P' A P. A column of zeros in T leaves a zero on the coarser diagonal: it gets a one.
    /// @param near_kernel per block row of `fine` N x K numbers, column by column. @return the coarser level's.
    std::vector<double> refresh(const BlockMatrix& fine, const Smoother& smoother, const Aggregates& aggregates,
                                std::vector<double> near_kernel, BlockMatrix& coarse, const Parallel& parallel);
    /// From now on P maps between scaled vectors (Smoother). @param coarse null if the coarser level is not scaled.
    void scale(const Smoother& fine, const Smoother* coarse, const Parallel& parallel);

    /// @name Vectors with kFloats numbers per block row
    /// @{
    /// to += P from
    void prolong(std::span<const float> from, std::span<float> to, const Parallel& parallel) const;
    /// to = P' from
    void restrict_to(std::span<float> to, std::span<const float> from, const Parallel& parallel) const;
    /// @}

    /// @name P, for tests
    /// @{
    std::span<const int> columns_of(std::size_t row) const {
        return std::span(column_).subspan(first_[row], first_[row + 1] - first_[row]);
    }
    /// N x K numbers per entry, row by row.
    const float* block(std::size_t row, std::size_t i) const { return value_.data() + stride_ * (first_[row] + i); }
    /// @}
    std::size_t bytes() const {
        return sizeof(float) * value_.size() + sizeof(int) * column_.size() + sizeof(Entry) * by_column_.size();
    }

private:
    /// An entry of P, sorted by its column.
    struct Entry {
        int row = 0;
        int index = 0; ///< in column_
    };
    std::span<const Entry> entries_of(std::size_t column) const {
        return std::span(by_column_).subspan(first_of_[column], first_of_[column + 1] - first_of_[column]);
    }
    std::size_t rows() const { return first_.size() - 1; }
    void smooth(const BlockMatrix& fine, const Smoother& smoother, const Aggregates& aggregates,
                std::span<const double> tentative, const Parallel& parallel);
    void multiply_out(const BlockMatrix& fine, BlockMatrix& coarse, const Parallel& parallel) const;
    template <std::size_t N, std::size_t K>
    void multiply_out_rows(const BlockMatrix& fine, BlockMatrix& coarse, std::size_t begin, std::size_t end) const;

    int block_ = 1;                     ///< N
    std::size_t stride_ = 0;            ///< N K
    std::vector<std::size_t> first_{0}; ///< per block row: its first entry; one more at the end
    std::vector<int> column_;           ///< per entry: its aggregate, ascending within a row
    std::vector<float> value_;          ///< per entry: N x K numbers, row by row
    std::vector<std::size_t> first_of_; ///< per aggregate: its first entry in by_column_; one more at the end
    std::vector<Entry> by_column_;
};

} // namespace xpbd
