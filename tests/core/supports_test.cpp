// Forces and powers of colliders, pins and winches against mechanics, and the balance of work and energy.
#include "core/step/measure/supports.h"

#include "bodies.h"
#include "core/model/method_traits.h"
#include "ways.h"

#include <cmath>
#include <numbers>
#include <string>

namespace xpbd::test {
namespace {

constexpr double kMass = 2;     // [kg]
constexpr double kSpeed = 0.25; // [m/s]

class SupportLoads : public testing::TestWithParam<Way> {
protected:
    /// Settings for a body that comes to rest.
    static Settings settings() {
        Settings result = settings_of(GetParam());
        result.stretch_compliance = 1e-4;
        result.stretch_stiffness = 0.5;
        result.velocity_damping = 20;
        return result;
    }
    static bool has_forces() { return no_forces_reason(settings()).empty(); }
    static bool is_fast() { return GetParam().engine == Engine::fast; }
    /// Relative tolerance of a force at rest.
    static double tolerance() { return is_fast() ? 1e-4 : 1e-7; }
};
INSTANTIATE_TEST_SUITE_P(Measures, SupportLoads, testing::ValuesIn(kWays),
                         [](const auto& way) { return std::string(way.param.name); });

/// The reading of a kind and name (of a collider its number), which must exist.
Load load_of(const Trial& run, std::string_view kind, std::string_view name) {
    for (const SupportReading& one : read_supports(run.model, run.state, run.settings, run.dt)) {
        const bool is_named =
            one.kind == SupportReading::Kind::collider ? std::to_string(one.index) == name : one.name == name;
        if (name_of(one.kind) == kind && is_named) {
            return one.load;
        }
    }
    ADD_FAILURE() << "no " << kind << " " << name;
    return {};
}

void expect_near(const Vec3& actual, const Vec3& expected, double tolerance) {
    EXPECT_LT(glm::length(actual - expected), tolerance)
        << actual.x << ", " << actual.y << ", " << actual.z << " instead of " << expected.x << ", " << expected.y
        << ", " << expected.z;
}

/// A weight on a rope of `links` links under a pin.
Model weight_on_rope(int links) {
    Model model = hanging_chain(links, kMass / links, 1.0 / links);
    return model;
}

TEST_P(SupportLoads, APinCarriesTheWeightThatHangsFromIt) {
    for (const int links : {1, 3}) {
        const Model model = weight_on_rope(links);
        Trial run{model, settings()};
        run.steps(200);
        const Measure measured = run.measured();
        if (!has_forces()) {
            EXPECT_TRUE(std::isnan(measured.pin_force.y));
            EXPECT_TRUE(read_supports(model, run.state, run.settings, run.dt).empty());
            continue;
        }
        const Vec3 expected(0, kMass * kGravity, 0);
        expect_near(measured.pin_force, expected, tolerance() * kMass * kGravity);
        expect_near(load_of(run, "pins", "").force, measured.pin_force, 1e-12);
        EXPECT_TRUE(std::isnan(measured.pin_power)) << "nothing is driven";
        EXPECT_TRUE(std::isnan(measured.work_in));
        EXPECT_TRUE(std::isnan(measured.collider_force.y));
    }
}

/// A square sheet that lies flat at this height.
Model flat_sheet(double height) {
    constexpr int side = 4;
    Model model;
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            model.rest_position.push_back({0.1 * column, height, 0.1 * row});
            model.mass.push_back(kMass / (side * side));
        }
    }
    add_grid_distances(model, side);
    return model;
}

TEST_P(SupportLoads, ACollidersForceIsTheWeightThatRestsOnIt) {
    Model model = flat_sheet(0);
    const double slope = 0.3;
    const Vec3 normal(std::sin(slope), std::cos(slope), 0);
    const std::vector<Vec3> flat = model.rest_position;
    for (Vec3& x : model.rest_position) {
        x = Vec3(x.x * std::cos(slope), -x.x * std::sin(slope), x.z);
    }
    model.colliders.push_back({Sphere{{0, -20, 0}, 1}, 0.3});
    model.colliders.push_back({Plane{normal, 0}, 0.6}); // holds the sheet by friction
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings()};
    run.steps(100);
    const Measure measured = run.measured();
    if (!has_forces()) {
        EXPECT_TRUE(std::isnan(measured.collider_force.y));
        return;
    }
    const double most = (is_fast() ? 1e-3 : 1e-5) * kMass * kGravity;
    expect_near(measured.collider_force, {0, kMass * kGravity, 0}, most);
    EXPECT_EQ(load_of(run, "collider", "0").force, Vec3(0));
    expect_near(load_of(run, "collider", "1").force, measured.collider_force, 1e-12);
    EXPECT_TRUE(std::isnan(measured.collider_power)) << "no collider is driven";
    EXPECT_TRUE(std::isnan(measured.pin_force.y)) << "nothing is fixed";
}

