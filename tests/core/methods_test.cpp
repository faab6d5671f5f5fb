// Parts of a step beside the projections: attachments, hierarchy, early stop, tearing, wind, volume, damping.
#include "bodies.h"
#include "core/model/volume.h"
#include "core/step/contact/tethers.h"
#include "core/step/effects/aerodynamics.h"
#include "core/step/effects/damping.h"
#include "core/step/effects/tearing.h"
#include "core/textbook/coefficients.h"
#include "core/textbook/hierarchical.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace xpbd::test {
namespace {

/// Largest ratio, less 1, of a particle's distance from its anchor to the rest length of the path between them.
double overlong(const Trial& run) {
    double worst = 0;
    for (const Tether& tether : run.model.tethers) {
        const double far = glm::length(run.position(index_of(tether.particle)) - run.position(index_of(tether.anchor)));
        worst = std::max(worst, far / tether.length - 1);
    }
    return worst;
}

TEST(LongRangeAttachments, KeepAChainFromStretchingInOneIteration) {
    const Model model = hanging_chain(50, 1, 0.1);
    ASSERT_EQ(model.tethers.size(), 50u);
    EXPECT_NEAR(model.tethers.back().length, 5, 1e-12);
    Trial run{model, settings_for("xpbd", 1)};
    run.settings.stretch_compliance = 0;
    EXPECT_GT(overlong(run.steps(120)), 0.5);
    Trial attached = {model, run.settings};
    attached.settings.long_range = true;
    EXPECT_LT(overlong(attached.steps(120)), 1e-12);
}

TEST(LongRangeAttachments, GoToEveryFixedParticleWhereThereAreFew) {
    Model model;
    for (int i = 0; i <= 10; ++i) {
        model.rest_position.push_back({0.1 * i, 0, 0});
        model.mass.push_back(i == 0 || i == 10 ? 0 : 1);
    }
    for (int i = 0; i < 10; ++i) {
        add_distance(model, i, i + 1, {});
    }
    add_distance(model, 0, 2, {Role::bend, {}, {}, {}}); // adds no path to the anchor
    model.of_type<Distance>().rest.back()[0] = 0.01;
    ASSERT_TRUE(finalise(model));
    EXPECT_EQ(model.tethers.size(), 18u);
    for (const Tether& tether : model.tethers) {
        EXPECT_NEAR(tether.length, 0.1 * std::abs(tether.particle - tether.anchor), 1e-12);
    }
}

// Without attachments this soft rope between two pins stretches by a multiple of its length. The attachments keep each
// particle within the rest length of the path to either pin, and hold the middle exactly where both limits meet.
TEST(LongRangeAttachments, HoldEveryParticleWithinThePathToEachOfItsAnchors) {
    for (const double span : {1.2, 2.0}) { // [m] between the pins; the rope has 2 m: at 2 it must be straight
        Model model;
        const int links = 20;
        for (int i = 0; i <= links; ++i) {
            model.rest_position.push_back({span * i / links, 0, 0});
            model.mass.push_back(i == 0 || i == links ? 0 : 0.1);
        }
        for (int i = 0; i < links; ++i) {
            model.of_type<Distance>().add({i, i + 1}, {0.1}, {});
        }
        ASSERT_TRUE(finalise(model));
        for (const int iterations : {1, 20}) {
            for (const Engine engine : {Engine::textbook, Engine::fast}) {
                Trial run{model, settings_for("xpbd", iterations)};
                run.settings.engine = engine;
                run.settings.stretch_compliance = 1;
                run.settings.long_range = true;
                run.settings.velocity_damping = 1;
                run.steps(300);
                const double tolerance = engine == Engine::fast ? 1e-6 : 1e-9;
                EXPECT_LT(overlong(run), tolerance) << span << " m, " << iterations << " iterations";
                // The middle falls until both pins hold it: on the circle of radius sqrt(1 - (span/2)^2).
                const double depth = std::sqrt(std::max(0.0, 1 - span * span / 4));
                EXPECT_NEAR(run.position(10).y, -depth, span < 2 ? 1e3 * tolerance : 1e-4) << iterations;
                EXPECT_NEAR(run.position(10).x, span / 2, 1e-4);
            }
        }
    }
}

TEST(LongRangeAttachments, FindTheNearestPlaceThatAllOfThemAllow) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> coordinate(-1, 1);
    int on_several = 0;
    for (int trial = 0; trial < 500; ++trial) {
        const auto point = [&] { return Vec3(coordinate(random), coordinate(random), coordinate(random)); };
        const Vec3 common = point(); // a point in all balls
        std::vector<Ball> balls;
        for (int i = 0; i < 1 + trial % 4; ++i) {
            const Vec3 center = point();
            balls.push_back({center, glm::length(common - center) * (1 + 0.1 * std::abs(coordinate(random)))});
        }
        const auto allowed = [&](const Vec3& y, double slack) {
            return std::all_of(balls.begin(), balls.end(), [&](const Ball& ball) {
                return glm::length(y - ball.center) <= ball.radius * (1 + slack);
            });
        };
        const Vec3 x = 2.0 * point();
        const Vec3 nearest = nearest_in_all(balls, x);
        ASSERT_TRUE(allowed(nearest, 1e-9)) << trial;
        // The intersection of balls is convex: `nearest` is right if the plane through it across x - nearest separates
        // x from all allowed points.
        for (int i = 0; i < 2000; ++i) {
            const Vec3 other = i == 0 ? common : nearest + std::pow(10.0, -6 * std::abs(coordinate(random))) * point();
            if (allowed(other, 0)) {
                ASSERT_LT(glm::dot(other - nearest, x - nearest), 1e-6) << trial;
            }
        }
        on_several += std::count_if(balls.begin(), balls.end(), [&](const Ball& ball) {
                          return std::abs(glm::length(nearest - ball.center) - ball.radius) < 1e-9;
                      }) > 1;
    }
    EXPECT_GT(on_several, 50) << "the hard cases are among them";
}

