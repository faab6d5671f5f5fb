// The window after its first start: the readouts, and the chips (labels in a pane's header) for the parameters in which
// panes differ.
#include "desk.h"

#include "core/model/method_traits.h"
#include "picture/text/differences.h"
#include "picture/text/imgui_versions.h"
#include "window/state/comparison.h"

#include <algorithm>
#include <imgui_internal.h>
#include <set>

namespace xpbd::window {
namespace {

/// The pendulum: PBD and XPBD use different integrators.
lab::Session two_integrators() {
    lab::Session session = *lab::default_session("pendulum");
    session.panes[0].integrator = Integrator::bdf1;
    session.panes[1].integrator = Integrator::bdf2;
    return session;
}

std::set<std::string> chips(const Desk& desk, int pane) {
    std::set<std::string> texts;
    const auto all = picture::differences(desk.state.document.panes, *desk.snapshot().model);
    for (const picture::Difference& difference : all[static_cast<std::size_t>(pane)]) {
        texts.insert(difference.text);
    }
    return texts;
}

TEST(Chips, SayWhatAPaneHasAndItsNeighbourHasNot) {
    Desk desk(two_integrators());
    EXPECT_EQ(chips(desk, 0).count("bdf1"), 1u);
    EXPECT_EQ(chips(desk, 1).count("bdf2"), 1u);
    EXPECT_NE(desk.state.ui_map.find("chip_A.integrator"), nullptr);
    EXPECT_NE(desk.state.ui_map.find("chip_B.integrator"), nullptr);
    EXPECT_EQ(chips(desk, 0).count("n 1"), 0u) << "the same in both";
    desk.settings(0).iterations = 20;
    desk.settings(1).sweep = SweepOrder::jacobi;
    EXPECT_EQ(chips(desk, 0).count("n 20"), 1u);
    EXPECT_EQ(chips(desk, 1).count("n 1"), 1u);
    EXPECT_EQ(chips(desk, 0).count("Gauss-Seidel"), 1u);
    EXPECT_EQ(chips(desk, 1).count("Jacobi"), 1u);
}

TEST(Chips, ShowTheMaterialsOfPbdAndXpbdAndNothingBetweenTwins) {
    Desk desk(small_session());
    EXPECT_EQ(chips(desk, 0).count("k 0.03"), 1u);
    EXPECT_EQ(chips(desk, 1).count("α 0.005"), 1u);
    EXPECT_EQ(chips(desk, 1).count("β 0"), 0u) << "no damping is nothing to say";
    desk.settings(1).stretch_compliance = 0;
    EXPECT_EQ(chips(desk, 1).count("α rigid"), 1u);
    desk.settings(1) = desk.settings(0);
    EXPECT_TRUE(chips(desk, 0).empty());
    EXPECT_TRUE(chips(desk, 1).empty());
}

TEST(Advanced, ComesOnlyWhereItIsAskedFor) {
    Desk desk(small_session(), {1600, 1200});
    desk.state.preferences.advanced = false;
    desk.frame(2);
    desk.rect("settings.iterations");
    desk.rect("settings.stretch_compliance");
    for (const char* key : {"engine", "sweep", "stop", "twist_stiffness"}) {
        EXPECT_EQ(desk.state.ui_map.find(std::string("settings.") + key), nullptr) << key;
    }
    EXPECT_EQ(desk.layout.readout_rows, 1) << "sigma, residuals and momentum";
    desk.click("settings.advanced");
    desk.frame(2);
    EXPECT_TRUE(desk.state.preferences.advanced);
    EXPECT_EQ(desk.layout.readout_rows, 2);
    for (const char* key : {"engine", "sweep", "stop", "twist_stiffness"}) {
        desk.rect(std::string("settings.") + key);
    }
}

TEST(Advanced, WhatPanesDifferInIsSeenAtOnce) {
    Desk desk(two_integrators());
    desk.state.preferences.advanced = false;
    desk.frame(2);
    desk.rect("settings.integrator");
    desk.rect("settings.integrator.B");
    EXPECT_EQ(desk.state.ui_map.find("settings.sweep"), nullptr);
}

TEST(SideBySide, EachPaneHasItsCellInOneRowAndTheLinkButtonJoinsThem) {
    Desk desk(small_session());
    EXPECT_EQ(desk.state.ui_map.find("settings.iterations.B"), nullptr) << "one slider for all while linked";
    desk.click("settings.iterations.link");
    const ScreenRect a = desk.rect("settings.iterations");
    const ScreenRect b = desk.rect("settings.iterations.B");
    EXPECT_EQ(a.min.y, b.min.y);
    EXPECT_LT(a.max.x, b.min.x);
    const int before = desk.settings(0).iterations;
    desk.drag("settings.iterations.B", 0.1f, 0.9f);
    EXPECT_EQ(desk.settings(0).iterations, before);
    EXPECT_GT(desk.settings(1).iterations, 100);
    desk.click("settings.iterations.link");
    EXPECT_EQ(desk.settings(1).iterations, before);
    EXPECT_EQ(desk.state.ui_map.find("settings.iterations.B"), nullptr);
}

TEST(SliderRange, ShowsTheCompliancesThatTheWeightOfTheBodyFeels) {
    Desk desk(*lab::default_session("cloth"));
    const int row = parameter_row("stretch_compliance");
    const auto ends = [&] { return desk.state.ranges.ends(row, desk.state.document, *desk.snapshot().model, 1); };
    // A cloth of 0.5 kg with edges of l = 2/31 m: edge length over weight l/W = 0.01315 m/N.
    EXPECT_DOUBLE_EQ(ends().low, 1e-5);
    EXPECT_DOUBLE_EQ(ends().high, 0.04);
    desk.double_click("settings.stretch_compliance");
    desk.type("1e-9");
    desk.enter();
    ASSERT_EQ(desk.settings(1).stretch_compliance, 1e-9);
    EXPECT_EQ(ends().low, 1e-12) << "a value beyond is on the whole range";
    desk.settings(0).stretch_compliance = desk.settings(1).stretch_compliance = 0;
    EXPECT_DOUBLE_EQ(ends().low, 1e-5) << "rigid has a box of its own";
    desk.state.document.world.gravity = {0, 0, 0};
    EXPECT_EQ(ends().low, 1e-12) << "nothing pulls";
}

/// Effective over nominal stiffness that XPBD reaches in a body that hangs still.
double reached(const char* scene, double compliance, int iterations, double& sigma) {
    lab::Session session = *lab::default_session(scene);
    Settings settings = session.panes[1];
    settings.stretch_compliance = compliance;
    settings.iterations = iterations;
    settings.velocity_damping = 3;
    session.panes = {settings};
    const std::unique_ptr<lab::InlineRunner> runner = std::move(*lab::InlineRunner::create(session, 1));
    runner->advance(400);
    const Measure& measure = runner->latest()->panes[0].measure;
    sigma = measure.sigma;
    return measure.effective_stiffness.value_or(0) * compliance;
}

TEST(SliderRange, MarksWhereXpbdHasLessThanThreeQuartersOfTheStiffness) {
    for (const auto& [scene, compliance] : {std::pair("cloth", 5e-4),
                                            {"cloth", 2e-3},
                                            {"rope_hanging", 1e-4},
                                            {"rope_hanging", 1e-3},
                                            {"cantilever", 1e-4}}) {
        double sigma = 0;
        (void)reached(scene, compliance, 1, sigma);
        const int below = static_cast<int>(std::floor(least_iterations(sigma)));
        EXPECT_LT(reached(scene, compliance, below, sigma), 0.75) << scene << " " << compliance << " n " << below;
    }
    // The marked range of the slider must end at the limit from the rule.
    Desk desk(*lab::default_session("cloth"));
    const auto marks = [&](const char* key, int pane) {
        return desk.state.ranges.ends(parameter_row(key), desk.state.document, *desk.snapshot().model, pane).soft_below;
    };
    desk.settings(1).stretch_compliance = marks("stretch_compliance", 1);
    EXPECT_NEAR(marks("iterations", 1), desk.settings(1).iterations, 1e-9);
    EXPECT_EQ(marks("iterations", 0), 0) << "PBD asks for no stiffness";
    desk.settings(1).sweep = SweepOrder::jacobi;
    EXPECT_EQ(marks("stretch_compliance", 1), 0) << "no rule";
}

TEST(Tooltip, StandsBesideWhatItIsAboutAndGoesWhileAButtonIsDown) {
    Desk desk(small_session(), {1280, 720});
    for (const char* name : {"settings.iterations", "hint.iterations", "method_A", "scene"}) {
        const ScreenRect item = desk.rect(name);
        desk.move(item.center());
        desk.frame(4);
        const ImGuiWindow* tip = ImGui::FindWindowByName("##Tooltip_00");
        if (tip != nullptr && tip->Active) {
            const ScreenRect rect{{tip->Pos.x, tip->Pos.y}, {tip->Pos.x + tip->Size.x, tip->Pos.y + tip->Size.y}};
            EXPECT_FALSE(overlap(rect, item)) << name;
            EXPECT_GE(rect.min.x, 0) << name;
            EXPECT_LE(rect.max.x, 1280) << name;
        } else {
            EXPECT_STRNE(name, "settings.iterations") << "has a tooltip";
        }
    }
    desk.click("settings.iterations.link");
    desk.move(desk.rect("settings.iterations.B").center());
    desk.frame(4);
    const ImGuiWindow* beside = ImGui::FindWindowByName("##Tooltip_00");
    ASSERT_TRUE(beside != nullptr && beside->Active);
    EXPECT_LE(beside->Pos.x + beside->Size.x, desk.layout.right.min.x) << "not over pane A's value either";
    desk.button(0, true);
    desk.frame(3);
    const ImGuiWindow* tip = ImGui::FindWindowByName("##Tooltip_00");
    EXPECT_TRUE(tip == nullptr || !tip->Active);
    desk.button(0, false);
    desk.frame();
}

/// The fonts have every character of the tables' texts, tooltips and formulas: no character shows as a box.
TEST(Fonts, HaveEverySignOfTheTables) {
    const Desk desk(small_session());
    std::string all;
    for (const SettingsParameter& row : settings_parameters()) {
        all += std::string(row.info.label) + std::string(row.info.symbol) + std::string(row.info.tooltip) +
               std::string(row.info.formula) + std::string(row.info.unit);
    }
    for (const MethodTraits& method : methods()) {
        all += std::string(method.label) + std::string(method.formula) + std::string(method.summary);
    }
    for (const WorldParameter& row : world_parameters()) {
        all += std::string(row.info.tooltip) + std::string(row.info.formula);
    }
    for (const char* sign : {"λ", "α̃", "∇", "Δ", "σ", "²"}) {
        EXPECT_NE(all.find(sign), std::string::npos) << sign;
    }
    EXPECT_EQ(all.find("alpha"), std::string::npos);
    EXPECT_EQ(all.find("lambda"), std::string::npos);
    const ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    ASSERT_GE(atlas.Fonts.Size, 4);
    for (const char* at = all.c_str(); *at != '\0';) {
        unsigned sign = 0;
        at += ImTextCharFromUtf8(&sign, at, nullptr);
        for (const int font : {0, 3}) { // the fonts of paragraphs and captions
            EXPECT_TRUE(imgui::has_glyph(*atlas.Fonts[font], static_cast<ImWchar>(sign))) << "U+" << std::hex << sign;
        }
    }
}

TEST(Compare, MakesTheGridOfIterationsInOneStepOfTheHistory) {
    Desk desk(small_session());
    for (int i = 0; i < 3; ++i) {
        desk.press({kKeyRight});
    }
    const Document before = desk.state.document;
    desk.click("menu.View");
    desk.move(desk.rect("menu.grid").center());
    desk.frame(30);
    desk.click("menu.grid.iterations");
    desk.frame(3);
    ASSERT_EQ(desk.snapshot().panes.size(), 6u);
    EXPECT_EQ(desk.layout.panes.size(), 6u);
    EXPECT_EQ(desk.layout.panes[0].view.min.y, desk.layout.panes[2].view.min.y) << "three columns";
    EXPECT_LT(desk.layout.panes[2].view.max.y, desk.layout.panes[3].view.min.y);
    for (int pane = 0; pane < 6; ++pane) {
        const Settings& settings = desk.snapshot().panes[static_cast<std::size_t>(pane)].settings;
        EXPECT_EQ(settings.method, find_method(pane < 3 ? "pbd" : "xpbd")) << pane;
        EXPECT_EQ(settings.iterations, (pane % 3 == 0 ? 5 : pane % 3 == 1 ? 10 : 20)) << pane;
        EXPECT_EQ(comparison_label(desk.state.document, pane), std::to_string(settings.iterations) + " iterations");
        EXPECT_NE(desk.state.ui_map.find("readout_" + pane_label(pane) + ".compared"), nullptr);
    }
    EXPECT_LT(desk.snapshot().frame, 3) << "all start together";
    desk.settle();
    EXPECT_EQ(desk.state.history.undo_count(), 1u);
    desk.press({'Z', true});
    EXPECT_EQ(desk.state.document, before);
    EXPECT_EQ(desk.snapshot().panes.size(), 2u);
}

/// Every kind of comparison opens with the titles of its rows and columns in the window.
TEST(Compare, EveryKindOpensWithItsTitlesInSight) {
    for (const Compared compared :
         {Compared::iterations, Compared::timestep, Compared::resolution, Compared::triangulation, Compared::fabric}) {
        Desk desk(*lab::default_session("cloth"), {1280, 720}, Desk::Start::first);
        begin_comparison(desk.state, *desk.snapshot().model, compared);
        desk.frame(5);
        const bool one_row = compared == Compared::triangulation || compared == Compared::fabric;
        EXPECT_EQ(desk.snapshot().panes.size(), one_row ? 3u : 6u);
        EXPECT_TRUE(desk.state.toasts.empty()) << desk.state.toasts.back().text;
        for (const PaneRects& pane : desk.layout.panes) {
            const ScreenRect title = desk.rect("readout_" + pane_label(pane.pane) + ".compared");
            EXPECT_LE(title.max.x, pane.view.max.x);
            if (const ScreenRect* corner = desk.state.ui_map.find("corner.colour_" + pane_label(pane.pane))) {
                EXPECT_FALSE(overlap(title, *corner)) << pane.pane << " of kind " << static_cast<int>(compared);
            }
        }
    }
}

TEST(Compare, TimestepsChangePbdFarMoreThanXpbd) {
    Desk desk(*lab::default_session("cloth"));
    const int before = desk.settings(0).iterations;
    begin_comparison(desk.state, *desk.snapshot().model, Compared::timestep);
    desk.frame(2);
    ASSERT_EQ(desk.snapshot().panes.size(), 6u);
    EXPECT_GE(desk.settings(0).iterations, before);
    EXPECT_EQ(desk.settings(0).iterations, desk.settings(5).iterations);
    desk.runner().advance(90);
    desk.frame(2);
    const auto stiffness = [&](std::size_t pane) { return *desk.snapshot().panes[pane].measure.effective_stiffness; };
    EXPECT_GT(stiffness(2), 10 * stiffness(0));
    EXPECT_NEAR(stiffness(3), 200, 4);
    EXPECT_NEAR(stiffness(5), 200, 4);
    EXPECT_LT(desk.snapshot().panes[0].measure.sag, 1) << "PBD's cloths are no longer than a pane";
}

TEST(Compare, ItsTitlesCoverNoBodyInASmallWindow) {
    Desk desk(small_session(), {1280, 720});
    begin_comparison(desk.state, *desk.snapshot().model, Compared::iterations);
    desk.frame(3);
    ASSERT_EQ(desk.layout.panes.size(), 6u);
    for (const PaneRects& pane : desk.layout.panes) {
        const ScreenRect title = desk.rect("readout_" + pane_label(pane.pane) + ".compared");
        EXPECT_FALSE(overlap(title, pane.clear())) << pane.pane;
        EXPECT_LE(title.max.x, pane.readout.max.x) << pane.pane;
        EXPECT_LE(title.max.y, pane.readout.max.y) << pane.pane;
        EXPECT_GT(pane.clear().height(), 100) << pane.pane;
    }
}

TEST(Compare, EndsWithThePanesFromBefore) {
    Desk desk(small_session());
    desk.settings(1).method = find_method("newton"); // no XPBD: the row takes the selected pane's parameters
    const Document before = desk.state.document;
    begin_comparison(desk.state, *desk.snapshot().model, Compared::iterations);
    desk.frame(2);
    begin_comparison(desk.state, *desk.snapshot().model, Compared::timestep);
    desk.frame(2);
    ASSERT_EQ(desk.snapshot().panes.size(), 6u);
    EXPECT_EQ(desk.snapshot().panes[5].settings.method, find_method("xpbd"));
    end_comparison(desk.state);
    desk.frame(2);
    EXPECT_EQ(desk.state.document, before);
    EXPECT_EQ(desk.snapshot().panes.size(), 2u);
    end_comparison(desk.state);
    EXPECT_EQ(desk.state.document, before) << "nothing is compared";
}

TEST(Compare, GridOfTimestepsIsThatOfSubstepsInOneFrame) {
    Desk desk(small_session());
    begin_comparison(desk.state, *desk.snapshot().model, Compared::timestep);
    desk.frame(2);
    ASSERT_EQ(desk.snapshot().panes.size(), 6u);
    const char* labels[] = {"h = 1/360 s", "h = 1/720 s", "h = 1/1440 s"};
    for (int pane = 0; pane < 6; ++pane) {
        EXPECT_EQ(comparison_label(desk.state.document, pane), labels[pane % 3]);
    }
    // One pane of the grid is equal to the pane of a window with this timestep.
    lab::Session fine = small_session();
    fine.panes = {desk.state.document.panes[5]};
    const int steps = std::exchange(fine.panes[0].substeps, 1);
    fine.world.dt = desk.state.document.world.dt / steps;
    const std::unique_ptr<lab::InlineRunner> alone = std::move(*lab::InlineRunner::create(fine, 1));
    alone->advance(steps * 5);
    desk.state.link.outbox.emplace_back(lab::Restart{});
    desk.state.link.outbox.emplace_back(lab::Play{false});
    desk.frame(2);
    desk.runner().advance(static_cast<int>(5 - desk.snapshot().frame));
    desk.frame(2);
    ASSERT_EQ(desk.snapshot().frame, 5);
    const auto& grid = desk.snapshot().panes[5].positions;
    const auto& own = alone->latest()->panes[0].positions;
    ASSERT_EQ(grid.size(), own.size());
    for (std::size_t i = 0; i < grid.size(); ++i) {
        EXPECT_NEAR(glm::distance(grid[i], own[i]), 0, 1e-5) << i;
    }
}

} // namespace
} // namespace xpbd::window
