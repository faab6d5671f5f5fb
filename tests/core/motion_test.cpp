// Driven colliders, pins and rest lengths in every method: src/core/FORMULAS.md, section "Things that move".
#include "bodies.h"
#include "ways.h"

#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>

namespace xpbd::test {
namespace {

using Complex = std::complex<double>;
constexpr double kPi = std::numbers::pi;

class DrivenSpring : public testing::TestWithParam<Way> {};
class MovingPlate : public testing::TestWithParam<Way> {};
class TurningDrum : public testing::TestWithParam<Way> {};
INSTANTIATE_TEST_SUITE_P(Motion, DrivenSpring, testing::ValuesIn(kWays),
                         [](const auto& way) { return std::string(way.param.name); });
INSTANTIATE_TEST_SUITE_P(Motion, MovingPlate, testing::ValuesIn(kWays),
                         [](const auto& way) { return std::string(way.param.name); });

INSTANTIATE_TEST_SUITE_P(Motion, TurningDrum, testing::ValuesIn(kWays),
                         [](const auto& way) { return std::string(way.param.name); });

/// A mass of 1 kg on a spring of 1 m along x, whose other end is a pin that swings along x.
Model driven_spring(double amplitude, double frequency) {
    Model model;
    model.rest_position = {{0, 0, 0}, {1, 0, 0}};
    model.mass = {0, 1};
    add_distance(model, 0, 1, {});
    model.drives.push_back({"support", {}, {0}, SwingMotion{.shift = {amplitude, 0, 0}, .frequency = frequency}});
    EXPECT_TRUE(finalise(model));
    return model;
}

/// Share K of its violation by which a method's substep corrects a single spring to a fixed point: x = x~ + K (s - x~).
double correction(const Settings& settings, double beta) {
    const std::string_view key = method_of(settings).key;
    if (key == "pbd" || key == "hpbd") {
        return 1 - std::pow(1 - settings.stretch_stiffness, settings.iterations);
    }
    return key == "pbd_corrected" ? settings.stretch_stiffness : beta / (1 + beta);
}

/// Complex amplitude of the mass divided by the support's amplitude, for the discrete scheme: x_n = Im(X z^n), z = e^(i
/// w h).
Complex response(const Settings& settings, double k, double w, double h) {
    const bool bdf2 = settings.integrator == Integrator::bdf2;
    const double h2 = bdf2 ? 4.0 / 9 * h * h : h * h;
    const double kept = 1 - settings.velocity_damping * h2 / h;
    const double share = correction(settings, k * h2);
    const Complex z = std::exp(Complex(0, w * h));
    const Complex b = 1.0 / z; // one step before
    const Complex motion = bdf2 ? (1.0 - b) / 3.0 + (8.0 / 9 - 2.0 / 9 * b) * (3.0 - 4.0 * b + b * b) / 2.0 : 1.0 - b;
    return share * z / (z - (1 - share) * (1.0 + kept * motion));
}

TEST_P(DrivenSpring, SwingsWithTheAmplitudeAndPhaseOfTheDiscreteScheme) {
    const Way way = GetParam();
    const double compliance = 1e-2;
    const double w0 = std::sqrt(1 / compliance);
    for (const double ratio : {0.5, 0.9, 1.1, 2.0}) {
        const double w = ratio * w0;
        const double amplitude = 0.01;
        const Model model = driven_spring(amplitude, w / (2 * kPi));
        Settings settings = settings_for(way.method, way.iterations);
        settings.engine = way.engine;
        settings.stretch_compliance = compliance;
        settings.stretch_stiffness = 0.1;
        settings.velocity_damping = 2;
        Trial run{model, settings, 1.0 / 120};
        run.control.gravity = Vec3(0);
        run.steps(2400); // the start has died out: e^(-20)
        const Complex x = amplitude * response(settings, 1 / compliance, w, run.dt);
        const double tolerance =
            way.engine == Engine::fast ? 5e-6 : 1e-9; // float32 at a metre, five times in resonance
        for (int i = 0; i < 100; ++i) {
            const double expected = (x * std::exp(Complex(0, w * run.dt * static_cast<double>(run.state.step)))).imag();
            ASSERT_NEAR(run.position(1).x - 1, expected, tolerance) << ratio << ", " << run.state.step;
            run.steps(1);
        }
    }
}

TEST(DrivenSpring, WithBdf2AndSmallStepsHasTheAmplitudeOfTheContinuum) {
    const double compliance = 1e-2;
    const double w0 = 10;
    for (const double ratio : {0.5, 0.9, 1.1, 2.0}) {
        const double w = ratio * w0;
        const Model model = driven_spring(0.01, w / (2 * kPi));
        Settings settings = settings_for("xpbd", 1);
        settings.integrator = Integrator::bdf2;
        settings.stretch_compliance = compliance;
        settings.velocity_damping = 2;
        settings.substeps = 8;
        Trial run{model, settings, 1.0 / 240};
        run.control.gravity = Vec3(0);
        run.steps(4800);
        const Complex continuum = w0 * w0 / Complex(w0 * w0 - w * w, settings.velocity_damping * w);
        const Complex scheme = response(settings, 1 / compliance, w, run.dt / settings.substeps);
        EXPECT_LT(std::abs(scheme - continuum), 0.01 * std::abs(continuum)) << ratio;
        for (int i = 0; i < 60; ++i) {
            const Complex turned = std::exp(Complex(0, w * run.dt * static_cast<double>(run.state.step)));
            ASSERT_NEAR(run.position(1).x - 1, 0.01 * (scheme * turned).imag(), 1e-9) << ratio;
            run.steps(1);
        }
    }
}

/// A particle on a plate, which moves.
Model particle_on_plate(const Motion& motion, double friction) {
    Model model;
    model.rest_position = {{0, 0, 0}};
    model.mass = {1};
    model.colliders.push_back({Plane{}, friction});
    model.drives.push_back({"plate", {0}, {}, motion});
    EXPECT_TRUE(finalise(model));
    return model;
}

TEST_P(MovingPlate, CarriesWhatRestsOnItUntilItAcceleratesByMoreThanFriction) {
    const double mu = 0.5;
    const double w = 2 * kPi;
    for (const double pull : {0.95, 2.0}) { // A w^2 over mu g
        const double amplitude = pull * mu * kGravity / (w * w);
        // From rest at the largest acceleration.
        const SwingMotion swing{.shift = {amplitude, 0, 0}, .frequency = 1, .phase = kPi / 2};
        const Model model = particle_on_plate(swing, mu);
        Trial run{model, settings_of(GetParam()), 1.0 / 240};
        run.steps(1);
        const double sunk = run.position(0).y;
        for (int i = 1; i < 40; ++i) {
            run.steps(1);
            const double t = run.dt * static_cast<double>(run.state.step);
            const double plate = amplitude * (std::cos(w * t) - 1);
            if (pull < 1) {
                ASSERT_NEAR(run.position(0).x, plate, 1e-6) << i;
            } else { // sliding: the particle stays behind
                ASSERT_NEAR(run.state.particles.velocity[0].x, -mu * kGravity * t, 1e-3 * mu * kGravity * t) << i;
                ASSERT_GT(run.position(0).x, plate);
            }
            ASSERT_NEAR(run.position(0).y, sunk, 1e-6);
        }
    }
}

TEST_P(MovingPlate, IsLeftWhenItFallsFasterThanTheParticle) {
    const double w = 2 * kPi * 2;
    const double amplitude = 1.6 * kGravity / (w * w);
    // From rest at the lowest point.
    const SwingMotion swing{.shift = {0, amplitude, 0}, .frequency = 2, .phase = -kPi / 2};
    const Model model = particle_on_plate(swing, 0.5);
    Trial run{model, settings_of(GetParam()), 1.0 / 480};
    const double phase = std::asin(1 / 1.6); // sin(phase) = g / (A w^2)
    const double leaves = (phase + kPi / 2) / w;
    double left = 0;
    for (int i = 0; i < 200 && left == 0; ++i) {
        run.steps(1);
        const double t = run.dt * static_cast<double>(run.state.step);
        const double plate = amplitude * (std::sin(w * t - kPi / 2) + 1);
        ASSERT_GT(run.position(0).y, plate - 1e-4);
        left = run.last.contacts == 0 ? t : 0;
    }
    // The second difference of the plate's places is its acceleration one step before.
    EXPECT_NEAR(left, leaves + run.dt, run.dt);
}

TEST_P(MovingPlate, BringsWhatLiesOnAConveyorToItsSpeed) {
    const double mu = 0.5;
    const double v = 1;
    const Model model = particle_on_plate(SteadyMotion{.velocity = {v, 0, 0}}, mu);
    Trial run{model, settings_of(GetParam()), 1.0 / 1000};
    const double reaches = v / (mu * kGravity);
    run.steps(static_cast<int>(0.5 * reaches / run.dt));
    EXPECT_NEAR(run.state.particles.velocity[0].x, 0.5 * v, 0.01 * v);
    run.steps(static_cast<int>(0.6 * reaches / run.dt));
    EXPECT_NEAR(run.state.particles.velocity[0].x, v, 1e-6);
    const double slipped = v * run.state.time - run.position(0).x;
    EXPECT_NEAR(slipped, v * v / (2 * mu * kGravity), 0.01 * v * v / (2 * mu * kGravity));
}

/// A sheet that hangs from a swinging row, above a ball: `velocity` is added to everything.
Model moving_scene(const Vec3& velocity) {
    Model model;
    const int side = 6;
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            model.rest_position.push_back({0.1 * column, 0.3, 0.1 * row});
            model.rest_velocity.push_back(row == 0 ? Vec3(0) : velocity);
            model.mass.push_back(row == 0 ? 0 : 0.01);
        }
    }
    add_grid_distances(model, side);
    model.colliders.push_back({Sphere{{0.25, 0.1, 0.25}, 0.15}, 0.4});
    model.drives.push_back({"all", {0}, {0, 1, 2, 3, 4, 5}, SteadyMotion{.velocity = velocity}});
    EXPECT_TRUE(finalise(model));
    return model;
}