TEST(Hierarchical, HoldsALongChainThatPlainPbdLetsStretch) {
    const Model model = hanging_chain(200, 1, 0.05);
    const auto sag_of = [&](const char* method, int iterations) {
        Trial run{model, settings_for(method, iterations)};
        run.settings.stretch_stiffness = 1;
        run.settings.velocity_damping = 2;
        return run.steps(600).measured().sag;
    };
    const double plain = sag_of("pbd", 10);
    EXPECT_LT(sag_of("hpbd", 5), 0.1 * plain);
}

TEST(Hierarchical, WithoutLevelsIsPlainPbdAndWithThemStiffer) {
    const Model model = hanging_chain(64, 1, 0.05);
    Trial plain{model, settings_for("pbd", 5)};
    plain.settings.stretch_stiffness = 1;
    plain.steps(20);
    double before = plain.measured().max_strain;
    for (const std::size_t levels : {0u, 1u, 3u}) {
        HierarchicalSolver solver(&pbd_rule);
        solver.limit_levels(levels);
        State state = initial_state(model);
        Settings settings = plain.settings;
        settings.method = find_method("hpbd");
        for (int i = 0; i < 20; ++i) {
            solver.step(model, state, plain.control, settings, plain.dt);
        }
        EXPECT_EQ(solver.level_count(), levels);
        const double stretch = measure(model, state, settings, plain.control.gravity, plain.dt).max_strain;
        if (levels == 0) {
            EXPECT_EQ(hash(state), hash(plain.state));
        } else {
            EXPECT_LT(stretch, 0.9 * before);
        }
        before = stretch;
    }
}

TEST(Hierarchical, LetsABodyFold) {
    // Constraints of the coarse levels are upper limits: the ends of the chain may come together.
    const Model model = hanging_chain(40, 1, 0.05);
    Trial run{model, settings_for("hpbd", 5)};
    run.settings.stretch_stiffness = 1;
    run.control.hand.grabs = {{40, Vec3(0.1, 0, 0)}};
    run.settings.velocity_damping = 2;
    run.steps(600);
    EXPECT_NEAR(run.position(20).y, -1, 0.03);
    EXPECT_LT(run.measured().max_strain, 0.02);
}

