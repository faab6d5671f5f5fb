#include "desk.h"

#include "core/model/method_traits.h"
#include "scenes/changes/pins.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace xpbd::window {
namespace {

const ParameterInfo& info_of(std::size_t row) {
    return settings_parameters()[row].info;
}

double value_of(Desk& desk, int pane, std::size_t row) {
    return settings_parameters()[row].get(desk.settings(pane));
}

bool is_slider(const ParameterInfo& info) {
    return info.scale != Scale::choice && info.scale != Scale::toggle;
}

std::string name_of(const ParameterInfo& info) {
    return "settings." + std::string(info.key);
}

/// Largest distance of a slider's knob from the mouse, as a fraction of the track: half a step if it is an integer.
double reach(const ParameterInfo& info) {
    return info.scale == Scale::integer ? std::max(0.02, 0.51 / (info.slider_end() - info.min)) : 0.02;
}

/// Drags every slider that has an effect in this session, and adds its key to `moved`.
void move_sliders(lab::Session session, std::set<std::string_view>& moved) {
    for (Settings& settings : session.panes) { // every slider then has an effect
        settings.sweep = SweepOrder::chebyshev;
        settings.stop = Stop::change;
    }
    Desk desk(session);
    desk.state.preferences.drawer = false; // its plot of residuals costs another step per frame
    for (const int pane : {0, 1}) {        // PBD uses the stiffnesses, XPBD the compliances and damping
        desk.click("tab_" + pane_label(pane));
        ASSERT_EQ(desk.state.panels.settings_tab, pane);
        for (std::size_t row = 0; row < settings_parameters().size(); ++row) {
            const ParameterInfo& info = info_of(row);
            if (!is_slider(info) || !unused_reason(desk.settings(pane), *desk.snapshot().model, info.key).empty()) {
                continue;
            }
            const SliderEnds ends = desk.state.ranges.ends(static_cast<int>(row), desk.state.document,
                                                           *model_of(desk.snapshot(), pane), pane);
            desk.drag(name_of(info), 0.5f, -0.2f);
            EXPECT_EQ(value_of(desk, pane, row), info.zero_at_left ? 0 : ends.low) << info.key;
            desk.drag(name_of(info), 0.5f, 1.2f);
            EXPECT_EQ(value_of(desk, pane, row), ends.high) << info.key;
            desk.drag(name_of(info), 0.1f, 0.5f);
            EXPECT_NEAR(slider_position(info, ends, value_of(desk, pane, row)), 0.5, reach(info)) << info.key;
            EXPECT_TRUE(validate(info, {value_of(desk, pane, row), 0, 0})) << info.key;
            // The simulation must run with the value that the panel shows.
            desk.frame();
            EXPECT_EQ(settings_parameters()[row].get(desk.snapshot().panes[static_cast<std::size_t>(pane)].settings),
                      value_of(desk, pane, row))
                << info.key;
            moved.insert(info.key);
        }
    }
}

/// Primal-dual Newton needs three iterations: the twenty of a Gauss-Seidel method would take seven times as long.
TEST(MethodBox, GivesAPaneTheUsualIterationsOfTheMethodUnlessItHasItsOwnNumber) {
    Settings settings;
    const int global = find_method("global");
    EXPECT_EQ(with_method(settings, global).iterations, 3);
    EXPECT_EQ(with_method(with_method(settings, global), find_method("pbd")),
              with_method(settings, find_method("pbd")));
    settings.iterations = 7;
    EXPECT_EQ(with_method(settings, global).iterations, 7);
    Document document;
    document.panes = {Settings{}, Settings{}};
    document.linked.assign(settings_parameters().size(), false);
    set_parameter(document, 1, parameter_row("method"), global);
    EXPECT_EQ(document.panes[0], Settings{});
    EXPECT_EQ(document.panes[1], with_method(Settings{}, global));
}

// This click once aborted the real window: the list of a combo box is a window of its own, and a font that was pushed
// outside it was popped inside.
TEST(MethodBox, InThePanesHeaderOpensChoosesAndCloses) {
    Desk desk(small_session());
    for (const MethodTraits& method : methods()) {
        desk.click("method_A");
        desk.frame(5);
        desk.click("method_choice." + std::string(method.key));
        desk.frame(5);
        EXPECT_EQ(desk.snapshot().panes[0].settings.method, find_method(method.key)) << method.key;
    }
}

TEST(SettingsPanel, SaysWhatAMethodWithAFactorCostsOnThisMesh) {
    Desk desk(small_session());
    desk.frame();
    EXPECT_EQ(desk.state.ui_map.find("settings.cost"), nullptr) << "PBD has no factor";
    desk.click("method_A");
    desk.frame(5);
    desk.click("method_choice.global");
    desk.frame(5);
    EXPECT_NE(desk.state.ui_map.find("settings.cost"), nullptr);
    EXPECT_NE(desk.state.costs.text(desk.snapshot().model, desk.settings(0)).find("per step on this mesh"),
              std::string::npos);
}

TEST(SettingsPanel, EverySliderReachesBothEndsAndTheMiddle) {
    std::set<std::string_view> moved;
    move_sliders(small_session(), moved);
    for (const char* scene : {"twisted_rod", "balloon"}) { // the only scenes with twist and with a volume
        move_sliders(*lab::default_session(scene), moved);
    }
    for (std::size_t row = 0; row < settings_parameters().size(); ++row) {
        if (is_slider(info_of(row))) {
            EXPECT_EQ(moved.count(info_of(row).key), 1u) << info_of(row).key << " acts nowhere";
        }
    }
}

TEST(SettingsPanel, ASliderWithoutAnythingToActOnIsGreyAndSaysWhy) {
    Desk desk(small_session());
    const auto row =
        static_cast<std::size_t>(find_settings_parameter("twist_stiffness") - settings_parameters().data());
    const double before = value_of(desk, 0, row);
    desk.drag("settings.twist_stiffness", 0.1f, 0.9f);
    EXPECT_EQ(value_of(desk, 0, row), before);
    EXPECT_EQ(unused_reason(desk.settings(0), *desk.snapshot().model, "twist_stiffness"),
              "this scene has no twist constraints");
    EXPECT_EQ(unused_reason(desk.settings(0), *desk.snapshot().model, "stretch_stiffness"), "");
}

TEST(SettingsPanel, EveryChoiceCanBeChosen) {
    Desk desk(small_session());
    for (std::size_t row = 0; row < settings_parameters().size(); ++row) {
        const ParameterInfo& info = info_of(row);
        if (info.scale != Scale::choice || info.choices.size() < 2) {
            continue;
        }
        const auto uses = [&](const MethodTraits& method) { return uses_parameter(method, info.key); };
        if (!uses(method_of(desk.settings(0))) && !uses(method_of(desk.settings(1)))) {
            const auto method = std::find_if(methods().begin(), methods().end(), uses);
            ASSERT_NE(method, methods().end()) << info.key;
            desk.settings(0).method = find_method(method->key);
            desk.settle();
        }
        for (std::size_t i = info.choices.size(); i-- > 0;) {
            desk.click(name_of(info));
            desk.click(std::string(info.key) + "." + std::string(info.choices[i]));
            EXPECT_EQ(value_of(desk, 0, row), static_cast<double>(i)) << info.key;
        }
    }
}

TEST(SettingsPanel, ParametersTheMethodDoesNotUseDoNotMove) {
    Desk desk(small_session());
    const int row = parameter_row("stretch_compliance");
    desk.click("settings.stretch_compliance.link"); // each pane has its own
    const double before = value_of(desk, 0, static_cast<std::size_t>(row));
    ASSERT_FALSE(uses_parameter(method_of(desk.settings(0)), "stretch_compliance"));
    desk.drag("settings.stretch_compliance", 0.2f, 0.9f);
    EXPECT_EQ(value_of(desk, 0, static_cast<std::size_t>(row)), before);
}

TEST(SettingsPanel, ContextMenuResetsToTheDefault) {
    Desk desk(small_session());
    const auto row = static_cast<std::size_t>(parameter_row("iterations"));
    desk.drag("settings.iterations", 0.2f, 0.8f);
    ASSERT_NE(value_of(desk, 0, row), info_of(row).default_value[0]);
    EXPECT_NE(desk.state.ui_map.find("settings.iterations.dot"), nullptr);
    desk.click("settings.iterations", 1);
    desk.click("menu.reset");
    EXPECT_EQ(value_of(desk, 0, row), info_of(row).default_value[0]);
    EXPECT_EQ(desk.state.ui_map.find("settings.iterations.dot"), nullptr);
}

TEST(SettingsPanel, ContextMenuSendsToTheOtherPaneOnly) {
    Desk desk(small_session());
    const auto row = static_cast<std::size_t>(parameter_row("velocity_damping"));
    desk.click("settings.velocity_damping.link");
    desk.drag("settings.velocity_damping", 0.2f, 0.7f);
    const double value = value_of(desk, 0, row);
    ASSERT_NE(value, value_of(desk, 1, row));
    const Settings before = desk.settings(1);
    desk.click("settings.velocity_damping", 1);
    desk.click("menu.send_B");
    EXPECT_EQ(value_of(desk, 1, row), value);
    Settings expected = before;
    expected.velocity_damping = value;
    EXPECT_EQ(desk.settings(1), expected);
}

TEST(SettingsPanel, ContextMenuCopiesAndPastesTheWholeValue) {
    Desk desk(small_session());
    desk.click("tab_B");
    desk.settings(1).stretch_compliance = 1.2345678901234567e-7;
    desk.settle();
    desk.click("settings.stretch_compliance", 1);
    desk.click("menu.copy");
    desk.drag("settings.stretch_compliance", 0.2f, 0.9f);
    ASSERT_NE(desk.settings(1).stretch_compliance, 1.2345678901234567e-7);
    desk.click("settings.stretch_compliance", 1);
    desk.click("menu.paste");
    EXPECT_EQ(desk.settings(1).stretch_compliance, 1.2345678901234567e-7);
}

TEST(SettingsPanel, LinkMakesTheParameterTheSameInBothPanes) {
    Desk desk(small_session());
    const int row = parameter_row("iterations");
    ASSERT_TRUE(desk.state.document.linked[static_cast<std::size_t>(row)]);
    desk.drag("settings.iterations", 0.2f, 0.8f);
    EXPECT_EQ(desk.settings(0).iterations, desk.settings(1).iterations);
    desk.click("settings.iterations.link");
    const int b = desk.settings(1).iterations;
    desk.drag("settings.iterations", 0.5f, 0.3f);
    EXPECT_EQ(desk.settings(1).iterations, b);
    ASSERT_NE(desk.settings(0).iterations, b);
    desk.click("settings.iterations.link");
    EXPECT_EQ(desk.settings(1).iterations, desk.settings(0).iterations);
}

TEST(SettingsPanel, RigidBoxSetsZeroAndGoesBackToTheLastValue) {
    Desk desk(small_session());
    desk.click("tab_B");
    const double before = desk.settings(1).stretch_compliance;
    ASSERT_GT(before, 0);
    desk.click("settings.stretch_compliance.zero");
    EXPECT_EQ(desk.settings(1).stretch_compliance, 0);
    desk.click("settings.stretch_compliance.zero");
    EXPECT_NEAR(desk.settings(1).stretch_compliance, before, 1e-6 * before);
}

TEST(SettingsPanel, CtrlClickTypesTheValueItselfNotItsExponent) {
    Desk desk(small_session());
    desk.click("tab_B");
    desk.hold_ctrl(true);
    desk.click("settings.stretch_compliance");
    desk.hold_ctrl(false);
    ASSERT_NE(desk.state.entry.id, 0u);
    EXPECT_TRUE(desk.state.typing);
    desk.type("3.25e-9");
    desk.enter();
    EXPECT_EQ(desk.settings(1).stretch_compliance, 3.25e-9);
    EXPECT_FALSE(desk.state.typing);
}

TEST(SettingsPanel, DoubleClickTypesAndKeepsTheValueFromBeforeTheFirstClick) {
    Desk desk(small_session());
    const int before = desk.settings(0).iterations;
    desk.double_click("settings.iterations");
    ASSERT_NE(desk.state.entry.id, 0u);
    EXPECT_EQ(desk.settings(0).iterations, before);
    desk.type("77");
    desk.enter();
    EXPECT_EQ(desk.settings(0).iterations, 77);
    desk.settle();
    EXPECT_EQ(desk.state.history.undo_count(), 1u);
}

TEST(SettingsPanel, ADoubleClickAsSlowAsTheFramesIsStillOneEntryOfTheHistory) {
    lab::Session session = small_session();
    for (Settings& pane : session.panes) {
        pane.iterations = 30; // a click in the middle of the slider sets 20
    }
    Desk desk(session);
    const int before = desk.settings(0).iterations;
    ImGui::GetIO().MouseDoubleClickTime = 2; // as in a window whose frames take a third of a second
    desk.click("settings.iterations");
    ASSERT_NE(desk.settings(0).iterations, before);
    desk.frame(60); // a second
    desk.click("settings.iterations");
    ASSERT_NE(desk.state.entry.id, 0u);
    desk.type("77");
    desk.enter();
    desk.frame(180);
    EXPECT_EQ(desk.settings(0).iterations, 77);
    EXPECT_EQ(desk.state.history.undo_count(), 1u);
}

TEST(SettingsPanel, AnEntryWhoseSliderIsGoneGivesTheKeysBack) {
    Desk desk(small_session());
    desk.double_click("settings.iterations");
    ASSERT_TRUE(desk.state.typing);
    desk.state.panels.shown = false; // as a change from elsewhere may do
    desk.frame(3);
    EXPECT_FALSE(desk.state.typing);
    EXPECT_TRUE(desk.press({'M'}));
}

TEST(ScenePanel, AMaterialsNumbersAreFoldedAndTypedInTheUnitThatTheyShow) {
    lab::Session session = *lab::default_session("drape");
    Desk desk(session, {1280, 1600});
    desk.frame(3);
    EXPECT_EQ(desk.state.ui_map.find("scene.density"), nullptr);
    EXPECT_LT(desk.rect("scene.material").min.y, desk.rect("scene.rings").min.y);
    desk.click("scene.numbers");
    desk.frame(2);
    desk.double_click("scene.density");
    desk.type("200");
    desk.enter();
    desk.frame(2);
    EXPECT_EQ(scenes::scene_value(desk.state.document.scene, "density")[0], 0.2) << "g/m², and kg/m² in the session";
}

TEST(SettingsPanel, MoreThanTheSliderReachesCanBeTyped) {
    Desk desk(small_session());
    desk.double_click("settings.substeps");
    desk.type("1000");
    desk.enter();
    EXPECT_EQ(desk.settings(0).substeps, 1000);
    EXPECT_TRUE(desk.state.entry.error.empty());
}

TEST(SettingsPanel, TypedNonsenseIsRefusedWithAReason) {
    Desk desk(small_session());
    const Settings before = desk.settings(0);
    desk.double_click("settings.iterations");
    desk.type("100001");
    desk.enter();
    EXPECT_EQ(desk.settings(0), before);
    EXPECT_FALSE(desk.state.entry.error.empty());
}

TEST(SettingsPanel, AtDoubleScaleInASmallWindowTheSceneIsATab) {
    Desk desk(small_session(), {1280, 720});
    desk.state.preferences.scale = 2;
    desk.frame(2);
    EXPECT_TRUE(desk.layout.narrow);
    EXPECT_EQ(desk.layout.left.width(), 0);
    EXPECT_GT(desk.layout.panes.front().view.width(), 150);
    EXPECT_GT(desk.layout.panes.front().view.height(), 100);
}

/// Drags every slider of a scene's panel to both ends. show(spec, key) changes the scene so that a row without effect
/// has one: its slider then appears.
void drag_every_slider(Desk& desk, void (*show)(scenes::SceneSpec&, std::string_view key)) {
    const scenes::SceneInfo& scene = *scenes::find_scene(desk.state.document.scene.name);
    for (const ParameterInfo& info : scene.parameters) {
        // The largest cloth takes minutes to build, and so does the longest rope.
        if (!is_slider(info) || info.key == "resolution" || info.key == "segments") {
            continue;
        }
        if (!scenes::unused_reason(desk.state.document.scene, info.key).empty()) {
            show(desk.state.document.scene, info.key);
            desk.frame(3);
        }
        const std::string name = "scene." + std::string(info.key) + (info.components > 1 ? ".x" : "");
        for (const auto& [to, expected] : {std::pair{-0.3f, info.min}, std::pair{1.3f, info.slider_end()}}) {
            desk.drag(name, 0.5f, to);
            EXPECT_EQ(scenes::scene_value(desk.state.document.scene, info.key)[0], expected) << info.key;
        }
    }
}

TEST(ScenePanel, EverySliderOfTheSceneReachesBothEnds) {
    Desk desk(small_session());
    drag_every_slider(desk, [](scenes::SceneSpec& spec, std::string_view key) { // choose a fabric or the other law
        scenes::set_value(spec, "material", {1, 0, 0});
        scenes::set_value(spec, "law", {key == "compression" ? 0.0 : 1.0, 0, 0});
    });
}

TEST(ScenePanel, EverySliderOfARodsMaterialReachesBothEnds) {
    Desk desk(*lab::default_session("twisted_rod"));
    drag_every_slider(desk, [](scenes::SceneSpec& spec, std::string_view key) { // choose a rope or a round rod
        scenes::set_value(spec, "material", {1, 0, 0});
        if (!scenes::unused_reason(spec, key).empty()) {
            scenes::set_value(spec, "material", {2, 0, 0});
        }
    });
}

TEST(ScenePanel, GravityAndTimestepReachTheSimulation) {
    Desk desk(small_session());
    desk.drag("gravity.y", 0.5f, 1.3f);
    desk.drag("dt", 0.5f, 1.3f);
    desk.frame();
    EXPECT_EQ(desk.snapshot().world.gravity.y, 100);
    EXPECT_EQ(desk.snapshot().world.dt, 0.1);
}

TEST(ScenePanel, AnotherResolutionRebuildsTheScene) {
    Desk desk(small_session());
    desk.state.document.scene.values["resolution"] = {6, 5, 0};
    desk.frame(3);
    EXPECT_EQ(desk.snapshot().model->particle_count(), 30u);
}

TEST(PaneHeader, CopyAndSwapMoveAllParameters) {
    Desk desk(small_session());
    const Settings a = desk.settings(0);
    const Settings b = desk.settings(1);
    ASSERT_FALSE(a == b);
    desk.click("swap_A");
    EXPECT_EQ(desk.settings(0), b);
    EXPECT_EQ(desk.settings(1), a);
    desk.click("copy_A");
    EXPECT_EQ(desk.settings(1), b);
}

TEST(PaneHeader, MethodComboChangesItsPaneOnly) {
    Desk desk(small_session());
    desk.click("method_A");
    desk.click("method_choice.pbd_corrected");
    EXPECT_EQ(desk.settings(0).method, find_method("pbd_corrected"));
    EXPECT_EQ(desk.settings(1).method, find_method("xpbd"));
}

TEST(SliderScale, LogarithmicSliderMovesTheExponentLinearly) {
    const ParameterInfo& info = find_settings_parameter("stretch_compliance")->info;
    const double decades = std::log10(info.slider_end() / info.min);
    EXPECT_NEAR(std::log10(slider_value(info, slider_ends(info), 0.25) / info.min), 0.25 * decades, 0.03);
    EXPECT_NEAR(std::log10(slider_value(info, slider_ends(info), 0.75) / info.min), 0.75 * decades, 0.03);
}

TEST(SliderScale, PrintsComplianceWithItsStiffness) {
    const ParameterInfo& info = find_settings_parameter("stretch_compliance")->info;
    EXPECT_EQ(lab::display_value(info, 1e-7), "1.0e-7 m/N (10 MN/m)");
    EXPECT_EQ(lab::display_value(info, 0), "rigid (0)");
}

TEST(Match, ARigidPaneIsCalledRigidAndNotInfinite) {
    Desk desk(small_session());
    desk.settings(1).stretch_compliance = 0;
    desk.frame(2);
    desk.move(desk.rect("settings.match_B").center());
    desk.frame(2);
    EXPECT_TRUE(desk.state.ui_map.odd_texts().empty()) << desk.state.ui_map.odd_texts().front();
}

TEST(Sliders, HaveTheirNameInTheFrameOfADoubleClickToo) {
    Desk desk(small_session());
    desk.click_at(desk.rect("settings.iterations").center());
    desk.button(0, true);
    desk.frame();
    ASSERT_NE(desk.state.entry.id, 0u) << "the next frame has the text box";
    EXPECT_EQ(desk.state.ui_map.unnamed, "");
    desk.rect("settings.iterations");
    desk.button(0, false);
    desk.frame(2);
    desk.rect("value_entry");
}

} // namespace
} // namespace xpbd::window