TEST_P(MovingPlate, AWholeSceneThatMovesIsTheSceneAtRestShifted) {
    const Vec3 velocity(0.7, -0.3, 0.2);
    const Model moving = moving_scene(velocity);
    const Model resting = moving_scene(Vec3(0));
    Settings settings = settings_of(GetParam());
    settings.stretch_compliance = 1e-4;
    Trial moved{moving, settings};
    Trial rests{resting, settings};
    moved.steps(40);
    rests.steps(40);
    const Vec3 shift = moved.dt * 40 * velocity;
    double most = 0;
    for (std::size_t i = 0; i < moving.particle_count(); ++i) {
        most = std::max(most, glm::length(moved.position(i) - rests.position(i) - shift));
    }
    // Rounding grows: contact and the folds of the sheet amplify it.
    EXPECT_LT(most, GetParam().engine == Engine::fast ? 2e-4 : 1e-8);
    EXPECT_GT(rests.last.contacts, 0);
}

TEST_P(MovingPlate, DriversHaveTheirPlacesAtAnyNumberOfSubstepsAndAfterAChangeOfTheTimestep) {
    const SwingMotion swing{.shift = {0, 0.1, 0}, .turn = {0, 0, 0.5}, .through = {1, 0, 0}, .frequency = 1.7};
    Model model;
    model.rest_position = {{0, 0, 0}, {1, 0, 0}};
    model.mass = {0, 1};
    add_distance(model, 0, 1, {});
    model.drives.push_back({"pin", {}, {0}, swing});
    ASSERT_TRUE(finalise(model));
    Settings settings = settings_of(GetParam());
    Trial run{model, settings};
    run.steps(30);
    EXPECT_EQ(run.position(0), pose_at(swing, 30 * run.dt).at({0, 0, 0}));
    run.settings.substeps = 7;
    run.steps(1);
    EXPECT_EQ(run.position(0), pose_at(swing, 31 * run.dt).at({0, 0, 0}));
    const double before = 31 * run.dt;
    run.dt = 0.01;
    run.steps(3);
    EXPECT_EQ(run.position(0), pose_at(swing, before + 3 * run.dt).at({0, 0, 0}));
}

