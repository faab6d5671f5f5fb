#pragma once

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

/// Householder reflections that make the matrix tridiagonal. Returns the entries beside the diagonal; `a` keeps the
/// diagonal, and q a q^T is what `a` was.
template <std::size_t N>
std::array<double, N> make_tridiagonal(SquareMatrix<N>& a, SquareMatrix<N>& q) {
    std::array<double, N> beside{};
    for (std::size_t k = 0; k + 1 < N; ++k) {
        double rest = 0;
        for (std::size_t i = k + 2; i < N; ++i) {
            rest += a[i][k] * a[i][k];
        }
        beside[k] = a[k + 1][k];
        if (!(rest > 0)) {
            continue;
        }
        const double norm = std::sqrt(rest + beside[k] * beside[k]);
        std::array<double, N> v{};
        for (std::size_t i = k + 1; i < N; ++i) {
            v[i] = a[i][k];
        }
        v[k + 1] += std::copysign(norm, beside[k]);
        beside[k] = -std::copysign(norm, beside[k]);
        const double scale = 2 / (rest + v[k + 1] * v[k + 1]); // of H = 1 - scale v v^T
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

/// One implicit QR step with Wilkinson's shift on rows low to high of a tridiagonal matrix, whose entries beside the
/// diagonal are not zero there.
template <std::size_t N>
void step_qr(std::array<double, N>& diagonal, std::array<double, N>& beside, SquareMatrix<N>& q, std::size_t low,
             std::size_t high) {
    const double half = 0.5 * (diagonal[high - 1] - diagonal[high]);
    const double last = beside[high - 1];
    const double shift =
        diagonal[high] - last * last / (half + std::copysign(std::sqrt(half * half + last * last), half));
    double x = diagonal[low] - shift;
    double bulge = beside[low];
    for (std::size_t k = low; k < high; ++k) {
        const double r = std::sqrt(x * x + bulge * bulge);
        const double c = r > 0 ? x / r : 1;
        const double s = r > 0 ? bulge / r : 0;
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

} // namespace detail

/// Eigensystem of a symmetric matrix: Householder's reduction, then the implicit QR iteration (GL13 algorithms 8.3.1 to
/// 8.3.3). Eigen's solver takes twice the time on these small matrices, and nine seconds to compile. Entries that are
/// not finite give NaN.
template <std::size_t N>
Eigensystem<N> eigensystem(SquareMatrix<N> a) {
    constexpr int most = 30 * static_cast<int>(N); // about two a value are enough; NaN never ends
    constexpr double epsilon = std::numeric_limits<double>::epsilon();
    Eigensystem<N> result{};
    for (std::size_t i = 0; i < N; ++i) {
        result.vectors[i][i] = 1;
    }
    std::array<double, N> beside = detail::make_tridiagonal(a, result.vectors);
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
        detail::step_qr(result.values, beside, result.vectors, low, high);
    }
    return result;
}

/// Nearest positive semidefinite matrix to a symmetric one, by Frobenius' norm (H88).
template <std::size_t N>
SquareMatrix<N> positive_part(const SquareMatrix<N>& a) {
    const Eigensystem<N> system = eigensystem(a);
    SquareMatrix<N> result{};
    for (std::size_t k = 0; k < N; ++k) {
        const double value = system.values[k];
        const auto& v = system.vectors[k];
        for (std::size_t i = 0; i < N && !(value <= 0); ++i) {
            for (std::size_t j = 0; j < N; ++j) {
                result[i][j] += value * v[i] * v[j];
            }
        }
    }
    return result;
}

} // namespace xpbd
