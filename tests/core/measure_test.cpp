#include "bodies.h"

#include <cmath>

namespace xpbd::test {
namespace {

TEST(Measure, AFreshStateHasNoStiffnessAndNoStrain) {
    const Model model = hanging_chain(3);
    Trial run{model, settings_for("xpbd", 1)};
    const Measure m = run.measured();
    EXPECT_FALSE(m.effective_stiffness.has_value());
    EXPECT_EQ(m.mean_strain, 0);
    EXPECT_EQ(m.sag, 0);
    EXPECT_EQ(m.kinetic_energy, 0);
}

TEST(Measure, EnergiesOfAStretchedFallingPairAreThoseOfTheTextbook) {
    Model model;
    model.rest_position = {{0, 2, 0}, {1, 2, 0}};
    model.rest_velocity = {{0, -3, 0}, {0, -3, 0}};
    model.mass = {2, 4};
    Material soft;
    soft.compliance = 0.01;
    model.of_type<Distance>().add({0, 1}, {0.8}, soft);
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_for("xpbd", 1)};
    const Measure m = run.measured();
    expect_relative(m.kinetic_energy, 0.5 * 6 * 9);
    expect_relative(m.gravity_energy, 6 * kGravity * 2);
    expect_relative(m.elastic_energy, 0.2 * 0.2 / (2 * 0.01)); // although no step was taken yet
    expect_relative(m.max_strain, 0.2 / 0.8);
    expect_relative(m.momentum.y, -18);
}

TEST(Measure, MomentaAreVectorsAboutTheOrigin) {
    Model model;
    model.rest_position = {{1, 0, 0}, {-1, 0, 2}};
    model.rest_velocity = {{0, 3, 0}, {5, 0, 0}};
    model.mass = {2, 4};
    ASSERT_TRUE(finalise(model));
    const Measure m = Trial{model, settings_for("xpbd", 1)}.measured();
    EXPECT_EQ(m.momentum, Vec3(20, 6, 0));
    EXPECT_EQ(m.angular_momentum, Vec3(0, 4 * 2 * 5, 2 * 1 * 3)) << "x cross m v of each, by hand";
    EXPECT_EQ(m.contact_force, Vec3(0)) << "before the first step";
}

TEST(Measure, ContactForceOfABodyAtRestIsItsWeight) {
    Model model;
    model.rest_position = {{0, 0, 0}, {1, 0, 0}};
    model.mass = {2, 3};
    model.colliders.push_back({Plane{{0, 1, 0}, 0}});
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_for("xpbd", 1)};
    run.steps(3);
    const Measure m = run.measured();
    expect_relative(m.contact_force.y, 5 * kGravity);
    EXPECT_EQ(m.contact_force.x, 0);
    expect_relative(contact_force_on(run.state, 1).y, 3 * kGravity);
}

TEST(Measure, ConstraintReadingsNameUnitsThatMultiplyToAnEnergy) {
    Model model;
    model.rest_position = {{0, 0, 0}, {1, 0, 0}, {2, 0, 1}};
    model.mass = {1, 1, 1};
    Material bend;
    bend.role = Role::bend;
    add_distance(model, 0, 1, {});
    add_angle(model, 0, 1, 2, bend);
    ASSERT_TRUE(finalise(model));
    const auto readings = read_constraints(model, initial_state(model));
    ASSERT_EQ(readings.size(), 2u);
    EXPECT_EQ(readings[0].role, Role::stretch);
    EXPECT_EQ(readings[0].value_unit, "m");
    EXPECT_EQ(readings[0].force_unit, "N");
    EXPECT_EQ(readings[0].particles, (std::array{0, 1, -1, -1, -1}));
    EXPECT_EQ(readings[1].role, Role::bend);
    EXPECT_EQ(readings[1].value_unit, "rad");
    EXPECT_EQ(readings[1].force_unit, "N m");
}

TEST(Measure, EnergyIsKineticPlusGravityPlusElasticOfTheSpring) {
    const Model model = hanging_chain(1, 2);
    Trial run{model, settings_for("xpbd", 5)};
    run.settings.stretch_compliance = 1e-2;
    run.steps(7);
    const double c = run.first_value();
    expect_relative(run.measured().elastic_energy, c * c / (2 * 1e-2));
    run.settings.method = find_method("pbd");
    EXPECT_EQ(run.measured().elastic_energy, 0) << "PBD has no energy to speak of";
}

TEST(Measure, ResidualsFallWithIterationsOnAStretchedChain) {
    const Model model = hanging_chain(20);
    double previous = 1e9;
    for (const int iterations : {1, 5, 25, 125}) {
        Trial run{model, settings_for("xpbd", iterations)};
        run.settings.stretch_compliance = 1e-5;
        run.steps(10);
        EXPECT_LT(run.measured().residual_dual, previous);
        previous = run.measured().residual_dual;
    }
}

TEST(Measure, RelativeDualTellsConvergedFromUnconverged) {
    const Model model = hanging_chain(40);
    Trial rough{model, settings_for("xpbd", 2)};
    rough.settings.stretch_compliance = 1e-6;
    EXPECT_GT(rough.steps(120).measured().relative_dual, 0.5);
    const Model single = hanging_chain(1);
    Trial fine{single, settings_for("xpbd", 2)};
    fine.settings.stretch_compliance = 1e-3;
    fine.settings.stretch_damping = 2; // its force is part of the equation
    EXPECT_LT(fine.steps(120).measured().relative_dual, 1e-9);
}

TEST(Measure, PrimalResidualVanishesWhereOnlyFixedGradientsAct) {
    // Along a straight line the gradients do not turn: X16's g stays at zero.
    const Model model = hanging_chain(5);
    Trial run{model, settings_for("xpbd", 3)};
    run.settings.stretch_compliance = 1e-4;
    EXPECT_LT(run.steps(20).measured().residual_primal, 1e-14);
}

TEST(Measure, SigmaIsHSquaredOverAlphaM) {
    const Model model = hanging_chain(6, 0.25);
    Trial run{model, settings_for("xpbd", 3), 1.0 / 50};
    run.settings.stretch_compliance = 1e-4;
    run.settings.substeps = 2;
    expect_relative(run.measured().sigma, 1e-4 / (1e-4 * 0.25));
    run.settings.stretch_compliance = 0;
    EXPECT_TRUE(std::isinf(run.measured().sigma));
}

TEST(Measure, DistanceStrainIsSignedAndInModelOrder) {
    Model model;
    model.rest_position = {{0, 0, 0}, {1, 0, 0}, {3, 0, 0}};
    model.mass = {1, 1, 1};
    model.of_type<Distance>().add({0, 1}, {2.0}, {});
    model.of_type<Distance>().add({1, 2}, {1.0}, {});
    ASSERT_TRUE(finalise(model));
    std::vector<float> strain;
    distance_strain(model, initial_state(model), strain);
    EXPECT_EQ(strain, (std::vector<float>{-0.5f, 1.0f}));
}

} // namespace
} // namespace xpbd::test
