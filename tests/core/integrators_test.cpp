// src/core/README.md, experiment 7, and the integrators of "The step".
#include "bodies.h"

#include <cmath>

namespace xpbd::test {
namespace {

Model falling_particle() {
    Model model;
    model.rest_position = {{0, 0, 0}};
    model.mass = {2};
    EXPECT_TRUE(finalise(model));
    return model;
}

TEST(FreeFall, Bdf1FallsGTimesOnePlusHOverTwoInASecond) {
    const Model model = falling_particle();
    for (const int steps : {30, 60, 240}) {
        const double dt = 1.0 / steps;
        Trial run{model, settings_for("xpbd", 1), dt};
        run.steps(steps);
        expect_relative(-run.position(0).y, kGravity * (1 + dt) / 2);
    }
}

TEST(FreeFall, SubstepsEqualSmallerFrames) {
    const Model model = falling_particle();
    Trial run{model, settings_for("pbd", 1), 1.0 / 10};
    run.settings.substeps = 6;
    run.steps(10);
    expect_relative(-run.position(0).y, kGravity * (1 + 1.0 / 60) / 2);
}

/// Error after one second of an undamped oscillator (omega = 6 rad/s) against the differential equation's solution.
double oscillator_error(Integrator integrator, int steps) {
    const double omega = 6;
    const double alpha = 1 / (omega * omega);
    Model model;
    model.rest_position = {{0, 0, 0}, {1.2, 0, 0}};
    model.mass = {0, 1};
    Material soft;
    soft.compliance = alpha;
    model.of_type<Distance>().add({0, 1}, {1.0}, soft);
    EXPECT_TRUE(finalise(model));
    Trial run{model, settings_for("xpbd", 1), 1.0 / steps, {Vec3(0), {}}};
    run.settings.integrator = integrator;
    run.steps(steps);
    return std::abs(run.position(1).x - (1 + 0.2 * std::cos(omega)));
}

double measured_order(Integrator integrator) {
    return std::log2(oscillator_error(integrator, 2000) / oscillator_error(integrator, 4000));
}

TEST(Integrators, Bdf1IsOfFirstOrder) {
    EXPECT_NEAR(measured_order(Integrator::bdf1), 1, 0.05);
}
TEST(Integrators, Bdf2IsOfSecondOrder) {
    EXPECT_NEAR(measured_order(Integrator::bdf2), 2, 0.05);
}

TEST(Integrators, Bdf2HoldsTheStaticSagAndTheEffectiveStiffness) {
    const Model model = hanging_chain(1, 2);
    Trial run{model, settings_for("xpbd", 5)};
    run.settings.integrator = Integrator::bdf2;
    run.settings.stretch_compliance = 1e-3;
    run.settings.velocity_damping = 5;
    run.steps(2000);
    expect_relative(run.measured().sag, 2 * kGravity * 1e-3);
    expect_relative(run.measured().effective_stiffness.value(), 1e3);
}

TEST(Integrators, Bdf2DampedStepMatchesItsClosedForm) {
    // Two-step formula of one damped spring: (9/4 m + 3/2 h beta + h^2/alpha) C = m(9/4 target) + beta h (2 C0 - C-1 /
    // 2).
    const double alpha = 1e-2;
    const double beta = 1.5;
    const double dt = 1.0 / 100;
    Model model;
    model.rest_position = {{0, 0, 0}, {1.4, 0, 0}};
    model.mass = {0, 1};
    Material material;
    material.compliance = alpha;
    material.damping = beta;
    model.of_type<Distance>().add({0, 1}, {1.0}, material);
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_for("xpbd", 3), dt, {Vec3(0), {}}};
    run.settings.integrator = Integrator::bdf2;
    const double c0 = run.first_value();
    const double v0 = 0;
    const double c1 = run.steps(1).first_value();
    const double v1 = run.state.particles.velocity[1].x;
    const double target = 4.0 / 3 * c1 - c0 / 3 + 8.0 / 9 * dt * v1 - 2.0 / 9 * dt * v0;
    const double h2 = 4.0 / 9 * dt * dt;
    const double expected = (target + h2 * beta * (2 * c1 - 0.5 * c0) / dt) / (1 + h2 / alpha + h2 * beta * 1.5 / dt);
    expect_relative(run.steps(1).first_value(), expected);
}

TEST(Integrators, Bdf2RestartsAsBdf1AfterAChangeOfTimestep) {
    const Model model = falling_particle();
    Trial run{model, settings_for("xpbd", 1), 1.0 / 60};
    run.settings.integrator = Integrator::bdf2;
    run.steps(10);
    Trial euler = run;
    euler.settings.integrator = Integrator::bdf1;
    run.dt = euler.dt = 1.0 / 100;
    EXPECT_EQ(hash(run.steps(1).state), hash(euler.steps(1).state));
    EXPECT_NE(hash(run.steps(1).state), hash(euler.steps(1).state));
}

} // namespace
} // namespace xpbd::test
