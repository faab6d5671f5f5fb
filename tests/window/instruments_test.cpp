// The instruments, driven by mouse and keys: plots, replay, sweeps, timeline, match, panes.
#include "desk.h"

#include "core/model/method_traits.h"
#include "window/panels/transport_popups.h"
#include "window/widgets/plot.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>
#include <thread>
#include <utility>

namespace xpbd::window {
namespace {

std::string clipboard() {
    const char* text = ImGui::GetClipboardText();
    return text == nullptr ? "" : text;
}

void step(Desk& desk, int frames) {
    for (int i = 0; i < frames; ++i) {
        desk.press({kKeyRight});
    }
}

TEST(Plots, TheirTitleChoosesTheReadout) {
    Desk desk(small_session());
    desk.click("plot.title.0");
    desk.click("plot.choice.kinetic_energy");
    EXPECT_EQ(desk.state.stage.picture.plots[0], "kinetic_energy");
}

TEST(Plots, ADragOverTheTimeAxisScrubs) {
    Desk desk(small_session());
    step(desk, 20);
    ASSERT_EQ(desk.snapshot().frame, 20);
    desk.drag("plot.0", 0.9f, 0.25f);
    desk.frame(3);
    EXPECT_NEAR(static_cast<double>(desk.snapshot().frame), 5, 1);
    EXPECT_EQ(desk.snapshot().last_frame, 20) << "looking back forgets nothing";
}

TEST(Plots, TheWheelZoomsAndADoubleClickShowsAllAgain) {
    Desk desk(small_session());
    step(desk, 20);
    const ScreenRect plot = desk.rect("plot.0");
    desk.move(plot.center());
    desk.frame();
    ImGui::GetIO().MouseWheel = 2;
    desk.frame();
    const PlotZoom& zoom = desk.state.plots.zoom[0];
    ASSERT_TRUE(zoom.zoomed);
    const double all = desk.snapshot().time;
    EXPECT_NEAR(zoom.high - zoom.low, all * 0.64, 1e-3 * all);
    EXPECT_NEAR(0.5 * (zoom.high + zoom.low), 0.5 * all, 0.02 * all) << "about the mouse";
    desk.double_click("plot.0");
    EXPECT_FALSE(desk.state.plots.zoom[0].zoomed);
}

TEST(Plots, TheLegendHidesAPane) {
    Desk desk(small_session());
    step(desk, 3);
    desk.click("legend.B");
    EXPECT_EQ(desk.state.plots.hidden, 2u);
    desk.click("legend.B");
    EXPECT_EQ(desk.state.plots.hidden, 0u);
}

TEST(Plots, CopyAsCsvHasTheColumnsAndRowsOfARun) {
    Desk desk(small_session());
    step(desk, 5);
    desk.click("plots.copy");
    const std::string csv = clipboard();
    EXPECT_EQ(csv.rfind("frame,time,pane,method,mean_strain,", 0), 0u) << csv.substr(0, 80);
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 6 * 2);
    desk.click_at(desk.rect("plot.0").center(), 1);
    desk.click("plot_menu.copy");
    EXPECT_EQ(clipboard().rfind("curve,\"t (s)\",", 0), 0u) << clipboard().substr(0, 80);
}

/// A textile test with few particles.
lab::Session small_test(std::string_view scene, double strain) {
    lab::Session session = *lab::default_session(scene);
    session.scene.values["resolution"] = {3, 5, 0};
    session.scene.values["strain"] = {strain, 0, 0};
    session.scene.values["material"] = {1, 0, 0};
    session.scene.values["law"] = {0, 0, 0};
    session.scene.values["modulus_warp"] = {500, 0, 0};
    return session;
}

TEST(Plots, DrawTheExactAnswerBeneathWhatIsMeasuredOnceForAllPanes) {
    Desk desk(small_test("tensile_strip", 0.1));
    step(desk, 3);
    desk.frame(2);
    desk.rect("legend.exact");
    EXPECT_EQ(plot_key(desk.state.stage.picture, 0, "tensile_strip"), "grip_force");
    EXPECT_EQ(plot_key(desk.state.stage.picture, 1, "tensile_strip"), "contraction")
        << "the exact one has no plot of its own";
    desk.click_at(desk.rect("plot.0").center(), 1);
    desk.click("plot_menu.copy");
    const std::string csv = clipboard();
    const std::string line = "\"Force asked for\",0,";
    ASSERT_NE(csv.find(line), std::string::npos) << csv;
    EXPECT_NEAR(std::stod(csv.substr(csv.find(line) + line.size())), 50, 1e-11) << "500 N/m at 10 %";
    EXPECT_EQ(csv.find("Force asked for", csv.rfind("\"A  ")), csv.find(line, csv.rfind("\"A  ")) + 1) << csv;
    EXPECT_EQ(csv.find("\"B  Force asked for"), std::string::npos) << "both panes have the same";
}

TEST(Plots, OfSpringsShowNoForceThatNobodyAskedFor) {
    lab::Session session = small_test("tensile_strip", 0.1);
    session.scene.values["material"] = {0, 0, 0};
    Desk desk(session);
    step(desk, 3);
    desk.frame(2);
    desk.state.stage.picture.plots.fill("grip_force");
    desk.frame(2);
    EXPECT_EQ(desk.state.ui_map.find("legend.exact"), nullptr);
    const auto row = lab::place_of(*lab::find_readout("asked_force"));
    EXPECT_TRUE(std::isnan(desk.snapshot().panes[0].readings[row]));
}

TEST(Plots, ResidualsOfEveryIterationAreThereWhileTheyAreLookedAt) {
    Desk desk(small_session());
    step(desk, 5);
    desk.frame(2);
    EXPECT_EQ(desk.snapshot().panes[1].residuals.size(),
              static_cast<std::size_t>(desk.snapshot().panes[1].settings.iterations));
    desk.press({kKeyF3}); // hides the drawer
    desk.frame(3);
    EXPECT_TRUE(desk.snapshot().panes[1].residuals.empty());
}

TEST(Plots, HoldEveryFrameThatWasComputedInAdvance) {
    Desk desk(small_session());
    desk.state.link.outbox.emplace_back(lab::RunAhead{30});
    desk.frame(3);
    EXPECT_EQ(desk.state.plots.series.samples().size(), 31u);
    desk.click("plots.copy");
    const std::string csv = clipboard();
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 31 * 2);
}

