// The sparse factor of Newton's method and the direct one against dense matrices.
#include "core/methods/block_cholesky.h"

#include <Eigen/Dense>
#include <gtest/gtest.h>
#include <random>

namespace xpbd::test {
namespace {

template <int N>
struct Filled {
    std::vector<std::pair<int, int>> pairs;
    BlockCholesky<N> sparse;
    Eigen::MatrixXd dense;
};

/// Random pairs among n block rows, some of them twice.
template <int N>
Filled<N> pattern(int n, std::mt19937& random) {
    std::uniform_int_distribution<int> row(0, n - 1);
    Filled<N> filled;
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
template <int N>
void fill(Filled<N>& filled, int n, double diagonal, std::mt19937& random) {
    std::uniform_real_distribution<double> value(-1, 1);
    filled.sparse.set_zero();
    filled.dense = diagonal * Eigen::MatrixXd::Identity(N * n, N * n);
    for (int i = 0; i < n; ++i) {
        filled.sparse.add_diagonal(i, diagonal * BlockCholesky<N>::Block::Identity());
    }
    for (std::size_t k = 0; k < filled.pairs.size(); ++k) {
        const typename BlockCholesky<N>::Block block =
            BlockCholesky<N>::Block::NullaryExpr([&] { return value(random); });
        const auto [a, b] = filled.pairs[k];
        filled.sparse.add_pair(k, block);
        filled.dense.template block<N, N>(N * a, N * b) += block;
        filled.dense.template block<N, N>(N * b, N * a) += block.transpose();
    }
}

template <int N>
void solves_as_a_dense_factor_does() {
    std::mt19937 random(3);
    for (const int n : {1, 2, 5, 40, 150}) {
        Filled<N> filled = pattern<N>(n, random);
        for (int round = 0; round < 2; ++round) {
            fill(filled, n, 20, random);
            ASSERT_TRUE(filled.sparse.factorise()) << n;
            const Eigen::MatrixXd right = Eigen::MatrixXd::Random(N * n, 2);
            const Eigen::MatrixXd x = filled.sparse.solve(right);
            EXPECT_LT((filled.dense * x - right).norm(), 1e-12) << n;
        }
    }
}

TEST(BlockCholesky, SolvesAsADenseFactorDoesAndAgainWithOtherValues) {
    solves_as_a_dense_factor_does<1>();
    solves_as_a_dense_factor_does<3>();
}

TEST(BlockCholesky, TellsAnIndefiniteMatrix) {
    std::mt19937 random(5);
    const int n = 40;
    Filled<3> filled = pattern<3>(n, random);
    fill(filled, n, 20, random);
    ASSERT_TRUE(filled.sparse.factorise());
    filled.sparse.add_diagonal(17, -100 * Eigen::Matrix3d::Identity());
    EXPECT_FALSE(filled.sparse.factorise());
    filled.sparse.add_diagonal(17, 100 * Eigen::Matrix3d::Identity());
    EXPECT_TRUE(filled.sparse.factorise());
}

} // namespace
} // namespace xpbd::test
