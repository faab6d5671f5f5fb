// Contacts with friction: src/core/FORMULAS.md, experiment 17, in the textbook engine.
#include "bodies.h"

#include <cmath>
#include <random>
#include <utility>

namespace xpbd::test {
namespace {

/// A particle on a plane that is tilted by `theta` around z.
Model incline(double theta, double friction) {
    Model model;
    model.rest_position = {{0, 0, 0}};
    model.mass = {2};
    model.colliders.push_back({Plane{{std::sin(theta), std::cos(theta), 0}, 0}, friction});
    EXPECT_TRUE(finalise(model));
    return model;
}

TEST(Incline, SlidesWithTheAccelerationThatCoulombLeaves) {
    const double theta = 0.6;
    for (const double mu : {0.0, 0.2, 0.5}) {
        const Model model = incline(theta, mu);
        for (const int iterations : {1, 10}) {
            Trial run{model, settings_for("xpbd", iterations)};
            run.steps(60);
            const double speed = glm::length(run.state.particles.velocity[0]);
            expect_relative(speed, kGravity * (std::sin(theta) - mu * std::cos(theta)), 1e-9);
        }
    }
}

TEST(Incline, SticksWithoutCreepingWhereTheSlopeIsBelowTheFriction) {
    const Model model = incline(0.3, std::tan(0.3) * 1.01);
    Trial run{model, settings_for("pbd", 5)};
    run.steps(600);
    EXPECT_LT(glm::length(run.position(0)), 1e-12);
    EXPECT_LT(glm::length(run.state.particles.velocity[0]), 1e-12);
}

TEST(Incline, SlidesJustAboveTheFrictionAngle) {
    const Model model = incline(0.3, std::tan(0.3) * 0.99);
    Trial run{model, settings_for("pbd", 5)};
    run.steps(600);
    EXPECT_GT(glm::length(run.position(0)), 0.1);
}

TEST(Contacts, AParticleRestsAtTheContactDistanceAndTheFloorCarriesItsWeight) {
    Model model;
    model.rest_position = {{0, 0.5, 0}};
    model.mass = {3};
    model.contact_distance = 0.02;
    model.colliders.push_back({Plane{{0, 1, 0}, 0.1}, 0.3});
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_for("xpbd", 2)};
    run.steps(200);
    EXPECT_NEAR(run.position(0).y, 0.12, 1e-12);
    expect_relative(run.state.contact_multiplier[0].y * run.state.force_scale, 3 * kGravity);
    EXPECT_EQ(run.last.contacts, 1);
    EXPECT_LT(run.measured().residual_primal, 1e-12);
}

TEST(Contacts, AFastParticleDoesNotEnterASphere) {
    Model model;
    model.rest_position = {{0.01, 2, 0}};
    model.rest_velocity = {{0, -5, 0}};
    model.mass = {1};
    model.colliders.push_back({Sphere{{0, 0, 0}, 1}, 0});
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_for("xpbd", 2)};
    for (int i = 0; i < 300; ++i) {
        run.steps(1);
        ASSERT_GT(glm::length(run.position(0)), 1 - 1e-12) << "step " << i;
    }
    EXPECT_LT(run.position(0).y, 0) << "it slides off the frictionless ball";
}

TEST(Contacts, AParticleAtTheCentreOfASphereLeavesUpwards) {
    Model model;
    model.rest_position = {{0, 0, 0}};
    model.mass = {1};
    model.colliders.push_back({Sphere{{0, 0, 0}, 1}, 0.5});
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_for("pbd", 1), 1.0 / 60, {Vec3(0), {}}};
    run.steps(1);
    EXPECT_EQ(run.position(0), Vec3(0, 1, 0));
}

TEST(Grab, HoldsTheParticleAtItsTargetAndGivesItsMassBack) {
    const Model model = hanging_chain(4);
    Trial run{model, settings_for("xpbd", 30)};
    run.control.hand.grabs = {{4, {1, -3, 0}}};
    run.settings.substeps = 3;
    run.steps(10);
    EXPECT_EQ(run.position(4), Vec3(1, -3, 0));
    EXPECT_EQ(run.state.particles.position[4].w, 1);
    run.control.hand.grabs.clear();
    run.steps(5);
    EXPECT_NE(run.position(4), Vec3(1, -3, 0));
}

TEST(Grab, IgnoresAParticleThatDoesNotExist) {
    const Model model = hanging_chain(1);
    Trial run{model, settings_for("xpbd", 1)};
    run.control.hand.grabs = {{-1, Vec3(0)}, {99, Vec3(0)}};
    EXPECT_TRUE(run.steps(1).last.finite);
}

/// Every shape, turned and moved.
std::vector<Shape> shapes() {
    return {Plane{glm::normalize(Vec3(0.3, 1, -0.2)), 0.4}, Sphere{{0.2, -0.1, 0.3}, 0.7},
            Capsule{{-0.4, 0.1, 0}, {0.5, 0.3, 0.2}, 0.3},
            Box{{0.1, 0.2, -0.1}, {0.5, 0.3, 0.4}, glm::normalize(glm::dquat(0.9, 0.1, 0.3, -0.2))}};
}

