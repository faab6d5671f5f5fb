// The trace of a step's iterations: its last entry is the measured residual, and tracing does not change the states.
#include "bodies.h"

#include <algorithm>
#include <cmath>

namespace xpbd::test {
namespace {

class Trace : public testing::TestWithParam<std::string_view> {};

TEST_P(Trace, EndsWithTheMeasuredResidualAndChangesNoState) {
    const Model model = hanging_chain(6, 1);
    Trial run{model, settings_for(GetParam(), 12), 1.0 / 60};
    run.settings.stretch_compliance = 1e-3;
    run.settings.substeps = 2;
    run.steps(5);
    State plain = run.state;
    const auto solver = make_solver(run.settings);
    const StepStats stats = solver->step(model, plain, run.control, run.settings, run.dt);
    State traced = run.state;
    std::vector<Equations> trace;
    const auto again = make_solver(run.settings);
    again->set_trace(&trace);
    again->step(model, traced, run.control, run.settings, run.dt);
    EXPECT_EQ(hash(plain), hash(traced));
    ASSERT_FALSE(trace.empty());
    EXPECT_LE(trace.size(), static_cast<std::size_t>(stats.iterations)) << "of the last substep alone";
    const Measure measured = measure(model, plain, run.settings, run.control.gravity, run.dt);
    EXPECT_NEAR(trace.back().residual_dual, measured.residual_dual, 1e-12 + 1e-6 * measured.residual_dual);
    const bool has_forces = method_of(run.settings).has_forces;
    if (has_forces) {
        EXPECT_NEAR(trace.back().residual_primal, measured.residual_primal, 1e-12 + 1e-6 * measured.residual_primal);
    } else {
        EXPECT_TRUE(std::isnan(trace.back().residual_primal) && std::isnan(measured.residual_primal));
    }
    const auto missed = [&](const Equations& e) { return e.relative_dual + (has_forces ? e.relative_primal : 0); };
    EXPECT_LE(missed(trace.back()), std::max(missed(trace.front()), 1e-9)) << "a direct one is there at once";
}

INSTANTIATE_TEST_SUITE_P(Methods, Trace,
                         testing::Values("pbd", "pbd_corrected", "xpbd", "hpbd", "direct", "newton", "vbd", "avbd",
                                         "mgpbd"),
                         [](const auto& row) { return std::string(row.param); });

} // namespace
} // namespace xpbd::test
