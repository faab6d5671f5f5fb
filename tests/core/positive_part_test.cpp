// Eigenvalues of small symmetric matrices, and the positive part that Newton's method takes of a constraint's Hessian.
#include "core/base/math/positive_part.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace xpbd::test {
namespace {

constexpr std::size_t kSize = 12;
using Block = SquareMatrix<kSize>;
using Values = std::array<double, kSize>;

/// sum over k of values[k] v v^T, where v is row k of `rows`.
Block composed(const Values& values, const Block& rows) {
    Block result{};
    for (std::size_t k = 0; k < kSize; ++k) {
        for (std::size_t i = 0; i < kSize; ++i) {
            for (std::size_t j = 0; j < kSize; ++j) {
                result[i][j] += values[k] * rows[k][i] * rows[k][j];
            }
        }
    }
    return result;
}

double norm(const Block& a, const Block& b = {}) {
    double sum = 0;
    for (std::size_t i = 0; i < kSize; ++i) {
        for (std::size_t j = 0; j < kSize; ++j) {
            sum += (a[i][j] - b[i][j]) * (a[i][j] - b[i][j]);
        }
    }
    return std::sqrt(sum);
}

double dot(const Values& a, const Values& b) {
    double sum = 0;
    for (std::size_t i = 0; i < kSize; ++i) {
        sum += a[i] * b[i];
    }
    return sum;
}

/// Random orthonormal rows, by Gram and Schmidt, twice.
Block random_rows(std::mt19937& random) {
    std::normal_distribution<double> normal;
    Block rows;
    for (std::size_t k = 0; k < kSize; ++k) {
        std::generate(rows[k].begin(), rows[k].end(), [&] { return normal(random); });
        for (int pass = 0; pass < 2; ++pass) {
            for (std::size_t before = 0; before < k; ++before) {
                const double along = dot(rows[k], rows[before]);
                for (std::size_t i = 0; i < kSize; ++i) {
                    rows[k][i] -= along * rows[before][i];
                }
            }
            const double length = std::sqrt(dot(rows[k], rows[k]));
            for (double& x : rows[k]) {
                x /= length;
            }
        }
    }
    return rows;
}

/// Checks that the vectors of the eigensystem are orthonormal and, with their values, compose the matrix: this is
/// sufficient, because these two properties define an eigensystem.
void expect_eigensystem(const Block& matrix) {
    const double tolerance = 1e-14 * (1 + norm(matrix));
    const Eigensystem<kSize> system = eigensystem(matrix);
    for (std::size_t i = 0; i < kSize; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            EXPECT_NEAR(dot(system.vectors[i], system.vectors[j]), i == j ? 1 : 0, 1e-13);
        }
    }
    EXPECT_LT(norm(composed(system.values, system.vectors), matrix), 5 * tolerance);
}

/// For a matrix composed of known eigenvalues and vectors: also checks the values and the positive part.
void expect_eigensystem(const Values& values, const Block& rows) {
    const Block matrix = composed(values, rows);
    expect_eigensystem(matrix);
    const double tolerance = 1e-14 * (1 + norm(matrix));
    Values expected = values;
    Values found = eigensystem(matrix).values;
    std::sort(expected.begin(), expected.end());
    std::sort(found.begin(), found.end());
    for (std::size_t k = 0; k < kSize; ++k) {
        EXPECT_NEAR(found[k], expected[k], 5 * tolerance);
    }
    Values positive = values;
    std::replace_if(
        positive.begin(), positive.end(), [](double value) { return value < 0; }, 0.0);
    EXPECT_LT(norm(positive_part(matrix), composed(positive, rows)), 20 * tolerance);
}

TEST(Eigensystem, IsThatOfRandomMatrices) {
    std::mt19937 random(1);
    std::normal_distribution<double> normal;
    for (int k = 0; k < 200; ++k) {
        Values values;
        std::generate(values.begin(), values.end(), [&] { return std::pow(10, 2 * normal(random)) * normal(random); });
        expect_eigensystem(values, random_rows(random));
    }
}

TEST(Eigensystem, IsThatOfMatricesWhoseEigenvaluesCoincideOrVanish) {
    std::mt19937 random(2);
    for (int k = 0; k < 50; ++k) {
        expect_eigensystem({3, 3, 3, -2, -2, 0, 0, 0, 0, 0, 1e-9, 1e9}, random_rows(random));
    }
    expect_eigensystem(Block{});
    Block diagonal{}, ones, swaps{}, chain{};
    for (std::size_t i = 0; i < kSize; ++i) {
        diagonal[i][i] = static_cast<double>(i) - 5;
        ones[i].fill(1);             // rank one
        swaps[i][kSize - 1 - i] = 1; // +1 and -1, and a diagonal of zeros
        if (i + 1 < kSize) {         // tridiagonal, with a break
            chain[i][i + 1] = chain[i + 1][i] = i == 5 ? 0 : -1;
        }
    }
    for (const Block& matrix : {diagonal, ones, swaps, chain}) {
        expect_eigensystem(matrix);
    }
}