TEST(Winch, LiftsAWeightWithATensionOfItsWeight) {
    for (const char* method : {"xpbd", "newton", "global", "direct", "vbd", "avbd", "mgpbd"}) {
        for (const Engine engine : {Engine::textbook, Engine::fast}) {
            if (engine == Engine::fast && std::string_view(method) != "xpbd") {
                continue;
            }
            Model model;
            model.rest_position = {{0, 0, 0}, {0, -2, 0}};
            model.mass = {0, 3};
            model.rest_velocity = {{0, 0, 0}, {0, 0.4, 0}}; // it already rises
            add_distance(model, 0, 1, {});
            model.winches.push_back({"winch", {0}, -0.4, 0.2, 0, 3.5});
            ASSERT_TRUE(finalise(model));
            Settings settings = settings_for(method, 20);
            settings.engine = engine;
            settings.stretch_compliance = 1e-4;
            Trial run{model, settings, 1.0 / 240};
            double work = 0;
            run.steps(480); // the jerk of the start dies out
            for (int i = 0; i < 240; ++i) {
                run.steps(1);
                const double tension = -run.state.lambda[0] * run.state.force_scale;
                work += tension * 0.4 * run.dt;
                ASSERT_NEAR(tension, 3 * kGravity, 1e-3 * 3 * kGravity) << method << ", " << i;
            }
            const double stretch = 1e-4 * 3 * kGravity;
            EXPECT_NEAR(run.position(1).y, -0.8 - stretch, 1e-4) << method;
            EXPECT_NEAR(work, 3 * kGravity * 0.4, 1e-3 * 3 * kGravity * 0.4) << method;
            run.steps(3 * 240);
            EXPECT_NEAR(run.position(1).y, -0.6 - stretch, 1e-4) << method << ": until 3.5 s";
        }
    }
}

