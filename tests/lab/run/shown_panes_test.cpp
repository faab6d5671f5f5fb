#include "lab/run/shown_panes.h"

#include "fixtures.h"
#include "lab/readouts/readouts.h"
#include "run/running.h"

#include <algorithm>
#include <cmath>
#include <stop_token>
#include <vector>

namespace xpbd::lab {
namespace {

using test::experiment_of;
using test::step;

Snapshot told(ShownPanes& shown, const Experiment& experiment, bool trace = false) {
    Snapshot snapshot;
    shown.fill(experiment, trace, {}, snapshot);
    return snapshot;
}

TEST(ShownPanes, AreComputedAnewOnlyAfterAChange) {
    Experiment experiment = experiment_of(test::small_cloth());
    ShownPanes shown;
    const Snapshot start = told(shown, experiment);
    ASSERT_EQ(start.panes.size(), experiment.panes().size());
    step(experiment, 3);
    EXPECT_EQ(told(shown, experiment).measured_frame, 0);
    shown.changed();
    const Snapshot later = told(shown, experiment);
    EXPECT_EQ(later.measured_frame, 3);
    EXPECT_EQ(later.hash, state_hash(experiment));
    EXPECT_NE(later.panes[0].positions, start.panes[0].positions);
}

TEST(ShownPanes, ReadWhatTheTableOfReadoutsReads) {
    Experiment experiment = experiment_of(test::small_cloth());
    step(experiment, 5);
    ShownPanes shown;
    const Sample sample = shown.sample(experiment, 7);
    EXPECT_EQ(sample.frame, 5);
    EXPECT_EQ(sample.branch, 7u);
    const World& world = experiment.world();
    for (std::size_t i = 0; i < experiment.panes().size(); ++i) {
        const Pane& pane = experiment.panes()[i];
        const Measure expected = measure(*pane.model, pane.state, pane.settings, world.gravity, world.dt);
        const std::vector<double> readings = read_all({expected, pane.settings, pane.stats, pane.solve_ms});
        ASSERT_EQ(sample.readout[i].size(), readings.size());
        for (std::size_t row = 0; row < readings.size(); ++row) {
            if (readouts()[row].reproducible && std::isfinite(readings[row])) {
                EXPECT_EQ(sample.readout[i][row], readings[row]) << readouts()[row].key;
            }
        }
        EXPECT_EQ(sample.method[i], pane.settings.method);
    }
}

TEST(ShownPanes, TheTimeIsTheShortestOfTheLastFrames) {
    Experiment experiment = experiment_of(test::small_cloth());
    ShownPanes shown;
    std::vector<double> times;
    for (int frame = 0; frame < 40; ++frame) {
        experiment.step();
        shown.changed();
        shown.note_step_times(experiment);
        times.push_back(experiment.panes()[0].solve_ms);
    }
    EXPECT_EQ(told(shown, experiment).panes[0].solve_ms, *std::min_element(times.end() - 16, times.end()));
    experiment.step();
    shown.forget_times();
    shown.changed();
    shown.note_step_times(experiment);
    EXPECT_EQ(told(shown, experiment).panes[0].solve_ms, experiment.panes()[0].solve_ms);
}

TEST(ShownPanes, ADivergedPaneShowsItsLastGoodState) {
    Experiment experiment = experiment_of(test::runaway());
    ShownPanes shown;
    step(experiment, static_cast<int>(test::kRunawayFrame) - 1);
    const Snapshot good = told(shown, experiment);
    step(experiment, 1);
    shown.changed();
    const Snapshot bad = told(shown, experiment);
    EXPECT_FALSE(good.panes[0].diverged);
    EXPECT_TRUE(bad.panes[0].diverged);
    EXPECT_EQ(bad.panes[0].positions, good.panes[0].positions);
}

TEST(ShownPanes, ResidualsAreTracedWhereAskedAndAllowedAndStayMeanwhile) {
    Experiment experiment = experiment_of(test::small_cloth());
    step(experiment, 5);
    ShownPanes shown;
    EXPECT_TRUE(told(shown, experiment, true).panes[0].residuals.empty()) << "nobody asked";
    shown.set_detail({.residuals = true});
    EXPECT_TRUE(told(shown, experiment, false).panes[0].residuals.empty()) << "not allowed yet";
    const Snapshot traced = told(shown, experiment, true);
    EXPECT_EQ(static_cast<int>(traced.panes[0].residuals.size()), experiment.panes()[0].settings.iterations);
    step(experiment, 1);
    shown.changed();
    const Snapshot between = told(shown, experiment, false);
    ASSERT_EQ(between.panes[0].residuals.size(), traced.panes[0].residuals.size());
    EXPECT_EQ(between.panes[0].residuals[0].residual_primal, traced.panes[0].residuals[0].residual_primal);
    const Snapshot next = told(shown, experiment, true);
    EXPECT_NE(next.panes[0].residuals[0].residual_primal, traced.panes[0].residuals[0].residual_primal);

    std::stop_source source;
    source.request_stop();
    step(experiment, 1);
    shown.changed();
    Snapshot cut;
    shown.fill(experiment, true, source.get_token(), cut);
    EXPECT_EQ(cut.panes[0].residuals[0].residual_primal, next.panes[0].residuals[0].residual_primal);
}

} // namespace
} // namespace xpbd::lab