TEST(Hierarchical, HasNoForcesAndSaysSo) {
    // The top link carries 10 weights. The multipliers of HPBD's finest level give smaller forces, some negative.
    const Model model = hanging_chain(10);
    Trial run{model, settings_for("hpbd", 20)};
    run.settings.velocity_damping = 2;
    run.steps(300);
    const auto expect_none = [&] {
        EXPECT_FALSE(run.measured().effective_stiffness.has_value());
        EXPECT_TRUE(std::isnan(run.measured().residual_primal));
        EXPECT_TRUE(std::isfinite(run.measured().residual_dual)) << "how far the edges are from their lengths is known";
    };
    expect_none();
    EXPECT_EQ(run.state.force_scale, 0);
    EXPECT_EQ(run.state.lambda, std::vector<double>(10, 0.0));
    EXPECT_EQ(run.state.contact_multiplier, std::vector<Vec3>(11, Vec3(0)));
    for (const char* forceless : {"hpbd", "pbd", "xpbd"}) { // nor does hpbd's state give forces to these methods
        run.settings.method = find_method(forceless);
        EXPECT_FALSE(run.measured().effective_stiffness.has_value()) << forceless;
    }
    run.settings.method = find_method("pbd");
    run.steps(1);
    EXPECT_TRUE(run.measured().effective_stiffness.has_value());
    run.settings.method = find_method("hpbd");
    expect_none();
    for (const MethodTraits& method : methods()) {
        Settings settings;
        settings.method = find_method(method.key);
        EXPECT_EQ(no_forces_reason(settings).empty(), method.key != "hpbd") << method.key;
    }
}

TEST(Hierarchical, TearsByStrainAndNotByForce) {
    const Model model = hanging_chain(10);
    Trial run{model, settings_for("hpbd", 20)};
    EXPECT_EQ(unused_reason(run.settings, "tear_force"), no_forces_reason(run.settings));
    EXPECT_EQ(unused_reason(run.settings, "tear_strain"), "");
    run.settings.tear_force = 1e-3;
    run.steps(60);
    EXPECT_TRUE(run.state.torn.empty());
    run.settings.tear_strain = 0.01;
    run.control.hand.grabs = {{10, Vec3(0, -15, 0)}};
    run.steps(1);
    EXPECT_FALSE(run.state.torn.empty());
}

TEST(Hierarchical, EndsEarlyByTheResidualThatItHas) {
    const Model model = hanging_chain(10);
    Trial run{model, settings_for("hpbd", 2000)};
    run.settings.stretch_stiffness = 1;
    run.settings.stop = Stop::residual;
    run.settings.stop_tolerance = 1e-4;
    run.steps(1);
    EXPECT_LT(run.last.iterations, 2000);
    EXPECT_LT(run.measured().relative_dual, 1e-4);
}

TEST(EarlyStop, EndsOnceTheCriterionHasHeldLongEnough) {
    const Model model = hanging_chain(10);
    Trial run{model, settings_for("xpbd", 200)};
    run.settings.stretch_compliance = 1e-3;
    run.settings.velocity_damping = 2;
    run.steps(300);
    EXPECT_EQ(run.last.iterations, 200);
    for (const Stop stop : {Stop::residual, Stop::change}) {
        const auto stopped = [&](int persistence) {
            Trial early = run;
            early.settings.stop = stop;
            early.settings.stop_tolerance = 1e-6;
            early.settings.stop_persistence = persistence;
            early.steps(1);
            EXPECT_LT(early.measured().relative_dual, 1e-5);
            return early.last.iterations;
        };
        EXPECT_LT(stopped(3), 150);
        EXPECT_EQ(stopped(8), stopped(3) + 5);
    }
}

TEST(ResetLambda, MakesXpbdStiffenWithTheIterationsLikePbd) {
    const Model model = hanging_chain(1);
    const auto sag_of = [&](int iterations, bool reset) {
        Trial run{model, settings_for("xpbd", iterations)};
        run.settings.stretch_compliance = 1e-2;
        run.settings.reset_lambda = reset;
        run.settings.velocity_damping = 5;
        return run.steps(6000).measured().sag;
    };
    expect_relative(sag_of(40, false), sag_of(1, false));
    EXPECT_LT(sag_of(40, true), 0.1 * sag_of(1, true));
}

