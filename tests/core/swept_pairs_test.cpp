// Fast bodies with a thickness: only contacts change their motion.
#include "core/step/contact/swept_pairs.h"

#include "bodies.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

namespace xpbd::test {
namespace {

class FastParts : public testing::TestWithParam<int> {
protected:
    static Settings settings(Engine engine, Integrator integrator = Integrator::bdf1) {
        Settings settings = settings_for(methods()[index_of(GetParam())].key, 10);
        settings.engine = engine;
        settings.integrator = integrator;
        settings.stretch_stiffness = 1;
        return settings;
    }
};

// The balls move 1.7 m per step, 33 times their contact distance.
TEST_P(FastParts, TwoBallsAt100MetresPerSecondMeetAndKeepTheirMomentum) {
    for (const Engine engine : {Engine::textbook, Engine::fast}) {
        for (const Integrator integrator : {Integrator::bdf1, Integrator::bdf2}) {
            for (const double e : {0.0, 0.5, 1.0}) {
                Model model;
                model.rest_position = {{-5, 0.3, 0}, {5, 0.3, 0}};
                model.rest_velocity = {{100, 0, 0}, {-100, 0, 0}};
                model.mass = {1, 3};
                model.self_distance = 0.05;
                model.self_restitution = e;
                ASSERT_TRUE(finalise(model));
                Trial run{model, settings(engine, integrator), 1.0 / 60, {Vec3(0)}};
                double impulse = 0; // of the contact on the first ball [N s]
                for (int frame = 0; frame < 20; ++frame) {
                    run.steps(1);
                    ASSERT_LT(run.position(0).x, run.position(1).x) << frame;
                    impulse += run.state.contact_multiplier[0].x * run.state.force_scale * run.dt;
                }
                const auto& v = run.state.particles.velocity;
                EXPECT_NEAR(v[1].x - v[0].x, 200 * e, 1e-3) << e;
                EXPECT_NEAR(v[0].x + 3 * v[1].x, -200, 1e-9) << e;
                EXPECT_NEAR(v[0].y, 0, 1e-9);
                if (e == 0 && integrator == Integrator::bdf1 && methods()[index_of(GetParam())].has_forces) {
                    EXPECT_NEAR(impulse, -150, 1e-2); // from 100 to -50 m/s
                }
            }
        }
    }
}

// A heavy ball hits the middle of a row of light ones, one of which is fixed: none passes another.
TEST_P(FastParts, ARowOfBallsStaysInOrder) {
    for (const Engine engine : {Engine::textbook, Engine::fast}) {
        Model model;
        for (int i = 0; i < 12; ++i) {
            model.rest_position.push_back({0.2 * i, 0, 0});
            model.rest_velocity.push_back({i == 0 ? 60.0 : i == 7 ? -80.0 : 0.0, 0, 0});
            model.mass.push_back(i == 0 ? 50 : i == 11 ? 0 : 0.2);
        }
        model.self_distance = 0.05;
        ASSERT_TRUE(finalise(model));
        Trial run{model, settings(engine), 1.0 / 60, {Vec3(0)}};
        for (int frame = 0; frame < 30; ++frame) {
            run.steps(1);
            for (std::size_t i = 1; i < 12; ++i) {
                ASSERT_LT(run.position(i - 1).x, run.position(i).x) << frame << ' ' << i;
            }
        }
    }
}

TEST_P(FastParts, AChainSwingsAsWithoutAThickness) {
    for (const Engine engine : {Engine::textbook, Engine::fast}) {
        Model model;
        for (int i = 0; i <= 10; ++i) {
            model.rest_position.push_back({0.1 * i, 0, 0});
            model.mass.push_back(i == 0 ? 0 : 0.1);
        }
        for (int i = 0; i < 10; ++i) {
            add_distance(model, i, i + 1, {});
        }
        ASSERT_TRUE(finalise(model));
        Model thick = model;
        thick.self_distance = 0.002;
        ASSERT_TRUE(finalise(thick));
        Trial free{model, settings(engine)};
        Trial run{thick, settings(engine)};
        free.steps(30);
        run.steps(30);
        for (std::size_t i = 0; i <= 10; ++i) {
            EXPECT_LT(glm::length(run.position(i) - free.position(i)), 1e-12) << i;
        }
    }
}

TEST_P(FastParts, WhatIsFarApartKeepsItsVelocity) {
    for (const Engine engine : {Engine::textbook, Engine::fast}) {
        Model model;
        model.rest_position = {{0, 0, 0}, {5, 0, 0}, {0, 0, 5}};
        model.rest_velocity = {{0, 3, 0}, {0, -300, 0}, {4, 0, 0}};
        model.mass = {1, 3, 0.1};
        model.self_distance = 0.002;
        ASSERT_TRUE(finalise(model));
        Trial run{model, settings(engine), 1.0 / 60, {Vec3(0)}};
        run.steps(50);
        for (std::size_t i = 0; i < 3; ++i) {
            EXPECT_LT(glm::length(run.state.particles.velocity[i] - model.rest_velocity[i]), 1e-9) << i;
        }
    }
}

/// Two level sheets of 8 x 8, the lower one held by its rim. The upper one falls, past the lower one if `beside`.
Model two_sheets(bool beside) {
    Model model;
    constexpr int kSide = 8;
    for (int sheet = 0; sheet < 2; ++sheet) {
        for (int row = 0; row < kSide; ++row) {
            for (int column = 0; column < kSide; ++column) {
                const bool rim = row == 0 || column == 0 || row == kSide - 1 || column == kSide - 1;
                const double shift = sheet == 0 ? 0 : beside ? 1.0 : 0.003;
                model.rest_position.push_back({0.1 * column + shift, sheet, 0.1 * row + 0.002 * sheet});
                model.rest_velocity.push_back({0, -40.0 * sheet, 0});
                model.mass.push_back(sheet == 0 && rim ? 0 : 0.01);
                const int at = sheet * kSide * kSide + row * kSide + column;
                if (column > 0) {
                    add_distance(model, at - 1, at, {});
                }
                if (row > 0) {
                    add_distance(model, at - kSide, at, {});
                }
                if (row > 0 && column > 0) {
                    add_distance(model, at - kSide - 1, at, {});
                }
            }
        }
    }
    model.self_distance = 0.12;
    EXPECT_TRUE(finalise(model));
    return model;
}

TEST_P(FastParts, ASheetFallsPastAnotherAndIsCaughtByIt) {
    for (const Engine engine : {Engine::textbook, Engine::fast}) {
        Settings chosen = settings(engine);
        chosen.stretch_compliance = 1e-5;
        const Model beside = two_sheets(true);
        Trial past{beside, chosen, 1.0 / 60, {Vec3(0)}};
        past.steps(10);
        for (std::size_t i = 64; i < 128; ++i) {
            EXPECT_NEAR(past.state.particles.velocity[i].y, -40, 1e-3);
        }
        const Model above = two_sheets(false);
        Trial caught{above, chosen, 1.0 / 60, {Vec3(0)}};
        for (int frame = 0; frame < 4; ++frame) {
            caught.steps(1);
            ASSERT_TRUE(caught.last.finite);
            for (std::size_t i = 0; i < 64; ++i) {
                ASSERT_GT(caught.position(64 + i).y, caught.position(i).y) << frame << ' ' << i;
            }
        }
        EXPECT_LE(caught.measured().kinetic_energy, 0.5 * 64 * 0.01 * 40 * 40);
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, FastParts, testing::Range(0, static_cast<int>(methods().size())),
                         [](const auto& row) { return std::string(methods()[index_of(row.param)].key); });

/// Free particles in a box, with random motions of which some are long.
struct Swarm {
    Model model;
    State state;
    std::vector<Vec3> start;

    explicit Swarm(std::size_t count) {
        std::mt19937 random(7);
        const auto draw = [&](double size) { return size * (static_cast<double>(random()) / 2147483648.0 - 1); };
        for (std::size_t i = 0; i < count; ++i) {
            start.emplace_back(draw(1), draw(1), draw(1));
            model.mass.push_back(i % 10 == 0 ? 0 : 1 + draw(0.9));
        }
        // The rest shape is wide: particles that are near in it do not collide.
        for (const Vec3& x : start) {
            model.rest_position.push_back(10.0 * x);
        }
        model.self_distance = 0.05;
        EXPECT_TRUE(finalise(model));
        state = initial_state(model);
        for (std::size_t i = 0; i < count; ++i) {
            const double way = i % 7 == 0 ? 1 : 0.01;
            const Vec3 end = start[i] + (model.mass[i] > 0 ? Vec3(draw(way), draw(way), draw(way)) : Vec3(0));
            state.predicted[i] = end;
            state.particles.position[i] = Vec4(end, state.particles.position[i].w);
        }
    }
};

TEST(SweptPairs, AreAllWhosePathsComeWithinReachOnAnyThreads) {
    const Swarm swarm(500);
    constexpr double kReach = 0.1;
    std::vector<NearPairs::Ends> expected;
    const auto way = [&](std::size_t i) { return swarm.state.predicted[i] - swarm.start[i]; };
    for (std::size_t i = 0; i < 500; ++i) {
        for (std::size_t j = i + 1; j < 500; ++j) {
            const bool fast = std::max(glm::length(way(i)), glm::length(way(j))) > 0.025;
            const auto apart = [&](double t) {
                return glm::length(swarm.start[j] - swarm.start[i] + t * (way(j) - way(i)));
            };
            double low = 0; // a ternary search: the distance is convex in the time
            double high = 1;
            for (int step = 0; step < 60 && fast; ++step) {
                const double third = (high - low) / 3;
                (apart(low + third) < apart(high - third) ? high : low) +=
                    apart(low + third) < apart(high - third) ? -third : third;
            }
            const double nearest = fast ? apart(low) : 9;
            if (nearest < kReach && swarm.model.mass[i] + swarm.model.mass[j] > 0) {
                expected.push_back({static_cast<int>(i), static_cast<int>(j)});
            }
        }
    }
    ASSERT_GT(expected.size(), 50u);
    const auto backwards = [](std::size_t count, const std::function<void(std::size_t)>& task) {
        while (count-- > 0) {
            task(count);
        }
    };
    std::vector<State> states;
    for (const Parallel& parallel : {Parallel{}, Parallel{backwards}}) {
        SweptPairs swept;
        Stops stops;
        State state = swarm.state;
        swept.begin(swarm.model, state, swarm.start, Vec3(0), 0.025, kReach, {}, stops, parallel);
        // near() also has the pairs of paths that hits have changed.
        EXPECT_TRUE(std::includes(swept.near().begin(), swept.near().end(), expected.begin(), expected.end()));
        EXPECT_GT(swept.hits().size(), 5u);
        EXPECT_LT(swept.near().size(), 2 * expected.size());
        states.push_back(state);
    }
    EXPECT_EQ(hash(states[0]), hash(states[1]));
}

// No particle comes closer to another than the contact distance and leaves it again, and momentum stays.
TEST(SweptPairs, LeaveNoPathThroughAnother) {
    Swarm swarm(700);
    for (std::size_t i = 0; i < 700; ++i) { // none is fixed
        swarm.state.particles.position[i].w = 1;
    }
    const auto momentum = [&](const State& state) {
        Vec3 sum(0);
        for (std::size_t i = 0; i < 700; ++i) {
            sum += state.predicted[i] - swarm.start[i];
        }
        return sum;
    };
    const Vec3 before = momentum(swarm.state);
    SweptPairs swept;
    Stops stops;
    State state = swarm.state;
    swept.begin(swarm.model, state, swarm.start, Vec3(0), 0.025, 0.1, {}, stops, {});
    EXPECT_LT(glm::length(momentum(state) - before), 1e-11);
    EXPECT_GT(glm::length(before), 0.1);
    const double distance = swarm.model.self_distance;
    const auto way = [&](std::size_t i) { return state.predicted[i] - swarm.start[i]; };
    for (std::size_t i = 0; i < 700; ++i) {
        for (std::size_t j = i + 1; j < 700; ++j) {
            const Vec3 apart = swarm.start[j] - swarm.start[i];
            const Vec3 motion = way(j) - way(i);
            const double length2 = glm::dot(motion, motion);
            if (std::max(glm::length(way(i)), glm::length(way(j))) <= 0.025 || glm::length(apart) < distance) {
                continue;
            }
            const double time = std::clamp(-glm::dot(apart, motion) / length2, 0.0, 1.0);
            const double nearest = glm::length(apart + time * motion);
            const double end = glm::length(apart + motion);
            EXPECT_FALSE(nearest < 0.99 * distance && end > distance) << i << ' ' << j << ' ' << nearest;
        }
    }
}

} // namespace
} // namespace xpbd::test
