// Conjugate gradients on a matrix, preconditioned with the factor of a second matrix that bounds it.
#include "core/implicit/conjugate_gradients.h"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <cmath>
#include <gtest/gtest.h>
#include <utility>

namespace xpbd::test {
namespace {

constexpr Eigen::Index kSize = 12;
constexpr ConjugateGradients::Limits kToRounding{
    .most = 2 * kSize, .tolerance = 1e-13, .least_curvature = 0, .enough_at_once = 0};

/// A bound P, and a matrix A that is P minus `ranks` outer products.
struct System {
    Eigen::MatrixXd bound, difference;
    Eigen::VectorXd right;

    explicit System(int ranks, double share) {
        const auto wave = [](double at) { return std::sin(3 * at * at + at); };
        Eigen::MatrixXd spread(kSize, kSize), columns(kSize, ranks);
        right.resize(kSize);
        for (Eigen::Index i = 0; i < kSize; ++i) {
            right[i] = wave(static_cast<double>(5 * i + 2));
            for (Eigen::Index j = 0; j < kSize; ++j) {
                spread(i, j) = wave(static_cast<double>(7 * i + j));
            }
            for (Eigen::Index j = 0; j < ranks; ++j) {
                columns(i, j) = wave(static_cast<double>(3 * i + 11 * j + 1));
            }
        }
        bound = spread * spread.transpose() + Eigen::MatrixXd::Identity(kSize, kSize);
        // P^1/2 (I - share Q Q') P^1/2, with orthonormal columns Q: what A has of P is within 1 - share and 1
        const Eigen::MatrixXd root = bound.llt().matrixL();
        const Eigen::MatrixXd q = columns.householderQr().householderQ() * Eigen::MatrixXd::Identity(kSize, ranks);
        difference = -share * root * q * q.transpose() * root.transpose();
    }
    /// Returns x, and the number of solutions with P.
    std::pair<Eigen::VectorXd, int> solved(const ConjugateGradients::Limits& limits, bool& finished) const {
        const Eigen::LLT<Eigen::MatrixXd> factor(bound);
        int solutions = 1;
        Eigen::VectorXd x = factor.solve(right);
        ConjugateGradients gradients;
        finished = gradients.solve(
            right, limits, [&](const Eigen::VectorXd& from, Eigen::VectorXd& to) { to += difference * from; },
            [&](const Eigen::VectorXd& from, Eigen::VectorXd& to) {
                to = factor.solve(from);
                ++solutions;
            },
            [] { return false; }, x);
        return {x, solutions};
    }
};

TEST(ConjugateGradients, NeedAStepForEachEigenvalueOfTheTwoMatrices) {
    for (const int ranks : {1, 2, 4}) {
        SCOPED_TRACE(ranks);
        const System system(ranks, 0.9);
        bool finished = false;
        const auto [x, solutions] = system.solved(kToRounding, finished);
        EXPECT_TRUE(finished);
        // 1 - share and 1: two steps, each with a solution, after the first one
        EXPECT_LE(solutions, 3);
        const Eigen::VectorXd left = system.right - (system.bound + system.difference) * x;
        EXPECT_LE(left.norm(), 1e-11 * system.right.norm());
    }
}

TEST(ConjugateGradients, WithoutADifferenceKeepTheFirstSolution) {
    const System system(1, 0);
    bool finished = false;
    const auto [x, solutions] = system.solved(kToRounding, finished);
    EXPECT_TRUE(finished);
    EXPECT_LE((system.bound * x - system.right).norm(), 1e-12 * system.right.norm());
    EXPECT_LE(solutions, 2);
}

TEST(ConjugateGradients, EndBeforeADirectionThatBuckles) {
    const System system(1, 1.5); // negative along one direction
    bool finished = true;
    const auto [x, solutions] =
        system.solved({.most = 2 * kSize, .tolerance = 1e-13, .least_curvature = 0.1, .enough_at_once = 0}, finished);
    EXPECT_FALSE(finished);
    EXPECT_GT(x.dot(system.right), 0) << "still a way down";
}

} // namespace
} // namespace xpbd::test
