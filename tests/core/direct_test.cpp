// The linear systems of the direct solver, on a cloth, whose constraints are more than its coordinates.
#include "bodies.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

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
    add_grid_distances(model, side);
    EXPECT_TRUE(finalise(model));
    return model;
}

/// The linear system of one iteration at the inertial target of the first step, in more digits than the solver's.
struct Linearised {
    using Number = long double;
    using Numbers = std::vector<Number>;

    std::size_t count = 0;
    Numbers system, magnitudes; ///< J M^-1 J' + D, and the sums of magnitudes that make it up; row by row
    Numbers right;              ///< -C

    Linearised(const Model& model, double compliance, double dt)
        : count(model.of_type<Distance>().size()), system(count * count), magnitudes(count * count), right(count) {
        struct Row {
            std::array<int, 2> particles;
            std::array<std::array<Number, 3>, 2> scaled; ///< J M^-1/2
        };
        std::vector<Row> rows(count);
        Number largest = 0;
        for (std::size_t c = 0; c < count; ++c) {
            Vec3 at[2], rest[2];
            for (std::size_t k = 0; k < 2; ++k) {
                rows[c].particles[k] = model.of_type<Distance>().particles[c][k];
                const std::size_t particle = index_of(rows[c].particles[k]);
                at[k] = rest[k] = model.rest_position[particle];
                at[k].y -= model.mass[particle] > 0 ? kGravity * dt * dt : 0;
            }
            const Vec3 apart = at[1] - at[0];
            right[c] = glm::length(rest[1] - rest[0]) - glm::length(apart);
            for (std::size_t k = 0; k < 2; ++k) {
                const double mass = model.mass[index_of(rows[c].particles[k])];
                const Number w = mass > 0 ? 1 / mass : 0;
                largest = std::max(largest, w);
                for (int axis = 0; axis < 3; ++axis) {
                    rows[c].scaled[k][static_cast<std::size_t>(axis)] =
                        (k == 0 ? -1 : 1) * std::sqrt(w) * (apart / glm::length(apart))[axis];
                }
            }
        }
        // 1e-12 is what the solver adds because rigid constraints may repeat each other.
        const Number diagonal = compliance / (dt * dt) + 1e-12 * largest;
        for (std::size_t c = 0; c < count; ++c) {
            system[c * count + c] = magnitudes[c * count + c] = diagonal;
            for (std::size_t d = 0; d < count; ++d) {
                for (std::size_t ends = 0; ends < 4; ++ends) {
                    const std::size_t k = ends / 2, l = ends % 2;
                    for (std::size_t axis = 0; axis < 3 && rows[c].particles[k] == rows[d].particles[l]; ++axis) {
                        const Number term = rows[c].scaled[k][axis] * rows[d].scaled[l][axis];
                        system[c * count + d] += term;
                        magnitudes[c * count + d] += std::abs(term);
                    }
                }
            }
        }
    }

    /// Solves the system by L D L', without pivots: it is positive definite.
    Numbers solution() const {
        Numbers factor = system, x = right;
        const auto at = [&](std::size_t row, std::size_t column) -> Number& { return factor[row * count + column]; };
        for (std::size_t c = 0; c < count; ++c) {
            for (std::size_t r = c + 1; r < count; ++r) {
                const Number share = at(r, c) / at(c, c);
                for (std::size_t d = c + 1; d <= r; ++d) {
                    at(r, d) -= share * at(d, c);
                }
                x[r] -= share * x[c];
            }
        }
        for (std::size_t c = count; c-- > 0;) {
            for (std::size_t r = c + 1; r < count; ++r) {
                x[c] -= at(r, c) * x[r];
            }
            x[c] /= at(c, c);
        }
        return x;
    }
};

double largest(const Linearised::Numbers& values) {
    Linearised::Number most = 0;
    for (const Linearised::Number value : values) {
        most = std::max(most, std::abs(value));
    }
    return static_cast<double>(most);
}

double length(const Linearised::Numbers& values) {
    Linearised::Number sum = 0;
    for (const Linearised::Number value : values) {
        sum += value * value;
    }
    return static_cast<double>(std::sqrt(sum));
}

TEST(DirectSolver, SolvesTheSystemOfAClothToRounding) {
    const Model model = pinned_cloth(7);
    for (const double compliance : {1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 0.0}) {
        SCOPED_TRACE(compliance);
        Trial trial{.model = model, .settings = settings_for("direct", 1)};
        trial.settings.stretch_compliance = compliance;
        trial.steps(1);
        const Linearised expected(model, compliance, trial.dt);
        const Linearised::Numbers lambda(trial.state.lambda.begin(), trial.state.lambda.end());
        ASSERT_EQ(lambda.size(), expected.count);
        EXPECT_GT(length(lambda), 0);
        Linearised::Numbers left = expected.right, sums(expected.count);
        for (std::size_t c = 0; c < expected.count; ++c) {
            for (std::size_t d = 0; d < expected.count; ++d) {
                left[c] -= expected.system[c * expected.count + d] * lambda[d];
                sums[c] += expected.magnitudes[c * expected.count + d] * std::abs(lambda[d]);
            }
        }
        EXPECT_LE(largest(left) / (largest(sums) + largest(expected.right)), 1e-14);
        if (compliance >= 1e-4) { // where the condition allows to compare the multipliers themselves
            const Linearised::Numbers exact = expected.solution();
            Linearised::Numbers apart = lambda;
            for (std::size_t c = 0; c < expected.count; ++c) {
                apart[c] -= exact[c];
            }
            EXPECT_LE(length(apart) / length(exact), 1e-10);
        }
    }
}

} // namespace
} // namespace xpbd::test