TEST(Replay, SpaceAfterScrubbingBackPlaysWhatWasRecorded) {
    Desk desk(small_session());
    step(desk, 10);
    desk.settings(0).iterations = 3;
    desk.settle();
    step(desk, 10);
    const std::uint64_t end = desk.snapshot().hash;
    desk.drag("timeline", 0.9f, 0.2f);
    desk.frame(3);
    ASSERT_LT(desk.snapshot().frame, 8);
    EXPECT_EQ(desk.settings(0).iterations, 20) << "the panels show what was set then";
    EXPECT_EQ(desk.state.history.undo_count(), 1u) << "looking is no change";
    desk.press({' '});
    ASSERT_TRUE(desk.snapshot().playing);
    while (desk.snapshot().frame < 20) {
        const std::int64_t before = desk.snapshot().frame;
        desk.runner().advance(1);
        desk.frame();
        ASSERT_EQ(desk.snapshot().frame, before + 1);
        EXPECT_EQ(desk.settings(0).iterations, desk.snapshot().frame < 10 ? 20 : 3);
    }
    EXPECT_EQ(desk.snapshot().hash, end);
    EXPECT_EQ(desk.snapshot().last_frame, 20);
    EXPECT_TRUE(desk.snapshot().cuts.empty());
}

TEST(Replay, AChangeThereBranchesAndUndoBringsTheOldBranchBack) {
    Desk desk(small_session());
    step(desk, 20);
    const std::uint64_t end = desk.snapshot().hash;
    const std::size_t plotted = desk.state.plots.series.samples().size();
    desk.state.link.wanted_frame = 6;
    desk.frame(3);
    desk.settings(0).iterations = 2;
    desk.settings(1).iterations = 2;
    desk.settle();
    EXPECT_EQ(desk.snapshot().last_frame, 6);
    ASSERT_FALSE(desk.state.toasts.empty());
    EXPECT_NE(desk.state.toasts.back().text.find("frame 6"), std::string::npos) << desk.state.toasts.back().text;
    step(desk, 3);
    desk.frame(2);
    const std::uint64_t other = desk.snapshot().hash;
    EXPECT_EQ(desk.snapshot().last_frame, 9);
    EXPECT_EQ(desk.state.plots.series.samples().size(), 10u);

    desk.press({'Z', true});
    desk.frame(3);
    EXPECT_EQ(desk.snapshot().frame, 6);
    EXPECT_EQ(desk.snapshot().last_frame, 20);
    EXPECT_EQ(desk.settings(0).iterations, 20);
    EXPECT_EQ(desk.state.plots.series.samples().size(), plotted);
    desk.state.link.wanted_frame = 20;
    desk.frame(3);
    EXPECT_EQ(desk.snapshot().hash, end);

    desk.press({'Z', true, true});
    desk.frame(3);
    EXPECT_EQ(desk.snapshot().last_frame, 9);
    EXPECT_EQ(desk.settings(0).iterations, 2);
    desk.state.link.wanted_frame = 9;
    desk.frame(3);
    EXPECT_EQ(desk.snapshot().hash, other);
}

