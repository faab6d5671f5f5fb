#pragma once

#include "core/implicit/multigrid/block_matrix.h"

#include <cstddef>
#include <span>
#include <vector>

namespace xpbd {

/// Chebyshev's iteration on a level of multigrid. It works on the scaled matrix S = W A W', with W = L^-1 and
/// A_ii = L L' for every diagonal block, so that the diagonal blocks of S are identities. A vector x of the level is
/// W' times its scaled one, a force f is L times its scaled one.
///
/// S is stored in single precision. No block of S is larger than 1, whatever the stiffness in any direction. A itself
/// would not do: a cloth's particle is 1e9 times as stiff along the cloth as across it, and rounding the first number
/// would drown the second.
class Smoother {
public:
    /// Scales the matrix and estimates the largest eigenvalue of S. False if a diagonal block is not positive definite,
    /// or a number is not finite. The matrix must not be destroyed while this object is used: its pattern is read.
    bool refresh(const BlockMatrix& matrix, const Parallel& parallel);

    /// Upper estimate of the largest eigenvalue of S.
    double largest() const { return largest_; }
    /// L and W of a block row, column by column.
    const double* lower(std::size_t row) const { return lower_.data() + block_size_ * row; }
    const double* inverse(std::size_t row) const { return inverse_.data() + block_size_ * row; }

    /// @name All vectors are scaled, with kFloats numbers per block row.
    /// @{
    /// Improves x as a solution of S x = right. Every step is a polynomial in S: the iteration is symmetric to within
    /// rounding.
    void smooth(std::span<const float> right, std::span<float> x, const Parallel& parallel);
    /// smooth() from x = 0; `rest` receives right - S x.
    void smooth_from_zero(std::span<const float> right, std::span<float> x, std::span<float> rest,
                          const Parallel& parallel);
    /// @}

    std::size_t bytes() const {
        return sizeof(float) * (light_.size() + scratch_.size()) + sizeof(double) * (lower_.size() + inverse_.size());
    }

private:
    struct Steps;
    void scale(const Parallel& parallel);
    void estimate_largest(const Parallel& parallel);

    const BlockMatrix* matrix_ = nullptr; ///< its pattern is that of S
    std::size_t block_size_ = 0;          ///< numbers per block
    std::vector<float> light_;            ///< S
    std::vector<double> lower_, inverse_; ///< L and W
    double largest_ = 0;
    std::vector<float> scratch_;
};

} // namespace xpbd