TEST(ResetLambda, LeavesNothingToReadFromTheMultipliers) {
    const Model model = hanging_chain(4);
    Trial run{model, settings_for("xpbd", 20)};
    run.settings.stretch_compliance = 1e-3;
    run.settings.velocity_damping = 5;
    run.steps(60);
    EXPECT_TRUE(run.measured().effective_stiffness);
    EXPECT_EQ(no_forces_reason(run.settings), "");
    run.settings.reset_lambda = true;
    run.steps(60);
    const Measure measured = run.measured();
    EXPECT_FALSE(measured.effective_stiffness);
    EXPECT_TRUE(std::isnan(measured.residual_dual) && std::isnan(measured.relative_primal));
    EXPECT_EQ(shortfall(measured, run.settings), Shortfall::none);
    EXPECT_NE(no_forces_reason(run.settings), "");
    EXPECT_EQ(unused_reason(run.settings, "tear_force"), no_forces_reason(run.settings));
    run.settings.method = find_method("pbd"); // PBD ignores the setting
    EXPECT_EQ(no_forces_reason(run.settings), "");
}

TEST(Tearing, BreaksAboveItsLimitAndTheRestFalls) {
    const Model model = hanging_chain(4);
    Trial run{model, settings_for("xpbd", 100)};
    run.settings.stretch_compliance = 1e-4;
    run.settings.velocity_damping = 5;
    run.steps(600);                           // comes to rest
    run.settings.tear_force = 4.5 * kGravity; // above the weight of all
    run.steps(10);
    EXPECT_TRUE(run.state.torn.empty());
    run.settings.tear_force = 3.5 * kGravity; // the first link carries four
    run.steps(1);
    ASSERT_EQ(run.state.torn.size(), 4u);
    EXPECT_EQ(run.state.torn, (std::vector<std::uint8_t>{1, 0, 0, 0}));
    const double from = run.position(4).y;
    run.settings.velocity_damping = 0;
    run.steps(60);
    EXPECT_LT(run.position(4).y, from - 3);
    EXPECT_EQ(read_constraints(model, run.state).front().lambda, 0);
}

TEST(Tearing, TakesTrianglesAndBendingAcrossATornEdgeWithIt) {
    Model model;
    model.rest_position = {{0, 0, 0}, {1, 0, 0}, {0.5, 1, 0}, {0.5, -1, 0}};
    model.mass = {1, 1, 1, 1};
    model.triangles = {{0, 1, 2}, {1, 0, 3}};
    add_distance(model, 0, 1, {});
    add_distance(model, 1, 2, {});
    add_dihedral(model, 0, 1, 2, 3, {});
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_for("xpbd", 1)};
    run.settings.stretch_compliance = 0.1;
    run.settings.tear_strain = 0.5;
    run.control.hand.grabs = {
        {1, Vec3(0.7, 1.2, 0)}, {2, Vec3(0.5, 1, 0)}, {0, Vec3(-1, 0, 0)}}; // stretches the edge 0-1
    run.steps(1);
    EXPECT_EQ(run.state.torn, (std::vector<std::uint8_t>{1, 0, 1}));
    EXPECT_TRUE(whole_triangles(model, run.state).empty());
}

