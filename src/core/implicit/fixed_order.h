#pragma once

#include <Eigen/Core>
#include <cmath>

namespace xpbd {

/// @name Sums in a fixed order
/// Eigen's sums and products add in an order that depends on its version, the instruction set and, for matrix products,
/// the sizes of the processor's caches; on ARM they use fused operations. Its elementwise results are the same
/// everywhere. The core is compiled without Eigen's vectorisation (EIGEN_DONT_VECTORIZE).
/// @{

/// a' b, in eight partial sums that the compiler vectorises.
inline double dot(const Eigen::Ref<const Eigen::VectorXd>& a, const Eigen::Ref<const Eigen::VectorXd>& b) {
    constexpr Eigen::Index kWidth = 8;
    double sum[kWidth] = {};
    const double* const x = a.data();
    const double* const y = b.data();
    const Eigen::Index whole = a.size() / kWidth * kWidth;
    for (Eigen::Index i = 0; i < whole; i += kWidth) {
        for (Eigen::Index k = 0; k < kWidth; ++k) {
            sum[k] += x[i + k] * y[i + k];
        }
    }
    for (Eigen::Index i = whole; i < a.size(); ++i) {
        sum[i - whole] += x[i] * y[i];
    }
    return ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]));
}

inline double norm(const Eigen::Ref<const Eigen::VectorXd>& a) {
    return std::sqrt(dot(a, a));
}

/// matrix' vector
inline Eigen::VectorXd transposed_times(const Eigen::MatrixXd& matrix,
                                        const Eigen::Ref<const Eigen::VectorXd>& vector) {
    Eigen::VectorXd result(matrix.cols());
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
        result[j] = dot(matrix.col(j), vector);
    }
    return result;
}

/// to += matrix vector, column by column
inline void add_product(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& vector, Eigen::VectorXd& to) {
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
        to += vector[j] * matrix.col(j);
    }
}

/// I + a' b; a and b have few columns
inline Eigen::MatrixXd identity_plus_product(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
    Eigen::MatrixXd result = Eigen::MatrixXd::Identity(a.cols(), b.cols());
    for (Eigen::Index j = 0; j < b.cols(); ++j) {
        result.col(j) += transposed_times(a, b.col(j));
    }
    return result;
}

/// Solves a small symmetric positive definite system by Cholesky's method; NaN if it is not positive definite.
inline Eigen::VectorXd solve_positive(Eigen::MatrixXd matrix, Eigen::VectorXd right) {
    const Eigen::Index n = matrix.cols();
    for (Eigen::Index j = 0; j < n; ++j) {
        for (Eigen::Index k = 0; k < j; ++k) {
            for (Eigen::Index i = j; i < n; ++i) {
                matrix(i, j) -= matrix(i, k) * matrix(j, k);
            }
            right[j] -= matrix(j, k) * right[k];
        }
        const double pivot = std::sqrt(matrix(j, j));
        for (Eigen::Index i = j; i < n; ++i) {
            matrix(i, j) /= pivot;
        }
        right[j] /= pivot;
    }
    for (Eigen::Index j = n; j-- > 0;) {
        for (Eigen::Index k = j + 1; k < n; ++k) {
            right[j] -= matrix(k, j) * right[k];
        }
        right[j] /= matrix(j, j);
    }
    return right;
}
/// @}

} // namespace xpbd
