// src/core/FORMULAS.md, experiments 14 and 18: shapes and times with an exact answer; and the rod, whose twist follows
// torque times length.
#include "bodies.h"

#include <cmath>
#include <numbers>

namespace xpbd::test {
namespace {

TEST(Catenary, HangsAsDeepAsTheDiscreteCurve) {
    const int links = 20;
    const double span = 1.2;
    const double length = 2;
    Model model;
    for (int i = 0; i <= links; ++i) { // starts as a V
        const double share = double(i) / links;
        const double down = std::sqrt(length * length - span * span) * (0.5 - std::abs(share - 0.5));
        model.rest_position.push_back({span * (share - 0.5), -down, 0});
        model.mass.push_back(i == 0 || i == links ? 0 : 0.1);
    }
    for (int i = 0; i < links; ++i) {
        add_distance(model, i, i + 1, {});
        model.of_type<Distance>().rest.back()[0] = length / links;
    }
    ASSERT_TRUE(finalise(model));
    const auto error_of = [&](const char* method, int rate) {
        Trial run{model, settings_for(method, 4), 1.0 / rate};
        run.settings.stretch_compliance = 0;
        run.settings.velocity_damping = 5;
        run.steps(8 * rate);
        return -run.position(links / 2).y - 0.726905;
    };
    EXPECT_NEAR(error_of("newton", 30), 0, 5e-7);
    // The gradients turn within a step: the force balance has an error proportional to h^2, even if well solved.
    const double coarse = error_of("direct", 120);
    EXPECT_LT(std::abs(coarse), 2e-4);
    EXPECT_NEAR(coarse / error_of("direct", 240), 4, 0.1);
}

TEST(Cantilever, BendsAsABeamOfItsStiffnessUnderATipLoad) {
    const double length = 1;
    const double stiffness = 0.8; // E I [N m^2]
    const double tip_mass = 1e-5; // small enough for the linear theory
    for (const int segments : {4, 16}) {
        const double piece = length / segments;
        Model model;
        for (int i = -1; i <= segments; ++i) {
            model.rest_position.push_back({i * piece, 0, 0});
            model.mass.push_back(i <= 0 ? 0 : i == segments ? tip_mass : 1e-6 * tip_mass);
        }
        for (int i = 0; i <= segments; ++i) {
            Material rigid;
            rigid.compliance = 0;
            add_distance(model, i, i + 1, rigid);
            if (i > 0) {
                add_angle(model, i - 1, i, i + 1, {Role::bend, piece / stiffness, {}, {}});
            }
        }
        ASSERT_TRUE(finalise(model));
        // The beam starts slightly bent: a joint that is exactly straight has no bending direction.
        for (std::size_t i = 2; i < model.rest_position.size(); ++i) {
            const double s = static_cast<double>(i - 1) * piece;
            model.rest_position[i].y = -1e-6 * s * s;
        }
        Trial run{model, settings_for("newton", 1), 1.0 / 20};
        run.settings.velocity_damping = 5;
        run.steps(100);
        const double n = segments;
        const double exact =
            tip_mass * kGravity * length * length * length / (3 * stiffness) * (1 + 3 / (2 * n) + 1 / (2 * n * n));
        EXPECT_NEAR(-run.position(model.particle_count() - 1).y, exact, 1e-4 * exact) << segments << " segments";
    }
}

/// Period [s] of a pendulum of 1 m let go at 90 degrees, with the timestep 1/60 s over `substeps`: the time from its
/// first to its third passage through the vertical.
double pendulum_period(int substeps, Integrator integrator, Engine engine = Engine::textbook) {
    Model model;
    model.rest_position = {{0, 0, 0}, {1, 0, 0}};
    model.mass = {0, 1};
    add_distance(model, 0, 1, {});
    EXPECT_TRUE(finalise(model));
    const double h = 1.0 / (60.0 * substeps);
    Trial run{model, settings_for("xpbd", 5), h};
    run.settings.stretch_compliance = 0;
    run.settings.integrator = integrator;
    run.settings.engine = engine;
    std::vector<double> passages;
    double before = run.position(1).x;
    while (passages.size() < 3) {
        run.steps(1);
        const double now = run.position(1).x;
        if (before * now < 0) {
            passages.push_back(run.state.time - h * now / (now - before));
        }
        before = now;
    }
    return passages[2] - passages[0];
}

TEST(Pendulum, SwingsWithTheExactPeriodAsSubstepsGrow) {
    const double exact = 2.367842;
    double last = 1;
    for (const int substeps : {10, 100, 1000}) {
        const double error = std::abs(pendulum_period(substeps, Integrator::bdf2) - exact);
        EXPECT_LT(error, 0.2 * last) << substeps;
        last = error;
    }
    EXPECT_LT(last, 1e-6 * exact);
    // Implicit Euler loses amplitude: the error of the period is only of first order in h.
    const double coarse = pendulum_period(200, Integrator::bdf1) - exact;
    const double fine = pendulum_period(400, Integrator::bdf1) - exact;
    EXPECT_NEAR(coarse / fine, 2, 0.1);
}

TEST(Pendulum, SwingsWithTheSamePeriodInTheFastEngine) {
    for (const int substeps : {10, 1000}) {
        for (const Integrator integrator : {Integrator::bdf1, Integrator::bdf2}) {
            const double textbook = pendulum_period(substeps, integrator);
            // With 10 substeps h is 1/600 s, the longest step in which the fast engine uses double precision.
            expect_relative(pendulum_period(substeps, integrator, Engine::fast), textbook, 1e-6);
        }
    }
}

/// A weight of 1 kg on an edge of 1 m.
class HangingWeight : public testing::TestWithParam<Engine> {
protected:
    const Model model = hanging_chain(1);

