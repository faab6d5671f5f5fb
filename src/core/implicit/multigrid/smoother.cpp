#include "core/implicit/multigrid/smoother.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <utility>

namespace xpbd {
namespace {

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
    std::array<Numbers<N>, N> loaded;
    for (std::size_t k = 0; k < N; ++k) {
        loaded[k] = Numbers<N>::load(left + N * k);
    }
    std::array<Numbers<N>, N> half{}; // left block
    for (std::size_t c = 0; c < N; ++c) {
        for (std::size_t k = 0; k < N; ++k) {
            half[c].add(block[N * c + k], loaded[k]);
        }
    }
    for (std::size_t c = 0; c < N; ++c) {
        Numbers<N> column;
        for (std::size_t k = 0; k <= c; ++k) {
            column.add(right[N * k + c], half[k]);
        }
        column.store(to + N * c);
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
float hashed(std::size_t i) {
    auto bits = static_cast<std::uint32_t>(i + 1);
    bits = (bits ^ (bits >> 16u)) * 0x85ebca6bu;
    bits = (bits ^ (bits >> 13u)) * 0xc2b2ae35u;
    bits ^= bits >> 16u;
    return static_cast<float>(bits >> 8u) / 16777216.0f - 0.5f;
}

} // namespace

bool Smoother::refresh(const BlockMatrix& matrix, const Parallel& parallel) {
    matrix_ = &matrix;
    block_size_ = matrix.block_size();
    lower_.resize(block_size_ * matrix.rows());
    inverse_.resize(block_size_ * matrix.rows());
    light_.resize(matrix.value.size() + kFloatsBehind);
    scratch_.resize(float_count(matrix));
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
    std::vector<float> before(scratch_.size(), 0.0f), image(scratch_.size());
    std::vector<float>& v = scratch_;
    Tridiagonal projected;
    with_block(a.block, [&]<std::size_t N, std::size_t>() {
        const auto product = [&](const float* x, const float* y) {
            double sum = 0;
            for (std::size_t i = 0; i < N; ++i) {
                sum += static_cast<double>(x[i]) * static_cast<double>(y[i]);
            }
            return sum;
        };
        double length = std::sqrt(sum_over_ranges(a.rows(), parallel, [&](std::size_t row) {
            float* const own = v.data() + kFloats<N> * row;
            for (std::size_t i = 0; i < N; ++i) {
                own[i] = hashed(N * row + i);
            }
            return product(own, own);
        }));
        for (int step = 0; step < kLanczosSteps && length > 0; ++step) {
            // v is `length` times the unit vector, and `before` the unit vector before it
            const auto shrink = static_cast<float>(1 / length);
            const double along =
                sum_over_ranges(a.rows(), parallel,
                                [&](std::size_t row) {
                                    Floats<N> sum;
                                    sum.add(shrink, row_times<N>(a, light_.data(), v.data(), row));
                                    sum.add(static_cast<float>(-length),
                                            Floats<N>::load(before.data() + kFloats<N> * row));
                                    sum.store(image.data() + kFloats<N> * row);
                                    return product(image.data() + kFloats<N> * row, v.data() + kFloats<N> * row);
                                }) /
                length;
            length = std::sqrt(sum_over_ranges(a.rows(), parallel, [&](std::size_t row) {
                float* const own = v.data() + kFloats<N> * row;
                Floats<N> unit;
                unit.add(shrink, Floats<N>::load(own));
                unit.store(before.data() + kFloats<N> * row);
                auto next = Floats<N>::load(image.data() + kFloats<N> * row);
                next.add(static_cast<float>(-along), unit);
                next.store(own);
                return product(own, own);
            }));
            projected.add(along, length);
        }
    });
    largest_ = projected.upper_bound();
}

/// Two steps of Chebyshev's iteration (Saad, Iterative Methods for Sparse Linear Systems, algorithm 12.1) for
/// eigenvalues between largest / kSmoothed and largest, from a rest r. They add a r to the solution, then b r + c s,
/// with s = r - a S r.
struct Smoother::Steps {
    float a = 0, b = 0, c = 0;

    explicit Steps(double largest) {
        const double middle = largest * (1 + 1 / kSmoothed) / 2;
        const double half = largest * (1 - 1 / kSmoothed) / 2;
        const double rho = 1 / (2 * middle / half - half / middle);
        a = static_cast<float>(1 / middle);
        b = static_cast<float>(rho * half / (middle * middle));
        c = static_cast<float>(2 * rho / half);
    }
};

void Smoother::smooth(std::span<const float> right, std::span<float> x, const Parallel& parallel) {
    const BlockMatrix& m = *matrix_;
    const Steps steps(largest_);
    with_block(m.block, [&]<std::size_t N, std::size_t>() {
        in_chunks(parallel, m.rows(), kMultigridRange, [&](std::size_t row) {
            auto rest = Floats<N>::load(right.data() + kFloats<N> * row);
            rest.add(-1, row_times<N>(m, light_.data(), x.data(), row));
            rest.store(scratch_.data() + kFloats<N> * row);
        });
        in_chunks(parallel, m.rows(), kMultigridRange, [&](std::size_t row) {
            const auto first = Floats<N>::load(scratch_.data() + kFloats<N> * row);
            auto second = first;
            second.add(-steps.a, row_times<N>(m, light_.data(), scratch_.data(), row));
            auto sum = Floats<N>::load(x.data() + kFloats<N> * row);
            sum.add(steps.a + steps.b, first);
            sum.add(steps.c, second);
            sum.store(x.data() + kFloats<N> * row);
        });
    });
}

void Smoother::smooth_from_zero(std::span<const float> right, std::span<float> x, std::span<float> rest,
                                const Parallel& parallel) {
    const BlockMatrix& m = *matrix_;
    const Steps steps(largest_);
    with_block(m.block, [&]<std::size_t N, std::size_t>() {
        in_chunks(parallel, m.rows(), kMultigridRange, [&](std::size_t row) {
            const auto first = Floats<N>::load(right.data() + kFloats<N> * row);
            auto second = first;
            second.add(-steps.a, row_times<N>(m, light_.data(), right.data(), row));
            second.store(rest.data() + kFloats<N> * row);
            Floats<N> direction;
            direction.add(steps.b, first);
            direction.add(steps.c, second);
            direction.store(scratch_.data() + kFloats<N> * row);
            direction.add(steps.a, first);
            direction.store(x.data() + kFloats<N> * row);
        });
        in_chunks(parallel, m.rows(), kMultigridRange, [&](std::size_t row) {
            auto left = Floats<N>::load(rest.data() + kFloats<N> * row);
            left.add(-1, row_times<N>(m, light_.data(), scratch_.data(), row));
            left.store(rest.data() + kFloats<N> * row);
        });
    });
}

} // namespace xpbd
