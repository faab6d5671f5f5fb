#pragma once

// Long vectors, and matrices of few long columns. Plain loops: every machine adds in the same order.

#include "core/base/types.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace xpbd {

/// A matrix as a list of its columns.
using Columns = std::vector<std::vector<double>>;

/// a' b, in eight partial sums that the compiler vectorises.
inline double dot(std::span<const double> a, std::span<const double> b) {
    constexpr std::size_t kWidth = 8;
    double sum[kWidth] = {};
    const double* const x = a.data();
    const double* const y = b.data();
    const std::size_t whole = a.size() / kWidth * kWidth;
    for (std::size_t i = 0; i < whole; i += kWidth) {
        for (std::size_t k = 0; k < kWidth; ++k) {
            sum[k] += x[i + k] * y[i + k];
        }
    }
    for (std::size_t i = whole; i < a.size(); ++i) {
        sum[i - whole] += x[i] * y[i];
    }
    return ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]));
}

inline double norm(std::span<const double> a) {
    return std::sqrt(dot(a, a));
}

/// The largest magnitude of a number; 0 for an empty vector.
inline double largest_magnitude(std::span<const double> a) {
    double largest = a.empty() ? 0 : std::abs(a.front());
    for (const double number : a) {
        largest = std::max(largest, std::abs(number));
    }
    return largest;
}

inline bool all_finite(std::span<const double> a) {
    return std::all_of(a.begin(), a.end(), [](double number) { return std::isfinite(number); });
}

/// to += factor from
inline void add_scaled(double factor, std::span<const double> from, std::span<double> to) {
    for (std::size_t i = 0; i < to.size(); ++i) {
        to[i] += factor * from[i];
    }
}

/// to = from + factor to
inline void scale_and_add(double factor, std::span<const double> from, std::span<double> to) {
    for (std::size_t i = 0; i < to.size(); ++i) {
        to[i] = from[i] + factor * to[i];
    }
}

/// factor a
inline std::vector<double> scaled(double factor, std::span<const double> a) {
    std::vector<double> result(a.size());
    std::transform(a.begin(), a.end(), result.begin(), [factor](double number) { return factor * number; });
    return result;
}

/// Three numbers of a vector, the first at index `first`.
inline Vec3 vec3_at(std::span<const double> a, int first) {
    const double* const numbers = a.data() + first;
    return {numbers[0], numbers[1], numbers[2]};
}

/// Adds to three numbers of a vector, the first at index `first`.
inline void add_vec3(std::span<double> to, int first, const Vec3& v) {
    double* const numbers = to.data() + first;
    numbers[0] += v.x;
    numbers[1] += v.y;
    numbers[2] += v.z;
}

/// matrix' vector
inline std::vector<double> transposed_times(const Columns& matrix, std::span<const double> vector) {
    std::vector<double> result;
    for (const auto& column : matrix) {
        result.push_back(dot(column, vector));
    }
    return result;
}

/// to -= matrix vector, column by column
inline void subtract_product(const Columns& matrix, std::span<const double> vector, std::span<double> to) {
    for (std::size_t j = 0; j < matrix.size(); ++j) {
        add_scaled(-vector[j], matrix[j], to);
    }
}

/// I + a' b
inline Columns identity_plus_product(const Columns& a, const Columns& b) {
    Columns result;
    for (const auto& column : b) {
        result.push_back(transposed_times(a, column));
        result.back()[result.size() - 1] += 1;
    }
    return result;
}

/// Solves a small symmetric positive definite system by Cholesky's method; NaN if it is not positive definite.
inline std::vector<double> solve_positive(Columns matrix, std::vector<double> right) {
    const std::size_t n = matrix.size();
    for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t k = 0; k < j; ++k) {
            for (std::size_t i = j; i < n; ++i) {
                matrix[j][i] -= matrix[k][i] * matrix[k][j];
            }
            right[j] -= matrix[k][j] * right[k];
        }
        const double pivot = std::sqrt(matrix[j][j]);
        for (std::size_t i = j; i < n; ++i) {
            matrix[j][i] /= pivot;
        }
        right[j] /= pivot;
    }
    for (std::size_t j = n; j-- > 0;) {
        for (std::size_t k = j + 1; k < n; ++k) {
            right[j] -= matrix[j][k] * right[k];
        }
        right[j] /= matrix[j][j];
    }
    return right;
}

} // namespace xpbd