TEST_P(SupportLoads, FloorAndWallOfACornerHaveTheirOwnShares) {
    Model model = flat_sheet(0);
    model.colliders.push_back({Plane{{0, 1, 0}, 0}, 0});
    model.colliders.push_back({Plane{{-1, 0, 0}, -0.3}, 0}); // one edge of the sheet touches it
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings()};
    run.control.gravity = {3, -kGravity, 0};
    run.settings.iterations = 100;
    run.steps(100);
    if (!has_forces()) {
        return;
    }
    const double most = (is_fast() ? 1e-3 : 1e-4) * kMass * kGravity;
    EXPECT_NEAR(load_of(run, "collider", "0").force.y, kMass * kGravity, most);
    EXPECT_NEAR(load_of(run, "collider", "1").force.x, -kMass * 3, most);
    EXPECT_NEAR(load_of(run, "collider", "0").force.x, 0, most);
    EXPECT_NEAR(load_of(run, "collider", "1").force.y, 0, most);
}

TEST_P(SupportLoads, AFastPlateGivesASheetTheMomentumOfItsForce) {
    Model model = flat_sheet(0);
    model.colliders.push_back({Box{{0.15, -0.4, 0.15}, {0.12, 0.01, 0.12}}, 0.3});
    model.drives.push_back({"plate", {0}, {}, SteadyMotion{.velocity = {0, 9, 0}}}); // stops particles on their way
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_of(GetParam()), 1.0 / 120};
    run.settings.stretch_compliance = 1e-4;
    run.settings.iterations = 200;
    run.control.gravity = Vec3(0);
    if (!has_forces()) {
        return;
    }
    double largest = 0;
    for (int i = 0; i < 20; ++i) {
        const Vec3 before = run.measured().momentum;
        run.steps(1);
        const Measure measured = run.measured();
        const Vec3 gained = (measured.momentum - before) / run.dt;
        expect_near(measured.collider_force, gained, 1e-3 * glm::length(gained) + (is_fast() ? 0.01 : 1e-6));
        largest = std::max(largest, glm::length(gained));
        EXPECT_NEAR(measured.collider_power, 9 * measured.collider_force.y, 1e-9 * (1 + largest));
    }
    EXPECT_GT(largest, 100);
}

TEST_P(SupportLoads, AConveyorDoesTheWorkOfKineticFriction) {
    Model model = flat_sheet(0);
    const double mu = 0.4;
    model.rest_position.push_back({-0.5, 0, 0.15});
    model.mass.push_back(0);
    for (const int row : {0, 1, 2, 3}) {
        add_distance(model, 16, 4 * row, {});
    }
    model.colliders.push_back({Plane{}, mu});
    model.drives.push_back({"belt", {0}, {}, SteadyMotion{.velocity = {kSpeed, 0, 0}}});
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings()};
    run.settings.iterations = 200; // friction and the stretch of the sheet depend on each other
    run.steps(200);
    const Measure measured = run.measured();
    if (!has_forces()) {
        EXPECT_TRUE(std::isnan(measured.collider_power));
        EXPECT_TRUE(std::isnan(measured.work_in));
        return;
    }
    const double pull = mu * kMass * kGravity;
    expect_near(measured.collider_force, {pull, kMass * kGravity, 0}, 2e-3 * kMass * kGravity);
    expect_near(measured.pin_force, {-pull, 0, 0}, 2e-3 * kMass * kGravity);
    EXPECT_NEAR(measured.collider_power, pull * kSpeed, 2e-3 * pull * kSpeed);
    EXPECT_NEAR(load_of(run, "drive", "belt").power, measured.collider_power, 1e-12);
    EXPECT_TRUE(std::isnan(measured.pin_power)) << "the pin rests";
    const double before = measured.work_in;
    run.steps(60);
    EXPECT_NEAR(run.measured().work_in - before, pull * kSpeed, 2e-3 * pull * kSpeed) << "in a second";
}

TEST_P(SupportLoads, AWinchLiftsAWeightWithItsWeightTimesItsSpeed) {
    Model model = weight_on_rope(1);
    model.winches.push_back({"winch", {0}, -kSpeed});
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings(), 1.0 / 120};
    run.steps(240);
    const double rate = (model.winches[0].length_at(1, 1) - model.winches[0].length_at(1, 2));
    ASSERT_EQ(rate, kSpeed);
    const Measure measured = run.measured();
    if (!has_forces()) {
        EXPECT_TRUE(std::isnan(measured.winch_power));
        return;
    }
    // A weight that moves at a steady speed also loses energy to the damping of its velocity.
    const double load = kMass * (kGravity + run.settings.velocity_damping * kSpeed);
    EXPECT_NEAR(measured.winch_power, load * kSpeed, 1e-4 * load * kSpeed);
    EXPECT_EQ(load_of(run, "winch", "winch").power, measured.winch_power);
    expect_near(measured.pin_force, {0, load, 0}, 1e-4 * load);
    EXPECT_TRUE(std::isnan(measured.pin_power)) << "the pin rests";
}

