// src/core/FORMULAS.md, experiment 7, and the integrators of "The step".
#include "bodies.h"

#include <cmath>
#include <string>
#include <tuple>

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
    // BDF2 step of one damped spring; c0 and c1 are the two values before:
    // (9/4 m + 3/2 h beta + h^2/alpha) C = 9/4 m target + h beta (2 c1 - c0/2).
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

/// Every method with both integrators.
class DampingInEveryMethod : public testing::TestWithParam<std::tuple<int, Integrator>> {
protected:
    Settings settings() const {
        Settings chosen{.engine = Engine::textbook};
        std::tie(chosen.method, chosen.integrator) = GetParam();
        chosen.iterations = 2;
        return chosen;
    }
};

/// Two particles, joined by an edge of almost no stiffness, move apart at 1 m/s each for one second in steps of h.
/// Returns the speed of one that damping leaves [m/s].
double speed_left(const Settings& settings, double h) {
    Model model;
    model.rest_position = {{-1, 0, 0}, {1, 0, 0}};
    model.mass = {2, 2};
    Material slack;
    slack.compliance = 1e15;
    slack.stiffness = 0;
    add_distance(model, 0, 1, slack);
    EXPECT_TRUE(finalise(model));
    Trial run{model, settings, h, {Vec3(0), {}}};
    run.state.particles.velocity = {{-1, 0, 0}, {1, 0, 0}};
    run.steps(static_cast<int>(std::lround(1 / h)));
    return run.state.particles.velocity[1].x;
}

/// The speed left in the limit h to 0 [m/s]: extrapolated from two steps, as the error is of first order in h.
double speed_left(const Settings& settings) {
    return 2 * speed_left(settings, 5e-4) - speed_left(settings, 1e-3);
}

TEST_P(DampingInEveryMethod, OfVelocityLeavesExpOfMinusCT) {
    Settings damped = settings();
    damped.velocity_damping = 1;
    EXPECT_NEAR(speed_left(damped), std::exp(-1), 1e-6);
}

TEST_P(DampingInEveryMethod, OfTheMotionThatIsNotRigidLeavesExpOfMinusCT) {
    Settings damped = settings();
    damped.global_damping = 1;
    EXPECT_NEAR(speed_left(damped), std::exp(-1), 1e-6);
}

TEST_P(DampingInEveryMethod, OfVelocityEndsAFallAtGOverC) {
    const Model model = falling_particle();
    Trial run{model, settings()};
    run.settings.velocity_damping = 2;
    run.steps(2000);
    expect_relative(-run.state.particles.velocity[0].y, kGravity / 2);
}

INSTANTIATE_TEST_SUITE_P(Methods, DampingInEveryMethod,
                         testing::Combine(testing::Range(0, static_cast<int>(methods().size())),
                                          testing::Values(Integrator::bdf1, Integrator::bdf2)),
                         [](const auto& row) {
                             return std::string(methods()[static_cast<std::size_t>(std::get<0>(row.param))].key) +
                                    (std::get<1>(row.param) == Integrator::bdf1 ? "_bdf1" : "_bdf2");
                         });

TEST(Damping, LeavesExpOfMinusCTInTheFastEngineToo) {
    for (const std::string_view method : {"pbd", "pbd_corrected", "xpbd"}) {
        for (const Integrator integrator : {Integrator::bdf1, Integrator::bdf2}) {
            Settings damped = settings_for(method, 2);
            damped.engine = Engine::fast;
            damped.integrator = integrator;
            damped.velocity_damping = 1;
            EXPECT_NEAR(speed_left(damped), std::exp(-1), 1e-6) << method;
        }
    }
}

/// A pendulum let go at 90 degrees. `touching`: another particle, not joined with it, rests on the ground.
Model pendulum_beside(bool touching) {
    Model model;
    model.rest_position = {{0, 2, 0}, {1, 2, 0}};
    model.mass = {0, 1};
    add_distance(model, 0, 1, {});
    if (touching) {
        model.rest_position.push_back({5, 0, 0});
        model.mass.push_back(1);
        model.colliders.push_back({Plane{}, 0.3});
    }
    EXPECT_TRUE(finalise(model));
    return model;
}

TEST(Integrators, Bdf2KeepsItsOrderForParticlesThatTouchNothing) {
    const Model alone = pendulum_beside(false);
    const Model beside = pendulum_beside(true);
    for (const std::string_view method : {"xpbd", "newton"}) {
        Trial one{alone, settings_for(method, 4)};
        Trial other{beside, settings_for(method, 4)};
        one.settings.integrator = other.settings.integrator = Integrator::bdf2;
        one.steps(300);
        other.steps(300);
        EXPECT_GT(other.last.contacts, 0);
        EXPECT_LT(glm::length(one.position(1) - other.position(1)), 1e-9) << method;
    }
}

} // namespace
} // namespace xpbd::test
