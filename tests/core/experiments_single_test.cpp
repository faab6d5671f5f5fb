// src/core/FORMULAS.md, experiments 1 to 8: one constraint, double precision, relative tolerance 1e-9.
#include "bodies.h"

#include <cmath>
#include <tuple>

namespace xpbd::test {
namespace {

constexpr Vec3 kNoGravity{0, 0, 0};

/// A unit mass on one horizontal spring of rest length 1, stretched to 1 + `stretch`.
Model oscillator(double stretch, double mass = 1) {
    Model model;
    model.rest_position = {{0, 0, 0}, {1, 0, 0}};
    model.mass = {0, mass};
    add_distance(model, 0, 1, {});
    model.rest_position[1].x += stretch;
    EXPECT_TRUE(finalise(model));
    return model;
}

class XpbdHangingMass : public testing::TestWithParam<std::tuple<int, double>> {};

TEST_P(XpbdHangingMass, SagEqualsMgAlphaAndTensionEqualsMgForAnyIterationCountAndTimestep) {
    const auto [iterations, dt] = GetParam();
    const double mass = 2;
    const Model model = hanging_chain(1, mass);
    Trial run{model, settings_for("xpbd", iterations), dt};
    run.settings.stretch_compliance = 1e-3;
    run.settings.velocity_damping = 5;
    run.steps(static_cast<int>(20 / dt));
    expect_relative(run.measured().sag, mass * kGravity * 1e-3);
    expect_relative(read_constraints(model, run.state)[0].force, mass * kGravity);
    expect_relative(run.measured().effective_stiffness.value(), 1e3);
}

INSTANTIATE_TEST_SUITE_P(Experiment, XpbdHangingMass,
                         testing::Combine(testing::Values(1, 2, 7, 50),
                                          testing::Values(1.0 / 30, 1.0 / 60, 1.0 / 240)));

TEST(XpbdOscillator, FollowsTheClosedFormOfImplicitEuler) {
    const double alpha = 1e-3;
    const double dt = 1.0 / 60;
    for (const int iterations : {1, 5, 20}) {
        const Model model = oscillator(0.5);
        Trial run{model, settings_for("xpbd", iterations), dt, {kNoGravity, {}}};
        run.settings.stretch_compliance = alpha;
        const double w = dt / std::sqrt(alpha);
        for (int j = 1; j <= 100; ++j) {
            run.steps(1);
            const double envelope = 0.5 * std::pow(1 + w * w, -j / 2.0);
            EXPECT_NEAR(run.first_value(), envelope * std::cos(j * std::atan(w)), kExact * 0.5) << "step " << j;
        }
    }
}

class PbdHangingMass : public testing::TestWithParam<std::tuple<double, int, double>> {};

TEST_P(PbdHangingMass, SagAndStiffnessMoveWithIterationsAndTimestepAsTheClosedFormSays) {
    const auto [k, iterations, dt] = GetParam();
    for (const double mass : {0.1, 1.0, 30.0}) {
        const Model model = hanging_chain(1, mass);
        Trial run{model, settings_for("pbd", iterations), dt};
        run.settings.stretch_stiffness = k;
        run.settings.velocity_damping = 5;
        run.steps(3000);
        const double r = std::pow(1 - k, iterations);
        // The sag does not depend on the mass: PBD's stiffness scales with it.
        expect_relative(run.measured().sag, kGravity * dt * dt * r / (1 - r));
        expect_relative(run.measured().effective_stiffness.value(), mass / (dt * dt) * (1 / r - 1));
    }
}

INSTANTIATE_TEST_SUITE_P(Experiment, PbdHangingMass,
                         testing::Combine(testing::Values(0.05, 0.1, 0.4), testing::Values(1, 4, 10),
                                          testing::Values(1.0 / 60, 1.0 / 200)));

TEST(PbdOscillator, FollowsItsClosedForm) {
    const double k = 0.1;
    for (const int iterations : {1, 3, 10}) {
        const Model model = oscillator(0.5);
        Trial run{model, settings_for("pbd", iterations), 1.0 / 60, {kNoGravity, {}}};
        run.settings.stretch_stiffness = k;
        const double r = std::pow(1 - k, iterations);
        for (int j = 1; j <= 60; ++j) {
            run.steps(1);
            const double expected = 0.5 * std::pow(r, j / 2.0) * std::cos(j * std::acos(std::sqrt(r)));
            EXPECT_NEAR(run.first_value(), expected, kExact * 0.5) << "n " << iterations << " step " << j;
        }
    }
}

TEST(PbdOscillator, EqualsXpbdOfTheMatchingCompliance) {
    const double k = 0.15;
    const int iterations = 6;
    const double dt = 1.0 / 90;
    const double mass = 3;
    const double r = std::pow(1 - k, iterations);
    const Model model = oscillator(0.5, mass);
    Trial pbd{model, settings_for("pbd", iterations), dt};
    pbd.settings.stretch_stiffness = k;
    Trial xpbd{model, settings_for("xpbd", 1), dt};
    xpbd.settings.stretch_compliance = dt * dt * r / (mass * (1 - r));
    pbd.control.gravity = xpbd.control.gravity = kNoGravity;
    for (int j = 0; j < 60; ++j) {
        EXPECT_NEAR(pbd.steps(1).first_value(), xpbd.steps(1).first_value(), kExact * 0.5);
    }
}

TEST(PbdCorrectedHangingMass, SagIsTheSameForEveryIterationCount) {
    const double k = 0.3;
    const double dt = 1.0 / 60;
    for (const int iterations : {1, 2, 10, 80}) {
        const Model model = hanging_chain(1);
        Trial run{model, settings_for("pbd_corrected", iterations), dt};
        run.settings.stretch_stiffness = k;
        run.settings.velocity_damping = 5;
        run.steps(3000);
        expect_relative(run.measured().sag, kGravity * dt * dt * (1 - k) / k);
    }
}

TEST(XpbdDamping, OneStepFollowsTheClosedFormForEveryIterationCount) {
    const double alpha = 1e-3;
    const double beta = 4;
    const double dt = 1.0 / 60;
    const double mass = 2;
    const double w = 1 / mass;
    for (const int iterations : {1, 2, 9, 60}) {
        const Model model = oscillator(0.5, mass);
        Trial run{model, settings_for("xpbd", iterations), dt, {kNoGravity, {}}};
        run.settings.stretch_compliance = alpha;
        run.settings.stretch_damping = beta;
        double value = run.first_value();
        for (int j = 0; j < 40; ++j) {
            const double velocity = run.state.particles.velocity[1].x;
            const double next =
                (value + dt * velocity + dt * w * beta * value) / (1 + w * dt * dt / alpha + w * beta * dt);
            value = run.steps(1).first_value();
            EXPECT_NEAR(value, next, kExact * 0.5) << "n " << iterations << " step " << j;
        }
    }
}

TEST(XpbdDamping, CannotDampARigidConstraint) {
    const Model model = oscillator(0.5);
    Trial damped{model, settings_for("xpbd", 3), 1.0 / 60, {kNoGravity, {}}};
    damped.settings.stretch_compliance = 0;
    Trial free = damped;
    damped.settings.stretch_damping = 1e3;
    EXPECT_EQ(hash(damped.steps(5).state), hash(free.steps(5).state));
}

TEST(XpbdRigid, EqualsPbdOfFullStiffnessToTheLastBit) {
    const Model model = hanging_chain(12);
    Trial xpbd{model, settings_for("xpbd", 7)};
    xpbd.settings.stretch_compliance = 0;
    Trial pbd{model, settings_for("pbd", 7)};
    pbd.settings.stretch_stiffness = 1;
    xpbd.control.gravity = pbd.control.gravity = {2, -9.81, 1};
    EXPECT_EQ(hash(xpbd.steps(200).state), hash(pbd.steps(200).state));
}

TEST(TwoMasses, OscillateWithTheirReducedMassAndKeepMomentum) {
    const double alpha = 1e-3;
    const double dt = 1.0 / 60;
    Model model;
    model.rest_position = {{0, 0, 0}, {1, 0, 0}};
    model.mass = {1, 3};
    add_distance(model, 0, 1, {});
    model.rest_position[1].x = 1.5;
    model.rest_velocity = {{0.3, -0.2, 0.1}, {0.3, -0.2, 0.1}};
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_for("xpbd", 4), dt, {kNoGravity, {}}};
    run.settings.stretch_compliance = alpha;
    const double w = dt * std::sqrt((1.0 + 1.0 / 3.0) / alpha);
    const Vec3 momentum = run.measured().momentum;
    for (int j = 1; j <= 60; ++j) {
        run.steps(1);
        EXPECT_NEAR(run.first_value(), 0.5 * std::pow(1 + w * w, -j / 2.0) * std::cos(j * std::atan(w)), kExact * 0.5);
        EXPECT_NEAR(glm::length(run.measured().momentum - momentum), 0, 1e-12 * glm::length(momentum));
    }
}

TEST(VelocityDamping, LeavesOneMinusCdtPerStep) {
    Model model;
    model.rest_position = {{0, 0, 0}};
    model.rest_velocity = {{3, 2, -1}};
    model.mass = {1};
    ASSERT_TRUE(finalise(model));
    const double dt = 1.0 / 60;
    for (const double c : {0.0, 0.5, 3.0, 10.0}) {
        Trial run{model, settings_for("xpbd", 1), dt, {kNoGravity, {}}};
        run.settings.velocity_damping = c;
        run.steps(60);
        const double left = std::pow(1 - c * dt, 60);
        for (int axis = 0; axis < 3; ++axis) {
            expect_relative(run.state.particles.velocity[0][axis], left * model.rest_velocity[0][axis]);
        }
    }
}

} // namespace
} // namespace xpbd::test
