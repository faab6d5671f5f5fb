#pragma once

// Eigenvalues of small symmetric matrices, and the nearest positive semidefinite matrix.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace xpbd {

template <std::size_t N>
using SquareMatrix = std::array<std::array<double, N>, N>;

/// Eigenvalues and eigenvectors of a symmetric matrix.
template <std::size_t N>
struct Eigensystem {
    std::array<double, N> values;
    SquareMatrix<N> vectors; ///< row k: the unit eigenvector of values[k]
};

namespace detail {

/// A computed square below this may have underflowed to zero or to an imprecise denormal number.
constexpr double kSmallSquare = 1e-280;

/// A power of two that scales `number`, which must be finite and not zero, to a magnitude between 1/2 and 2, or as near
/// to that as a finite factor can for denormal numbers. Multiplying by it is exact.
inline double scale_of(double number) {
    int exponent = 0;
    static_cast<void>(std::frexp(number, &exponent));
    return std::ldexp(1, std::min(1 - exponent, std::numeric_limits<double>::max_exponent - 1));
}

/// The rotation that takes (a, b) to (length, 0).
struct Rotation {
    double cosine = 1, sine = 0;
    double length = 0;
};

/// The rotation for (a, b); precise even if the squares of a and b underflow.
inline Rotation rotation_of(double a, double b) {
    double scale = 1;
    if (a * a + b * b < kSmallSquare) {
        const double largest = std::max(std::abs(a), std::abs(b));
        if (!(largest > 0)) {
            return {};
        }
        scale = scale_of(largest);
        a *= scale;
        b *= scale;
    }
    const double length = std::sqrt(a * a + b * b);
    return {a / length, b / length, length / scale};
}

/// Makes the matrix tridiagonal by Householder reflections; `q` must be the identity. Returns the entries beside the
/// diagonal; the diagonal stays in `a`, and q^T T q with the tridiagonal T is the original `a`. Entries must be <= 2.
template <std::size_t N>
std::array<double, N> make_tridiagonal(SquareMatrix<N>& a, SquareMatrix<N>& q) {
    std::array<double, N> beside{};
    for (std::size_t k = 0; k + 1 < N; ++k) {
        std::array<double, N> v{};
        double rest = 0;
        for (std::size_t i = k + 2; i < N; ++i) {
            v[i] = a[i][k];
            rest += v[i] * v[i];
        }
        v[k + 1] = beside[k] = a[k + 1][k];
        // The reflection depends on the direction of v only: a column of tiny entries is scaled before it is squared.
        double size = 1;
        if (rest < kSmallSquare) {
            double largest = 0;
            for (std::size_t i = k + 2; i < N; ++i) {
                largest = std::max(largest, std::abs(v[i]));
            }
            if (!(largest > 0)) {
                continue;
            }
            size = scale_of(std::max(largest, std::abs(v[k + 1])));
            rest = 0;
            for (std::size_t i = k + 1; i < N; ++i) {
                v[i] *= size;
                rest += i > k + 1 ? v[i] * v[i] : 0;
            }
            if (!(rest > 0)) {
                continue; // the entries further down are below the rounding error of the entry beside the diagonal
            }
        }
        const double norm = std::sqrt(rest + v[k + 1] * v[k + 1]);
        beside[k] = -std::copysign(norm, v[k + 1]) / size;
        v[k + 1] += std::copysign(norm, v[k + 1]);
        const double scale = 2 / (rest + v[k + 1] * v[k + 1]); // H = 1 - scale v v^T
        std::array<double, N> p{};
        double along = 0;
        for (std::size_t i = k + 1; i < N; ++i) {
            for (std::size_t j = k + 1; j < N; ++j) {
                p[i] += scale * a[i][j] * v[j];
            }
            along += 0.5 * scale * v[i] * p[i];
        }
        for (std::size_t i = k + 1; i < N; ++i) {
            p[i] -= along * v[i];
        }
        for (std::size_t i = k + 1; i < N; ++i) {
            for (std::size_t j = k + 1; j < N; ++j) {
                a[i][j] -= v[i] * p[j] + p[i] * v[j];
            }
        }
        std::array<double, N> turned{};
        for (std::size_t i = k + 1; i < N; ++i) {
            for (std::size_t j = 0; j < N; ++j) {
                turned[j] += scale * v[i] * q[i][j];
            }
        }
        for (std::size_t i = k + 1; i < N; ++i) {
            for (std::size_t j = 0; j < N; ++j) {
                q[i][j] -= v[i] * turned[j];
            }
        }
    }
    return beside;
}

/// Wilkinson's shift: the eigenvalue of (a, b; b, c) nearest to c.
inline double wilkinson_shift(double a, double b, double c) {
    const double half = 0.5 * (a - c);
    const double square = b * b;
    if (square < kSmallSquare) {
        return c - b * (b / (half + std::copysign(rotation_of(half, b).length, half)));
    }
    return c - square / (half + std::copysign(std::sqrt(half * half + square), half));
}

/// One implicit QR step with Wilkinson's shift on rows `low` to `high` of a tridiagonal matrix; also applies its
/// rotations to the rows of `q`. The entries beside the diagonal must not be zero in these rows.
template <std::size_t N>
void step_qr(std::array<double, N>& diagonal, std::array<double, N>& beside, SquareMatrix<N>& q, std::size_t low,
             std::size_t high) {
    const double shift = wilkinson_shift(diagonal[high - 1], beside[high - 1], diagonal[high]);
    double x = diagonal[low] - shift;
    double bulge = beside[low];
    for (std::size_t k = low; k < high; ++k) {
        const auto [c, s, r] = rotation_of(x, bulge);
        if (k > low) {
            beside[k - 1] = r;
        }
        const double first = diagonal[k];
        const double second = diagonal[k + 1];
        const double between = beside[k];
        diagonal[k] = c * c * first + 2 * c * s * between + s * s * second;
        diagonal[k + 1] = s * s * first - 2 * c * s * between + c * c * second;
        beside[k] = c * s * (second - first) + (c * c - s * s) * between;
        x = beside[k];
        if (k + 1 < high) {
            bulge = s * beside[k + 1];
            beside[k + 1] *= c;
        }
        for (std::size_t j = 0; j < N; ++j) {
            const double upper = q[k][j];
            q[k][j] = c * upper + s * q[k + 1][j];
            q[k + 1][j] = c * q[k + 1][j] - s * upper;
        }
    }
}

/// The largest magnitude of a matrix's entries; NaN or infinite if an entry is not finite.
template <std::size_t N>
double largest_entry(const SquareMatrix<N>& a) {
    double largest = 0;
    double finite = 0; // 0, or NaN if an entry is not finite
    for (const auto& row : a) {
        for (const double entry : row) {
            largest = std::max(largest, std::abs(entry));
            finite += 0 * entry;
        }
    }
    return largest + finite;
}

/// Eigensystem of a symmetric matrix with entries of magnitude at most 2: Householder's reduction, then the implicit QR
/// iteration (GL13 algorithms 8.3.1 to 8.3.3).
template <std::size_t N>
Eigensystem<N> scaled_eigensystem(SquareMatrix<N> a) {
    constexpr int most = 30 * static_cast<int>(N); // about two steps per eigenvalue are usual
    constexpr double epsilon = std::numeric_limits<double>::epsilon();
    Eigensystem<N> result{};
    for (std::size_t i = 0; i < N; ++i) {
        result.vectors[i][i] = 1;
    }
    std::array<double, N> beside = make_tridiagonal(a, result.vectors);
    for (std::size_t i = 0; i < N; ++i) {
        result.values[i] = a[i][i];
    }
    const auto splits = [&](std::size_t k) {
        return std::abs(beside[k]) <= epsilon * (std::abs(result.values[k]) + std::abs(result.values[k + 1])) ||
               std::abs(beside[k]) < std::numeric_limits<double>::min();
    };
    std::size_t high = N - 1;
    for (int step = 0; step < most && high > 0; ++step) {
        if (splits(high - 1)) {
            --high;
            continue;
        }
        std::size_t low = high - 1;
        while (low > 0 && !splits(low - 1)) {
            --low;
        }
        step_qr(result.values, beside, result.vectors, low, high);
    }
    return result;
}

template <std::size_t N>
void multiply(SquareMatrix<N>& a, double factor) {
    for (auto& row : a) {
        for (double& entry : row) {
            entry *= factor;
        }
    }
}

} // namespace detail

