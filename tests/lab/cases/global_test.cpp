// Sessions in which primal-dual Newton stopped, or converged slowly.
#include "case.h"

#include <cmath>
#include <gtest/gtest.h>
#include <string>

namespace xpbd::lab::test {
namespace {

// A flat hinge with heights of 1e-19 m once gave NaN, and the strip no longer moved.
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

/// Runs a light, swinging square of cloth with "newton" to `frame`. Returns the residuals, over inertia, after each
/// iteration of one step with "global".
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

/// Bending whose compliance is soft and whose damping makes it stiff in a step.
Settings damped_bending() {
    Settings pane;
    pane.stretch_compliance = pane.shear_compliance = 1e-4;
    pane.bend_compliance = 0.1;
    pane.bend_damping = 10;
    return pane;
}

// Soft bending is not in the factored matrix (GlobalGraph). If its damping is left out, too, the residual stays at 4
// times the inertia.
TEST(GlobalCase, ConvergesUnderDampedBendingByAngles) {
    const std::vector<Equations> residuals = residuals_of_global("dihedral", damped_bending(), 300);
    ASSERT_GE(residuals.size(), 3);
    EXPECT_LT(residuals[2].relative_primal, 1e-3);
    EXPECT_LT(residuals.back().relative_primal, 1e-6);
}

// The damping force of isometric bending turns with its gradient. Without this part of the Hessian the steps grew.
TEST(GlobalCase, ConvergesUnderDampedIsometricBending) {
    const std::vector<Equations> residuals = residuals_of_global("isometric", damped_bending(), 300);
    ASSERT_GE(residuals.size(), 3);
    EXPECT_LT(residuals[2].relative_primal, 1e-3);
    EXPECT_LT(residuals.back().relative_primal, 1e-6);
}

} // namespace
} // namespace xpbd::lab::test
