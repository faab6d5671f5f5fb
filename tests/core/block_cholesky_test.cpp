// The sparse factor of Newton's method against dense matrices.
#include "core/methods/newton/block_cholesky.h"

#include <Eigen/Dense>
#include <gtest/gtest.h>
#include <random>

namespace xpbd::test {
namespace {

struct Filled {
    std::vector<std::pair<int, int>> pairs;
    BlockCholesky sparse;
    Eigen::MatrixXd dense;
};

/// Random pairs among n block rows, some of them twice.
Filled pattern(int n, std::mt19937& random) {
    std::uniform_int_distribution<int> row(0, n - 1);
    Filled filled;
    for (int k = 0; n > 1 && k < 3 * n; ++k) {
        const int a = row(random);
        const int b = row(random);
        if (a != b) {
            filled.pairs.emplace_back(a, b);
        }
    }
    filled.sparse.set_pattern(n, filled.pairs);
    return filled;
}

/// Random blocks off the diagonal, and `diagonal` on it: 20 is positive definite.
void fill(Filled& filled, int n, double diagonal, std::mt19937& random) {
    std::uniform_real_distribution<double> value(-1, 1);
    filled.sparse.set_zero();
    filled.dense = diagonal * Eigen::MatrixXd::Identity(3 * n, 3 * n);
    for (int i = 0; i < n; ++i) {
        filled.sparse.add_diagonal(i, diagonal * Eigen::Matrix3d::Identity());
    }
    for (std::size_t k = 0; k < filled.pairs.size(); ++k) {
        const Eigen::Matrix3d block = Eigen::Matrix3d::NullaryExpr([&] { return value(random); });
        const auto [a, b] = filled.pairs[k];
        filled.sparse.add_pair(k, block);
        filled.dense.block<3, 3>(3 * a, 3 * b) += block;
        filled.dense.block<3, 3>(3 * b, 3 * a) += block.transpose();
    }
}

TEST(BlockCholesky, SolvesAsADenseFactorDoesAndAgainWithOtherValues) {
    std::mt19937 random(3);
    for (const int n : {1, 2, 5, 40, 150}) {
        Filled filled = pattern(n, random);
        for (int round = 0; round < 2; ++round) {
            fill(filled, n, 20, random);
            ASSERT_TRUE(filled.sparse.factorise()) << n;
            const Eigen::MatrixXd right = Eigen::MatrixXd::Random(3 * n, 2);
            const Eigen::MatrixXd x = filled.sparse.solve(right);
            EXPECT_LT((filled.dense * x - right).norm(), 1e-12) << n;
        }
    }
}

TEST(BlockCholesky, TellsAnIndefiniteMatrix) {
    std::mt19937 random(5);
    const int n = 40;
    Filled filled = pattern(n, random);
    fill(filled, n, 20, random);
    ASSERT_TRUE(filled.sparse.factorise());
    filled.sparse.add_diagonal(17, -100 * Eigen::Matrix3d::Identity());
    EXPECT_FALSE(filled.sparse.factorise());
    filled.sparse.add_diagonal(17, 100 * Eigen::Matrix3d::Identity());
    EXPECT_TRUE(filled.sparse.factorise());
}

} // namespace
} // namespace xpbd::test