TEST(Wind, DragsAPlateThatFacesItByTheLawOfPressure) {
    Model model;
    model.rest_position = {{0, 0, 0}, {2, 0, 0}, {0, 1, 0}};
    model.mass = {1, 1, 1};
    model.triangles = {{0, 1, 2}};
    model.drag = 1.3;
    ASSERT_TRUE(finalise(model));
    const State state = initial_state(model);
    // The body is at rest, so the relative velocity is the wind's.
    const auto force_of = [&](const Vec3& wind) {
        std::vector<AirLoad> loads;
        find_air_loads(model, state, wind, loads);
        return std::array<Vec3, 3>{loads[0].drag * wind + loads[0].lift, loads[1].drag * wind + loads[1].lift,
                                   loads[2].drag * wind + loads[2].lift};
    };
    std::array<Vec3, 3> force = force_of({0, 0, 5});
    const double exact = 0.5 * kAirDensity * 25 * 1 * 1.3; // area 1 m^2
    EXPECT_NEAR(force[0].z + force[1].z + force[2].z, exact, 1e-12);
    EXPECT_NEAR(force[0].z, exact / 3, 1e-12);
    // Wind along the plate: no force. Wind at an angle: lift pushes across the flow, to the lee side.
    EXPECT_LT(glm::length(force_of({3, 0, 0})[0]), 1e-15);
    force = force_of({3, 0, 3});
    const Vec3 flow = glm::normalize(Vec3(3, 0, 3));
    const Vec3 across = force[0] - glm::dot(force[0], flow) * flow;
    EXPECT_NEAR(glm::dot(force[0], flow), 0.5 * kAirDensity * 18 * std::sqrt(0.5) * model.drag / 3, 1e-12);
    EXPECT_GT(across.z, 0);
    EXPECT_LT(across.x, 0);
}

TEST(Wind, CarriesALightPlateAtItsOwnSpeedAtMost) {
    Model model;
    model.rest_position = {{0, 0, 0}, {2, 0, 0}, {0, 1, 0}};
    model.mass = {1e-5, 1e-5, 1e-5};
    model.triangles = {{0, 1, 2}};
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_for("xpbd", 1), 0.1, {Vec3(0), {}, {0, 0, 40}}};
    for (int i = 0; i < 50; ++i) {
        run.steps(1);
        EXPECT_LE(run.state.particles.velocity[0].z, 40 + 1e-9);
    }
    EXPECT_NEAR(run.state.particles.velocity[0].z, 40, 0.1);
}

/// A closed octahedron of half-axis one.
Model octahedron() {
    Model model;
    model.rest_position = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    model.mass.assign(6, 1);
    const int x[] = {0, 1};
    const int y[] = {2, 3};
    const int z[] = {4, 5};
    for (int i = 0; i < 8; ++i) {
        const int a = x[i & 1];
        const int b = y[(i >> 1) & 1];
        const int c = z[(i >> 2) & 1];
        const bool odd = ((i & 1) + ((i >> 1) & 1) + ((i >> 2) & 1)) % 2 == 1;
        model.triangles.push_back(odd ? std::array<int, 3>{a, c, b} : std::array<int, 3>{a, b, c});
    }
    Volume volume;
    volume.triangles = model.triangles;
    volume.rest = 8.0 / 6;
    model.volumes.push_back(volume);
    EXPECT_TRUE(finalise(model));
    return model;
}

TEST(Volume, OfAnOctahedronAndItsGradientAreExact) {
    const Model model = octahedron();
    State state = initial_state(model);
    EXPECT_NEAR(enclosed_volume(model.triangles, state.particles.position), 8.0 / 6, 1e-15);
    std::vector<Vec3> gradient;
    const double value = evaluate_volume(model.volumes[0], state.particles.position, gradient);
    EXPECT_NEAR(value, 0, 1e-15);
    for (std::size_t i = 0; i < 6; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            const double step = 1e-6;
            std::vector<Vec3> unused;
            state.particles.position[i][axis] += step;
            const double ahead = evaluate_volume(model.volumes[0], state.particles.position, unused);
            state.particles.position[i][axis] -= 2 * step;
            const double behind = evaluate_volume(model.volumes[0], state.particles.position, unused);
            state.particles.position[i][axis] += step;
            EXPECT_NEAR(gradient[i][axis], (ahead - behind) / (2 * step), 1e-9);
        }
    }
}

class VolumeIn : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, VolumeIn, testing::Values("pbd", "xpbd", "direct", "newton", "vbd", "avbd", "mgpbd"));

