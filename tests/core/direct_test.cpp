// The linear systems of the direct solver, on a cloth, whose constraints are more than its coordinates.
#include "bodies.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <tuple>

namespace xpbd::test {
namespace {

/// A level square cloth with structural, diagonal and skip-one distances, pinned at two corners.
Model pinned_cloth(int side) {
    Model model;
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            model.rest_position.push_back({0.1 * column, 0, 0.1 * row});
            model.mass.push_back(row == 0 && (column == 0 || column == side - 1) ? 0 : 0.01 + 0.001 * column);
        }
    }
    const std::tuple<int, int> directions[] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}, {2, 0}, {0, 2}};
    for (const auto& [right, down] : directions) {
        for (int row = 0; row + down < side; ++row) {
            for (int column = std::max(0, -right); column + std::max(0, right) < side; ++column) {
                add_distance(model, row * side + column, (row + down) * side + column + right, {});
            }
        }
    }
    EXPECT_TRUE(finalise(model));
    return model;
}

/// The system of one iteration from the inertial target of the first step, in more digits than the solver has.
struct Linearised {
    using Matrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
    using Vector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;
    Matrix system, magnitudes; ///< J M^-1 J' + D, and the sums of magnitudes that make it up
    Vector right;              ///< -C

    Linearised(const Model& model, double compliance, double dt) {
        const auto& links = model.of_type<Distance>();
        const auto count = static_cast<Eigen::Index>(links.size());
        const auto unknowns = 3 * static_cast<Eigen::Index>(model.rest_position.size());
        Matrix scaled = Matrix::Zero(count, unknowns); // J M^-1/2
        right.resize(count);
        long double largest = 0;
        for (Eigen::Index c = 0; c < count; ++c) {
            const auto& ends = links.particles[static_cast<std::size_t>(c)];
            Vec3 at[2], rest[2];
            for (int k = 0; k < 2; ++k) {
                at[k] = rest[k] = model.rest_position[index_of(ends[static_cast<std::size_t>(k)])];
                at[k].y -= model.mass[index_of(ends[static_cast<std::size_t>(k)])] > 0 ? kGravity * dt * dt : 0;
            }
            const Vec3 apart = at[1] - at[0];
            right[c] = glm::length(rest[1] - rest[0]) - glm::length(apart);
            for (int k = 0; k < 2; ++k) {
                const double mass = model.mass[index_of(ends[static_cast<std::size_t>(k)])];
                const long double w = mass > 0 ? 1 / mass : 0;
                largest = std::max(largest, w);
                for (int axis = 0; axis < 3; ++axis) {
                    scaled(c, 3 * ends[static_cast<std::size_t>(k)] + axis) =
                        (k == 0 ? -1 : 1) * std::sqrt(w) * (apart / glm::length(apart))[axis];
                }
            }
        }
        // 1e-12 is what the solver adds because rigid constraints may repeat each other.
        const long double diagonal = compliance / (dt * dt) + 1e-12 * largest;
        system = scaled * scaled.transpose() + diagonal * Matrix::Identity(count, count);
        magnitudes = scaled.cwiseAbs() * scaled.cwiseAbs().transpose() + diagonal * Matrix::Identity(count, count);
    }
};

TEST(DirectSolver, SolvesTheSystemOfAClothToRounding) {
    const Model model = pinned_cloth(7);
    for (const double compliance : {1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 0.0}) {
        SCOPED_TRACE(compliance);
        Trial trial{.model = model, .settings = settings_for("direct", 1)};
        trial.settings.stretch_compliance = compliance;
        trial.steps(1);
        const Linearised expected(model, compliance, trial.dt);
        Linearised::Vector lambda(expected.right.size());
        for (Eigen::Index c = 0; c < lambda.size(); ++c) {
            lambda[c] = trial.state.lambda[static_cast<std::size_t>(c)];
        }
        EXPECT_GT(lambda.norm(), 0);
        const long double left = (expected.right - expected.system * lambda).lpNorm<Eigen::Infinity>();
        const long double size = (expected.magnitudes * lambda.cwiseAbs()).lpNorm<Eigen::Infinity>() +
                                 expected.right.lpNorm<Eigen::Infinity>();
        EXPECT_LE(static_cast<double>(left / size), 1e-14);
        if (compliance >= 1e-4) { // where the condition allows to compare the multipliers themselves
            const Linearised::Vector exact = expected.system.ldlt().solve(expected.right);
            EXPECT_LE(static_cast<double>((lambda - exact).norm() / exact.norm()), 1e-10);
        }
    }
}

} // namespace
} // namespace xpbd::test