TEST(Replay, PlayGoesOnFromTheFrameThatWasChosenBeforeIt) {
    Desk desk(small_session());
    step(desk, 20);
    desk.state.link.seek_command = desk.state.link.last_command + 1; // the runner has not yet shown an earlier choice
    desk.state.link.wanted_frame = 6;
    desk.state.link.outbox.emplace_back(lab::Play{true});
    desk.frame(3);
    EXPECT_TRUE(desk.snapshot().playing);
}

TEST(Replay, ASessionSavedAfterEditsShowsWhatWasOnScreen) {
    Desk desk(small_session());
    for (const int iterations : {3, 11, 6}) {
        step(desk, 7);
        desk.settings(0).iterations = iterations;
        desk.frame(2);
    }
    step(desk, 4);
    const lab::Session session = screen_session(desk.state, desk.snapshot());
    EXPECT_EQ(session.past.size(), 3u);
    const auto again = lab::InlineRunner::create(*lab::parse_session(lab::write_session(session), "screen"));
    ASSERT_TRUE(again);
    EXPECT_EQ((*again)->latest()->hash, desk.snapshot().hash);
}

TEST(Timeline, SaysThatItsPastIsThinnedOutOrGone) {
    lab::Snapshot snapshot;
    snapshot.last_frame = 5000;
    EXPECT_EQ(kept_text(snapshot).find("every 2nd"), std::string::npos);
    snapshot.kept = {0, 4200, 8};
    EXPECT_NE(kept_text(snapshot).find("from 4200 on; before it up to every 8th"), std::string::npos)
        << kept_text(snapshot);
    EXPECT_EQ(kept_text(snapshot).find("dropped"), std::string::npos);
    snapshot.first_frame = 300;
    EXPECT_NE(kept_text(snapshot).find("frames 0 to 299, was dropped"), std::string::npos) << kept_text(snapshot);
}