TEST_P(VolumeIn, IsBroughtBackToPressureTimesRest) {
    Model model = octahedron();
    model.volumes[0].pressure = 1.5;
    Trial run{model, settings_for(GetParam(), 100)};
    run.control.gravity = Vec3(0);
    run.settings.velocity_damping = 5;
    run.steps(600);
    EXPECT_NEAR(enclosed_volume(model.triangles, run.state.particles.position), 1.5 * 8 / 6, 1e-3);
}

TEST(Volume, IsTheSameInTheFastEngine) {
    const auto squeezed = [](bool two, bool open) {
        Model model = octahedron();
        Volume& volume = model.volumes[0];
        if (two) { // a second one shares the corner at x = 1: two separate fans of triangles
            model.rest_position.insert(model.rest_position.end(),
                                       {{3, 0, 0}, {2, 1, 0}, {2, -1, 0}, {2, 0, 1}, {2, 0, -1}});
            const int other[] = {6, 0, 7, 8, 9, 10};
            for (std::size_t t = 0; t < 8; ++t) {
                const auto [a, b, c] = volume.triangles[t];
                volume.triangles.push_back({other[a], other[b], other[c]});
            }
            volume.rest *= 2;
        }
        if (open) {
            volume.triangles.pop_back();
        }
        const std::size_t count = model.rest_position.size();
        model.mass.assign(count, 1);
        model.mass[2] = 0;
        for (std::size_t i = 0; i < count; ++i) {
            model.rest_position[i] += Vec3(5, 0.02 * static_cast<double>(i), 0);
            model.rest_velocity.emplace_back(0.1 * static_cast<double>(i), 0, 1);
        }
        volume.pressure = 1.2;
        volume.material = {Role::volume, 1e-4, {}, 2.0};
        EXPECT_TRUE(finalise(model));
        return model;
    };
    for (const bool two : {false, true}) {
        for (const bool open : {false, true}) {
            const Model model = squeezed(two, open);
            for (const auto& [dt, tolerance] : {std::pair(1.0 / 60, 1e-5), std::pair(1e-3, 1e-12)}) { // single, double
                const auto [textbook, fast] = Pair(model, settings_for("xpbd", 3), 1, dt);
                for (std::size_t i = 0; i < model.particle_count(); ++i) {
                    EXPECT_LT(glm::length(fast.position(i) - textbook.position(i)), tolerance) << two << open << i;
                }
                EXPECT_NE(textbook.state.lambda[0], 0);
                EXPECT_NEAR(fast.state.lambda[0] / textbook.state.lambda[0], 1, tolerance);
            }
        }
    }
}

TEST(GlobalDamping, KeepsMomentumAndRotationAndStopsTheRest) {
    Model model = hanging_chain(8);
    model.mass[0] = 2;
    for (std::size_t i = 0; i < model.mass.size(); ++i) {
        model.rest_position[i].x = 0.2 * static_cast<double>(i % 3);
        model.rest_position[i].z = 0.1 * static_cast<double>(i % 2);
        model.rest_velocity[i] = {std::sin(1.0 * static_cast<double>(i)), 0.3, std::cos(2.0 * static_cast<double>(i))};
    }
    ASSERT_TRUE(finalise(model));
    State state = initial_state(model);
    const auto momenta = [&] {
        Vec3 linear(0);
        Vec3 angular(0);
        for (std::size_t i = 0; i < model.mass.size(); ++i) {
            const Vec3 p = model.mass[i] * state.particles.velocity[i];
            linear += p;
            angular += glm::cross(xyz(state.particles.position[i]), p);
        }
        return std::pair(linear, angular);
    };
    const auto before = momenta();
    Bodies bodies;
    bodies.find(model, state);
    damp_towards_rigid_motion(bodies, state, 0.3);
    EXPECT_LT(glm::length(momenta().first - before.first), 1e-10);
    EXPECT_LT(glm::length(momenta().second - before.second), 1e-9);
    // With full damping only a rigid motion remains, which keeps every distance.
    damp_towards_rigid_motion(bodies, state, 1);
    for (std::size_t i = 1; i < model.mass.size(); ++i) {
        const Vec3 apart = xyz(state.particles.position[i]) - xyz(state.particles.position[i - 1]);
        const Vec3 drift = state.particles.velocity[i] - state.particles.velocity[i - 1];
        EXPECT_NEAR(glm::dot(apart, drift), 0, 1e-9);
    }
}

