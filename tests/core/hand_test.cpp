// Colliders that the user holds: the hand's path is a motion like any other.
#include "bodies.h"
#include "core/step/driven_model.h"
#include "ways.h"

#include <cmath>
#include <limits>
#include <string>

namespace xpbd::test {
namespace {

class HeldCollider : public testing::TestWithParam<Way> {};
INSTANTIATE_TEST_SUITE_P(Hand, HeldCollider, testing::ValuesIn(kWays),
                         [](const auto& way) { return std::string(way.param.name); });

constexpr double kStep = 1.0 / 60;

/// A sheet of 5 x 5 particles, pinned along one edge, that hangs beside a ball of 0.2 m.
Model sheet_and_ball() {
    Model model;
    for (int row = 0; row < 5; ++row) {
        for (int column = 0; column < 5; ++column) {
            model.rest_position.emplace_back(0.1 * column - 0.2, -0.1 * row, 0);
            model.mass.push_back(row == 0 ? 0 : 0.02);
        }
    }
    add_grid_distances(model, 5);
    Collider ball;
    ball.shape = Sphere{{0, -0.25, 0.35}, 0.2};
    model.colliders.push_back(ball);
    model.contact_distance = 0.01;
    return model;
}

/// Place of the ball's centre, from where it is at the start, after frame `n` [m].
Vec3 path(int n) {
    return {0.05 * std::sin(0.2 * n), 0, -0.4 * (1 - std::cos(0.1 * n))};
}

TEST_P(HeldCollider, MovesTheBodyAsAMotionWithTheSamePathDoes) {
    constexpr int kFrames = 30;
    Model driven = sheet_and_ball();
    KeyMotion keys;
    for (int n = 0; n <= kFrames; ++n) {
        keys.keys.push_back({n * kStep, path(n), Vec3(0)});
    }
    driven.drives.push_back({"path", {0}, {}, keys});
    Model held = sheet_and_ball();
    ASSERT_TRUE(finalise(driven));
    ASSERT_TRUE(finalise(held));
    Settings settings = settings_of(GetParam());
    settings.substeps = 2;
    State by_motion = initial_state(driven), by_hand = initial_state(held);
    const auto one = make_solver(settings), other = make_solver(settings);
    double moved = 0;
    for (int n = 0; n < kFrames; ++n) {
        one->step(driven, by_motion, {}, settings, kStep);
        Control control;
        control.hand.colliders = {{0, {{{1, 0, 0, 0}, path(n)}, 1}, {{{1, 0, 0, 0}, path(n + 1)}, 1}}};
        other->step(held, by_hand, control, settings, kStep);
        for (std::size_t i = 0; i < held.particle_count(); ++i) {
            const Vec3 difference = xyz(by_hand.particles.position[i]) - xyz(by_motion.particles.position[i]);
            ASSERT_LT(glm::length(difference), GetParam().engine == Engine::fast ? 2e-4 : 1e-6) << n << " " << i;
            moved = std::max(moved, std::abs(by_hand.particles.position[i].z));
        }
    }
    EXPECT_GT(moved, 0.2) << "the ball has not touched the sheet";
}

TEST_P(HeldCollider, PushesOutWhatItGrowsInto) {
    Model model;
    model.rest_position = {{0, 0.5, 0}, {0, 0.3, 0}};
    model.mass = {0, 1};
    add_distance(model, 0, 1, {});
    Collider ball;
    ball.shape = Sphere{{0.05, 0, 0}, 0.2};
    model.colliders.push_back(ball);
    ASSERT_TRUE(finalise(model));
    const Settings settings = settings_of(GetParam());
    State state = initial_state(model);
    const auto solver = make_solver(settings);
    for (int n = 0; n < 60; ++n) {
        Control control;
        control.gravity = Vec3(0);
        control.hand.colliders = {{0, {{}, 1 + n / 60.0}, {{}, 1 + (n + 1) / 60.0}}};
        solver->step(model, state, control, settings, kStep);
        const double radius = 0.2 * (1 + (n + 1) / 60.0);
        const double gap = glm::length(xyz(state.particles.position[1]) - Vec3(0.05, 0, 0)) - radius;
        ASSERT_GT(gap, -1e-3) << n;
        ASSERT_TRUE(is_finite(state));
    }
}

class WorldString : public testing::TestWithParam<Way> {};
INSTANTIATE_TEST_SUITE_P(Hand, WorldString, testing::ValuesIn(kWays),
                         [](const auto& way) { return std::string(way.param.name); });

TEST_P(WorldString, HoldsABodyAsADistanceToAPinDoes) {
    // Two masses in a row, on a string that begins at a pin, or at a place of the world. Both are swept last:
    // XPBD's fixed point depends on the order.
    const Material soft{Role::stretch, 1e-3, {}, {}};
    Model pinned;
    pinned.rest_position = {{0, 2, 0}, {0.6, 1.2, 0}, {1, 1.2, 0.3}};
    pinned.mass = {0, 1, 0.5};
    add_distance(pinned, 1, 2, soft);
    add_distance(pinned, 0, 1, soft);
    Model tied;
    tied.rest_position = {pinned.rest_position[1], pinned.rest_position[2]};
    tied.mass = {1, 0.5};
    add_distance(tied, 0, 1, soft);
    tied.of_type<WorldDistance>().add({0}, {0, 2, 0, 1}, soft);
    ASSERT_TRUE(finalise(pinned));
    ASSERT_TRUE(finalise(tied));
    Settings settings = settings_of(GetParam());
    settings.iterations = 20;
    State one = initial_state(pinned), other = initial_state(tied);
    const auto first = make_solver(settings), second = make_solver(settings);
    for (int n = 0; n < 60; ++n) {
        first->step(pinned, one, {}, settings, kStep);
        second->step(tied, other, {}, settings, kStep);
        for (std::size_t i = 0; i < 2; ++i) {
            const Vec3 apart = xyz(one.particles.position[i + 1]) - xyz(other.particles.position[i]);
            ASSERT_LT(glm::length(apart), GetParam().engine == Engine::fast ? 1e-4 : 1e-9) << n << " " << i;
        }
    }
    EXPECT_LT(other.particles.position[1].y, 1.0) << "it has swung";
}

TEST(HeldColliders, GrabsOfCollidersThatDoNotExistAreIgnored) {
    Model model = sheet_and_ball();
    ASSERT_TRUE(finalise(model));
    const Settings settings = settings_for("xpbd", 5);
    State state = initial_state(model), still = state;
    const auto solver = make_solver(settings), other = make_solver(settings);
    Control control;
    control.hand.colliders = {{7, {}, {{{1, 0, 0, 0}, Vec3(1)}, 1}}, {-1, {}, {}}};
    for (int n = 0; n < 5; ++n) {
        solver->step(model, state, control, settings, kStep);
        other->step(model, still, {}, settings, kStep);
    }
    EXPECT_EQ(hash(state), hash(still));
}

TEST(HeldColliders, AReleasedColliderIsWhereTheModelHasItAgain) {
    Model model = sheet_and_ball();
    ASSERT_TRUE(finalise(model));
    DrivenModel driven;
    State state = initial_state(model);
    const Model& held = driven.begin(model, state, kStep, {{0, {}, {{{1, 0, 0, 0}, Vec3(1)}, 2}}});
    driven.move(state, 0.5);
    EXPECT_DOUBLE_EQ(std::get<Sphere>(held.colliders[0].shape).radius, 0.3);
    driven.move(state, 1);
    EXPECT_EQ(std::get<Sphere>(held.colliders[0].shape).center, Vec3(1, 0.75, 1.35));
    EXPECT_EQ(std::get<Sphere>(held.colliders[0].shape).radius, 0.4);
    EXPECT_EQ(std::get<Sphere>(driven.begin(model, state, kStep).colliders[0].shape).radius, 0.2);
    EXPECT_FALSE(driven.moves());
}

TEST(HeldColliders, ADrivenOneTurnsInTheHand) {
    Model model = sheet_and_ball();
    model.colliders[0].shape = Capsule{{0, 0, -1}, {0, 0, 1}, 0.1};
    model.drives.push_back({"spin", {0}, {}, SteadyMotion{Vec3(0), Vec3(0, 0, 3), Vec3(0)}});
    ASSERT_TRUE(finalise(model));
    DrivenModel driven;
    State state = initial_state(model);
    const Placement there{{{1, 0, 0, 0}, {2, 0, 0}}, 1};
    const Model& held = driven.begin(model, state, kStep, {{0, there, there}});
    driven.move(state, 1);
    // A point on the drum's surface goes around the drum's axis, which is where the hand holds it.
    const Vec3 carried = held.colliders[0].carried({2.1, 0, 0.5});
    EXPECT_NEAR(glm::length(carried - Vec3(2 + 0.1 * std::cos(3 * kStep), 0.1 * std::sin(3 * kStep), 0.5)), 0, 1e-12);
}

} // namespace
} // namespace xpbd::test
