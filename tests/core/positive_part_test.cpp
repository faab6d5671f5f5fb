// Eigenvalues of small symmetric matrices, and the positive part that Newton's method takes of a constraint's Hessian.
#include "core/methods/newton/positive_part.h"

#include <Eigen/Dense>
#include <gtest/gtest.h>
#include <random>

namespace xpbd::test {
namespace {

constexpr std::size_t kSize = 12;
using Matrix = Eigen::Matrix<double, kSize, kSize, Eigen::RowMajor>;

SquareMatrix<kSize> to_array(const Matrix& matrix) {
    SquareMatrix<kSize> result;
    Eigen::Map<Matrix>(result.front().data()) = matrix;
    return result;
}

Matrix to_eigen(const SquareMatrix<kSize>& matrix) {
    return Eigen::Map<const Matrix>(matrix.front().data());
}

/// A symmetric matrix with these eigenvalues and random eigenvectors.
Matrix with_eigenvalues(const Eigen::Matrix<double, kSize, 1>& values, std::mt19937& random) {
    std::normal_distribution<double> normal;
    const Matrix filled = Matrix::NullaryExpr([&] { return normal(random); });
    const Matrix q = Eigen::HouseholderQR<Matrix>(filled).householderQ();
    const Matrix matrix = q * values.asDiagonal() * q.transpose();
    return 0.5 * (matrix + matrix.transpose());
}

void expect_eigensystem(const Matrix& matrix) {
    const double tolerance = 1e-14 * (1 + matrix.norm());
    const Eigensystem<kSize> system = eigensystem(to_array(matrix));
    const Matrix rows = to_eigen(system.vectors);
    const auto values = Eigen::Map<const Eigen::Matrix<double, kSize, 1>>(system.values.data());
    EXPECT_LT((rows * rows.transpose() - Matrix::Identity()).norm(), 1e-13);
    EXPECT_LT((rows.transpose() * values.asDiagonal() * rows - matrix).norm(), 5 * tolerance);
    Eigen::Matrix<double, kSize, 1> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(matrix);
    EXPECT_LT((sorted - solver.eigenvalues()).norm(), 5 * tolerance);

    const Matrix expected =
        solver.eigenvectors() * solver.eigenvalues().cwiseMax(0).asDiagonal() * solver.eigenvectors().transpose();
    EXPECT_LT((to_eigen(positive_part(to_array(matrix))) - expected).norm(), 20 * tolerance);
}

TEST(Eigensystem, IsEigensOnRandomMatrices) {
    std::mt19937 random(1);
    std::normal_distribution<double> normal;
    for (int k = 0; k < 200; ++k) {
        expect_eigensystem(with_eigenvalues(Eigen::Matrix<double, kSize, 1>::NullaryExpr(
                                                [&] { return std::pow(10, 2 * normal(random)) * normal(random); }),
                                            random));
    }
}

TEST(Eigensystem, IsEigensWhereEigenvaluesCoincideOrVanish) {
    std::mt19937 random(2);
    Eigen::Matrix<double, kSize, 1> values;
    values << 3, 3, 3, -2, -2, 0, 0, 0, 0, 0, 1e-9, 1e9;
    for (int k = 0; k < 50; ++k) {
        expect_eigensystem(with_eigenvalues(values, random));
    }
    expect_eigensystem(Matrix::Zero());
    expect_eigensystem(Matrix::Identity());
    expect_eigensystem(Matrix::Ones()); // rank one
    Matrix swaps = Matrix::Zero();      // +1 and -1, and a diagonal of zeros
    for (int i = 0; i < static_cast<int>(kSize); ++i) {
        swaps(i, static_cast<int>(kSize) - 1 - i) = 1;
    }
    expect_eigensystem(swaps);
    Matrix chain = Matrix::Zero(); // tridiagonal, with a break
    for (int i = 0; i + 1 < static_cast<int>(kSize); ++i) {
        chain(i, i + 1) = chain(i + 1, i) = i == 5 ? 0 : -1;
    }
    expect_eigensystem(chain);
}

TEST(Eigensystem, OfWhatIsNotFiniteIsNoNumber) {
    Matrix matrix = Matrix::Identity();
    matrix(3, 4) = matrix(4, 3) = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(to_eigen(positive_part(to_array(matrix))).allFinite());
}

} // namespace
} // namespace xpbd::test