/// Runs frames until the sweep is over.
void wait_for_sweep(Desk& desk) {
    for (int i = 0; i < 2000 && desk.state.sweep.job->running(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        desk.frame();
    }
    ASSERT_FALSE(desk.state.sweep.job->running());
}

TEST(SweepPanel, RunsFillsItsChartAndAClickOpensTheRun) {
    Desk desk(small_session());
    desk.click("drawer.Sweep");
    desk.click("sweep.until_settled");
    desk.state.sweep.frames = 20;
    desk.state.sweep.count = 4;
    desk.state.sweep.high = 27;
    desk.frame();
    desk.click("sweep.run");
    ASSERT_NE(desk.state.sweep.job, nullptr);
    wait_for_sweep(desk);
    const SweepJob& job = *desk.state.sweep.job;
    ASSERT_EQ(job.point_count(), 4u);
    EXPECT_EQ(job.values(2).front(), "9") << "1, 3, 9, 27";
    EXPECT_GT(job.result(0, 0)->readout[2], job.result(3, 0)->readout[2]) << "PBD sags less with more iterations";
    // The point of pane B with the most iterations is at the right end of the chart: searches it from below.
    desk.frame(2);
    const ScreenRect chart = desk.rect("sweep.chart");
    bool opened = false;
    for (float y = chart.max.y - 1; y > chart.min.y && !opened; y -= 4) {
        desk.click_at({chart.max.x - 1, y});
        opened = desk.snapshot().frame == 20;
    }
    ASSERT_TRUE(opened) << "no point can be clicked";
    EXPECT_EQ(desk.settings(0).iterations, 27);
    EXPECT_EQ(desk.snapshot().panes[0].measure.sag, job.result(3, 0)->readout[2]) << "what the chart showed";
    EXPECT_NE(sweep_ends(job).find("0 of 8 still, after 0.167 s"), std::string::npos) << sweep_ends(job);
    EXPECT_NE(sweep_ends(job).find("bars: the last second"), std::string::npos);
}

TEST(SweepPanel, ItsChartSaysWhatItIsOf) {
    Desk desk(small_session());
    desk.click("drawer.Sweep");
    desk.click("sweep.until_settled");
    desk.state.sweep.frames = 5;
    desk.state.sweep.count = 2;
    desk.state.sweep.high = 4;
    desk.frame();
    desk.click("sweep.run");
    wait_for_sweep(desk);
    EXPECT_EQ(sweep_is_of(desk.state), "");
    desk.settle();
    desk.settings(0).iterations = desk.settings(1).iterations = 77; // varied by the sweep: it stays valid
    desk.frame(2);
    EXPECT_EQ(sweep_is_of(desk.state), "");
    desk.settle();
    desk.settings(0).stretch_stiffness = 0.5;
    desk.frame(2);
    EXPECT_EQ(sweep_is_of(desk.state), "before your last change");
    EXPECT_NE(desk.state.ui_map.value_of("sweep.ends").find("before your last change"), std::string::npos);
    desk.settle();
    desk.press({'Z', true});
    EXPECT_EQ(sweep_is_of(desk.state), "") << "undone";
    choose_scene(desk.state, "net");
    desk.frame(2);
    EXPECT_EQ(sweep_is_of(desk.state), "of the scene " + std::string(scenes::find_scene("cloth")->label));
}

TEST(SweepPanel, APointOfASettledSweepIsWhatItsPaneShows) {
    Desk desk(small_session());
    desk.click("drawer.Sweep");
    desk.state.sweep.low = 4;
    desk.state.sweep.high = 16;
    desk.state.sweep.count = 2;
    desk.state.sweep.most_frames = 5000;
    desk.state.sweep.measure = "sag"; // the panes' points of this readout do not overlap
    desk.frame();
    desk.click("sweep.run");
    wait_for_sweep(desk);
    desk.frame(2);
    EXPECT_EQ(sweep_ends(*desk.state.sweep.job).find("4 of 4 still, after "), 0u) << sweep_ends(*desk.state.sweep.job);
    for (int pane = 0; pane < 2; ++pane) {
        const auto at = static_cast<std::size_t>(pane);
        desk.click("sweep.chart." + pane_label(pane) + ".1");
        desk.frame(2);
        const auto measured = desk.state.sweep.job->result(1, at);
        EXPECT_EQ(desk.snapshot().frame, measured->frame);
        EXPECT_EQ(desk.snapshot().panes[at].measure.sag, measured->readout[2]) << "pane " << pane;
        EXPECT_LE(measured->high[2] - measured->low[2], 1e-3 * measured->high[2]) << "it hangs still";
    }
}

TEST(SweepPanel, CancelEndsItAtOnceAndKeepsWhatIsDone) {
    Desk desk(small_session());
    desk.click("drawer.Sweep");
    desk.state.sweep.until_settled = false;
    desk.state.sweep.frames = 100000;
    desk.click("sweep.run");
    ASSERT_TRUE(desk.state.sweep.job->running());
    desk.frame();
    const auto before = std::chrono::steady_clock::now();
    desk.click("sweep.cancel");
    while (desk.state.sweep.job->running() && std::chrono::steady_clock::now() - before < std::chrono::seconds(20)) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_FALSE(desk.state.sweep.job->running());
    desk.frame(2);
    desk.rect("sweep.run"); // can be started again
}

TEST(SweepPanel, EveryNumberOfTheDocumentCanBeSwept) {
    for (const scenes::SceneInfo& scene : scenes::scene_table()) {
        if (scene.key == "mesh" || scene.key == "custom") {
            continue;
        }
        Desk desk(*lab::default_session(scene.key));
        const auto all = sweep_parameters(desk.state, *desk.snapshot().model);
        for (const SweepParameter& row : all) {
            EXPECT_LT(row.low, row.high) << scene.key << " " << row.key;
            EXPECT_GE(row.low, row.least) << scene.key << " " << row.key;
            EXPECT_LE(row.high, row.most) << scene.key << " " << row.key;
            desk.state.sweep.key = row.key;
            desk.state.sweep.low = row.low;
            desk.state.sweep.high = row.high;
            desk.state.sweep.count = 3;
            desk.state.sweep.until_settled = false;
            desk.state.sweep.frames = 1;
            start_sweep(desk.state, *desk.snapshot().model);
            desk.state.sweep.job.reset(); // this test is about starting a sweep only
            EXPECT_TRUE(desk.state.toasts.empty())
                << scene.key << " " << row.key << ": " << desk.state.toasts.back().text;
            desk.state.toasts.clear();
        }
        EXPECT_GT(all.size(), 8u);
    }
}

TEST(SweepPanel, ATextileTestVariesItsStrainAtFirstAndHasTheLawBeneathThePoints) {
    Desk desk(small_test("tensile_strip", 0.1));
    desk.click("drawer.Sweep");
    desk.frame(2);
    EXPECT_EQ(desk.state.sweep.ranged, "scene.strain");
    desk.state.sweep.low = 0;
    desk.state.sweep.high = 0.2;
    desk.state.sweep.count = 3;
    desk.state.sweep.until_settled = false;
    desk.state.sweep.frames = 2;
    desk.click("sweep.run");
    ASSERT_NE(desk.state.sweep.job, nullptr);
    wait_for_sweep(desk);
    desk.frame(2);
    desk.rect("legend.exact");
    desk.click_at(desk.rect("sweep.chart").center(), 1);
    desk.click("plot_menu.copy");
    const std::string csv = clipboard();
    EXPECT_NE(csv.find("\"Force asked for\",0,0,"), std::string::npos) << csv;
    for (const auto& [strain, force] : {std::pair{"0.1", 50.0}, std::pair{"0.2", 100.0}}) {
        const std::string point = std::string("\"Force asked for\",") + strain + ",";
        ASSERT_NE(csv.find(point), std::string::npos) << csv;
        EXPECT_NEAR(std::stod(csv.substr(csv.find(point) + point.size())), force, 1e-11);
    }
}

TEST(SweepPanel, OtherScenesVaryTheIterationsAtFirst) {
    Desk desk(small_session());
    desk.click("drawer.Sweep");
    EXPECT_EQ(desk.state.sweep.ranged, "iterations");
}

TEST(SweepPanel, LiveRepeatsWhenAParameterHasComeToRest) {
    Desk desk(small_session());
    desk.click("drawer.Sweep");
    desk.state.sweep.count = 3;
    desk.click("sweep.live");
    desk.settle();
    desk.frame(30);
    ASSERT_NE(desk.state.sweep.job, nullptr);
    wait_for_sweep(desk);
    const SweepJob* first = desk.state.sweep.job.get();
    desk.frame(60);
    EXPECT_EQ(desk.state.sweep.job.get(), first) << "nothing has changed";
    desk.settings(0).stretch_stiffness = 0.77;
    desk.settle();
    desk.frame(60);
    EXPECT_EQ(desk.state.sweep.base.panes[0].stretch_stiffness, 0.77);
    wait_for_sweep(desk);
}

TEST(Timeline, RunsAheadByButtonAndLoops) {
    Desk desk(small_session());
    desk.click("ahead");
    desk.click("ahead.1 s");
    desk.frame(2);
    const auto frames = static_cast<std::int64_t>(std::ceil(1 / desk.state.document.world.dt - 1e-9));
    EXPECT_EQ(desk.snapshot().frame, frames);
    desk.state.panels.ahead_seconds = 0.5;
    desk.click("ahead");
    desk.click("ahead.compute");
    desk.frame(2);
    EXPECT_EQ(desk.snapshot().frame, frames + frames / 2);
    desk.click("loop");
    desk.frame(2);
    EXPECT_TRUE(desk.snapshot().looping);
    EXPECT_TRUE(desk.snapshot().playing);
    desk.click("loop");
    desk.frame(2);
    EXPECT_FALSE(desk.snapshot().looping);
}

TEST(Screenshots, OneThatTakesLongShowsHowFarItIsAndCanBeCancelled) {
    Desk desk(small_session());
    EXPECT_EQ(desk.state.ui_map.find("job.cancel"), nullptr);
    desk.state.drawing.progress = 0.4; // as the real window does while it draws a picture
    desk.press_key(ImGuiKey_Escape);
    EXPECT_FALSE(desk.state.drawing.cancel) << "the key was meant for what was there before the bar";
    EXPECT_EQ(desk.state.ui_map.find("job.cancel"), nullptr);
    desk.frame(40); // more than half a second
    desk.press_key(ImGuiKey_Escape);
    EXPECT_TRUE(std::exchange(desk.state.drawing.cancel, false));
    desk.frame();
    EXPECT_EQ(desk.state.ui_map.find("timeline"), nullptr);
    desk.click("job.cancel");
    EXPECT_TRUE(desk.state.drawing.cancel);
    desk.state.drawing = {};
    desk.frame();
    desk.rect("timeline");
    ASSERT_TRUE(desk.press({'X'}));
    EXPECT_FALSE(desk.state.drawing.cancel) << "nothing is being drawn";
}

TEST(Timeline, TheMemoryLimitIsThePreferences) {
    Desk desk(small_session());
    EXPECT_EQ(desk.snapshot().timeline_limit, std::size_t{96} << 20);
    desk.state.preferences.timeline_mb = 64;
    desk.frame(3);
    EXPECT_EQ(desk.snapshot().timeline_limit, std::size_t{64} << 20);
}

/// Runs frames until the search is over.
void wait_for_match(Desk& desk) {
    for (int i = 0; i < 4000 && desk.state.match.job; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        desk.frame();
    }
    ASSERT_EQ(desk.state.match.job, nullptr);
    desk.frame(2);
}

TEST(Match, GivesPbdTheOtherPanesStiffnessOnASingleEdgeUntilIterationsMove) {
    Result<lab::Session> session = lab::parse_session(R"({ "format": "xpbd-lab", "version": 1,
        "scene": { "name": "custom",
          "particles": [ { "position": [0, 0, 0], "mass": 0 }, { "position": [0, -1, 0], "mass": 2 } ],
          "distance": [ { "particles": [0, 1] } ] },
        "panes": [ { "method": "pbd", "velocity_damping": 5 },
                   { "method": "xpbd", "velocity_damping": 5, "stretch_compliance": 0.001 } ] })",
                                                      "match");
    ASSERT_TRUE(session);
    Desk desk(*session);
    desk.click("settings.match_B");
    wait_for_match(desk);
    EXPECT_NE(desk.state.match.outcome.find("wanted 1.00 kN/m, reached"), std::string::npos)
        << desk.state.match.outcome;
    EXPECT_NE(desk.state.match.outcome.find("20 iterations"), std::string::npos) << desk.state.match.outcome;
    desk.rect("match.outcome");
    EXPECT_FALSE(match_is_stale(desk.state));
    desk.settings(1).stretch_compliance = 0.01;
    desk.frame(2);
    EXPECT_EQ(desk.state.ui_map.value_of("match.outcome").find("Before your last change: "), 0u);
    desk.settings(1).stretch_compliance = 0.001;
    desk.frame(2);
    EXPECT_EQ(desk.state.ui_map.value_of("match.outcome"), desk.state.match.outcome);
    desk.settle();
    EXPECT_EQ(desk.state.history.undo_count(), 1u);
    desk.runner().advance(3000);
    desk.frame(2);
    const auto stiffness = [&](std::size_t pane) { return *desk.snapshot().panes[pane].measure.effective_stiffness; };
    EXPECT_NEAR(stiffness(1), 1000, 1);
    EXPECT_NEAR(stiffness(0), 1000, 1) << "within 0.1 %";
    desk.settings(0).iterations *= 2;
    desk.settings(1).iterations *= 2;
    desk.frame(2);
    desk.runner().advance(3000);
    desk.frame(2);
    EXPECT_NEAR(stiffness(1), 1000, 1);
    EXPECT_GT(stiffness(0), 1500) << "the match breaks";
}