/// Eigensystem of a symmetric matrix with entries of any magnitude: they are first scaled by a power of two, because
/// squares of numbers below 1e-162 underflow and squares of numbers above 1e154 overflow. Entries that are not finite
/// give NaN.
template <std::size_t N>
Eigensystem<N> eigensystem(SquareMatrix<N> a) {
    const double largest = detail::largest_entry(a);
    if (!std::isfinite(largest)) {
        Eigensystem<N> result{};
        result.values.fill(std::numeric_limits<double>::quiet_NaN());
        for (auto& vector : result.vectors) {
            vector.fill(std::numeric_limits<double>::quiet_NaN());
        }
        return result;
    }
    const double scale = largest > 0 ? detail::scale_of(largest) : 1;
    detail::multiply(a, scale);
    Eigensystem<N> result = detail::scaled_eigensystem(a);
    for (double& value : result.values) {
        value /= scale;
    }
    return result;
}

/// The positive semidefinite matrix nearest to a symmetric one in Frobenius' norm (H88). Entries that are not finite
/// give NaN.
template <std::size_t N>
SquareMatrix<N> positive_part(SquareMatrix<N> a) {
    const double largest = detail::largest_entry(a);
    if (!std::isfinite(largest)) {
        SquareMatrix<N> result;
        for (auto& row : result) {
            row.fill(std::numeric_limits<double>::quiet_NaN());
        }
        return result;
    }
    const double scale = largest > 0 ? detail::scale_of(largest) : 1;
    detail::multiply(a, scale);
    const Eigensystem<N> system = detail::scaled_eigensystem(a);
    SquareMatrix<N> result{};
    for (std::size_t k = 0; k < N; ++k) {
        const double value = system.values[k];
        const auto& v = system.vectors[k];
        for (std::size_t i = 0; i < N && value > 0; ++i) {
            for (std::size_t j = 0; j < N; ++j) {
                result[i][j] += value * v[i] * v[j];
            }
        }
    }
    detail::multiply(result, 1 / scale);
    return result;
}

} // namespace xpbd
