// Multigrid by aggregation, on matrices small enough for dense sums, and the method that uses it.
#include "bodies.h"
#include "core/implicit/multigrid/multigrid.h"
#include "core/implicit/vectors.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <string_view>
#include <vector>

namespace xpbd::test {
namespace {

/// The matrix M + J' J / d of a level square net of distances to the eight neighbours, slightly bent, and its six rigid
/// motions.
struct Net {
    BlockMatrix matrix;
    std::vector<double> rigid;

    Net(int side, double d) {
        std::vector<Vec3> at;
        for (int i = 0; i < side * side; ++i) {
            const int row = i / side, column = i % side;
            at.emplace_back(column, 0.3 * ((row * 7 + column * 3) % 5) / 5, row);
        }
        const auto each_neighbour = [&](int i, auto&& f) {
            for (int row = std::max(0, i / side - 1); row <= std::min(side - 1, i / side + 1); ++row) {
                for (int column = std::max(0, i % side - 1); column <= std::min(side - 1, i % side + 1); ++column) {
                    f(row * side + column);
                }
            }
        };
        matrix.block = 3;
        std::vector<int> columns;
        for (int i = 0; i < side * side; ++i) {
            columns.clear();
            each_neighbour(i, [&](int j) { columns.push_back(j); });
            matrix.add_row(columns);
        }
        matrix.set_zero();
        for (int i = 0; i < side * side; ++i) {
            double* const own = matrix.block_at(index_of(i), i);
            own[0] = own[4] = own[8] = 1;
            each_neighbour(i, [&](int j) {
                const Vec3 n = j == i ? Vec3(0) : glm::normalize(at[index_of(j)] - at[index_of(i)]);
                for (int k = 0; k < 9; ++k) {
                    const double entry = n[k % 3] * n[k / 3] / d;
                    own[k] += entry;
                    matrix.block_at(index_of(i), j)[k] -= entry;
                }
            });
        }
        for (const Vec3& x : at) {
            for (int axis = 0; axis < 6; ++axis) {
                Vec3 e(0);
                e[axis % 3] = 1;
                const Vec3 motion = axis < 3 ? e : glm::cross(e, x);
                rigid.insert(rigid.end(), {motion.x, motion.y, motion.z});
            }
        }
    }
};

std::vector<double> waves(std::size_t n, double factor) {
    std::vector<double> result(n);
    for (std::size_t i = 0; i < n; ++i) {
        const double t = std::fmod(factor * static_cast<double>(i), 1.0);
        result[i] = t * (1 - t) - 1.0 / 6;
    }
    return result;
}

TEST(Multigrid, AggregatesPartitionTheRowsIntoConnectedGroups) {
    const Net net(30, 1e-3);
    const Aggregates groups = aggregate(net.matrix, 0.02);
    std::vector<int> sizes(index_of(groups.count), 0);
    for (const int group : groups.of) {
        ASSERT_GE(group, 0);
        ASSERT_LT(group, groups.count);
        ++sizes[index_of(group)];
    }
    EXPECT_GE(*std::min_element(sizes.begin(), sizes.end()), 4);
    EXPECT_LE(groups.count, 900 / 8);
    BlockMatrix alone; // rows without neighbours need no coarser level
    std::vector<int> column{0};
    alone.add_row(column);
    column = {1};
    alone.add_row(column);
    alone.set_zero();
    alone.value = {1, 1};
    EXPECT_EQ(aggregate(alone, 0.02).count, 0);
    EXPECT_EQ(aggregate(alone, 0.02).of, (std::vector<int>{Aggregates::kNone, Aggregates::kNone}));
}

/// Column c of P, densely.
std::vector<double> prolongated(const Prolongator& prolongator, std::size_t rows, std::size_t c) {
    std::vector<double> column(3 * rows, 0.0);
    for (std::size_t row = 0; row < rows; ++row) {
        const auto entries = prolongator.columns_of(row);
        for (std::size_t i = 0; i < entries.size(); ++i) {
            for (std::size_t r = 0; r < 3 && index_of(entries[i]) == c / 6; ++r) {
                column[3 * row + r] = static_cast<double>(prolongator.block(row, i)[6 * r + c % 6]);
            }
        }
    }
    return column;
}

TEST(Multigrid, CoarseMatrixIsTheGalerkinProductAndPKeepsRigidMotions) {
    const Net net(20, 1e-3);
    Smoother smoother;
    ASSERT_TRUE(smoother.refresh(net.matrix, {}));
    const Aggregates groups = aggregate(net.matrix, 0);
    Prolongator prolongator;
    BlockMatrix coarse;
    prolongator.set_pattern(net.matrix, groups, coarse);
    const std::vector<double> coarser = prolongator.refresh(net.matrix, smoother, groups, net.rigid, coarse, {});
    const std::size_t n = net.matrix.size(), m = coarse.size();
    ASSERT_EQ(m, 6 * index_of(groups.count));
    std::vector<double> image(n), unit(m, 0.0), column(m);
    for (std::size_t c = 0; c < m; c += 5) {
        multiply(net.matrix, prolongated(prolongator, net.matrix.rows(), c), image, {});
        unit[c] = 1;
        multiply(coarse, unit, column, {});
        unit[c] = 0;
        for (std::size_t r = 0; r < m; ++r) {
            ASSERT_NEAR(column[r], dot(prolongated(prolongator, net.matrix.rows(), r), image), 1e-9);
        }
    }
    // The rigid motions B are in the range of P up to the step of Jacobi's iteration, B - w D^-1 A B: A B is their
    // mass.
    for (std::size_t motion = 0; motion < 6; ++motion) {
        std::vector<double> made(n, 0.0), rigid(n);
        for (std::size_t c = 0; c < m; ++c) {
            add_scaled(coarser[c / 6 * 36 + 6 * motion + c % 6], prolongated(prolongator, net.matrix.rows(), c), made);
        }
        for (std::size_t i = 0; i < n; ++i) {
            rigid[i] = net.rigid[i / 3 * 18 + 3 * motion + i % 3];
        }
        multiply(net.matrix, rigid, image, {});
        for (std::size_t row = 0; row < net.matrix.rows(); ++row) {
            EXPECT_NEAR(norm(std::span(image).subspan(3 * row, 3)), norm(std::span(rigid).subspan(3 * row, 3)), 1e-9);
            const double* const w = smoother.inverse(row);
            for (std::size_t r = 0; r < 3; ++r) {
                double solved = 0; // D^-1 = W' W
                for (std::size_t k = 0; k < 3; ++k) {
                    for (std::size_t c = 0; c < 3; ++c) {
                        solved += w[3 * r + k] * w[3 * c + k] * image[3 * row + c];
                    }
                }
                const double expected = rigid[3 * row + r] - 4.0 / 3 / smoother.largest() * solved;
                EXPECT_NEAR(made[3 * row + r], expected, 1e-5 * (1 + std::abs(expected)));
            }
        }
    }
}

TEST(Multigrid, TheScaledMatrixHasIdentitiesAndNoEigenvalueAboveTheEstimate) {
    const Net net(30, 1e-9); // in single precision the unscaled matrix would not be positive definite
    Smoother smoother;
    ASSERT_TRUE(smoother.refresh(net.matrix, {}));
    EXPECT_GT(smoother.largest(), 1.5);
    EXPECT_LT(smoother.largest(), 2.4); // a spring joins two particles: A is at most twice its diagonal blocks
    const std::size_t n = float_count(net.matrix);
    std::vector<float> right(n), x(n), rest(n);
    const std::vector<double> wave = waves(n, 0.7071067);
    for (std::size_t i = 0; i < n; ++i) {
        right[i] = i % 4 == 3 ? 0 : static_cast<float>(wave[i]);
    }
    const auto size = [](const std::vector<float>& numbers) { // without the fourth one of each row
        double sum = 0;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            sum += i % 4 == 3 ? 0 : std::pow(static_cast<double>(numbers[i]), 2);
        }
        return std::sqrt(sum);
    };
    smoother.smooth_from_zero(right, x, rest, {});
    EXPECT_LT(size(rest), size(right));
    std::vector<float> exact = x; // smoothing leaves a solution alone
    smoother.smooth(std::vector<float>(n, 0), exact, {});
    EXPECT_LT(size(exact), size(x));
}

TEST(Multigrid, TheEstimateIsAboveAnEigenvalueOfFewRows) {
    // A chain whose eigenvalues end at 2.2, and 12 rows with one of 1 + 11 x 0.21 = 3.31 among them.
    constexpr int kRows = 20000, kGroup = 12;
    BlockMatrix matrix;
    const auto are_joined = [](int i, int j) { return i / kGroup == 0 && j / kGroup == 0; };
    std::vector<int> columns;
    for (int i = 0; i < kRows; ++i) {
        columns.clear();
        for (int j = std::max(0, i - kGroup); j < std::min(kRows, i + kGroup); ++j) {
            if (are_joined(i, j) || (std::abs(i - j) <= 1 && !are_joined(i, i) && !are_joined(j, j))) {
                columns.push_back(j);
            }
        }
        matrix.add_row(columns);
    }
    matrix.set_zero();
    for (std::size_t row = 0; row < matrix.rows(); ++row) {
        for (std::size_t k = matrix.first[row]; k < matrix.first[row + 1]; ++k) {
            const int column = matrix.column[k];
            matrix.value[k] = index_of(column) == row ? 1 : row < kGroup ? 0.21 : 0.6;
        }
    }
    Smoother smoother;
    ASSERT_TRUE(smoother.refresh(matrix, {}));
    EXPECT_GE(smoother.largest(), 3.31);
    EXPECT_LT(smoother.largest(), 1.4 * 3.31);
}

TEST(Multigrid, VCycleIsSymmetricAndPositive) {
    const Net net(40, 1e-4);
    Multigrid multigrid;
    multigrid.set_pattern(net.matrix, 0);
    ASSERT_TRUE(multigrid.refresh(net.matrix, net.rigid));
    const std::size_t n = net.matrix.size();
    const std::vector<double> a = waves(n, 0.1234567), b = waves(n, 0.7071067);
    std::vector<double> of_a(n), of_b(n);
    multigrid.apply(a, of_a);
    multigrid.apply(b, of_b);
    const double single =
        static_cast<double>(std::numeric_limits<float>::epsilon()); // the V-cycle is in single precision
    EXPECT_NEAR(dot(a, of_b), dot(b, of_a), single * std::sqrt(dot(a, of_a) * dot(b, of_b)));
    EXPECT_GT(dot(a, of_a), 0);
    EXPECT_GT(dot(b, of_b), 0);
}

TEST(Multigrid, StepsOfConjugateGradientsHardlyGrowWithTheMesh) {
    std::vector<int> steps;
    for (const int side : {24, 48, 96}) {
        const Net net(side, 1e-4);
        Multigrid multigrid;
        multigrid.set_pattern(net.matrix, 0);
        ASSERT_TRUE(multigrid.refresh(net.matrix, net.rigid));
        const std::vector<double> b = waves(net.matrix.size(), 0.6180339);
        std::vector<double> x, image(b.size());
        steps.push_back(multigrid.solve(net.matrix, b, {.most = 500, .tolerance = 1e-8}, x));
        multiply(net.matrix, x, image, {});
        add_scaled(-1, b, image);
        EXPECT_LE(norm(image), 1e-4 * norm(b)) << side;
    }
    EXPECT_LE(steps[0], 80);
    EXPECT_LE(steps[2], 2 * steps[0]) << steps[0] << " " << steps[1] << " " << steps[2];
}

/// A level cloth of distances, pinned at two corners.
Model sheet(int side, double mass) {
    Model model;
    for (int i = 0; i < side * side; ++i) {
        model.rest_position.push_back({0.05 * (i % side), 0.002 * ((i * 5) % 3), 0.05 * (i / side)});
        model.mass.push_back(i == 0 || i == side - 1 ? 0 : mass);
    }
    add_grid_distances(model, side);
    EXPECT_TRUE(finalise(model));
    return model;
}

Trial trial_of(const Model& model, std::string_view method, int iterations) {
    Trial trial{.model = model, .settings = settings_for(method, iterations), .dt = 1.0 / 240};
    trial.settings.stretch_compliance = 1e-4;
    return trial;
}

TEST(Mgpbd, ComesToTheStepOfDirectXpbd) {
    for (const int side : {8, 24}) { // with a factor of the dual system; with multigrid of the primal one
        SCOPED_TRACE(side);
        const Model model = sheet(side, 0.02);
        Trial direct = trial_of(model, "direct", 40), multigrid = trial_of(model, "mgpbd", 40);
        direct.steps(1);
        multigrid.steps(1);
        double apart = 0, moved = 0, largest = 0, lambda = 0;
        for (std::size_t i = 0; i < model.particle_count(); ++i) {
            apart = std::max(apart, glm::length(direct.position(i) - multigrid.position(i)));
            moved = std::max(moved, glm::length(direct.position(i) - model.rest_position[i]));
        }
        for (std::size_t j = 0; j < direct.state.lambda.size(); ++j) {
            lambda = std::max(lambda, std::abs(direct.state.lambda[j] - multigrid.state.lambda[j]));
            largest = std::max(largest, std::abs(direct.state.lambda[j]));
        }
        EXPECT_LE(apart, 1e-6 * moved);
        EXPECT_LE(lambda, 1e-4 * largest);
    }
}

TEST(Mgpbd, GivesTheSameBitsOnAnyNumberOfThreads) {
    const Model model = sheet(80, 0.001);
    Trial one = trial_of(model, "mgpbd", 3), four = one;
    one.steps(1);
    four.solver = make_solver(four.settings);
    four.solver_method = four.settings.method;
    four.solver_engine = four.settings.engine;
    four.solver->set_parallel(on_threads(4));
    four.steps(1);
    EXPECT_EQ(one.state.lambda, four.state.lambda);
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        ASSERT_EQ(one.position(i), four.position(i)) << i;
    }
}

TEST(Mgpbd, ReducesTheDualResidualOfAClothOnWhichGaussSeidelStalls) {
    const Model model = sheet(48, 0.0005);
    Trial sweeps = trial_of(model, "xpbd", 100), multigrid = trial_of(model, "mgpbd", 10);
    sweeps.settings.stretch_compliance = multigrid.settings.stretch_compliance = 1e-7;
    for (Trial* trial : {&sweeps, &multigrid}) {
        trial->dt = 1.0 / 60;
        trial->steps(1);
    }
    EXPECT_LT(multigrid.measured().residual_dual, 0.05 * sweeps.measured().residual_dual);
}

} // namespace
} // namespace xpbd::test
