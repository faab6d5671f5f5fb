// Contacts with friction: METHODS.md, section 4 H, in the textbook engine.
#include "bodies.h"

#include <cmath>

namespace xpbd::test {
namespace {

/// One particle on a plane tilted by `theta` around z.
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
    run.control.grabs = {{4, {1, -3, 0}}};
    run.settings.substeps = 3;
    run.steps(10);
    EXPECT_EQ(run.position(4), Vec3(1, -3, 0));
    EXPECT_EQ(run.state.particles.position[4].w, 1);
    run.control.grabs.clear();
    run.steps(5);
    EXPECT_NE(run.position(4), Vec3(1, -3, 0));
}

TEST(Grab, IgnoresAParticleThatDoesNotExist) {
    const Model model = hanging_chain(1);
    Trial run{model, settings_for("xpbd", 1)};
    run.control.grabs = {{-1, Vec3(0)}, {99, Vec3(0)}};
    EXPECT_TRUE(run.steps(1).last.finite);
}

} // namespace
} // namespace xpbd::test
