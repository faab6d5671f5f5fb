// src/core/FORMULAS.md, experiment 13: the reference, who reaches it, and who does not.
#include "bodies.h"
#include "core/step/terms.h"

#include <cmath>

namespace xpbd::test {
namespace {

/// A swinging chain: ten links of 1 kg and alpha = 1e-3 m/N, which start straight down with a sideways speed.
struct Swing {
    Model model = swinging_chain();
    /// A state in full motion, the same for all methods.
    State start = [this] {
        Settings settings = settings_for("newton", 1);
        settings.stretch_compliance = 1e-3;
        return Trial{model, settings}.steps(20).state;
    }();

    Trial one_step(std::string_view method, int iterations) const {
        Settings settings = settings_for(method, iterations);
        settings.stretch_compliance = 1e-3;
        Trial run{model, settings, 1.0 / 60, {}, start};
        run.steps(1);
        return run;
    }
};

TEST(Newton, SolvesImplicitEulerToItsTolerance) {
    const Swing swing;
    const Trial newton = swing.one_step("newton", 1);
    double balance = 0;
    double inertia = 0;
    const auto left = unbalanced(swing.model, newton.state);
    for (std::size_t i = 1; i < left.size(); ++i) { // the first particle is fixed
        balance += glm::dot(left[i], left[i]);
        const Vec3 away = newton.position(i) - newton.state.predicted[i];
        inertia += glm::dot(away, away);
    }
    EXPECT_LT(std::sqrt(balance), 2e-10 * std::sqrt(inertia));
    EXPECT_LT(newton.measured().relative_dual, 1e-12);
}

TEST(VertexBlockDescent, ReachesNewtonsSolutionOfOneStep) {
    const Swing swing;
    const Trial newton = swing.one_step("newton", 1);
    EXPECT_LT(largest_gap(swing.one_step("vbd", 20000).state, newton.state), 1e-8);
    EXPECT_LT(relative_force_error(swing.model, swing.one_step("vbd", 20000).state, newton.state), 1e-7);
}

TEST(AugmentedVertexBlockDescent, ReachesNewtonsSolutionOfOneStep) {
    const Swing swing;
    const Trial newton = swing.one_step("newton", 1);
    EXPECT_LT(largest_gap(swing.one_step("avbd", 20000).state, newton.state), 1e-8);
}

TEST(Xpbd, StallsAtAFloorAboveImplicitEulerThatMoreIterationsDoNotLower) {
    const Swing swing;
    const Trial newton = swing.one_step("newton", 1);
    const Trial few = swing.one_step("xpbd", 5);
    const Trial many = swing.one_step("xpbd", 100);
    const Trial very_many = swing.one_step("xpbd", 2000);
    EXPECT_GT(relative_force_error(swing.model, few.state, newton.state),
              2 * relative_force_error(swing.model, many.state, newton.state))
        << "it falls at first";
    EXPECT_GT(relative_force_error(swing.model, very_many.state, newton.state), 1e-5);
    EXPECT_NEAR(relative_force_error(swing.model, very_many.state, newton.state),
                relative_force_error(swing.model, many.state, newton.state),
                1e-3 * relative_force_error(swing.model, many.state, newton.state));
    EXPECT_GT(largest_gap(very_many.state, newton.state), 1e-6);
    // XPBD solves only for the dual residual h of X16; the primal residual g stays.
    EXPECT_LT(very_many.measured().residual_dual, 1e-12);
    EXPECT_GT(very_many.measured().residual_primal, 1e-6);
    EXPECT_NEAR(very_many.measured().residual_primal, many.measured().residual_primal,
                1e-3 * many.measured().residual_primal);
}

TEST(DirectSolver, HasTheFixedPointOfXpbdOrBetterAndConvergesQuadratically) {
    const Swing swing;
    const Trial once = swing.one_step("direct", 3);
    EXPECT_LT(once.measured().residual_dual, 1e-9);
    EXPECT_LT(swing.one_step("direct", 6).measured().residual_dual, 1e-14);
}

/// A clamped beam of ten pieces that bends far down under its weight. In its first steps the bending angles pass zero.
Model soft_beam() {
    Model model;
    for (int i = 0; i <= 11; ++i) {
        model.rest_position.push_back({0.1 * (i - 1), 1e-5 * (i - 1) * (i - 1), 0});
        model.mass.push_back(i <= 1 ? 0 : 0.01);
    }
    for (int i = 0; i < 11; ++i) {
        Material rigid;
        rigid.compliance = 0;
        add_distance(model, i, i + 1, rigid);
        if (i > 0) {
            add_angle(model, i - 1, i, i + 1, {Role::bend, 0.1 / 0.3, {}, {}});
        }
    }
    EXPECT_TRUE(finalise(model));
    return model;
}

/// Height of the beam's tip at rest [m].
double tip_at_rest(const Model& beam, Settings settings, double dt) {
    Trial run{beam, settings, dt};
    run.settings.velocity_damping = 5;
    return run.steps(static_cast<int>(10 / dt)).position(11).y;
}

// The forces act along the gradients of the iterations, not of the end of the step: an error proportional to h^2.
TEST(DirectSolver, BendsABeamAsFarAsNewton) {
    const Model beam = soft_beam();
    const double newton = tip_at_rest(beam, settings_for("newton", 1), 1.0 / 60);
    expect_relative(tip_at_rest(beam, settings_for("direct", 20), 1.0 / 240), newton, 1e-6);
    expect_relative(tip_at_rest(beam, settings_for("direct", 20), 1.0 / 30), newton, 1e-3);
}

TEST(Xpbd, BendsABeamAsFarAsNewtonWithOverRelaxationToo) {
    const Model beam = soft_beam();
    const double newton = tip_at_rest(beam, settings_for("newton", 1), 1.0 / 60);
    for (const Engine engine : {Engine::textbook, Engine::fast}) {
        Settings settings = settings_for("xpbd", 150);
        settings.engine = engine;
        expect_relative(tip_at_rest(beam, settings, 1.0 / 120), newton, 3e-3);
        settings.sweep = SweepOrder::sor;
        settings.relaxation = 1.5;
        expect_relative(tip_at_rest(beam, settings, 1.0 / 120), newton, 3e-3);
        settings.relaxation = 1.9;
        expect_relative(tip_at_rest(beam, settings, 1.0 / 120), newton, 1.2e-2);
    }
}

class CompliantMethods : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, CompliantMethods,
                         testing::Values("xpbd", "direct", "newton", "vbd", "avbd", "mgpbd"));

TEST_P(CompliantMethods, HangAMassAtItsStaticSagWithItsWeightAsTension) {
    const double alpha = 1e-3;
    for (const double dt : {1.0 / 30, 1.0 / 240}) {
        const Model model = hanging_chain(1, 2);
        Trial run{model, settings_for(GetParam(), 100), dt};
        run.settings.stretch_compliance = alpha;
        run.settings.velocity_damping = 5;
        run.steps(static_cast<int>(40 / dt));
        expect_relative(run.first_value(), 2 * kGravity * alpha);
        expect_relative(read_constraints(model, run.state).front().force, 2 * kGravity);
        expect_relative(run.measured().effective_stiffness.value(), 1 / alpha);
    }
}

TEST_P(CompliantMethods, OscillateAsImplicitEulerDoes) {
    const double h = 1.0 / 60;
    const double alpha = 1e-3;
    Model model;
    model.rest_position = {{0, 0, 0}, {1.5, 0, 0}};
    model.mass = {0, 1};
    add_distance(model, 0, 1, {});
    model.of_type<Distance>().rest[0][0] = 1;
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_for(GetParam(), 200), h};
    run.settings.stretch_compliance = alpha;
    run.control.gravity = Vec3(0);
    const double w = h / std::sqrt(alpha);
    for (int j = 1; j <= 60; ++j) {
        run.steps(1);
        const double amplitude = 0.5 * std::pow(1 + w * w, -0.5 * (j + 1));
        const double exact = 0.5 * std::pow(1 + w * w, -0.5 * j) * std::cos(j * std::atan(w));
        EXPECT_NEAR(run.first_value(), exact, kExact * std::max(amplitude, 1e-3)) << "step " << j;
    }
}

