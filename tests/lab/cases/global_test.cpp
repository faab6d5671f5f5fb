// Sessions in which primal-dual Newton stopped, or converged slowly.
#include "case.h"

#include <cmath>
#include <gtest/gtest.h>
#include <string>

namespace xpbd::lab::test {
namespace {

// A flat hinge whose heights are 1e-19 m gave NaN, and the strip hung in the air from then on.
TEST(GlobalCase, SinksWithNewtonWhereItHungInTheAir) {
    Experiment experiment = started(case_session("global_frozen.json"));
    run_to(experiment, 4);
    const double newton = reading(experiment, "sag", 1);
    EXPECT_GT(newton, 1e-3);
    EXPECT_NEAR(reading(experiment, "sag", 0), newton, 0.01 * newton);
    for (const Pane& pane : experiment.panes()) {
        EXPECT_EQ(pane.stats.unfinished, 0);
    }
}

/// A light square of cloth that swings, in newton up to `frame`; then the residual over inertia after each iteration of
/// a step of global.
std::vector<Equations> residuals_of_global(const std::string& bending, const Settings& pane, std::int64_t frame) {
    Session session;
    session.scene.name = "cloth";
    session.scene.values["resolution"] = {9, 9, 0};
    session.scene.values["size"] = {2, 2, 0};
    session.scene.values["mass"] = {0.08, 0, 0};
    const ParameterInfo& row = *scenes::find_scene_parameter(*scenes::find_scene("cloth"), "bending");
    session.scene.values["bending"] = *parse_value(row, bending);
    session.world.dt = 1.0 / 600;
    session.panes = {pane};
    session.panes.front().method = find_method("newton");
    Experiment experiment = started(session);
    run_to(experiment, frame);
    session.panes.front().method = find_method("global");
    session.panes.front().iterations = 12;
    EXPECT_TRUE(experiment.set_panes(session.panes));
    experiment.set_tracing(true);
    experiment.step();
    return experiment.panes().front().trace;
}

/// Bending that is soft without its damping, and stiff with it.
Settings damped_bending() {
    Settings pane;
    pane.stretch_compliance = pane.shear_compliance = 1e-4;
    pane.bend_compliance = 0.1;
    pane.bend_damping = 10;
    return pane;
}

// Outside of the factor, where only the stiffness of bending counted, the residual stayed at 4 times the inertia.
TEST(GlobalCase, ConvergesUnderDampedBendingByAngles) {
    const std::vector<Equations> residuals = residuals_of_global("dihedral", damped_bending(), 300);
    ASSERT_GE(residuals.size(), 3);
    EXPECT_LT(residuals[2].relative_primal, 1e-3);
    EXPECT_LT(residuals.back().relative_primal, 1e-6);
}

// The direction of isometric bending turns, and its damping with it: without that part the steps grew.
TEST(GlobalCase, ConvergesUnderDampedIsometricBending) {
    const std::vector<Equations> residuals = residuals_of_global("isometric", damped_bending(), 300);
    ASSERT_GE(residuals.size(), 3);
    EXPECT_LT(residuals[2].relative_primal, 1e-3);
    EXPECT_LT(residuals.back().relative_primal, 1e-6);
}

} // namespace
} // namespace xpbd::lab::test