TEST(Shapes, NormalIsTheGradientOfTheSignedDistance) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> coordinate(-1.5, 1.5);
    for (const Shape& shape : shapes()) {
        int checked = 0;
        for (int i = 0; i < 400; ++i) {
            const Vec3 x(coordinate(random), coordinate(random), coordinate(random));
            const Gap gap = gap_to(shape, x);
            EXPECT_NEAR(glm::length(gap.normal), 1, 1e-12);
            const double step = 1e-6;
            Vec3 slope;
            for (int axis = 0; axis < 3; ++axis) {
                Vec3 ahead = x;
                Vec3 behind = x;
                ahead[axis] += step;
                behind[axis] -= step;
                slope[axis] = (gap_to(shape, ahead).distance - gap_to(shape, behind).distance) / (2 * step);
            }
            // Finite differences fail across a crease inside a box, where the nearest face changes.
            if (std::abs(glm::length(slope) - 1) < 1e-3) {
                EXPECT_LT(glm::length(slope - gap.normal), 1e-5);
                ++checked;
            }
            // Moving by the distance along the normal reaches the surface.
            if (gap.distance > 0) {
                EXPECT_NEAR(gap_to(shape, x - gap.distance * gap.normal).distance, 0, 1e-12);
            }
        }
        EXPECT_GT(checked, 380);
    }
}

TEST(Shapes, AreDefinedWhereTheyHaveNoNearestPoint) {
    const Shape awkward[] = {Sphere{{0, 0, 0}, 1},
                             Sphere{{0, 0, 0}, 0},
                             Capsule{{0, -1, 0}, {0, 1, 0}, 0.5},
                             Box{},
                             Capsule{Vec3(0), Vec3(0), 0},
                             Box{Vec3(0), Vec3(0), {1, 0, 0, 0}}};
    for (const Shape& shape : awkward) {
        const Gap gap = gap_to(shape, Vec3(0));
        EXPECT_LE(gap.distance, 0);
        EXPECT_DOUBLE_EQ(glm::length(gap.normal), 1);
    }
}

TEST(Contacts, AParticleRestsOnEveryShape) {
    const std::pair<Shape, double> tops[] = {{Sphere{{0, 0, 0}, 0.5}, 0.5},
                                             {Capsule{{-1, 0, 0}, {1, 0, 0}, 0.25}, 0.25},
                                             {Box{{0, 0, 0}, {1, 0.3, 1}, {1, 0, 0, 0}}, 0.3}};
    for (const auto& [shape, top] : tops) {
        Model model;
        model.rest_position = {{0, 1, 0}};
        model.mass = {1};
        model.colliders.push_back({shape, 0.5});
        ASSERT_TRUE(finalise(model));
        Trial run{model, settings_for("xpbd", 2)};
        run.steps(200);
        EXPECT_NEAR(run.position(0).y, top, 1e-9);
    }
}

TEST(Contacts, TouchEveryShapeInTheFastEngineAsInTheTextbookOne) {
    std::mt19937 random(6);
    std::uniform_real_distribution<double> coordinate(-1.5, 1.5);
    for (const Shape& shape : shapes()) {
        Model model;
        for (int i = 0; i < 203; ++i) { // the last batch has empty lanes
            model.rest_position.emplace_back(coordinate(random), coordinate(random), coordinate(random));
            model.rest_velocity.emplace_back(coordinate(random), coordinate(random), coordinate(random));
            model.mass.push_back(i % 10 == 0 ? 0 : 1 + 0.5 * coordinate(random));
        }
        model.rest_position[1] = {0.2, -0.1, 0.3}; // the middle of the sphere
        model.colliders.push_back({shape, 0.4});
        model.colliders.push_back({Plane{}, 0.4});
        model.contact_distance = 0.05;
        ASSERT_TRUE(finalise(model));
        for (const auto& [dt, tolerance] : {std::pair(1.0 / 60, 1e-6), std::pair(1e-3, 1e-12)}) { // single, double
            const auto [textbook, fast] = Pair(model, settings_for("xpbd", 3), 1, dt);
            EXPECT_GT(textbook.last.contacts, 50);
            EXPECT_EQ(fast.last.contacts, textbook.last.contacts);
            for (std::size_t i = 0; i < 203; ++i) {
                EXPECT_LT(glm::length(fast.position(i) - textbook.position(i)), tolerance) << shape.index() << ' ' << i;
            }
        }
    }
}

class RestitutionInEveryMethod : public testing::TestWithParam<int> {};

TEST_P(RestitutionInEveryMethod, BouncesToItsSquareOfTheHeightAsStepsShrink) {
    Settings settings{.engine = Engine::textbook};
    settings.method = GetParam();
    settings.iterations = 1;
    const double e = 0.7;
    Model model;
    model.rest_position = {{0, 1, 0}};
    model.mass = {2};
    model.colliders.push_back({Plane{}, 0.3, e});
    ASSERT_TRUE(finalise(model));
    double last = 1;
    for (const double h : {1e-3, 1e-4, 1e-5}) {
        Trial run{model, settings, h};
        double highest = 0;
        bool fell = false;
        while (run.state.time < 1.0) { // the highest point after the bounce is at 0.45 + 0.32 s
            run.steps(1);
            fell = fell || run.last.contacts > 0;
            highest = fell ? std::max(highest, run.position(0).y) : 0;
        }
        const double error = std::abs(highest - e * e);
        EXPECT_LT(error, 0.3 * last) << "h = " << h;
        last = error;
    }
    EXPECT_LT(last, 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Methods, RestitutionInEveryMethod, testing::Range(0, static_cast<int>(methods().size())),
                         [](const auto& row) {
                             return std::string(methods()[static_cast<std::size_t>(row.param)].key);
                         });

TEST(Restitution, ABodyAtRestStaysAtRest) {
    Model model;
    model.rest_position = {{0, 0, 0}};
    model.mass = {2};
    model.colliders.push_back({Plane{}, 0.3, 0.9});
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_for("xpbd", 1)};
    run.steps(100);
    EXPECT_EQ(run.position(0).y, 0);
}

} // namespace
} // namespace xpbd::test