/// Divides by the largest entry before it takes norms, because squares of huge entries overflow.
void expect_eigensystem_of_any_size(const Block& matrix) {
    double largest = 0;
    for (const auto& row : matrix) {
        for (const double entry : row) {
            largest = std::max(largest, std::abs(entry));
        }
    }
    ASSERT_GT(largest, 0);
    const auto over_largest = [&](Block a) {
        for (auto& row : a) {
            for (double& entry : row) {
                entry /= largest;
            }
        }
        return a;
    };
    // Denormal eigenvalues have few digits.
    const double tolerance = 1e-13 + 50 * std::numeric_limits<double>::denorm_min() / largest;
    Eigensystem<kSize> system = eigensystem(matrix);
    for (std::size_t i = 0; i < kSize; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            ASSERT_NEAR(dot(system.vectors[i], system.vectors[j]), i == j ? 1 : 0, 1e-13);
        }
    }
    Values positive{};
    for (std::size_t k = 0; k < kSize; ++k) {
        system.values[k] /= largest;
        positive[k] = std::max(0.0, system.values[k]);
    }
    EXPECT_LE(norm(composed(system.values, system.vectors), over_largest(matrix)), tolerance);
    EXPECT_LE(norm(composed(positive, system.vectors), over_largest(positive_part(matrix))), tolerance);
}

Block random_symmetric(std::mt19937& random) {
    std::normal_distribution<double> normal;
    Block matrix;
    for (std::size_t i = 0; i < kSize; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            matrix[i][j] = matrix[j][i] = normal(random);
        }
    }
    return matrix;
}

/// d_i a_ij d_j
Block graded(Block a, const Values& d) {
    for (std::size_t i = 0; i < kSize; ++i) {
        for (std::size_t j = 0; j < kSize; ++j) {
            a[i][j] *= d[std::min(i, j)] * d[std::max(i, j)]; // symmetric to the last bit
        }
    }
    return a;
}

TEST(Eigensystem, IsThatOfMatricesFromDenormalNumbersToTheLargest) {
    std::mt19937 random(3);
    for (int exponent = -320; exponent <= 306; ++exponent) {
        SCOPED_TRACE(exponent);
        Values half{};
        half.fill(std::pow(10, 0.5 * exponent));
        expect_eigensystem_of_any_size(graded(random_symmetric(random), half));
    }
}

TEST(Eigensystem, IsThatOfGradedMatricesUpwardsDownwardsAndMixed) {
    std::mt19937 random(4);
    std::uniform_real_distribution<double> exponent(-160, 150);
    for (int k = 0; k < 300; ++k) {
        SCOPED_TRACE(k);
        Values d;
        std::generate(d.begin(), d.end(), [&] { return std::pow(10, exponent(random)); });
        if (k % 3 < 2) {
            std::sort(d.begin(), d.end());
        }
        if (k % 3 == 1) {
            std::reverse(d.begin(), d.end());
        }
        expect_eigensystem_of_any_size(graded(random_symmetric(random), d));
    }
}

// Such matrices come from a flat hinge whose particles are 1e-19 m off its plane: large entries across the plane, zeros
// along it, and tiny products of the heights in between.
TEST(Eigensystem, IsThatOfMatricesWithRowsOfZerosAndOfTinyNumbers) {
    std::mt19937 random(5);
    for (int k = 0; k < 500; ++k) {
        SCOPED_TRACE(k);
        Values d;
        std::generate(d.begin(), d.end(), [&] {
            const std::array<double, 6> sizes{0, 0, 1, 1e-19, 1e-155, 1e-163};
            return sizes[random() % sizes.size()];
        });
        d[random() % kSize] = 1;
        expect_eigensystem_of_any_size(graded(random_symmetric(random), d));
    }
}

TEST(Eigensystem, OfWhatIsNotFiniteIsNoNumber) {
    for (const double wrong : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        Block matrix{};
        matrix[3][4] = matrix[4][3] = wrong;
        EXPECT_FALSE(std::isfinite(norm(positive_part(matrix))));
        EXPECT_TRUE(std::isnan(eigensystem(matrix).values[0]));
    }
}

} // namespace
} // namespace xpbd::test