TEST_P(SupportLoads, APinThatLiftsAWeightHasItsWeightTimesItsSpeedAsPower) {
    Model model = weight_on_rope(1);
    model.rest_position.push_back({1, 0, 0});
    model.mass.push_back(0); // rests, and holds nothing
    model.drives.push_back({"hoist", {}, {0}, SteadyMotion{.velocity = {0, kSpeed, 0}}});
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings(), 1.0 / 120};
    run.settings.substeps = 3;
    run.steps(240);
    const Measure measured = run.measured();
    if (!has_forces()) {
        EXPECT_TRUE(std::isnan(measured.pin_power));
        return;
    }
    const double load = kMass * (kGravity + run.settings.velocity_damping * kSpeed);
    const double most = (is_fast() ? 1e-3 : 1e-6) * load;
    EXPECT_NEAR(measured.pin_power, load * kSpeed, most);
    EXPECT_NEAR(load_of(run, "drive", "hoist").power, load * kSpeed, most);
    EXPECT_EQ(load_of(run, "pins", "").force, Vec3(0));
    const double before = measured.work_in;
    run.steps(120);
    EXPECT_NEAR(run.measured().work_in - before, load * kSpeed, most) << "in a second, over all substeps";
}

double energy_of(const Measure& m) {
    return m.kinetic_energy + m.gravity_energy + m.elastic_energy;
}

/// A mass of 2 kg on a spring of 100 N/m along x, whose other end swings.
Model sprung_mass(double ratio) {
    Model model;
    model.rest_position = {{0, 0, 0}, {1, 0, 0}};
    model.mass = {0, kMass};
    add_distance(model, 0, 1, {});
    const double w = ratio * std::sqrt(100 / kMass);
    model.drives.push_back(
        {"support", {}, {0}, SwingMotion{.shift = {0.05, 0, 0}, .frequency = w / (2 * std::numbers::pi)}});
    EXPECT_TRUE(finalise(model));
    return model;
}

TEST_P(SupportLoads, WorkIsEnergyPlusWhatImplicitEulerAndDampingTakeOut) {
    const Model model = sprung_mass(0.9);
    Trial run{model, settings_of(GetParam())};
    if (!method_of(run.settings).has_compliance) {
        return; // stores no elastic energy
    }
    run.control.gravity = Vec3(0);
    run.settings.stretch_compliance = 0.01;
    run.settings.velocity_damping = 0.5;
    const double kept = 1 - run.settings.velocity_damping * run.dt;
    double lost = 0;
    for (int frame = 0; frame < 120; ++frame) {
        const double v = run.state.particles.velocity[1].x;
        const double c = frame == 0 ? 0 : run.first_value();
        run.steps(1);
        const double change = run.state.particles.velocity[1].x - kept * v;
        const double stretch = run.first_value() - c;
        lost += 0.5 * kMass * (change * change + (1 - kept * kept) * v * v) + 0.5 * 100 * stretch * stretch;
        const Measure measured = run.measured();
        ASSERT_NEAR(measured.work_in - energy_of(measured), lost, is_fast() ? 1e-5 : 1e-9) << frame;
    }
    EXPECT_GT(run.state.work, 0.01);
}

/// Work less the change of energy, and the work, after a time in which the mass has swung up.
std::pair<double, double> unaccounted(const Model& model, Settings settings, double h) {
    Trial run{model, std::move(settings), h};
    run.control.gravity = Vec3(0);
    run.settings.stretch_compliance = 0.01;
    const double before = energy_of(run.measured());
    double least = 0; // of the loss in a step
    double loss = 0;
    for (int i = 0; i < std::lround(2 / h); ++i) {
        run.steps(1);
        const Measure measured = run.measured();
        const double now = measured.work_in - (energy_of(measured) - before);
        least = std::min(least, now - loss);
        loss = now;
    }
    if (run.settings.integrator == Integrator::bdf1) {
        EXPECT_GE(least, -1e-9) << "implicit Euler adds no energy";
    }
    return {loss, run.state.work};
}

