#include "core/implicit/multigrid/smoother.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

namespace xpbd {
namespace {

constexpr int kChebyshev = 2;   ///< steps of the iteration
constexpr double kSmoothed = 8; ///< it damps eigenvalues above the largest one over this
constexpr int kPowerSteps = 4;  ///< iterations for the largest eigenvalue
constexpr double kSafety = 1.2; ///< factor on its estimate, which is low

/// Cholesky factor L of a symmetric N x N block, and its inverse, both lower triangular, column by column. False if a
/// pivot is not positive.
template <std::size_t N>
bool factorise_block(const double* block, double* lower, double* inverse) {
    std::fill_n(lower, N * N, 0.0);
    std::fill_n(inverse, N * N, 0.0);
    for (std::size_t c = 0; c < N; ++c) {
        for (std::size_t r = c; r < N; ++r) {
            double sum = block[N * c + r];
            for (std::size_t k = 0; k < c; ++k) {
                sum -= lower[N * k + r] * lower[N * k + c];
            }
            if (r == c && !(sum > 0)) {
                return false;
            }
            lower[N * c + r] = r == c ? std::sqrt(sum) : sum / lower[N * c + c];
        }
    }
    for (std::size_t c = 0; c < N; ++c) {
        for (std::size_t r = c; r < N; ++r) {
            double sum = r == c ? 1 : 0;
            for (std::size_t k = c; k < r; ++k) {
                sum -= lower[N * k + r] * inverse[N * c + k];
            }
            inverse[N * c + r] = sum / lower[N * r + r];
        }
    }
    return true;
}

/// to = left block right' for lower triangular N x N blocks left and right.
template <std::size_t N>
void scale_block(const double* left, const double* block, const double* right, float* to) {
    double half[N * N] = {}; // left block
    for (std::size_t c = 0; c < N; ++c) {
        for (std::size_t k = 0; k < N; ++k) {
            for (std::size_t r = k; r < N; ++r) {
                half[N * c + r] += left[N * k + r] * block[N * c + k];
            }
        }
    }
    for (std::size_t c = 0; c < N; ++c) {
        double column[N] = {};
        for (std::size_t k = 0; k <= c; ++k) {
            for (std::size_t r = 0; r < N; ++r) {
                column[r] += half[N * k + r] * right[N * k + c];
            }
        }
        for (std::size_t r = 0; r < N; ++r) {
            to[N * c + r] = static_cast<float>(column[r]);
        }
    }
}

template <std::size_t N>
void set_identity(float* to) {
    for (std::size_t i = 0; i < N * N; ++i) {
        to[i] = i % (N + 1) == 0 ? 1 : 0;
    }
}

template <std::size_t N>
void transpose(const float* from, float* to) {
    for (std::size_t i = 0; i < N * N; ++i) {
        to[i % N * N + i / N] = from[i];
    }
}

/// A vector with all frequencies, the same everywhere: the start of the power iteration.
double hashed(std::size_t i) {
    const auto bits = static_cast<unsigned>(i) * 2654435761u;
    return static_cast<double>((bits ^ (bits >> 15u)) & 0xffffu) / 65536.0 - 0.5;
}

} // namespace

bool Smoother::refresh(const BlockMatrix& matrix, const Parallel& parallel) {
    matrix_ = &matrix;
    block_size_ = matrix.block_size();
    lower_.resize(block_size_ * matrix.rows());
    inverse_.resize(block_size_ * matrix.rows());
    light_.resize(matrix.value.size());
    for (auto* scratch : {&rest_, &direction_, &next_}) {
        scratch->resize(matrix.size());
    }
    std::atomic<bool> is_positive = true;
    with_block(matrix.block, [&]<std::size_t N, std::size_t>() {
        in_chunks(parallel, matrix.rows(), kMultigridRange, [&](std::size_t row) {
            const double* const own = matrix.block_at(row, static_cast<int>(row));
            if (!factorise_block<N>(own, lower_.data() + block_size_ * row, inverse_.data() + block_size_ * row)) {
                is_positive = false;
            }
        });
    });
    if (!is_positive) {
        return false;
    }
    scale(parallel);
    estimate_largest(parallel);
    return std::isfinite(largest_);
}

/// The blocks right of the diagonal; the others are their transposes to the last bit.
void Smoother::scale(const Parallel& parallel) {
    const BlockMatrix& a = *matrix_;
    with_block(a.block, [&]<std::size_t N, std::size_t>() {
        in_chunks(parallel, a.rows(), kMultigridRange, [&](std::size_t row) {
            for (std::size_t k = a.first[row]; k < a.first[row + 1]; ++k) {
                const auto column = index_of(a.column[k]);
                float* const to = light_.data() + block_size_ * k;
                if (column == row) {
                    set_identity<N>(to);
                } else if (column > row) {
                    scale_block<N>(inverse(row), a.value.data() + block_size_ * k, inverse(column), to);
                    transpose<N>(to, light_.data() + block_size_ * a.find(column, static_cast<int>(row)));
                }
            }
        });
    });
}

/// Power iteration.
void Smoother::estimate_largest(const Parallel& parallel) {
    const BlockMatrix& a = *matrix_;
    std::vector<double>& x = direction_;
    for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] = hashed(i);
    }
    double before = dot_by_ranges(x, x, parallel);
    for (int step = 0; step < kPowerSteps; ++step) {
        with_block(a.block, [&]<std::size_t N, std::size_t>() {
            in_chunks(parallel, a.rows(), kMultigridRange, [&](std::size_t row) {
                const auto sum = row_times<N>(a, light_.data(), x.data(), row);
                std::copy(sum.begin(), sum.end(), next_.begin() + static_cast<std::ptrdiff_t>(N * row));
            });
        });
        const double after = dot_by_ranges(next_, next_, parallel);
        largest_ = kSafety * std::sqrt(after / before);
        before = after;
        std::swap(x, next_);
    }
}