/// A free sheet across x, and a ball of 0.1 m that flies into its middle at `speed`.
Model ball_and_sheet(double speed) {
    constexpr int side = 12;
    constexpr double spacing = 0.05;
    Model model;
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            model.rest_position.push_back(
                {0, (row - 0.5 * (side - 1)) * spacing, (column - 0.5 * (side - 1)) * spacing});
            model.mass.push_back(0.3 / (side * side));
        }
    }
    add_grid_distances(model, side);
    model.colliders.push_back({Sphere{{-0.5, 0, 0}, 0.1}});
    model.drives.push_back({"ball", {0}, {}, SteadyMotion{.velocity = {speed, 0, 0}}});
    model.contact_distance = 0.01;
    EXPECT_TRUE(finalise(model));
    return model;
}

/// The limits per method are in FORMULAS.md: here each one meets two thirds of a radius per substep, PBD corrected a
/// third.
TEST_P(MovingPlate, ABallTakesASheetAlongAlthoughItCrossesItWithinASubstep) {
    const bool weak = std::string_view(GetParam().method) == "pbd_corrected";
    for (const auto& [speed, substeps] : {std::pair(2.0, 1), {weak ? 2.0 : 4.0, 1}, {20.0, 10}}) {
        const Model model = ball_and_sheet(speed);
        Trial run{model, settings_of(GetParam())};
        run.control.gravity = Vec3(0);
        run.settings.substeps = substeps;
        run.settings.stretch_compliance = 1e-4;
        run.settings.stretch_stiffness = 0.5;
        const int frames = static_cast<int>(std::ceil(1.0 / (speed * run.dt))) + 4;
        run.steps(frames);
        const double ball = -0.5 + speed * run.dt * frames;
        for (std::size_t i = 0; i < model.particle_count(); ++i) {
            if (std::hypot(model.rest_position[i].y, model.rest_position[i].z) < 0.09) {
                EXPECT_GT(run.position(i).x, ball) << speed << " m/s: particle " << i << " is behind the ball";
            }
        }
    }
}