TEST(Match, IsCancelledAndDoesNotSetWhatHasChangedMeanwhile) {
    Desk desk(small_session());
    const double k = desk.settings(0).stretch_stiffness;
    desk.click("match.measure");
    desk.click("match.measure.sag");
    EXPECT_EQ(desk.state.match.measure, "sag");
    desk.click("settings.match_B");
    if (desk.state.match.job) { // else the match has already ended
        desk.state.match.job->cancel();
    }
    wait_for_match(desk);
    desk.settings(0).stretch_stiffness = k;
    desk.frame();
    desk.click("settings.match_B");
    desk.settings(0).iterations = 7;
    wait_for_match(desk);
    EXPECT_EQ(desk.settings(0).stretch_stiffness, k) << desk.state.match.outcome;
    EXPECT_NE(desk.state.match.outcome.find("Not set"), std::string::npos) << desk.state.match.outcome;
}

TEST(Panes, FromOneToSixByTabs) {
    Desk desk(small_session());
    desk.settings(1).iterations = 33;
    desk.click("tab_B");
    for (std::size_t count = 3; count <= 6; ++count) {
        desk.click("tab_add");
        desk.frame(2);
        ASSERT_EQ(desk.snapshot().panes.size(), count);
        EXPECT_EQ(desk.layout.panes.size(), count);
        EXPECT_EQ(desk.state.document.panes.back(), desk.settings(1)) << "a copy of the selected one";
    }
    EXPECT_EQ(desk.state.ui_map.find("tab_add"), nullptr);
    for (int count = 5; count >= 1; --count) {
        remove_pane(desk.state.document, 0);
        desk.frame(3);
        EXPECT_EQ(desk.snapshot().panes.size(), static_cast<std::size_t>(count));
        EXPECT_EQ(desk.layout.panes.size(), static_cast<std::size_t>(count));
    }
    remove_pane(desk.state.document, 0);
    EXPECT_EQ(desk.state.document.panes.size(), 1u) << "the last one stays";
    EXPECT_EQ(*lab::parse_session(lab::write_session(saved_session(desk.state, desk.snapshot())), "s"),
              saved_session(desk.state, desk.snapshot()));
}