void Smoother::smooth(std::span<const double> right, std::span<double> x, const Parallel& parallel) {
    const BlockMatrix& a = *matrix_;
    with_block(a.block, [&]<std::size_t N, std::size_t>() {
        in_chunks(parallel, a.rows(), kMultigridRange, [&](std::size_t row) {
            const auto image = row_times<N>(a, light_.data(), x.data(), row);
            for (std::size_t i = 0; i < N; ++i) {
                rest_[N * row + i] = right[N * row + i] - image[i];
            }
        });
    });
    steps(rest_, x, parallel);
}

void Smoother::smooth_from_zero(std::span<const double> right, std::span<double> x, std::span<double> rest,
                                const Parallel& parallel) {
    const BlockMatrix& a = *matrix_;
    std::copy(right.begin(), right.end(), rest.begin());
    std::fill(x.begin(), x.end(), 0.0);
    steps(rest, x, parallel);
    with_block(a.block, [&]<std::size_t N, std::size_t>() { // the last step has left its direction out of the rest
        in_chunks(parallel, a.rows(), kMultigridRange, [&](std::size_t row) {
            const auto image = row_times<N>(a, light_.data(), direction_.data(), row);
            for (std::size_t i = 0; i < N; ++i) {
                rest[N * row + i] -= image[i];
            }
        });
    });
}

/// Chebyshev's iteration (Saad, Iterative Methods for Sparse Linear Systems, algorithm 12.1) for eigenvalues between
/// largest / kSmoothed and largest. `rest` is right - S x before, and after it for the x before the last step.
void Smoother::steps(std::span<double> rest, std::span<double> x, const Parallel& parallel) {
    const BlockMatrix& a = *matrix_;
    const double middle = largest_ * (1 + 1 / kSmoothed) / 2;
    const double half = largest_ * (1 - 1 / kSmoothed) / 2;
    in_chunks(parallel, x.size(), kMultigridRange, [&](std::size_t i) {
        direction_[i] = rest[i] / middle;
        x[i] += direction_[i];
    });
    double rho = half / middle;
    for (int step = 1; step < kChebyshev; ++step) {
        const double before = std::exchange(rho, 1 / (2 * middle / half - rho));
        const double kept = rho * before;
        const double added = 2 * rho / half;
        with_block(a.block, [&]<std::size_t N, std::size_t>() {
            in_chunks(parallel, a.rows(), kMultigridRange, [&](std::size_t row) {
                const auto image = row_times<N>(a, light_.data(), direction_.data(), row);
                for (std::size_t i = N * row; i < N * (row + 1); ++i) {
                    rest[i] -= image[i - N * row];
                    next_[i] = kept * direction_[i] + added * rest[i];
                    x[i] += next_[i];
                }
            });
        });
        std::swap(direction_, next_);
    }
}

} // namespace xpbd