// A single particle is rigid: it falls freely, and its fall does not damp other bodies.
TEST(GlobalDamping, ActsOnEachBodyByItself) {
    Model model = hanging_chain(8);
    for (std::size_t i = 1; i < model.mass.size(); ++i) {
        model.rest_velocity.push_back({0.3 * static_cast<double>(i % 3), 0, 0.2});
    }
    model.rest_velocity.insert(model.rest_velocity.begin(), Vec3(0));
    ASSERT_TRUE(finalise(model));
    Model two = model;
    two.rest_position.push_back({100, 0, 0});
    two.rest_velocity.push_back({0, 0, 0});
    two.mass.push_back(0.01);
    ASSERT_TRUE(finalise(two));
    for (const std::string_view method : {"xpbd", "newton", "vbd", "global"}) {
        Settings settings = settings_for(method, 5);
        settings.global_damping = 2;
        Trial alone{model, settings};
        Trial both{two, settings};
        alone.steps(30);
        both.steps(30);
        EXPECT_NEAR(both.state.particles.velocity.back().y, -kGravity * 0.5, 1e-9) << method;
        for (std::size_t i = 0; i < model.mass.size(); ++i) {
            EXPECT_LT(glm::length(both.position(i) - alone.position(i)), 1e-7) << method << i;
        }
    }
}

TEST(GlobalDamping, TakesWhatIsTornApartForTwoBodiesAndAFixedParticleForNone) {
    Model model;
    for (int i = 0; i < 6; ++i) {
        model.rest_position.push_back({1.0 * i, 0, 0});
        model.mass.push_back(i == 3 ? 0 : 1);
    }
    for (int i = 0; i < 5; ++i) {
        add_distance(model, i, i + 1, {});
    }
    ASSERT_TRUE(finalise(model));
    State state = initial_state(model);
    Bodies bodies;
    const auto found = [&] {
        bodies.find(model, state);
        std::vector<int> result;
        for (std::size_t i = 0; i < 6; ++i) {
            result.push_back(bodies.of(i));
        }
        return result;
    };
    EXPECT_EQ(found(), (std::vector<int>{0, 0, 0, -1, 1, 1}));
    state.torn.assign(model.constraint_count(), 0);
    state.torn[0] = 1;
    EXPECT_EQ(found(), (std::vector<int>{0, 1, 1, -1, 2, 2}));
    EXPECT_EQ(bodies.count(), 3);
}

TEST(FastEngine, IgnoresAFixedParticleThatNothingHolds) {
    const Model model = hanging_chain(8);
    Model with = model;
    with.rest_position.push_back({5e4, 0, 0});
    with.mass.push_back(0);
    ASSERT_TRUE(finalise(with));
    Settings settings = settings_for("xpbd", 5);
    settings.engine = Engine::fast;
    Trial alone{model, settings};
    Trial run{with, settings};
    alone.control.wind = run.control.wind = Vec3(0);
    alone.state.particles.position[4].x = run.state.particles.position[4].x = 0.3;
    alone.steps(20);
    run.steps(20);
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        EXPECT_EQ(run.position(i), alone.position(i)) << i;
    }
}

TEST(Stepper, SaysThatAParticleHasLeftTheWorld) {
    Model model;
    model.rest_position = {{0, 0, 0}, {2e6, 0, 0}};
    model.mass = {1, 1};
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_for("xpbd", 1)};
    EXPECT_FALSE(run.steps(1).last.finite);
    EXPECT_TRUE(run.last.left_world);
    model.rest_position[1] = {2, 0, 0};
    ASSERT_TRUE(finalise(model));
    Trial lost{model, settings_for("xpbd", 1)};
    lost.state.particles.velocity[1].x = std::nan("");
    EXPECT_FALSE(lost.steps(1).last.finite);
    EXPECT_FALSE(lost.last.left_world);
}

