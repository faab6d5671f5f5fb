// Fabrics and ropes whose readouts, bending or damping were wrong (tests/cases).
#include "case.h"

#include "core/step/measure/fabric_reader.h"

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace xpbd::lab::test {
namespace {

TEST(FabricCases, TheForceAskedForIsThatOfTheLawUnderCompression) {
    Experiment experiment = started(case_session("asked_force_compressed.json", "newton"));
    run_to(experiment, 30);
    EXPECT_NEAR(reading(experiment, "asked_force"), -10, 1e-9);
    EXPECT_NEAR(reading(experiment, "grip_force"), -10, 1e-6);
    const Pane& pane = experiment.panes()[0];
    const FabricReader reader(*pane.model, pane.state);
    EXPECT_NEAR(reader.tension(pane.model->fabric.front())[0], -10, 1e-6) << "what colours and tearing read";
}

TEST(FabricCases, AModulusIsReadWhereTheWeftIsNotStrained) {
    for (const char* method : {"global", "newton"}) {
        Experiment experiment = started(case_session("modulus_blank.json", method));
        run_to(experiment, 30);
        EXPECT_NEAR(reading(experiment, "modulus_warp"), 1000, 1) << method;
        EXPECT_NEAR(reading(experiment, "effective_stiffness"), 1000, 1) << method;
    }
}

TEST(FabricCases, ALawWithoutAFreeWidthSaysSo) {
    const Session session = case_session("stvk_no_free_width.json");
    const Experiment experiment = started(session);
    EXPECT_NE(experiment.panes()[0].model->specimen.fault, "");
    EXPECT_TRUE(std::isnan(reading(experiment, "asked_force")));
    Session below = session;
    below.scene.values["poisson"] = {0.33, 0, 0}; // below 1/(2^2 - 1)
    const Experiment whole = started(below);
    EXPECT_EQ(whole.panes()[0].model->specimen.fault, "");
    EXPECT_NEAR(reading(whole, "asked_force"), 1000 * 2 * 3 / 2.0, 1e-6);
}

/// Decay of a vertical rope's first longitudinal mode, let go unstretched, from two extrema of its lower end [1/s].
double decay_of(const Session& session, int segments) {
    Session run = session;
    run.scene.values["segments"] = {static_cast<double>(segments), 0, 0};
    Experiment experiment = started(run);
    const double rest = 0.5 * 9.81 / (2 * 200); // rho g L^2/(2 EA): the end has half of a segment's mass
    std::vector<double> from_rest;
    for (int frame = 0; frame < 260; ++frame) {
        experiment.step();
        from_rest.push_back(reading(experiment, "sag") - rest);
    }
    std::vector<std::array<double, 2>> extrema; // time [s], distance from rest [m]
    for (std::size_t i = 1; i + 1 < from_rest.size(); ++i) {
        const double before = from_rest[i] - from_rest[i - 1];
        const double after = from_rest[i + 1] - from_rest[i];
        if (before * after < 0) {
            const double place = static_cast<double>(i) + 0.5 * (before + after) / (before - after);
            extrema.push_back({place * run.world.dt, std::abs(from_rest[i])});
        }
    }
    if (extrema.size() < 2) {
        ADD_FAILURE() << "no vibration";
        return 0;
    }
    return std::log(extrema[0][1] / extrema[1][1]) / (extrema[1][0] - extrema[0][0]);
}

TEST(RopeCases, TheDecayOfARopeIsThatOfItsViscosityForAnyNumberOfSegments) {
    const Session session = case_session("damping_rope_5.json");
    for (const int segments : {5, 10, 20, 40}) {
        // Kelvin-Voigt bar of N lumped masses, clamped above: eta omega^2/(2 EA), omega = 2 c N sin(pi/(4 N)).
        const double omega = 2 * 20 * segments * std::sin(std::numbers::pi / (4 * segments));
        const double decay = 5 * omega * omega / (2 * 200);
        EXPECT_NEAR(decay_of(session, segments), decay, 0.05 * decay) << segments;
    }
}

} // namespace
} // namespace xpbd::lab::test
