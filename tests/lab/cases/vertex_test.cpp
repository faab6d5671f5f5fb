// Methods that move one particle after the other add no energy where they have not converged.
#include "case.h"
#include "core/step/measure/measure.h"
#include "scenes/scenes.h"

#include <algorithm>

namespace xpbd::lab::test {
namespace {

/// The largest rise of the total energy above that at the start within these frames [J].
double energy_rise(Experiment& experiment, std::int64_t frames) {
    const double start = reading(experiment, "total_energy");
    double rise = 0;
    for (std::int64_t frame = 1; frame <= frames; ++frame) {
        run_to(experiment, frame);
        rise = std::max(rise, reading(experiment, "total_energy") - start);
    }
    EXPECT_FALSE(experiment.any_diverged());
    return rise;
}

class EnergyOf : public testing::TestWithParam<const char*> {};

TEST_P(EnergyOf, ADoublePendulumNeverRises) {
    if (std::string_view(GetParam()) == "hpbd") {
        GTEST_SKIP() << "not in the case";
    }
    for (const Integrator integrator : {Integrator::bdf1, Integrator::bdf2}) {
        Session session = case_session("vbd_double_pendulum.json", GetParam());
        session.panes[0].integrator = integrator;
        Experiment experiment = started(session);
        double lowest = 0;
        const double before = reading(experiment, "total_energy");
        for (std::int64_t frame = 1; frame <= 90; ++frame) {
            run_to(experiment, frame);
            EXPECT_LT(reading(experiment, "total_energy") - before, 1e-6) << "frame " << frame;
            lowest = std::min(lowest, reading(experiment, "lowest"));
        }
        EXPECT_LT(lowest, -0.55) << "it swings";
    }
}

/// A level or crumpled sheet on one pin, far stiffer than its iterations can solve.
TEST_P(EnergyOf, ASheetOnOnePinNeverRises) {
    for (const int iterations : {5, 20}) {
        for (const double tilt : {15.0, 90.0}) {
            Session session;
            session.scene.name = "cloth";
            session.scene.values["pins"] = {2, 0, 0}; // one corner
            session.scene.values["resolution"] = {8, 8, 0};
            session.scene.values["tilt"] = {tilt, 0, 0};
            session.panes = {Settings{.method = find_method(GetParam()), .iterations = iterations}};
            Experiment experiment = started(session);
            EXPECT_LT(energy_rise(experiment, 60), 1e-6) << iterations << " iterations, tilt " << tilt;
            EXPECT_LT(reading(experiment, "gravity_energy"), reading(started(session), "gravity_energy") - 0.05)
                << "it falls";
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, EnergyOf, testing::Values("vbd", "avbd", "hpbd"),
                         [](const auto& row) { return std::string(row.param); });

TEST(VertexBlockDescent, BringsAStiffCantileverNearItsRestAndNeverGainsEnergy) {
    Experiment experiment = started(case_session("vbd_unstable_cantilever.json"));
    EXPECT_LT(energy_rise(experiment, 1000), 1e-9);
    // With 20 iterations the sag approaches rest slowly: 0.01758 m here, 0.01734 at frame 1200, 0.01702 at frame 2400.
    EXPECT_NEAR(reading(experiment, "sag"), 0.0170, 7e-4);
}

} // namespace
} // namespace xpbd::lab::test
