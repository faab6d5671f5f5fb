// Conjugate gradients on a matrix, preconditioned with the factor of a second matrix that bounds it.
#include "core/implicit/conjugate_gradients.h"

#include <cmath>
#include <cstddef>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace xpbd::test {
namespace {

using Vector = std::vector<double>;

constexpr std::size_t kUnknowns = 12;
constexpr ConjugateGradients::Limits kToRounding{
    .most = 2 * kUnknowns, .tolerance = 1e-13, .least_curvature = 0, .enough_at_once = 0};

Vector product(const Columns& matrix, const Vector& vector) {
    Vector result(matrix.front().size(), 0.0);
    for (std::size_t j = 0; j < matrix.size(); ++j) {
        add_scaled(vector[j], matrix[j], result);
    }
    return result;
}

/// The lower triangle L with L L' = matrix.
Columns root_of(const Columns& matrix) {
    Columns root(matrix.size(), Vector(matrix.size(), 0.0));
    for (std::size_t j = 0; j < matrix.size(); ++j) {
        Vector left = matrix[j];
        for (std::size_t k = 0; k < j; ++k) {
            add_scaled(-root[k][j], root[k], left);
        }
        for (std::size_t i = j; i < matrix.size(); ++i) {
            root[j][i] = left[i] / std::sqrt(left[j]);
        }
    }
    return root;
}

/// Makes the columns orthonormal (Gram and Schmidt, twice against rounding).
void make_orthonormal(Columns& columns) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
        for (int round = 0; round < 2; ++round) {
            for (std::size_t k = 0; k < j; ++k) {
                add_scaled(-dot(columns[k], columns[j]), columns[k], columns[j]);
            }
            columns[j] = scaled(1 / norm(columns[j]), columns[j]);
        }
    }
}

/// A bound P, and a matrix A that is P minus `ranks` outer products.
struct System {
    Columns bound, difference;
    Vector right;

    explicit System(int ranks, double share)
        : bound(kUnknowns, Vector(kUnknowns, 0.0)), difference(bound), right(kUnknowns) {
        const auto wave = [](std::size_t place) {
            const auto at = static_cast<double>(place);
            return std::sin(3 * at * at + at);
        };
        Columns spread(kUnknowns, Vector(kUnknowns)), columns(static_cast<std::size_t>(ranks), Vector(kUnknowns));
        for (std::size_t i = 0; i < kUnknowns; ++i) {
            right[i] = wave(5 * i + 2);
            bound[i][i] = 1;
            for (std::size_t j = 0; j < kUnknowns; ++j) {
                spread[j][i] = wave(7 * i + j);
            }
            for (std::size_t j = 0; j < columns.size(); ++j) {
                columns[j][i] = wave(3 * i + 11 * j + 1);
            }
        }
        add_squares(1, spread, bound);
        // A = P^1/2 (I - share Q Q') P^1/2 with orthonormal columns Q: P^-1 A has the eigenvalues 1 - share and 1.
        make_orthonormal(columns);
        const Columns root = root_of(bound);
        for (Vector& column : columns) {
            column = product(root, column);
        }
        add_squares(-share, columns, difference);
    }
    /// Returns x, and the number of systems with the matrix P that were solved.
    std::pair<Vector, int> solved(const ConjugateGradients::Limits& limits, bool& finished) const {
        int solutions = 1;
        Vector x = solve_positive(bound, right);
        ConjugateGradients gradients;
        finished = gradients.solve(
            right, limits, [&](const Vector& from, Vector& to) { add_scaled(1, product(difference, from), to); },
            [&](const Vector& from, Vector& to) {
                to = solve_positive(bound, from);
                ++solutions;
            },
            [] { return false; }, x);
        return {x, solutions};
    }
    /// right - A x
    Vector left_by(const Vector& x) const {
        Vector left = right;
        add_scaled(-1, product(bound, x), left);
        add_scaled(-1, product(difference, x), left);
        return left;
    }

private:
    /// to += factor columns columns'
    static void add_squares(double factor, const Columns& columns, Columns& to) {
        for (const Vector& column : columns) {
            for (std::size_t j = 0; j < kUnknowns; ++j) {
                add_scaled(factor * column[j], column, to[j]);
            }
        }
    }
};

TEST(ConjugateGradients, NeedAStepForEachEigenvalueOfTheTwoMatrices) {
    for (const int ranks : {1, 2, 4}) {
        SCOPED_TRACE(ranks);
        const System system(ranks, 0.9);
        bool finished = false;
        const auto [x, solutions] = system.solved(kToRounding, finished);
        EXPECT_TRUE(finished);
        // The eigenvalues 1 - share and 1 take two steps. Each step, and the start, solves a system with P.
        EXPECT_LE(solutions, 3);
        EXPECT_LE(norm(system.left_by(x)), 1e-11 * norm(system.right));
    }
}

TEST(ConjugateGradients, WithoutADifferenceKeepTheFirstSolution) {
    const System system(1, 0);
    bool finished = false;
    const auto [x, solutions] = system.solved(kToRounding, finished);
    EXPECT_TRUE(finished);
    EXPECT_LE(norm(system.left_by(x)), 1e-12 * norm(system.right));
    EXPECT_LE(solutions, 2);
}

TEST(ConjugateGradients, EndBeforeADirectionThatBuckles) {
    const System system(1, 1.5); // A has a negative eigenvalue
    bool finished = true;
    const auto [x, solutions] = system.solved(
        {.most = 2 * kUnknowns, .tolerance = 1e-13, .least_curvature = 0.1, .enough_at_once = 0}, finished);
    EXPECT_FALSE(finished);
    EXPECT_GT(dot(x, system.right), 0) << "still a way down";
}

} // namespace
} // namespace xpbd::test
