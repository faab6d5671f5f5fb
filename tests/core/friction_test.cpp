// Coulomb's cone in every method: src/core/FORMULAS.md, experiments 17 and 17b.
#include "bodies.h"
#include "ways.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace xpbd::test {
namespace {

/// A sheet of n x n particles around `middle`, with its sides along u and v.
void add_sheet(Model& model, int n, double side, const Vec3& middle, const Vec3& u, const Vec3& v, double mass) {
    const int first = static_cast<int>(model.particle_count());
    const double step = side / (n - 1);
    for (int j = 0; j < n; ++j) {
        for (int i = 0; i < n; ++i) {
            model.rest_position.push_back(middle + (i * step - side / 2) * u + (j * step - side / 2) * v);
            model.mass.push_back(mass / (n * n));
        }
    }
    const auto join = [&](int i, int j, int di, int dj, Role role) {
        if (i + di >= 0 && i + di < n && j + dj < n) {
            add_distance(model, first + j * n + i, first + (j + dj) * n + i + di, {role, {}, {}, {}});
        }
    };
    for (int j = 0; j < n; ++j) {
        for (int i = 0; i < n; ++i) {
            join(i, j, 1, 0, Role::stretch);
            join(i, j, 0, 1, Role::stretch);
            join(i, j, 1, 1, Role::shear);
            join(i, j, -1, 1, Role::shear);
            join(i, j, 2, 0, Role::bend);
            join(i, j, 0, 2, Role::bend);
        }
    }
}

Vec3 middle_of(const Trial& run) {
    Vec3 sum(0);
    double mass = 0;
    for (std::size_t i = 0; i < run.model.particle_count(); ++i) {
        sum += run.model.mass[i] * run.position(i);
        mass += run.model.mass[i];
    }
    return sum / mass;
}

Vec3 velocity_of(const Trial& run) {
    Vec3 sum(0);
    double mass = 0;
    for (std::size_t i = 0; i < run.model.particle_count(); ++i) {
        sum += run.model.mass[i] * run.state.particles.velocity[i];
        mass += run.model.mass[i];
    }
    return sum / mass;
}

/// Fails unless `moved` is below `rest` where friction can hold the body, and above `way` where it cannot; all in [m].
void expect_held(bool holds, double moved, double rest, double way) {
    if (holds) {
        EXPECT_LT(moved, rest);
    } else {
        EXPECT_GT(moved, way);
    }
}

class Friction : public testing::TestWithParam<Way> {
protected:
    static Trial trial(const Model& model, double dt = 1.0 / 60) {
        Settings settings = settings_for(GetParam().method, GetParam().iterations);
        settings.engine = GetParam().engine;
        settings.stretch_compliance = settings.shear_compliance = 1e-5;
        settings.bend_compliance = 1e-2;
        settings.stretch_stiffness = settings.shear_stiffness = 1;
        return {model, settings, dt};
    }
};
INSTANTIATE_TEST_SUITE_P(Methods, Friction, testing::ValuesIn(kWays),
                         [](const auto& row) { return std::string(row.param.name); });

/// Loads in units of the largest load that friction can hold: 2 % below it and 2 % above.
constexpr double kBelow = 0.98;
constexpr double kAbove = 1.02;

TEST_P(Friction, HoldsASheetOnASlopeBelowItsAngleAndLeavesItTheRestAboveIt) {
    const double theta = 22 * std::numbers::pi / 180;
    const Vec3 normal(std::sin(theta), std::cos(theta), 0);
    const Vec3 down(std::cos(theta), -std::sin(theta), 0);
    for (const double share : {kBelow, kAbove, 1.5}) {
        Model model;
        add_sheet(model, 6, 0.5, 0.005 * normal, down, {0, 0, 1}, 1);
        model.contact_distance = 0.005;
        const double friction = std::tan(theta) / share;
        model.colliders.push_back({Plane{normal, 0}, friction});
        ASSERT_TRUE(finalise(model));
        Trial run = trial(model);
        const Vec3 start = middle_of(run);
        run.steps(30);
        if (share < 1) {
            EXPECT_LT(glm::length(middle_of(run) - start), 1e-6);
            continue;
        }
        const double left = kGravity * (std::sin(theta) - friction * std::cos(theta));
        EXPECT_NEAR(glm::dot(velocity_of(run), down), 0.5 * left, 0.02 * 0.5 * left) << share;
    }
}

TEST_P(Friction, HoldsAParticleAndASheetOnABallBelowItsAngleAndNotAboveIt) {
    const double phi = 20 * std::numbers::pi / 180;
    const Vec3 normal(std::sin(phi), std::cos(phi), 0);
    for (const bool sheet : {false, true}) {
        for (const double share : {sheet ? 0.97 : kBelow, sheet ? 1.03 : kAbove}) { // corners: other slopes
            Model model;
            model.rest_position = {normal};
            model.mass = {1};
            if (sheet) {
                model = Model{};
                add_sheet(model, 4, 0.08, normal, {std::cos(phi), -std::sin(phi), 0}, {0, 0, 1}, 0.1);
                for (Vec3& place : model.rest_position) {
                    place = glm::normalize(place);
                }
            }
            model.colliders.push_back({Sphere{Vec3(0), 1}, std::tan(phi) / share});
            ASSERT_TRUE(finalise(model));
            Trial run = trial(model, 1.0 / 120);
            run.steps(20);
            const Vec3 start = middle_of(run);
            run.steps(40);
            SCOPED_TRACE(testing::Message() << (sheet ? "sheet " : "particle ") << share);
            expect_held(share < 1, glm::length(middle_of(run) - start), 3e-4, 3e-3);
        }
    }
}

/// A rope over a drum, with 16 particles on it: friction of 0.5 holds 4.8411 times the smaller load.
TEST_P(Friction, HoldsARopeOnADrumBelowTheCapstansRatioAndNotAboveIt) {
    for (const double load : {4.6, 5.0}) {
        Model model = rope_on_drum(load);
        ASSERT_TRUE(finalise(model));
        Trial run = trial(model);
        run.settings.substeps = 20;
        run.settings.velocity_damping = 3;
        run.steps(30); // the rope stretches
        const double start = run.position(kOnDrum + 1).y;
        run.steps(30);
        const double sunk = start - run.position(kOnDrum + 1).y;
        expect_held(load < 4.8411, sunk, 1e-3, 3e-3);
    }
}

/// A light sheet carries a heavy one: the friction at the floor depends on the weight of both.
TEST_P(Friction, HoldsAPressedPlateBelowItsShareOfTheWeightAndNotAboveIt) {
    constexpr int n = 3;
    const double friction = 0.4;
    for (const double share : {0.97, kAbove}) {
        Model model;
        add_sheet(model, n, 0.3, {0, 0, 0}, {1, 0, 0}, {0, 0, 1}, 0.05);
        add_sheet(model, n, 0.3, {0, 0.1, 0}, {1, 0, 0}, {0, 0, 1}, 1);
        const auto at = [](int layer, int i, int j) { return layer * n * n + j * n + i; };
        for (int j = 0; j < n; ++j) {
            for (int i = 0; i < n; ++i) {
                add_distance(model, at(0, i, j), at(1, i, j), {});
                for (const auto& [di, dj] : {std::pair(1, 0), std::pair(0, 1)}) {
                    if (i + di < n && j + dj < n) {
                        add_distance(model, at(0, i, j), at(1, i + di, j + dj), {});
                        add_distance(model, at(0, i + di, j + dj), at(1, i, j), {});
                    }
                }
            }
        }
        model.colliders.push_back({Plane{}, friction});
        ASSERT_TRUE(finalise(model));
        Trial run = trial(model);
        run.settings.velocity_damping = 5;
        run.control.gravity = {share * friction * kGravity, -kGravity, 0};
        run.steps(60);
        const Vec3 start = middle_of(run);
        run.steps(30);
        expect_held(share < 1, middle_of(run).x - start.x, 1e-3, 1.5e-3);
    }
}

/// Springs of 1 N push two sheets without weight apart, against a floor and a ceiling.
TEST(FrictionOfGlobalAndNewton, HoldsWhatIsPressedBetweenTwoPlanesByTheForceOfItsSprings) {
    constexpr int n = 4;
    const double friction = 0.4;
    for (const char* method : {"global", "newton"}) {
        for (const double share : {kBelow, kAbove}) {
            Model model;
            add_sheet(model, n, 0.5, {0, 0, 0}, {1, 0, 0}, {0, 0, 1}, 0.5);
            add_sheet(model, n, 0.5, {0, 0.1, 0}, {1, 0, 0}, {0, 0, 1}, 0.5);
            for (int i = 0; i < n * n; ++i) {
                add_distance(model, i, n * n + i, {Role::stretch, 1e-3, {}, {}});
                model.of_type<Distance>().rest.back()[0] = 0.101;
            }
            for (int i = 0; i + 1 < n * n; ++i) {
                if (i % n != n - 1) { // diagonals keep the sheets above each other
                    add_distance(model, i, n * n + i + 1, {Role::stretch, 1e-3, {}, {}});
                    add_distance(model, i + 1, n * n + i, {Role::stretch, 1e-3, {}, {}});
                }
            }
            model.colliders.push_back({Plane{}, friction});
            model.colliders.push_back({Plane{{0, -1, 0}, -0.1}, friction});
            ASSERT_TRUE(finalise(model));
            Trial run{model, settings_for(method, 3)};
            run.settings.stretch_compliance = run.settings.shear_compliance = 1e-5;
            run.settings.bend_compliance = 1e-2;
            const double most = 2 * n * n * friction; // [N], for a total mass of 1 kg
            run.control.gravity = {share * most, 0, 0};
            run.steps(30);
            const double left = std::max(0.0, share - 1) * most * 0.5;
            EXPECT_NEAR(velocity_of(run).x, left, 0.02 * left + 1e-9) << method << ' ' << share;
            EXPECT_EQ(run.last.unfinished, 0) << method;
        }
    }
}

TEST(FrictionOfGlobalAndNewton, LetsATightRingRestOnACylinder) {
    constexpr int n = 32;
    const double radius = 0.25;
    const double edge = 2 * std::sin(std::numbers::pi / n) * radius;
    Model model;
    for (int i = 0; i < n; ++i) {
        const double angle = 2 * std::numbers::pi * (i + 0.5) / n;
        model.rest_position.push_back(1.02 * radius * Vec3(std::cos(angle), std::sin(angle), 0));
        model.mass.push_back(0.01);
    }
    for (int i = 0; i < n; ++i) {
        add_distance(model, i, (i + 1) % n, {});
    }
    for (auto& rest : model.of_type<Distance>().rest) {
        rest[0] = 0.95 * edge;
    }
    model.colliders.push_back({Capsule{{0, 0, -1}, {0, 0, 1}, radius}, 0.5});
    ASSERT_TRUE(finalise(model));
    for (const char* method : {"global", "newton"}) {
        Trial run{model, settings_for(method, 3)};
        run.settings.stretch_compliance = 1e-4;
        run.steps(60);
        for (std::size_t i = 0; i < n; ++i) {
            EXPECT_NEAR(glm::length(run.position(i)), radius, 1e-9) << method;
            EXPECT_LT(glm::length(run.state.particles.velocity[i]), 1e-9) << method;
        }
        EXPECT_EQ(run.last.unfinished, 0) << method;
    }
}

/// A step counts as unfinished if a friction force from its last linear system is outside of Coulomb's cone.
TEST(FrictionOfGlobalAndNewton, TellsAStepThatDoesNotMeetTheCone) {
    Model model;
    add_sheet(model, 6, 0.5, {0, 0.2, 0}, glm::normalize(Vec3(1, 0.3, 0)), {0, 0, 1}, 1);
    model.colliders.push_back({Plane{}, 0.4});
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_for("global", 2)};
    run.settings.stretch_compliance = run.settings.shear_compliance = 1e-5;
    int told = 0;
    for (int frame = 0; frame < 60; ++frame) { // the sheet lands on its edge
        told += run.steps(1).last.unfinished;
    }
    EXPECT_GT(told, 0);
}

} // namespace
} // namespace xpbd::test