TEST(UnusedReason, NamesWhatKeepsASettingFromActing) {
    Settings settings = settings_for("xpbd", 10);
    EXPECT_EQ(unused_reason(settings, "iterations"), "");
    EXPECT_NE(unused_reason(settings, "stretch_stiffness"), "");
    EXPECT_NE(unused_reason(settings, "relaxation"), "");
    settings.sweep = SweepOrder::sor;
    EXPECT_EQ(unused_reason(settings, "relaxation"), "");
    EXPECT_NE(unused_reason(settings, "spectral_radius"), "");
    EXPECT_NE(unused_reason(settings_for("newton", 1), "iterations"), "");
}

TEST(Parameters, DampingHasAReasonWhereARigidConstraintCannotBeDamped) {
    // XPBD: gamma = alpha beta/h is 0. In methods that minimise, a rigid constraint has no energy that damping takes.
    Model model = hanging_chain(3);
    for (const char* method : {"xpbd", "direct", "newton", "vbd", "avbd", "mgpbd"}) {
        const auto end = [&](double compliance, double damping) {
            Trial run{model, settings_for(method, 5)};
            run.settings.stretch_compliance = compliance;
            run.settings.stretch_damping = damping;
            const bool acts = unused_reason(run.settings, model, "stretch_damping").empty();
            run.steps(5);
            return std::pair(acts, run.state.particles.position);
        };
        EXPECT_FALSE(end(0, 0).first) << method;
        EXPECT_EQ(end(0, 0).second, end(0, 100).second) << method;
        EXPECT_TRUE(end(1e-4, 0).first) << method;
        EXPECT_NE(end(1e-4, 0).second, end(1e-4, 100).second) << method;
    }
    Settings rigid = settings_for("xpbd", 1);
    rigid.stretch_compliance = 0;
    model.of_type<Distance>().material[1].compliance = 1e-3; // one edge has its own compliance
    ASSERT_TRUE(finalise(model));
    EXPECT_EQ(unused_reason(rigid, model, "stretch_damping"), "");
    model.of_type<Distance>().material[1].damping = 1; // and its own damping
    ASSERT_TRUE(finalise(model));
    EXPECT_NE(unused_reason(rigid, model, "stretch_damping"), "");
}

/// Four masses of 1 kg in a row, without gravity; the first edge is stretched by half.
Trial sprung_row(const Model& model, const char* method, int iterations) {
    Trial run{model, settings_for(method, iterations)};
    run.control.gravity = Vec3(0);
    run.settings.stretch_compliance = 1e-5;
    return run;
}

TEST(KnownLimits, AStepOfVertexBlockDescentThatHasNotConvergedChangesTheMomentum) {
    Model model;
    model.rest_position = {{0, 0, 0}, {1.5, 0, 0}, {2.5, 0, 0}, {3.5, 0, 0}};
    model.mass = {1, 1, 1, 1};
    for (int i = 0; i < 3; ++i) {
        model.of_type<Distance>().add({i, i + 1}, {1.0}, {});
    }
    ASSERT_TRUE(finalise(model));
    for (const char* method : {"vbd", "avbd"}) {
        EXPECT_GT(glm::length(sprung_row(model, method, 20).steps(1).measured().momentum), 1) << method;
        EXPECT_LT(glm::length(sprung_row(model, method, 5000).steps(1).measured().momentum), 1e-9) << method;
    }
    EXPECT_LT(glm::length(sprung_row(model, "xpbd", 1).steps(1).measured().momentum), 1e-12);
}

TEST(KnownLimits, AugmentedVertexBlockDescentKeepsAnErrorAtExtremeRatios) {
    Model model = hanging_chain(2);
    model.mass = {0, 0.001, 50};
    ASSERT_TRUE(finalise(model));
    const auto strain = [&](int iterations) {
        Trial run{model, settings_for("avbd", iterations)};
        run.settings.stretch_compliance = 0;
        run.settings.velocity_damping = 2;
        return run.steps(1200).measured().mean_strain;
    };
    EXPECT_NEAR(strain(20), 0.07, 0.005); // the values in the method's summary
    EXPECT_NEAR(strain(100), 0.013, 0.0005);
}

} // namespace
} // namespace xpbd::test