    Trial trial(double compliance, int iterations, double dt, int substeps) const {
        Trial run{model, settings_for("xpbd", iterations), dt};
        run.settings.engine = GetParam();
        run.settings.stretch_compliance = compliance;
        run.settings.substeps = substeps;
        run.state.particles.position[1].y -= compliance * kGravity; // at rest
        return run;
    }
    static double tension(const Trial& run) { return read_constraints(run.model, run.state).front().force; }
};

TEST_P(HangingWeight, PullsWithItsWeightInHoweverSmallSteps) {
    struct Steps {
        double dt;
        int substeps;
        int frames;
    };
    for (const Steps& steps :
         {Steps{1.0 / 60, 1, 60}, Steps{1e-3, 1, 1000}, Steps{1.0 / 20, 50, 20}, Steps{1e-5, 1, 20000}}) {
        for (const double compliance : {0.0, 1e-4}) {
            Trial run = trial(compliance, 1, steps.dt, steps.substeps);
            double worst = 0;
            for (int frame = 0; frame < steps.frames; ++frame) {
                worst = std::max(worst, std::abs(tension(run.steps(1)) / kGravity - 1));
            }
            // At 1/60 s the fast engine uses single precision: it rounds the fall of g h^2 = 2.7e-3 m by 6e-8 m.
            const bool single = GetParam() == Engine::fast && steps.dt == 1.0 / 60;
            EXPECT_LT(worst, single ? 1e-4 : 1e-6)
                << steps.dt << " s in " << steps.substeps << ", " << compliance << " m/N";
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Engines, HangingWeight, testing::Values(Engine::textbook, Engine::fast));

/// A straight rod along x whose first segment is clamped, with a ghost particle above each segment.
Model straight_rod(int segments, double piece, double bend_compliance, double twist_compliance) {
    Model model;
    for (int i = 0; i <= segments; ++i) {
        model.rest_position.push_back({i * piece, 0, 0});
        model.mass.push_back(i <= 1 ? 0 : 0.01);
    }
    const int ghosts = segments + 1;
    for (int i = 0; i < segments; ++i) {
        model.rest_position.push_back({(i + 0.5) * piece, 0, piece});
        model.mass.push_back(i == 0 ? 0 : 0.01);
    }
    const Material rigid{Role::shear, 0, 1, {}};
    for (int i = 0; i < segments; ++i) {
        add_distance(model, i, i + 1, {Role::stretch, 0, 1, {}});
        add_distance(model, i, ghosts + i, rigid);
        add_distance(model, i + 1, ghosts + i, rigid);
        if (i > 0) {
            add_bend_twist(model, {i - 1, i, i + 1}, {ghosts + i - 1, ghosts + i},
                           Material{Role::bend, bend_compliance, {}, {}},
                           Material{Role::twist, twist_compliance, {}, {}});
        }
    }
    EXPECT_TRUE(finalise(model));
    return model;
}

TEST(Rod, EveryJointOfATwistedRodCarriesTheSameTorque) {
    const int segments = 9;
    const double twist_compliance = 0.05;
    Model model = straight_rod(segments, 0.1, 0.02, twist_compliance);
    // Turns the ghost of the last segment by 40 degrees and holds it there, with the segment.
    const double turn = 40 * std::numbers::pi / 180;
    Trial run{model, settings_for("newton", 1)};
    run.control.gravity = Vec3(0);
    run.settings.velocity_damping = 5;
    const int last_ghost = 2 * segments;
    run.control.hand.grabs = {{segments - 1, run.position(segments - 1)},
                              {segments, run.position(segments)},
                              {last_ghost, Vec3(0.85, -0.1 * std::sin(turn), 0.1 * std::cos(turn))}};
    run.steps(200);
    double total = 0;
    double first_torque = 0;
    int component = 0;
    for (const auto& reading : read_constraints(model, run.state)) {
        if (reading.type != "bend_twist") {
            continue;
        }
        if (component++ % 3 == 2) {
            total += 2 * std::atan(reading.value / 2); // Omega = 2 tan(theta/2)
            first_torque = first_torque == 0 ? reading.force : first_torque;
            EXPECT_NEAR(reading.force, first_torque, 1e-6 * std::abs(first_torque));
            EXPECT_NEAR(reading.force, reading.value / twist_compliance, 1e-6 * std::abs(first_torque));
        } else {
            EXPECT_NEAR(reading.value, 0, 1e-6) << "the rod stays straight";
        }
    }
    EXPECT_NEAR(std::abs(total), turn, 1e-6);
}

TEST(Rod, BendsAsMuchToEverySideAndKeepsItsLengths) {
    const Model model = straight_rod(6, 0.1, 0.02, 0.02);
    std::vector<double> moved;
    for (const Vec3 gravity : {Vec3(0, -1, 0), Vec3(0, 0, 1), Vec3(0, 0.6, -0.8)}) {
        Trial run{model, settings_for("newton", 1)};
        run.control.gravity = gravity;
        run.settings.velocity_damping = 5;
        run.steps(150);
        moved.push_back(glm::dot(run.position(6) - Vec3(0.6, 0, 0), gravity));
        EXPECT_LT(run.measured().max_strain, 1e-9);
    }
    EXPECT_GT(moved[0], 1e-4);
    // The ghosts are beside the rod: their weight twists it a little, differently for every direction of gravity.
    EXPECT_NEAR(moved[1], moved[0], 2e-3 * moved[0]);
    EXPECT_NEAR(moved[2], moved[0], 2e-3 * moved[0]);
}

} // namespace
} // namespace xpbd::test