TEST(Colouring, TheCornerAsksForTheForcesItNeeds) {
    Desk desk(small_session());
    step(desk, 10);
    EXPECT_TRUE(desk.snapshot().panes[0].tension.empty());
    desk.click("corner.colour_A");
    desk.click("menu.colour.tension");
    desk.frame(3);
    EXPECT_EQ(desk.state.stage.picture.colouring, picture::Colouring::tension);
    EXPECT_FALSE(desk.snapshot().panes[0].tension.empty());
}

TEST(Colouring, ByForcesIsGreyWhereNoPaneHasThem) {
    for (const char* other : {"hpbd", "xpbd"}) {
        Desk desk(small_session());
        desk.settings(0).method = find_method("hpbd");
        desk.settings(1).method = find_method(other);
        step(desk, 3);
        desk.click("corner.colour_A");
        desk.click("menu.colour.tension");
        desk.frame(3);
        const bool has_forces = std::string_view(other) == "xpbd";
        EXPECT_EQ(picture::colouring_of(desk.state.document.scene, desk.state.stage.picture),
                  has_forces ? picture::Colouring::tension : picture::Colouring::stretch);
        EXPECT_TRUE(desk.snapshot().panes[0].tension.empty());
        EXPECT_NE(desk.snapshot().panes[1].tension.empty(), has_forces);
    }
}

