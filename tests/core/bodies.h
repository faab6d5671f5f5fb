#pragma once

#include "core/methods.h"
#include "core/model/constraints/all.h"
#include "core/model/fold.h"
#include "core/model/model.h"
#include "core/step/measure/measure.h"
#include "printers.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

/// Small bodies and one-line runs for the experiments of src/core/FORMULAS.md.
namespace xpbd::test {

inline constexpr double kGravity = 9.81; ///< [m/s^2]

/// Relative tolerance of the experiments with exact answers (src/core/FORMULAS.md, 1 to 8).
inline constexpr double kExact = 1e-9;

inline void expect_relative(double actual, double expected, double tolerance = kExact) {
    EXPECT_NEAR(actual, expected, tolerance * std::abs(expected));
}

/// Rest data of a constraint type in this shape: one, or one for each of its kinds if it has several.
template <class ConstraintType>
std::vector<typename ConstraintType::template Rest<double>>
rests_of(const Points<double, ConstraintType::arity>& shape) {
    std::vector rests{ConstraintType::template rest<double>(shape)};
    if constexpr (std::is_same_v<ConstraintType, Woven>) {
        rests.push_back(Woven::shear_rest(shape));
    }
    return rests;
}

/// A vertical chain of `links` links of length `length` that hangs from a fixed particle at the origin.
inline Model hanging_chain(int links, double mass = 1, double length = 1) {
    Model model;
    for (int i = 0; i <= links; ++i) {
        model.rest_position.push_back({0, -i * length, 0});
        model.mass.push_back(i == 0 ? 0 : mass);
    }
    for (int i = 0; i < links; ++i) {
        add_distance(model, i, i + 1, {});
    }
    EXPECT_TRUE(finalise(model));
    return model;
}

/// Ten links of 1 kg, which start straight down with a sideways speed.
inline Model swinging_chain() {
    Model chain = hanging_chain(10);
    for (std::size_t i = 0; i < chain.rest_velocity.size(); ++i) {
        chain.rest_velocity[i] = {2.0 * static_cast<double>(i), 0, 0.3 * static_cast<double>(i * i)};
    }
    EXPECT_TRUE(finalise(chain));
    return chain;
}

/// Adds structural, diagonal and skip-one distances to the particles of a square grid, row by row.
inline void add_grid_distances(Model& model, int side) {
    for (const auto& [right, down] : {std::pair(1, 0), {0, 1}, {1, 1}, {-1, 1}, {2, 0}, {0, 2}}) {
        for (int row = 0; row + down < side; ++row) {
            for (int column = std::max(0, -right); column + std::max(0, right) < side; ++column) {
                add_distance(model, row * side + column, (row + down) * side + column + right, {});
            }
        }
    }
}

/// Runs tasks on `threads` threads, each of which takes the next task until none is left.
inline Parallel on_threads(int threads) {
    return [threads](std::size_t count, const std::function<void(std::size_t)>& task) {
        std::atomic<std::size_t> next = 0;
        std::vector<std::jthread> running;
        for (int t = 0; t < threads; ++t) {
            running.emplace_back([&] {
                for (std::size_t i = next++; i < count; i = next++) {
                    task(i);
                }
            });
        }
    };
}

inline Settings settings_for(std::string_view method, int iterations) {
    Settings settings{.engine = Engine::textbook};
    settings.method = find_method(method);
    EXPECT_GE(settings.method, 0) << method;
    settings.iterations = iterations;
    return settings;
}

/// A running simulation of one model, with its state, its solver and the gravity, wind and grabs in `control`.
struct Trial {
    const Model& model;
    Settings settings;
    double dt = 1.0 / 60;
    Control control{};
    State state = initial_state(model);

    Trial& steps(int count) {
        if (solver == nullptr || solver_method != settings.method || solver_engine != settings.engine) {
            solver = make_solver(settings);
            solver_method = settings.method;
            solver_engine = settings.engine;
        }
        for (int i = 0; i < count; ++i) {
            last = solver->step(model, state, control, settings, dt);
        }
        return *this;
    }
    Measure measured() const { return measure(model, state, settings, control.gravity, dt); }
    Vec3 position(std::size_t i) const { return xyz(state.particles.position[i]); }
    /// Value of the first distance constraint, C [m].
    double first_value() const { return read_constraints(model, state).front().value; }

    StepStats last{};

    /// Kept between calls, because setting up a solver can cost more than a step. A copy of a trial shares it: a
    /// solver holds scratch memory only.
    std::shared_ptr<Solver> solver{};
    int solver_method = -1;
    Engine solver_engine{};
};

/// One simulation on both engines.
struct Pair {
    Trial textbook;
    Trial fast;

    Pair(const Model& model, const Settings& settings, int frames, double dt = 1.0 / 60)
        : textbook{model, with(settings, Engine::textbook), dt}, fast{model, with(settings, Engine::fast), dt} {
        textbook.steps(frames);
        fast.steps(frames);
    }

private:
    static Settings with(Settings settings, Engine engine) {
        settings.engine = engine;
        return settings;
    }
};

/// The largest distance between a particle's places in two states [m].
inline double largest_gap(const State& a, const State& b) {
    double worst = 0;
    for (std::size_t i = 0; i < a.particles.position.size(); ++i) {
        worst = std::max(worst, glm::length(xyz(a.particles.position[i]) - xyz(b.particles.position[i])));
    }
    return worst;
}

/// The largest difference of a constraint's force over the largest force. It leaves out constraints between fixed
/// particles: Newton computes a force there, but they move nothing.
inline double relative_force_error(const Model& model, const State& state, const State& exact_state) {
    const auto now = read_constraints(model, state);
    const auto exact = read_constraints(model, exact_state);
    double worst = 0;
    double largest = 0;
    for_each_constraint(model, [&](const auto& constraint) {
        const auto& particles = constraint.particles();
        if (std::any_of(particles.begin(), particles.end(), [&](int p) { return model.mass[index_of(p)] > 0; })) {
            const auto j = static_cast<std::size_t>(constraint.index);
            worst = std::max(worst, std::abs(now[j].force - exact[j].force));
            largest = std::max(largest, std::abs(exact[j].force));
        }
    });
    return worst / largest;
}

} // namespace xpbd::test
