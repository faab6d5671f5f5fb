#include "core/implicit/multigrid/smoother.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <utility>

namespace xpbd {
namespace {

constexpr int kChebyshev = 2;    ///< steps of the iteration
constexpr double kSmoothed = 8;  ///< it damps eigenvalues above the largest one over this
constexpr int kLanczosSteps = 8; ///< for the largest eigenvalue
constexpr int kBisections = 30;  ///< for the largest eigenvalue of their small matrix

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

/// The matrix of Lanczos's iteration: what a symmetric matrix is in the space of the first iterates.
struct Tridiagonal {
    int size = 0;
    std::array<double, kLanczosSteps> diagonal{};
    std::array<double, kLanczosSteps> below{}; ///< entries under the diagonal ones; the last one leads out of the space

    void add(double on, double under) {
        diagonal[index_of(size)] = on;
        below[index_of(size++)] = under;
    }
    /// True if x is above all eigenvalues: all pivots of x I - this are positive.
    bool is_below(double x) const {
        double pivot = 0;
        for (int i = 0; i < size; ++i) {
            pivot = x - diagonal[index_of(i)] - (i == 0 ? 0 : below[index_of(i - 1)] * below[index_of(i - 1)] / pivot);
            if (!(pivot > 0)) {
                return false;
            }
        }
        return true;
    }
    /// Largest eigenvalue, by bisection.
    double largest() const {
        double low = 0;
        double high = 1;
        while (!is_below(high) && std::isfinite(high)) {
            low = high;
            high *= 2;
        }
        for (int i = 0; i < kBisections; ++i) {
            const double middle = (low + high) / 2;
            (is_below(middle) ? high : low) = middle;
        }
        return high;
    }
    /// largest(), plus the length of the residual of its vector in the whole space.
    double upper_bound() const {
        const double value = largest();
        double squares = 0;
        double entry = 1;
        double before = 0;
        for (int i = 0; i < size; ++i) {
            if (i > 0) {
                const double next = ((value - diagonal[index_of(i - 1)]) * entry - before) / below[index_of(i - 1)];
                before = below[index_of(i - 1)] * entry;
                entry = next;
            }
            squares += entry * entry;
        }
        return value + (size == 0 ? 0 : below[index_of(size - 1)] * std::abs(entry) / std::sqrt(squares));
    }
};

/// Random numbers in [-0.5, 0.5), the same everywhere: the start of Lanczos's iteration. Neighbouring numbers must be
/// independent, so that no frequency is missing (the finaliser of MurmurHash3).
double hashed(std::size_t i) {
    auto bits = static_cast<std::uint32_t>(i + 1);
    bits = (bits ^ (bits >> 16u)) * 0x85ebca6bu;
    bits = (bits ^ (bits >> 13u)) * 0xc2b2ae35u;
    bits ^= bits >> 16u;
    return static_cast<double>(bits) / 4294967296.0 - 0.5;
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

/// Lanczos's iteration (Zhou, Li, Bounding the spectrum of large Hermitian matrices, 2011): the largest eigenvalue of
/// its small matrix, plus the residual of that eigenvalue's vector. An estimate below the largest eigenvalue would make
/// the V-cycle indefinite: beyond it Chebyshev's polynomial grows without bound.
void Smoother::estimate_largest(const Parallel& parallel) {
    const BlockMatrix& a = *matrix_;
    std::vector<double>&before = rest_, &v = direction_, &image = next_;
    std::fill(before.begin(), before.end(), 0.0);
    for (std::size_t i = 0; i < v.size(); ++i) {
        v[i] = hashed(i);
    }
    double length = std::sqrt(dot_by_ranges(v, v, parallel));
    Tridiagonal projected;
    for (int step = 0; step < kLanczosSteps && length > 0; ++step) {
        in_chunks(parallel, v.size(), kMultigridRange, [&](std::size_t i) { v[i] /= length; });
        with_block(a.block, [&]<std::size_t N, std::size_t>() {
            in_chunks(parallel, a.rows(), kMultigridRange, [&](std::size_t row) {
                const auto sum = row_times<N>(a, light_.data(), v.data(), row);
                for (std::size_t i = 0; i < N; ++i) {
                    image[N * row + i] = sum[i] - length * before[N * row + i];
                }
            });
        });
        const double along = dot_by_ranges(image, v, parallel);
        in_chunks(parallel, v.size(), kMultigridRange, [&](std::size_t i) {
            before[i] = v[i];
            v[i] = image[i] - along * v[i];
        });
        length = std::sqrt(dot_by_ranges(v, v, parallel));
        projected.add(along, length);
    }
    largest_ = projected.upper_bound();
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