TEST_P(CompliantMethods, DampAConstraintByTheClosedForm) {
    const double h = 1.0 / 60;
    const double alpha = 1e-3;
    const double beta = 4;
    Model model;
    model.rest_position = {{0, 0, 0}, {1.1, 0, 0}};
    model.rest_velocity = {{0, 0, 0}, {0.3, 0, 0}};
    model.mass = {0, 1};
    add_distance(model, 0, 1, {});
    model.of_type<Distance>().rest[0][0] = 1;
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_for(GetParam(), 200), h};
    run.settings.stretch_compliance = alpha;
    run.settings.stretch_damping = beta;
    run.control.gravity = Vec3(0);
    run.steps(1);
    expect_relative(run.first_value(), (0.1 + h * 0.3 + h * beta * 0.1) / (1 + h * h / alpha + beta * h));
}

TEST_P(CompliantMethods, KeepLinearMomentumOfAFreeBody) {
    Model model = hanging_chain(6);
    model.mass[0] = 1;
    for (std::size_t i = 0; i < model.mass.size(); ++i) {
        model.rest_velocity[i] = {0.3 * static_cast<double>(i), 0.1, std::sin(static_cast<double>(i))};
    }
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_for(GetParam(), 2000)};
    run.settings.stretch_compliance = 1e-3;
    run.control.gravity = Vec3(0);
    const Vec3 before = run.measured().momentum;
    run.steps(20);
    EXPECT_LT(glm::length(run.measured().momentum - before), 1e-8 * glm::length(before));
}

