// The bar below the stage and in a presentation: the hint for the user, and the sliders of the parameters in it.
#include "desk.h"

#include "core/model/method_traits.h"
#include "picture/text/imgui_versions.h"
#include "scenes_that_run.h"
#include "window/state/comparison.h"
#include "window/state/document/bar.h"

#include <cfloat>
#include <imgui_internal.h>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace xpbd::window {
namespace {

const ImVec2 kBarWindow{1280, 720};

lab::Session custom_session() {
    lab::Session session = *lab::default_session("cloth");
    session.scene = {};
    session.scene.name = "custom";
    session.scene.custom = scenes::CustomScene{};
    session.scene.custom->particles = {{{0, 0, 0}, 0, {}}, {{1, 0, 0}, 1, {}}};
    session.scene.custom->of<Distance>() = {{{0, 1}, {}}};
    return session;
}

lab::Session mesh_session() {
    lab::Session session = *lab::default_session("cloth");
    session.scene = {};
    session.scene.name = "mesh";
    session.scene.mesh = scenes::Mesh{{{0, 1, 0}, {1, 1, 0}, {0, 2, 0}, {1, 2, 0}}, {{0, 1, 2}, {1, 3, 2}}};
    return session;
}

/// The default session of every scene.
std::vector<lab::Session> every_scene() {
    std::vector<lab::Session> sessions = {custom_session(), mesh_session()};
    for (const std::string_view key : scenes_that_run()) {
        sessions.push_back(*lab::default_session(key));
    }
    return sessions;
}

std::vector<BarItem> items_of(Desk& desk) {
    desk.state.acting.update(desk.state.document.panes, *desk.snapshot().model);
    return bar_items(desk.state.document, desk.state.acting, 0);
}

std::string hint_of(Desk& desk) {
    return bar_hint(desk.state.document, items_of(desk));
}

/// Keys of the parameters with a widget in a region, "hint" or "present", from left to right.
std::vector<std::string> widgets(const Desk& desk, const std::string& region) {
    std::set<std::string> keys;
    for (const SettingsParameter& row : settings_parameters()) {
        keys.insert(std::string(row.info.key));
    }
    for (const WorldParameter& row : world_parameters()) {
        keys.insert(std::string(row.info.key));
    }
    for (const ParameterInfo& info : scenes::find_scene(desk.state.document.scene.name)->parameters) {
        keys.insert(std::string(info.key));
    }
    std::map<float, std::string> found;
    for (const std::string& key : keys) {
        if (const ScreenRect* rect = desk.state.ui_map.find(region + "." + key)) {
            found[rect->min.x] = key;
        }
    }
    std::vector<std::string> sorted;
    for (const auto& [x, key] : found) {
        sorted.push_back(key);
    }
    return sorted;
}

/// Keys of the parameters that a hint names, such as "Drag Slope or Friction" or "Press Material".
std::set<std::string> named_in(const std::string& hint, const std::string& scene) {
    std::vector<std::pair<std::string, std::string>> labels; // each with its key
    for (const SettingsParameter& row : settings_parameters()) {
        labels.emplace_back(row.info.label, row.info.key);
    }
    for (const WorldParameter& row : world_parameters()) {
        labels.emplace_back(row.info.label, row.info.key);
    }
    for (const ParameterInfo& info : scenes::find_scene(scene)->parameters) {
        labels.emplace_back(info.label, info.key);
    }
    std::set<std::string> keys;
    for (const auto& [label, key] : labels) {
        for (const char* before : {"Drag ", "Press ", " or ", " and "}) {
            const std::size_t at = hint.find(before + label);
            const std::size_t end = at + std::string(before).size() + label.size();
            if (at != std::string::npos && (end == hint.size() || hint[end] == ' ' || hint[end] == ':')) {
                keys.insert(key);
            }
        }
    }
    return keys;
}

bool is_well_formed(const std::string& hint) {
    return hint.size() <= 60 && (hint.starts_with("Drag ") || hint.starts_with("Press ") || hint.starts_with("Pull "));
}

/// Checks that the hint is not cut and is well-formed, and that the bar has a widget for each parameter that it names.
void expect_good_hint(Desk& desk) {
    const std::string& scene = desk.state.document.scene.name;
    const std::string hint = hint_of(desk);
    EXPECT_TRUE(is_well_formed(hint)) << hint;
    EXPECT_NE(desk.state.ui_map.find("hint.text"), nullptr) << scene << ": " << hint;
    EXPECT_EQ(desk.state.ui_map.find("hint.cut"), nullptr) << scene << ": " << hint;
    const std::set<std::string> named = named_in(hint, scene);
    EXPECT_TRUE(!named.empty() || hint.starts_with("Pull ")) << scene << ": " << hint;
    for (const std::string& key : named) {
        EXPECT_NE(desk.state.ui_map.find("hint." + key), nullptr) << scene << ": " << key << " of: " << hint;
    }
}

bool tooltip_shows() {
    const ImGuiWindow* tip = ImGui::FindWindowByName("##Tooltip_00");
    return tip != nullptr && tip->Active;
}

TEST(Hint, IsShortTellsWhatToDoAndIsNotSaidTwice) {
    for (const scenes::SceneInfo& scene : scenes::scene_table()) {
        const std::string hint(scene.hint);
        EXPECT_TRUE(is_well_formed(hint)) << scene.key << ": " << hint;
        EXPECT_EQ(scene.caption.find(scene.hint), std::string_view::npos) << scene.key;
        EXPECT_EQ(scene.caption.find("Drag "), std::string_view::npos) << scene.key;
        EXPECT_EQ(scene.caption.find("drag "), std::string_view::npos) << scene.key;
    }
}

TEST(Hint, OfEverySceneIsWholeAndNamesWhatIsInTheBar) {
    for (const lab::Session& session : every_scene()) {
        Desk desk(session, kBarWindow, Desk::Start::first);
        EXPECT_EQ(hint_of(desk), scenes::find_scene(session.scene.name)->hint);
        expect_good_hint(desk);
    }
}

TEST(Hint, OfEveryComparisonIsWholeAndNamesWhatIsInTheBar) {
    std::set<std::string> asked;
    for (const Compared compared :
         {Compared::iterations, Compared::timestep, Compared::resolution, Compared::triangulation, Compared::fabric}) {
        Desk desk(small_session(), kBarWindow, Desk::Start::first);
        begin_comparison(desk.state, *desk.snapshot().model, compared);
        desk.frame(5);
        expect_good_hint(desk);
        asked.insert(hint_of(desk));
    }
    EXPECT_EQ(asked.size(), 5u);
}

TEST(Hint, ThatNamesWhatActsNowhereGivesWay) {
    lab::Session session = *lab::default_session("rope_span"); // its hint names Stretch compliance
    session.panes[1].method = find_method("pbd");
    Desk desk(session, kBarWindow, Desk::Start::first);
    EXPECT_EQ(hint_of(desk), "Drag Iterations: what changes, and in which pane?");
    expect_good_hint(desk);
}

/// The narrowest case: with all panels pinned the bar has one line in half of the window. A phone has two lines.
TEST(Hint, IsNotCutInAnyWindow) {
    for (const float width : {1280.0f, 1100.0f, 1000.0f, 1920.0f}) {
        for (const auto start : {Desk::Start::first, Desk::Start::pinned}) {
            for (const char* scene : {"cloth", "incline", "tensile_strip"}) {
                Desk desk(*lab::default_session(scene), {width, 720}, start);
                EXPECT_EQ(desk.state.ui_map.find("hint.cut"), nullptr) << scene << " " << width;
            }
        }
    }
    for (const char* scene : {"cloth", "incline", "twisted_rod"}) {
        Desk phone(*lab::default_session(scene), {360, 780}, Desk::Start::first);
        const ScreenRect text = phone.rect("hint.text");
        EXPECT_LE(text.max.x, 360) << scene;
        for (const char* key : {"hint.iterations", "close_hint"}) {
            EXPECT_FALSE(overlap(text, phone.rect(key))) << scene << " " << key;
        }
    }
}

TEST(Bar, HasIterationsFirstTheSlidersOfTheSceneAndTimestep) {
    using Keys = std::vector<std::string>;
    const std::map<std::string, Keys> expected = {
        {"cloth", {"iterations", "stretch_compliance", "dt"}},
        {"incline", {"iterations", "angle", "friction", "dt"}},
        {"balloon", {"iterations", "pressure", "volume_compliance", "dt"}},
        {"net", {"iterations", "load", "stretch_compliance", "dt"}},
        {"flag", {"iterations", "wind", "stretch_compliance", "dt"}},
        {"tensile_strip", {"iterations", "strain", "material", "dt"}},
        {"shear_frame", {"iterations", "frame_angle", "material", "dt"}},
        {"drape", {"iterations", "material", "support", "dt"}},
        {"mesh", {"iterations", "stretch_compliance", "material", "dt"}},
        {"custom", {"iterations", "stretch_compliance", "dt"}},
    };
    std::size_t seen = 0;
    for (const lab::Session& session : every_scene()) {
        Desk desk(session, kBarWindow, Desk::Start::first);
        const Keys keys = widgets(desk, "hint");
        ASSERT_GE(keys.size(), 3u) << session.scene.name;
        EXPECT_EQ(keys.front(), "iterations") << session.scene.name;
        EXPECT_EQ(keys.back(), "dt") << session.scene.name;
        for (const std::string& key : keys) {
            EXPECT_GE(desk.rect("hint." + key).width(), 130) << session.scene.name << " " << key;
        }
        if (const auto found = expected.find(session.scene.name); found != expected.end()) {
            EXPECT_EQ(keys, found->second) << session.scene.name;
            ++seen;
        }
    }
    EXPECT_EQ(seen, expected.size());
}

TEST(Bar, OffersOnlyWhatActs) {
    for (const lab::Session& session : every_scene()) {
        Desk desk(session, kBarWindow, Desk::Start::first);
        for (const BarItem& item : items_of(desk)) {
            EXPECT_EQ(item.of == BarItem::Of::panes, !item.panes.empty()) << session.scene.name;
            for (const int pane : item.panes) {
                EXPECT_EQ(unused_reason(desk.settings(pane), *desk.snapshot().model, item.info.key), "")
                    << session.scene.name;
            }
            if (item.of == BarItem::Of::scene) {
                EXPECT_EQ(scenes::unused_reason(session.scene, item.info.key), "") << session.scene.name;
            }
        }
    }
}

TEST(Bar, EveryWidgetHasATooltipBesideItAndAMenu) {
    for (const lab::Session& session : every_scene()) {
        Desk desk(session, kBarWindow, Desk::Start::first);
        desk.state.preferences.first_start = false;
        for (const std::string& key : widgets(desk, "hint")) {
            const std::string what = session.scene.name + " " + key;
            const ScreenRect item = desk.rect("hint." + key);
            desk.move(item.center());
            desk.frame(4);
            ASSERT_TRUE(tooltip_shows()) << what;
            const ImGuiWindow& tip = *ImGui::FindWindowByName("##Tooltip_00");
            EXPECT_FALSE(overlap(item, {{tip.Pos.x, tip.Pos.y}, {tip.Pos.x + tip.Size.x, tip.Pos.y + tip.Size.y}}))
                << what;
            EXPECT_NEAR(tip.Pos.x, item.min.x, 400) << what << ": far from what it is about";
            desk.click("hint." + key, 1);
            for (const char* line : {"menu.reset", "menu.copy", "menu.paste"}) {
                EXPECT_NE(desk.state.ui_map.find(line), nullptr) << what << " " << line;
            }
            desk.press_key(ImGuiKey_Escape);
            desk.move({-100, -100});
            desk.frame(2);
        }
    }
}

TEST(Bar, SetsAllPanesThatAParameterActsIn) {
    Desk desk(small_session(), kBarWindow);
    const Settings before = desk.settings(0);
    desk.drag("hint.iterations", 0.1f, 0.8f);
    EXPECT_GT(desk.settings(0).iterations, before.iterations);
    EXPECT_EQ(desk.settings(0).iterations, desk.settings(1).iterations);
    EXPECT_TRUE(overlap(desk.rect("hint.iterations"), desk.layout.hint));
    const double alpha = desk.settings(1).stretch_compliance;
    desk.drag("hint.stretch_compliance", 0.5f, 0.2f);
    EXPECT_LT(desk.settings(1).stretch_compliance, alpha);
}

TEST(Bar, SetsOnePaneAloneWherePanesDiffer) {
    Desk desk(small_session(), kBarWindow);
    desk.state.document.linked[static_cast<std::size_t>(parameter_row("iterations"))] = false;
    desk.settings(0).iterations = 5;
    desk.click("tab_B");
    desk.drag("hint.iterations", 0.1f, 0.9f);
    EXPECT_EQ(desk.settings(0).iterations, 5);
    EXPECT_GT(desk.settings(1).iterations, 100);
}

TEST(Bar, WithoutComplianceOnScreenHasTheStiffness) {
    lab::Session session = small_session();
    session.panes[1].method = find_method("pbd");
    Desk desk(session);
    const double before = desk.settings(1).stretch_stiffness;
    desk.drag("hint.stretch_stiffness", 0.1f, 0.9f);
    EXPECT_GT(desk.settings(1).stretch_stiffness, before);
}

TEST(Bar, SetsTheSceneAndTheWorldInOneStepOfTheHistoryEach) {
    Desk desk(*lab::default_session("incline"), kBarWindow, Desk::Start::first);
    desk.drag("hint.angle", 0.2f, 0.9f);
    EXPECT_GT(scenes::scene_value(desk.state.document.scene, "angle")[0], 60);
    desk.settle();
    EXPECT_EQ(desk.state.history.undo_count(), 1u);
    const double dt = desk.state.document.world.dt;
    desk.drag("hint.dt", 0.5f, 0.9f);
    EXPECT_GT(desk.state.document.world.dt, 2 * dt);
    desk.settle();
    EXPECT_EQ(desk.state.history.undo_count(), 2u);
    desk.press({'Z', true});
    desk.press({'Z', true});
    EXPECT_EQ(desk.state.document.world.dt, dt);
    EXPECT_EQ(scenes::scene_value(desk.state.document.scene, "angle")[0], 30);
}

TEST(Bar, AVectorKeepsItsOtherParts) {
    Desk desk(*lab::default_session("flag"), kBarWindow, Desk::Start::first);
    const Vec3 before = desk.state.document.world.wind;
    ASSERT_NE(before.z, 0);
    desk.drag("hint.wind", 0.6f, 0.9f);
    EXPECT_GT(desk.state.document.world.wind.x, before.x);
    EXPECT_EQ(desk.state.document.world.wind.y, before.y);
    EXPECT_EQ(desk.state.document.world.wind.z, before.z);
}

TEST(Bar, AMaterialIsAListAndAResetBringsTheScenesOwnBack) {
    Desk desk(*lab::default_session("drape"), kBarWindow, Desk::Start::first);
    const Value before = scenes::scene_value(desk.state.document.scene, "material");
    desk.click("hint.material");
    desk.click("hint.material.denim");
    ASSERT_NE(scenes::scene_value(desk.state.document.scene, "material"), before);
    desk.frame(3);
    desk.click("hint.material", 1);
    desk.click("menu.reset");
    EXPECT_EQ(scenes::scene_value(desk.state.document.scene, "material"), before);
}

TEST(Bar, TheHatchingSaysWhatItMeans) {
    const auto width_of = [](const Fonts& fonts, const char* text) {
        return fonts.small->CalcTextSizeA(imgui::size_of(*fonts.small), FLT_MAX, 0, text).x;
    };
    Desk desk(*lab::default_session("cloth"), kBarWindow, Desk::Start::first);
    EXPECT_NEAR(desk.rect("hatching.stretch_compliance").width(), width_of(desk.fonts(), "not reached"), 1);
    EXPECT_NEAR(desk.rect("hatching.iterations").width(), width_of(desk.fonts(), "too few for 0.005 m/N"), 1);
    ImGui::GetIO().DisplaySize = {2400, 1300};
    desk.frame(2);
    EXPECT_NEAR(desk.rect("hatching.stretch_compliance").width(),
                width_of(desk.fonts(), "not reached with 20 iterations"), 1);
    desk.settings(1).sweep = SweepOrder::jacobi; // has no rule for a hatched range
    desk.frame(2);
    EXPECT_EQ(desk.state.ui_map.find("hatching.stretch_compliance"), nullptr);
}

TEST(Bar, APresentationHasTheSameForGuestsToo) {
    for (const lab::Session& session : every_scene()) {
        std::vector<std::string> keys;
        {
            Desk desk(session, kBarWindow, Desk::Start::first);
            keys = widgets(desk, "hint");
            desk.state.window_scale.follow({kBarWindow.x, kBarWindow.y}, 0); // as the window does in each frame
            desk.press({kKeyF5});
            desk.frame(2);
            ASSERT_TRUE(desk.state.presentation.on);
            EXPECT_EQ(widgets(desk, "present"), keys) << session.scene.name;
            for (std::size_t i = 1; i < keys.size(); ++i) {
                EXPECT_FALSE(overlap(desk.rect("present." + keys[i - 1]), desk.rect("present." + keys[i])));
            }
        }
        Desk guest(session, {800, 450}, Desk::Start::first);
        guest.state.window_scale.follow({800, 450}, 0);
        guest.state.presentation.embedded = guest.state.presentation.wanted = true;
        guest.frame(3);
        EXPECT_EQ(widgets(guest, "present"), keys) << session.scene.name;
        EXPECT_EQ(guest.state.ui_map.find("present.leave"), nullptr);
    }
}

} // namespace
} // namespace xpbd::window