TEST(Help, ShowsTheFormulasOnScreenWithTheirValues) {
    Desk desk(small_session());
    desk.settings(0).iterations = desk.settings(1).iterations = 4;
    desk.settings(0).stretch_stiffness = 0.5;
    desk.settings(1).stretch_compliance = 0.002;
    desk.press({kKeyF1});
    desk.frame(3);
    desk.rect("help.formula_A");
    desk.rect("help.formula_B");
    const auto shown = [&](const char* name) { return desk.state.ui_map.value_of(name); };
    EXPECT_EQ(shown("help.A.r = (1-k)^n"), "r = (1-k)^n = (1-0.5)^4 = 0.0625");
    EXPECT_EQ(shown("help.B.1/α"), "1/α = 1/0.002 = 500 N/m");
    desk.settings(1).stretch_compliance = 0.004;
    desk.frame(2);
    EXPECT_EQ(shown("help.B.1/α"), "1/α = 1/0.004 = 250 N/m") << "the present values";
}

TEST(Panes, ASceneWithFewerPanesDrawsNoneThatIsGone) {
    Desk desk(small_session());
    desk.click("tab_add");
    desk.frame(2);
    ASSERT_NE(desk.state.ui_map.find("method_C"), nullptr);
    desk.click("scene");
    desk.move(desk.rect("scene_choice.rope_hanging").center());
    desk.frame(2);
    desk.button(0, true);
    desk.frame();
    desk.button(0, false);
    desk.frame(); // draws the list before the headers of the new panes: three still fit
    ASSERT_EQ(desk.state.document.panes.size(), 2u);
    EXPECT_EQ(desk.state.ui_map.find("method_C"), nullptr);
}

TEST(Panes, UndoingThePaneThatIsShownAloneShowsAnother) {
    Desk desk(small_session());
    desk.settle();
    desk.click("tab_add");
    desk.settle();
    desk.state.stage.picture.mode = picture::ViewMode::single;
    desk.state.stage.picture.active_pane = 2;
    desk.frame(2);
    ASSERT_NE(desk.state.ui_map.find("method_C"), nullptr);
    ASSERT_TRUE(dispatch(desk.state, desk.snapshot(), {'Z', true}));
    ASSERT_EQ(desk.state.document.panes.size(), 2u);
    keep_in_range(desk.state);
    EXPECT_EQ(desk.state.stage.picture.active_pane, 1);
    desk.frame();
    EXPECT_EQ(desk.state.ui_map.find("method_C"), nullptr);
}

} // namespace
} // namespace xpbd::window