/// True if a rod remains upside down for 8 s while its pivot shakes up and down.
bool stands(double w, double amplitude) {
    Model model;
    const double tilt = 0.1;
    model.rest_position = {{0, 0, 0}, {std::sin(tilt), std::cos(tilt), 0}};
    model.mass = {0, 1};
    add_distance(model, 0, 1, {});
    // From rest, at the top of the swing.
    const SwingMotion swing{.shift = {0, amplitude, 0}, .frequency = w / (2 * kPi), .phase = kPi / 2};
    model.drives.push_back({"pivot", {}, {0}, swing});
    EXPECT_TRUE(finalise(model));
    Settings settings = settings_for("xpbd", 2);
    settings.integrator = Integrator::bdf2;
    settings.stretch_compliance = 0;
    const double h = 2 * kPi / w / 64;
    Trial run{model, settings, h};
    for (int step = 0; step * h < 8; ++step) {
        run.steps(1);
        if (run.position(1).y < run.position(0).y + 0.5) {
            return false;
        }
    }
    return true;
}

TEST(Kapitza, ARodStandsOnItsHeadIfItsPivotShakesFasterThanTheRootOfTwiceGravityTimesLength) {
    const double amplitude = 0.05;
    const double bound = std::sqrt(2 * kGravity) / amplitude;
    double falls = 0.8 * bound;
    double holds = 1.2 * bound;
    ASSERT_FALSE(stands(falls, amplitude));
    ASSERT_TRUE(stands(holds, amplitude));
    while (holds - falls > 0.005 * bound) {
        const double middle = (holds + falls) / 2;
        (stands(middle, amplitude) ? holds : falls) = middle;
    }
    EXPECT_NEAR((holds + falls) / 2, bound, 0.03 * bound);
}

TEST(Conical, APinThatTurnsHoldsABobAtTheAngleOfItsSpeed) {
    const double off = 0.1; // distance of the pin from the axis [m]
    for (const double w : {3.0, 5.0, 8.0}) {
        // tan(theta) = w^2 (off + sin(theta)) / g, with a length of 1 m: the root that follows from w = 0.
        double theta = 0;
        for (int i = 0; i < 2000; ++i) {
            theta = std::atan(w * w * (off + std::sin(theta)) / kGravity);
        }
        const double reach = off + std::sin(theta);
        Model model;
        model.rest_position = {{off, 0, 0}, {reach, -std::cos(theta), 0}};
        model.rest_velocity = {{0, 0, 0}, {0, 0, -w * reach}};
        model.mass = {0, 2};
        add_distance(model, 0, 1, {});
        model.drives.push_back({"pin", {}, {0}, SteadyMotion{.spin = {0, w, 0}}});
        ASSERT_TRUE(finalise(model));
        Settings settings = settings_for("xpbd", 2);
        settings.integrator = Integrator::bdf2;
        settings.stretch_compliance = 0;
        Trial run{model, settings, 1.0 / 960};
        run.steps(4 * 960);
        EXPECT_NEAR(-run.position(1).y, std::cos(theta), 0.01 * std::cos(theta)) << w;
        EXPECT_NEAR(glm::length(run.position(1) - run.position(0)), 1, 1e-6);
    }
}

/// T2/T1 for contact at N points over half a turn: the capstan equation of a polygon, with a friction of 0.5.
double capstan(int points) {
    const double half = kPi / points / 2;
    return std::pow((std::cos(half) + 0.5 * std::sin(half)) / (std::cos(half) - 0.5 * std::sin(half)), points);
}

/// The tension at the drum's pulling end for `low` at the other end, with the weight of the rope's particles, which
/// slip. `from_left`: the low tension is on the left.
double pulled_tension(const Model& model, double low, bool from_left) {
    const double half = kPi / kOnDrum / 2;
    double tension = low;
    for (int k = 0; k < kOnDrum; ++k) {
        const Vec3 normal = glm::normalize(model.rest_position[index_of(from_left ? 1 + k : kOnDrum - k)]);
        const Vec3 along = from_left ? Vec3(normal.y, -normal.x, 0) : Vec3(-normal.y, normal.x, 0); // to the high end
        const double weight = 0.002 * kGravity;
        tension = (tension * (std::cos(half) + 0.5 * std::sin(half)) + weight * (0.5 * normal.y + along.y)) /
                  (std::cos(half) - 0.5 * std::sin(half));
    }
    return tension;
}