TEST(AugmentedVertexBlockDescent, HoldsARigidChain) {
    const Model model = hanging_chain(10);
    Trial run{model, settings_for("avbd", 20)};
    run.settings.stretch_compliance = 0;
    run.settings.velocity_damping = 2;
    run.steps(600);
    // A step keeps 95 % of the multiplier and leaves 95 % of the error to later steps: a small strain stays.
    EXPECT_LT(run.measured().max_strain, 5e-5);
    EXPECT_NEAR(read_constraints(model, run.state).front().force, 10 * kGravity, 0.1 * kGravity);
}

TEST(Newton, MeetsRigidConstraintsAndContactsExactly) {
    Model model = hanging_chain(3);
    model.colliders.push_back({Plane{{0, 1, 0}, -2.5}, 0.4});
    for (Vec3& x : model.rest_position) {
        x = {-x.y, 0, 0}; // starts level and swings down
    }
    model.contact_distance = 0.01;
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_for("newton", 1)};
    run.settings.stretch_compliance = 0;
    run.settings.velocity_damping = 1;
    double lowest = 0;
    for (int i = 0; i < 240; ++i) {
        run.steps(1);
        EXPECT_LT(run.measured().max_strain, 1e-9);
        for (std::size_t p = 0; p < model.particle_count(); ++p) {
            lowest = std::min(lowest, run.position(p).y);
        }
    }
    EXPECT_GT(run.last.contacts, 0);
    EXPECT_NEAR(lowest, -2.49, 1e-9);
}

TEST(Newton, CountsTheSubstepsThatItCannotFinish) {
    Model model; // cannot be solved: two edges of 0.1 m join one particle to two fixed ones that are 1 m apart
    model.rest_position = {{0, 0, 0}, {1, 0, 0}, {0.5, 0.1, 0}};
    model.mass = {0, 0, 1};
    add_distance(model, 0, 2, {});
    add_distance(model, 1, 2, {});
    model.of_type<Distance>().rest[0][0] = 0.1;
    model.of_type<Distance>().rest[1][0] = 0.1;
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_for("newton", 1)};
    run.settings.substeps = 3;
    run.settings.stretch_compliance = 0;
    run.steps(1);
    EXPECT_EQ(run.last.unfinished, 3);
    EXPECT_TRUE(is_finite(run.state));
    run.settings.stretch_compliance = 1e-3;
    run.steps(1);
    EXPECT_EQ(run.last.unfinished, 0);
}

class AllMethods : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Methods, AllMethods, testing::Range(0, static_cast<int>(methods().size())),
                         [](const auto& row) { return std::string(methods()[index_of(row.param)].key); });

TEST_P(AllMethods, SlideDownAnInclineByTheLawOfFrictionAndStickBelowIt) {
    const double theta = 0.5;
    for (const double mu : {0.2, 0.7}) {
        Model model;
        model.rest_position = {{0, 0, 0}};
        model.mass = {2};
        model.colliders.push_back({Plane{{std::sin(theta), std::cos(theta), 0}, 0}, mu});
        ASSERT_TRUE(finalise(model));
        Trial run{model, settings_for(methods()[index_of(GetParam())].key, 20), 1.0 / 240};
        run.steps(240);
        const double speed = glm::length(run.state.particles.velocity[0]);
        const double exact = std::max(0.0, kGravity * (std::sin(theta) - mu * std::cos(theta)));
        EXPECT_NEAR(speed, exact, 1e-6 * kGravity);
    }
}

} // namespace
} // namespace xpbd::test