TEST(EnergyBalance, TheLossOfImplicitEulerGoesWithTheTimestep) {
    const Model model = sprung_mass(1);
    const Settings newton = settings_for("newton", 1);
    const double fine = unaccounted(model, newton, 1.0 / 3840).first;
    const double coarse = unaccounted(model, newton, 1.0 / 1920).first;
    EXPECT_GT(fine, 0);
    EXPECT_NEAR(coarse / fine, 2, 0.06);
}

TEST(EnergyBalance, OfBdf2IsClosedToAPercentInSmallSteps) {
    for (const char* method : {"newton", "xpbd", "vbd", "global", "direct", "mgpbd"}) {
        const Model model = sprung_mass(1);
        Settings settings = settings_for(method, 20);
        settings.integrator = Integrator::bdf2;
        const auto [loss, work] = unaccounted(model, settings, 1.0 / 960);
        EXPECT_GT(work, 0.1) << method;
        EXPECT_LT(std::abs(loss), 0.01 * work) << method;
    }
}

TEST(EnergyBalance, ABallDoesMoreWorkOnASheetThanItsEnergyGrows) {
    Model model = flat_sheet(0);
    model.mass[0] = model.mass[3] = 0;
    model.colliders.push_back({Sphere{{0.15, -0.4, 0.2}, 0.1}, 0.5});
    model.drives.push_back({"ball", {0}, {}, SwingMotion{{0, 0.5, 0}, {}, {}, 0.5, 0}});
    ASSERT_TRUE(finalise(model));
    for (const char* method : {"newton", "vbd", "avbd"}) {
        Settings settings = settings_for(method, 40);
        settings.stretch_compliance = 1e-3;
        Trial run{model, settings, 1.0 / 240};
        const double before = energy_of(run.measured());
        run.steps(60); // the sheet has met the ball
        for (int i = 0; i < 120; ++i) {
            run.steps(1);
            const Measure measured = run.measured();
            ASSERT_GT(measured.work_in - (energy_of(measured) - before), -1e-6) << method << " " << i;
        }
        EXPECT_GT(run.state.work, 0.1) << method;
    }
}

TEST(WoundRope, IsMeasuredWithTheRestLengthThatItHas) {
    Model model = weight_on_rope(1);
    model.winches.push_back({"winch", {0}, -kSpeed, 0.5});
    ASSERT_TRUE(finalise(model));
    Settings settings = settings_for("xpbd", 10);
    settings.stretch_compliance = 1e-4;
    settings.velocity_damping = 20;
    Trial run{model, settings};
    run.steps(240);
    const double stretch = kMass * kGravity * 1e-4;
    const Measure measured = run.measured();
    expect_relative(measured.mean_strain, stretch / 0.5, 1e-6);
    expect_relative(measured.elastic_energy, 0.5 * stretch * kMass * kGravity, 1e-6);
    EXPECT_NEAR(measured.relative_dual, 0, 1e-9);
    expect_relative(run.first_value(), stretch, 1e-6);
    std::vector<float> strain;
    line_strain(model, run.state, strain);
    expect_relative(strain.at(0), stretch / 0.5, 1e-5);
}

TEST(WoundRope, AddsUpWhatSeveralWinchesDo) {
    Model model = weight_on_rope(1);
    model.winches.push_back({"in", {0}, -kSpeed, 0, 0, 2});
    model.winches.push_back({"out", {0}, 3 * kSpeed, 0, 1, 2});
    ASSERT_TRUE(finalise(model));
    Settings settings = settings_for("xpbd", 10);
    settings.stretch_compliance = 1e-4;
    Trial run{model, settings, 1.0 / 120};
    run.steps(225); // pays out by 2 v
    const double pull = kMass * kGravity;
    EXPECT_NEAR(load_of(run, "winch", "in").power, pull * kSpeed, 1e-3 * pull * kSpeed);
    EXPECT_NEAR(load_of(run, "winch", "out").power, -3 * pull * kSpeed, 3e-3 * pull * kSpeed);
    EXPECT_NEAR(run.measured().winch_power, -2 * pull * kSpeed, 2e-3 * pull * kSpeed);
    run.steps(120);
    EXPECT_NEAR(run.position(1).y, -1 + 2 * kSpeed - 3 * kSpeed - 1e-4 * pull, 1e-4);
    EXPECT_EQ(load_of(run, "winch", "in").power, 0);
}

TEST(Work, IsUnknownAfterAMethodWithoutForces) {
    const Model model = sprung_mass(1);
    Trial run{model, settings_for("xpbd", 5)};
    run.steps(10);
    EXPECT_GT(run.measured().work_in, 0);
    run.settings.method = find_method("hpbd");
    run.steps(1);
    run.settings.method = find_method("xpbd");
    run.steps(1);
    EXPECT_TRUE(std::isnan(run.measured().work_in));
}

} // namespace
} // namespace xpbd::test