Model rope_on_turning_drum(double load, const Motion& motion) {
    Model model = rope_on_drum(load);
    model.drives.push_back({"drum", {0}, {}, motion});
    EXPECT_TRUE(finalise(model));
    return model;
}

TEST_P(TurningDrum, MultipliesTheTensionOfARopeByTheCapstanRatio) {
    EXPECT_NEAR(capstan(16), 4.8411, 1e-4);
    EXPECT_NEAR(capstan(32), 4.8181, 1e-4);
    if (!method_of(settings_of(GetParam())).has_forces) {
        return; // no tension to read; LiftsAWeight... compares motions
    }
    for (const double spin : {1.0, -1.0}) { // the right end is pinned: the drum pulls at it, or away from it
        const Model model = rope_on_turning_drum(0, SteadyMotion{.spin = {0, 0, spin}});
        Trial run{model, settings_of(GetParam())};
        run.settings.substeps = 20;
        run.settings.iterations = std::max(run.settings.iterations, 60); // friction adds up along the rope
        run.settings.stretch_compliance = 1e-5;
        run.settings.stretch_stiffness = 1;
        run.settings.velocity_damping = 20; // brings the rope to rest on the turning drum
        run.steps(60);
        const auto tension = [&](std::size_t c) { return -run.state.lambda[c] * run.state.force_scale; };
        const double left = tension(0);
        const double right = tension(model.constraint_count() - 1);
        EXPECT_NEAR(left, kGravity, 0.01 * kGravity);
        const double low = spin > 0 ? left : right;
        const double expected = pulled_tension(model, low, spin > 0);
        EXPECT_NEAR(spin > 0 ? right : left, expected, 0.01 * expected) << spin << ", low " << low;
    }
}

TEST_P(TurningDrum, LiftsAWeightIfTheRatioIsBelowThatOfTheCapstan) {
    const double turn = 0.2; // to the left [rad]
    for (const double load : {4.3, 5.0}) {
        // The rope stretches for half a second; then the drum turns slowly enough for the friction that is left.
        const KeyMotion motion{.keys = {{0.5, {}, {}}, {2, {}, {0, 0, turn}}}, .is_smooth = true};
        const Model model = rope_on_turning_drum(load, motion);
        Trial run{model, settings_of(GetParam())};
        run.settings.substeps = 20;
        run.settings.stretch_stiffness = 1;
        run.settings.stretch_compliance = 1e-5;
        run.settings.velocity_damping = 3;
        run.steps(30);
        const double before = run.position(kOnDrum + 1).y;
        run.steps(90);
        const double risen = run.position(kOnDrum + 1).y - before;
        const double drawn = turn * 0.25;
        if (load < capstan(kOnDrum)) {
            EXPECT_NEAR(risen, drawn, 0.05 * drawn);
        } else {
            EXPECT_LT(risen, 0.5 * drawn);
        }
    }
}

TEST_P(MovingPlate, AColliderThatClosesOnAPinnedSheetLeavesABoundedState) {
    // Two plates meet where the sheet is pinned: there is nowhere to go.
    Model model;
    constexpr int side = 5;
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            model.rest_position.push_back({0.1 * column, 0, 0.1 * row});
            model.mass.push_back(row == 0 || row == side - 1 ? 0 : 0.01);
        }
    }
    add_grid_distances(model, side);
    model.colliders.push_back({Box{{0.2, 0.5, 0.2}, {1, 0.1, 1}}});
    model.colliders.push_back({Box{{0.2, -0.5, 0.2}, {1, 0.1, 1}}});
    const auto closing = [](double way) { return KeyMotion{.keys = {{0, {}, {}}, {0.5, {0, way, 0}, {}}}}; };
    model.drives.push_back({"upper", {0}, {}, closing(-0.45)});
    model.drives.push_back({"lower", {1}, {}, closing(0.45)});
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_of(GetParam())};
    run.settings.stretch_compliance = 1e-4;
    for (int frame = 0; frame < 60; ++frame) {
        run.steps(1);
        ASSERT_TRUE(run.last.finite) << frame;
    }
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        EXPECT_LT(glm::length(run.position(i) - model.rest_position[i]), 1) << i;
    }
}

TEST_P(MovingPlate, ABoxAtAKilometrePerSecondHarmsNothing) {
    Model model = ball_and_sheet(1);
    model.colliders[0].shape = Box{{-0.5, 0, 0}, {0.1, 0.2, 0.2}};
    model.drives[0].motion = SteadyMotion{.velocity = {1000, 0, 0}, .spin = {0, 500, 0}};
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_of(GetParam())};
    run.settings.stretch_compliance = 1e-4;
    run.steps(5);
    for (std::size_t i = 0; i < model.particle_count(); ++i) { // the world ends at 1e6 m, which is told
        EXPECT_TRUE(!run.last.finite || glm::length(run.position(i)) < 1e4) << i;
    }
}

TEST(Motion, AMillionKeysGiveThePlaceOfTheRightOne) {
    KeyMotion keys;
    for (int i = 0; i < 1000000; ++i) {
        keys.keys.push_back({0.001 * i, {std::sin(0.01 * i), 0, 0}, {}});
    }
    ASSERT_TRUE(check(keys));
    EXPECT_NEAR(pose_at(keys, 500).shift.x, std::sin(0.01 * 500000), 1e-9);
}

TEST(Motion, RefusesWhatHasNoMeaning) {
    Model model;
    model.rest_position = {{0, 0, 0}};
    model.mass = {0};
    const auto fault = [&](const Drive& drive) {
        model.drives = {drive};
        const Status status = finalise(model);
        return status ? std::string() : status.error().message;
    };
    EXPECT_EQ(fault({"a", {0}, {}, SteadyMotion{}}), "drives[0]: collider 0 does not exist, there are 0");
    EXPECT_EQ(fault({"a", {}, {0, 0}, SteadyMotion{}}), "drives[0]: particle 0 has another motion already");
    EXPECT_EQ(fault({"a", {}, {0}, SteadyMotion{.velocity = {NAN, 0, 0}}}), "drives[0].motion: needs finite numbers");
    EXPECT_EQ(fault({"a", {}, {0}, KeyMotion{{{1, {}, {}}, {0.5, {}, {}}}}}),
              "drives[0].motion: keys[1].time: must be later than that of the key before");
    EXPECT_EQ(fault({"a", {}, {0}, KeyMotion{.keys = {{0, {}, {}}, {1, {1, 0, 0}, {}}}, .loops = true}}),
              "drives[0].motion: a loop must end where it began; the last key has another place than the first");
    EXPECT_EQ(fault({"a", {}, {0}, KeyMotion{.keys = {{0, {}, {}}, {1, {}, {0, 2 * kPi, 0}}}, .loops = true}}), "");
}

TEST(Motion, KeysAreReachedHeldAndRepeated) {
    KeyMotion keys{.keys = {{0, {}, {}}, {1, {2, 0, 0}, {0, kPi, 0}}, {2, {}, {}}}, .through = {1, 0, 0}};
    const Vec3 x(2, 0, 0);
    EXPECT_EQ(pose_at(keys, 0).at(x), x);
    EXPECT_LT(glm::length(pose_at(keys, 1).at(x) - Vec3(2, 0, 0)), 1e-15); // turned to 0, shifted by 2
    EXPECT_LT(glm::length(pose_at(keys, 0.5).at(x) - Vec3(2, 0, -1)), 1e-15);
    EXPECT_EQ(pose_at(keys, 7).at(x), x) << "held";
    keys.loops = true;
    EXPECT_LT(glm::length(pose_at(keys, 6.5).at(x) - Vec3(2, 0, -1)), 1e-12);
    keys.is_smooth = true;
    EXPECT_LT(glm::length(pose_at(keys, 0.25).shift - pose_at(keys, 1.75).shift), 1e-12);
    EXPECT_LT(std::abs(pose_at(keys, 0.001).at(Vec3(1, 0, 0)).x - 1), 1e-5) << "starts at rest";
}

} // namespace
} // namespace xpbd::test
