// The stage has most of the window: panels and plates over it, panels at its sides, and how they open and close.
#include "desk.h"

#include "picture/text/badges.h"
#include "window/state/side_panels.h"

#include <algorithm>
#include <imgui_internal.h>
#include <string>
#include <vector>

namespace xpbd::window {
namespace {

using Start = Desk::Start;

ScreenRect rect_of(const ImGuiWindow& window) {
    return {{window.Pos.x, window.Pos.y}, {window.Pos.x + window.Size.x, window.Pos.y + window.Size.y}};
}

/// Fraction of the window's area that shows panes' pictures: inside a view, and not under another ImGui window, such as
/// a label of a pane or the welcome sheet.
double share_of_views(const Desk& desk, ImVec2 display) {
    std::vector<ScreenRect> views, covers;
    for (const UiEntry& entry : desk.state.ui_map.entries()) {
        if (entry.name.rfind("view_", 0) == 0) {
            views.push_back(entry.rect);
        }
    }
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
        if (window->WasActive && !window->Hidden && (window->Flags & ImGuiWindowFlags_ChildWindow) == 0 &&
            !window->IsFallbackWindow) {
            covers.push_back(rect_of(*window));
        }
    }
    const auto in = [](const std::vector<ScreenRect>& all, glm::vec2 point) {
        return std::any_of(all.begin(), all.end(), [&](const ScreenRect& rect) { return rect.contains(point); });
    };
    constexpr int kGrain = 4; ///< [px]
    int seen = 0, all = 0;
    for (int y = 1; static_cast<float>(y) < display.y; y += kGrain) {
        for (int x = 1; static_cast<float>(x) < display.x; x += kGrain) {
            ++all;
            seen += in(views, {x, y}) && !in(covers, {x, y}) ? 1 : 0;
        }
    }
    return static_cast<double>(seen) / all;
}

TEST(Stage, HasMoreThanHalfOfTheFirstWindow) {
    for (const auto& [size, least] : {std::pair(ImVec2{1280, 720}, 0.55), {ImVec2{1920, 1080}, 0.65}}) {
        Desk desk(small_session(), size, Start::first);
        desk.runner().advance(30);
        desk.frame(4);
        ASSERT_NE(desk.state.ui_map.find("welcome.start"), nullptr);
        const double first = share_of_views(desk, size);
        RecordProperty("percent_" + std::to_string(static_cast<int>(size.x)), static_cast<int>(100 * first));
        EXPECT_GE(first, least) << size.x;
        desk.click("welcome.start");
        desk.frame(2);
        const double free = share_of_views(desk, size);
        RecordProperty("percent_without_welcome_" + std::to_string(static_cast<int>(size.x)),
                       static_cast<int>(100 * free));
        EXPECT_GE(free, least + 0.05) << size.x << " without the welcome";
        desk.press({kKeyF2, false, true});
        desk.frame(2);
        EXPECT_LT(share_of_views(desk, size), free - 0.04) << "a pinned panel takes room";
    }
}

TEST(Stage, SlidersAnswersAndTransportAreInSight) {
    lab::Session six = small_session();
    six.panes.resize(6, six.panes[1]);
    for (const lab::Session& session : {small_session(), six}) {
        for (const ImVec2 size : {ImVec2{1280, 720}, {1920, 1080}, {3840, 2160}}) {
            for (const bool pinned : {false, true}) {
                Desk desk(session, size, pinned ? Start::pinned : Start::first);
                desk.state.preferences.scale = size.x > 2000 ? 2 : 1;
                desk.runner().advance(30);
                desk.frame(6);
                std::vector<std::string> names = {"hint.iterations",
                                                  "hint.stretch_compliance",
                                                  "restart",
                                                  "step_back",
                                                  "play",
                                                  "step",
                                                  "loop",
                                                  "ahead",
                                                  "record",
                                                  "speed",
                                                  "timeline",
                                                  "menu.Help",
                                                  "rail.scene",
                                                  "rail.gallery",
                                                  "rail.plots"};
                for (std::size_t pane = 0; pane < session.panes.size(); ++pane) {
                    const std::string letter = pane_label(static_cast<int>(pane));
                    for (const char* part :
                         {"readout_%.hang_sag", "readout_%.effective_stiffness", "method_%", "rail.%"}) {
                        std::string name(part);
                        names.push_back(name.replace(name.find('%'), 1, letter));
                    }
                }
                for (const std::string& name : names) {
                    const ScreenRect rect = desk.rect(name);
                    EXPECT_GT(rect.width(), 8) << name;
                    EXPECT_GE(rect.min.x, 0) << name;
                    EXPECT_GE(rect.min.y, 0) << name;
                    EXPECT_LE(rect.max.x, size.x) << name;
                    EXPECT_LE(rect.max.y, size.y) << name;
                    for (const UiEntry& entry : desk.state.ui_map.entries()) { // no part of the widget is cut off
                        if (entry.name == name) {
                            EXPECT_GE(rect.min.x, entry.clip.min.x - 1) << name << " " << size.x << " " << pinned;
                            EXPECT_LE(rect.max.x, entry.clip.max.x + 1) << name << " " << size.x << " " << pinned;
                            EXPECT_LE(rect.max.y, entry.clip.max.y + 1) << name << " " << size.x << " " << pinned;
                        }
                    }
                }
            }
        }
    }
}

TEST(Stage, PlatesOfAPaneDoNotTouch) {
    lab::Session six = small_session();
    six.panes.resize(6, six.panes[1]);
    for (const lab::Session& session : {small_session(), six}) {
        for (const Start start : {Start::first, Start::pinned}) {
            Desk desk(session, {1280, 720}, start);
            desk.state.preferences.first_start = false;
            desk.runner().advance(30);
            desk.frame(4);
            for (const PaneRects& pane : desk.layout.panes) {
                std::vector<ScreenRect> plates;
                for (const char* part : {"header_", "badges_", "readout_"}) {
                    const ImGuiWindow* window = ImGui::FindWindowByName((part + pane_label(pane.pane)).c_str());
                    if (window != nullptr && window->WasActive) {
                        plates.push_back(rect_of(*window));
                        EXPECT_LE(plates.back().max.x, pane.view.max.x) << part << pane.pane;
                    }
                }
                EXPECT_GE(plates.size(), 2u);
                for (std::size_t i = 0; i < plates.size(); ++i) {
                    for (std::size_t j = 0; j < i; ++j) {
                        EXPECT_FALSE(overlap(plates[i], plates[j])) << pane.pane << ": " << i << " over " << j;
                    }
                }
            }
        }
    }
}

/// The most severe badge of a pane shows at any width of the pane, at least as an icon.
TEST(Stage, EveryPaneWithABadgeShowsIt) {
    Desk desk(*lab::default_session("cloth"), {900, 720});
    desk.retouch = [](lab::Snapshot& snapshot) {
        for (lab::PaneSnapshot& pane : snapshot.panes) {
            pane.stats.unfinished = 1;
        }
    };
    for (int width = 900; width < 1500; width += 4) {
        ImGui::GetIO().DisplaySize.x = static_cast<float>(width);
        desk.frame(2);
        for (int pane = 0; pane < 2; ++pane) {
            ASSERT_FALSE(picture::badges(desk.snapshot(), pane).empty()) << pane;
            EXPECT_NE(desk.state.ui_map.find("badge_" + pane_label(pane) + ".0"), nullptr) << pane << " at " << width;
        }
    }
}

TEST(Welcome, CoversNoAnswerAndNoSliderOfTheMoment) {
    for (const ImVec2 size : {ImVec2{1280, 720}, {1920, 1080}, {2560, 1440}}) {
        for (const double scale : {1.0, 2.0}) {
            Desk desk(small_session(), size, Start::first);
            desk.state.preferences.scale = scale;
            desk.frame(3);
            const ImGuiWindow* card = ImGui::FindWindowByName("Welcome to xpbd-lab");
            ASSERT_NE(card, nullptr);
            for (const PaneRects& pane : desk.layout.panes) {
                EXPECT_FALSE(overlap(rect_of(*card), pane.header)) << size.x << " at " << scale;
                EXPECT_FALSE(overlap(rect_of(*card), pane.readout)) << size.x << " at " << scale;
            }
            EXPECT_FALSE(overlap(rect_of(*card), desk.layout.hint)) << size.x << " at " << scale;
        }
    }
}

TEST(Welcome, GoesWithTheFirstDrag) {
    Desk slider(small_session(), {1280, 720}, Start::first);
    slider.frame(20);
    EXPECT_TRUE(slider.state.preferences.first_start) << "it waits";
    slider.drag("hint.iterations", 0.1f, 0.85f);
    EXPECT_FALSE(slider.state.preferences.first_start);
    EXPECT_GT(slider.settings(0).iterations, 50) << "the drag counts";
}

TEST(Welcome, GoesWithADragInTheStage) {
    Desk stage(small_session(), {1280, 720}, Start::first);
    stage.frame(2);
    const ScreenRect view = stage.layout.panes[0].clear();
    stage.move(view.min + glm::vec2{20, 60});
    stage.frame(2);
    stage.button(0, true);
    stage.frame();
    stage.move(view.min + glm::vec2{80, 90});
    stage.frame(2);
    stage.button(0, false);
    stage.frame(2);
    EXPECT_FALSE(stage.state.preferences.first_start);
    EXPECT_EQ(stage.state.ui_map.find("welcome.start"), nullptr);
}

TEST(Panels, OpenBesideTheStageAndCloseByTheirIcon) {
    Desk desk(small_session(), {1280, 720}, Start::first);
    desk.state.preferences.first_start = false;
    desk.frame(2);
    EXPECT_EQ(desk.state.ui_map.find("scene.mass"), nullptr);
    desk.click("rail.scene");
    desk.frame(2);
    const ScreenRect panel = desk.rect("scene");
    EXPECT_FALSE(desk.layout.left_over);
    for (const PaneRects& pane : desk.layout.panes) {
        EXPECT_FALSE(overlap(panel, pane.view));
    }
    desk.click_at(desk.layout.panes[0].clear().max - glm::vec2{30, 30});
    desk.frame(2);
    EXPECT_FALSE(desk.layout.left_over);
    EXPECT_GT(desk.layout.left.width(), 0) << "the view must not move under the hand";
    desk.click("rail.scene");
    EXPECT_EQ(desk.layout.left.width(), 0);
}

TEST(Panels, ForWhichTheStageHasNoRoomLieOverItAndCloseWithAPressInIt) {
    Desk desk(small_session(), {1280, 720}, Start::first);
    desk.state.preferences.first_start = false;
    desk.frame(2);
    desk.click("rail.scene");
    desk.click("rail.B"); // two panels do not fit beside the stage
    desk.frame(2);
    EXPECT_EQ(desk.state.panels.settings_tab, 1);
    EXPECT_NE(desk.layout.left_over, desk.layout.right_over);
    desk.rect("settings.iterations");
    desk.click_at(desk.layout.panes.back().clear().max - glm::vec2{30, 30});
    desk.frame(2);
    EXPECT_EQ(desk.layout.left.width(), 0);
    EXPECT_EQ(desk.layout.right.width(), 0);
}

/// An open panel, also Look, is beside the panes if these keep 45 % of the window's area; otherwise it covers them.
TEST(Panels, MoveTheStageAsideWhereItKeepsItsShare) {
    constexpr float kShare = 0.45f;
    Desk desk(small_session(), {1280, 720}, Start::first);
    AppState& state = desk.state;
    state.preferences.first_start = false;
    const auto stage_of = [](const Layout& layout) {
        ScreenRect stage = layout.panes.front().view;
        for (const PaneRects& pane : layout.panes) {
            stage.min = glm::min(stage.min, pane.view.min);
            stage.max = glm::max(stage.max, pane.view.max);
        }
        return stage;
    };
    int beside = 0, over = 0;
    for (const ImVec2 size : {ImVec2{1920, 1080}, {1600, 900}, {1440, 900}, {1280, 720}, {1024, 768}, {800, 450}}) {
        ImGui::GetIO().DisplaySize = size;
        desk.frame(2);
        struct Open {
            bool scene, methods, look;
        };
        for (const Open& open : {Open{true, false, false},
                                 {false, true, false},
                                 {true, true, false},
                                 {false, false, true},
                                 {true, true, true}}) {
            state.panels.scene_open = open.scene;
            state.panels.methods_open = open.methods;
            state.panels.look = open.look;
            const Layout layout = compute_layout(state, {size.x, size.y});
            const ScreenRect stage = stage_of(layout);
            const float share = stage.width() * stage.height() / (size.x * size.y);
            for (const auto& [panel, lies_over] :
                 {std::pair(layout.left, layout.left_over), {layout.right, layout.right_over}}) {
                if (panel.width() <= 0) {
                    continue;
                }
                ++(lies_over ? over : beside);
                for (const PaneRects& pane : layout.panes) {
                    EXPECT_TRUE(lies_over || !overlap(panel, pane.view)) << size.x;
                }
                EXPECT_TRUE(lies_over || share >= kShare) << size.x << ": " << share;
                const float left_over = (stage.width() - panel.width() - 1) * stage.height() / (size.x * size.y);
                EXPECT_TRUE(!lies_over || left_over < kShare) << size.x << ": it has room beside " << left_over;
            }
        }
    }
    EXPECT_GT(beside, 8);
    EXPECT_GT(over, 1);
}

/// The panel Look replaces the panel of the methods and covers no pane. When it closes, the methods are back.
TEST(Panels, LookStandsInThePlaceOfTheMethods) {
    for (const ImVec2 size : {ImVec2{1280, 720}, {2560, 1440}}) {
        Desk desk(small_session(), size, Start::first);
        desk.state.preferences.first_start = false;
        desk.press({kKeyF4});
        desk.frame(3);
        desk.rect("settings.iterations");
        desk.press({'V'});
        desk.frame(3);
        const ImGuiWindow* look = ImGui::FindWindowByName("Look");
        ASSERT_TRUE(look != nullptr && look->WasActive);
        EXPECT_EQ(desk.state.ui_map.find("settings.iterations"), nullptr);
        for (const PaneRects& pane : desk.layout.panes) {
            for (const ScreenRect& part : {pane.view, pane.header, pane.readout}) {
                EXPECT_FALSE(overlap(rect_of(*look), part)) << pane.pane << " at " << size.x;
            }
        }
        desk.press({'V'});
        desk.frame(3);
        desk.rect("settings.iterations");
        desk.press({'V'});
        desk.frame(3);
        desk.click("rail.A");
        desk.frame(3);
        EXPECT_FALSE(desk.state.panels.look) << "the letter opens its parameters";
        desk.rect("settings.iterations");
        desk.press({kKeyTab});
        desk.press({'V'});
        desk.frame(3);
        EXPECT_TRUE(desk.state.panels.shown);
        desk.click("close_look");
        desk.frame(3);
        desk.rect("settings.iterations");
    }
}

/// A widget below a panel takes no press, whichever of the two was drawn first.
TEST(Panels, OverTheStageAreAboveItsPlates) {
    Desk desk(small_session(), {1280, 720}, Start::first);
    desk.state.preferences.first_start = false;
    desk.frame(4);
    const ScreenRect method = desk.rect("method_A");
    desk.click("rail.B");
    desk.click("rail.scene");
    desk.frame(3);
    ASSERT_TRUE(desk.layout.left_over && overlap(method, desk.layout.left));
    desk.move(method.center());
    desk.frame(3);
    const ImGuiWindow* under = ImGui::GetCurrentContext()->HoveredWindow;
    ASSERT_NE(under, nullptr);
    EXPECT_NE(std::string(under->RootWindow->Name), "header_A");
}

TEST(Panels, OfAPhoneAreOneSheetAndItsIconIsTheOneThatIsLit) {
    Desk desk(small_session(), {412, 860}, Start::first);
    desk.state.preferences.first_start = false;
    desk.frame(2);
    desk.click("rail.scene");
    desk.frame(3);
    desk.rect("scene.mass");
    desk.click("rail.B");
    desk.frame(3);
    desk.rect("settings.iterations");
    EXPECT_FALSE(open(desk.state, Side::scene)) << "it would be lit, and beneath the sheet";
    desk.click("rail.scene");
    desk.frame(3);
    desk.rect("scene.mass");
    EXPECT_FALSE(open(desk.state, Side::methods));
    desk.press({'V'});
    desk.frame(3);
    desk.rect("look.ground");
    desk.click("rail.scene");
    desk.frame(3);
    desk.rect("scene.mass");
    desk.click("rail.scene");
    desk.frame(3);
    EXPECT_EQ(desk.layout.left.width(), 0);
}

TEST(Panels, FindOnAPhoneHasItsFiltersWholeAndTwoTilesSideBySide) {
    for (const float width : {360.0f, 412.0f}) {
        Desk desk(small_session(), {width, 800}, Start::first);
        desk.state.preferences.first_start = false;
        desk.press({'K', true});
        desk.frame(4);
        for (const char* kind : {"all", "scenes", "lessons", "figures", "recent", "settings", "actions"}) {
            EXPECT_LE(desk.rect(std::string("picker.only.") + kind).max.x, width - 12) << kind << " at " << width;
        }
        const ScreenRect first = desk.rect("picker.cloth"), second = desk.rect("picker.canvas");
        EXPECT_EQ(first.min.y, second.min.y) << width;
        EXPECT_GT(second.min.x, first.max.x) << width;
        EXPECT_LE(second.max.x, width - 12) << width;
    }
}

/// The values that a slider changes can be read while the mouse is on it.
TEST(Panels, NoTooltipOfTheBarLiesOverAReadout) {
    for (const bool presents : {false, true}) {
        Desk desk(small_session(), {1280, 720}, Start::first);
        desk.state.preferences.first_start = false;
        if (presents) {
            desk.press({kKeyF5});
        }
        desk.frame(3);
        const std::string region = presents ? "present." : "hint.";
        for (const char* key : {"iterations", "stretch_compliance", "dt"}) {
            desk.move(desk.rect(region + key).center());
            desk.frame(4);
            int tooltips = 0;
            for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
                if (!window->WasActive || window->Hidden || (window->Flags & ImGuiWindowFlags_Tooltip) == 0) {
                    continue;
                }
                ++tooltips;
                for (const PaneRects& pane : desk.layout.panes) {
                    EXPECT_FALSE(overlap(rect_of(*window), pane.readout)) << key << " over " << pane.pane;
                }
            }
            EXPECT_EQ(tooltips, 1) << region << key;
        }
    }
}

TEST(Panels, ThePaneIconsOpenItsParametersAndCloseThem) {
    Desk desk(small_session(), {1280, 720}, Start::first);
    desk.state.preferences.first_start = false;
    desk.click("rail.B");
    desk.frame(3);
    EXPECT_EQ(desk.state.panels.settings_tab, 1);
    EXPECT_TRUE(open(desk.state, Side::methods));
    desk.click("rail.A");
    desk.frame(3);
    EXPECT_EQ(desk.state.panels.settings_tab, 0) << "another pane's icon changes the tab";
    EXPECT_TRUE(open(desk.state, Side::methods));
    desk.click("rail.A");
    EXPECT_FALSE(open(desk.state, Side::methods));
    desk.click("rail.add");
    desk.frame(3);
    EXPECT_EQ(desk.snapshot().panes.size(), 3u);
}

TEST(Panels, PinnedStayAreKeptInThePreferencesAndGoByIconAndKey) {
    Desk desk(small_session(), {1280, 720}, Start::first);
    desk.state.preferences.first_start = false;
    desk.frame(2);
    const float whole = desk.layout.panes[0].view.width();
    desk.press({kKeyF4});
    desk.frame(2);
    desk.click("pin_methods");
    desk.frame(2);
    EXPECT_TRUE(desk.state.preferences.methods_pinned);
    EXPECT_FALSE(desk.layout.right_over);
    EXPECT_LT(desk.layout.panes[0].view.width(), whole);
    desk.click_at(desk.layout.panes[0].clear().center());
    desk.rect("settings.iterations"); // stays
    const Result<LoadedPreferences> again = parse_preferences(write_preferences(desk.state.preferences));
    ASSERT_TRUE(again);
    EXPECT_TRUE(again->preferences.methods_pinned);
    desk.click("rail.A"); // a click on the shown tab closes its panel
    desk.frame(2);
    EXPECT_FALSE(desk.state.preferences.methods_pinned);
    EXPECT_EQ(desk.layout.panes[0].view.width(), whole);
    for (const auto& [key, flag] : {std::pair(kKeyF2, &Preferences::scene_pinned),
                                    {kKeyF3, &Preferences::plots_pinned},
                                    {kKeyF4, &Preferences::methods_pinned}}) {
        desk.press({key, false, true});
        EXPECT_TRUE(desk.state.preferences.*flag) << key;
        desk.press({key, false, true});
        EXPECT_FALSE(desk.state.preferences.*flag) << key;
    }
}

TEST(Panels, TabHidesThemAllAndBringsThemBackAsTheyWere) {
    Desk desk(small_session(), {1280, 720});
    const Layout before = desk.layout;
    desk.press({kKeyTab});
    EXPECT_EQ(desk.layout.left_rail.width() + desk.layout.right_rail.width(), 0);
    EXPECT_EQ(desk.layout.left.width() + desk.layout.right.width(), 0);
    EXPECT_EQ(desk.layout.hint.height() + desk.layout.drawer.height(), 0);
    EXPECT_EQ(desk.layout.panes[0].view.min.x, 0);
    desk.press({kKeyTab});
    EXPECT_EQ(desk.layout.left, before.left);
    EXPECT_EQ(desk.layout.drawer, before.drawer);
    desk.press({kKeyTab});
    desk.press({kKeyF2}); // opens a panel that Tab has hidden
    EXPECT_EQ(desk.layout.left, before.left);
}

TEST(Plots, TheStripGrowsUnderTheMouseAndStaysWhileItIsPinned) {
    Desk desk(small_session(), {1280, 720}, Start::first);
    desk.state.preferences.first_start = false;
    desk.frame(2);
    ASSERT_EQ(desk.layout.plots, Drawer::strip);
    const ScreenRect strip = desk.layout.drawer;
    const ScreenRect view = desk.layout.panes[0].view;
    EXPECT_LE(strip.height(), 90);
    desk.rect("plot.0");
    desk.move(strip.center());
    desk.frame(30);
    EXPECT_EQ(desk.layout.plots, Drawer::grown);
    EXPECT_GT(desk.layout.drawer.height(), 1.5f * strip.height());
    EXPECT_EQ(desk.layout.panes[0].view, view) << "it lies over the stage";
    desk.move({600, 300});
    desk.frame(30);
    EXPECT_EQ(desk.layout.drawer, strip);
    desk.move(strip.center());
    desk.frame(30);
    desk.click("drawer.Sweep");
    desk.move({600, 300});
    desk.frame(30);
    desk.rect("sweep.run"); // the sweep stays open for longer than a glance: it covers no pane
    for (const PaneRects& pane : desk.layout.panes) {
        EXPECT_FALSE(overlap(desk.layout.drawer, pane.view)) << pane.pane;
    }
    desk.click("drawer.Plots");
    desk.frame(30);
    desk.rect("pin_plots"); // the mouse is still on the strip
    desk.move({600, 300});
    desk.frame(30);
    EXPECT_EQ(desk.layout.drawer, strip);
    desk.move(strip.center());
    desk.frame(30);
    desk.click("pin_plots");
    desk.move({600, 300});
    desk.frame(30);
    EXPECT_EQ(desk.layout.plots, Drawer::pinned);
    EXPECT_LT(desk.layout.panes[0].view.max.y, desk.layout.drawer.min.y);
    desk.click("close_plots");
    desk.frame(2);
    EXPECT_EQ(desk.layout.plots, Drawer::hidden);
    desk.click("rail.plots");
    desk.frame(2);
    EXPECT_EQ(desk.layout.plots, Drawer::pinned);
}

/// The plots grow while the mouse is on them. They may then cover pictures, but no readout and no button.
TEST(Plots, GrownCoverNoReadoutOfAnyScene) {
    constexpr int kGrows = 16; ///< frames in which the mouse rests on them
    for (const scenes::SceneInfo& scene : scenes::scene_table()) {
        if (scene.key == "mesh" || scene.key == "custom") {
            continue; // no session of their own
        }
        lab::Session session = *lab::default_session(scene.key);
        session.panes.resize(4, session.panes.back());
        for (const ImVec2 size : {ImVec2{1280, 720}, {2560, 1440}}) {
            Desk desk(session, size, Start::first);
            desk.state.preferences.first_start = false;
            for (std::size_t panes = 4; panes >= 1; --panes) {
                const std::string where = std::string(scene.key) + ", " + std::to_string(panes) + " panes at " +
                                          std::to_string(static_cast<int>(size.x));
                desk.state.document.panes.resize(panes);
                desk.move({0, 0});
                desk.frame(kGrows);
                ASSERT_EQ(desk.layout.plots, Drawer::strip) << where;
                const ScreenRect strip = desk.layout.drawer;
                const auto cameras = desk.state.stage.cameras;
                desk.move(strip.center());
                desk.frame(kGrows);
                ASSERT_EQ(desk.layout.plots, Drawer::grown) << where;
                const ScreenRect drawer = desk.layout.drawer;
                EXPECT_GT(drawer.height(), 1.3f * strip.height()) << where;
                EXPECT_EQ(cameras, desk.state.stage.cameras) << where << ": the camera moves";
                std::vector<std::string> parts = {"legend"};
                for (const PaneRects& pane : desk.layout.panes) {
                    for (const char* part : {"header_", "badges_", "readout_", "corner_"}) {
                        parts.push_back(part + pane_label(pane.pane));
                    }
                    EXPECT_NE(ImGui::FindWindowByName(("readout_" + pane_label(pane.pane)).c_str()), nullptr) << where;
                    EXPECT_GE(pane.readout.min.y, pane.header.max.y) << where;
                    EXPECT_TRUE(!overlap(pane.view, drawer) || pane.view.max.y > strip.min.y - 4)
                        << where << ": it reaches into a pane above the lowest";
                }
                for (const std::string& part : parts) {
                    const ImGuiWindow* window = ImGui::FindWindowByName(part.c_str());
                    if (window != nullptr && window->WasActive) {
                        EXPECT_FALSE(overlap(rect_of(*window), drawer)) << part << " in " << where;
                    }
                }
            }
        }
    }
}

/// The grown plots contain the strip from which they grow: a resting mouse does not open and close them repeatedly.
TEST(Plots, NeitherFlickerNorStayWhereTheMouseHasLeft) {
    Desk desk(small_session(), {1280, 720}, Start::first);
    desk.state.preferences.first_start = false;
    desk.frame(2);
    const ScreenRect strip = desk.layout.drawer;
    desk.move(strip.center());
    desk.frame(30);
    const ScreenRect grown = desk.layout.drawer;
    ASSERT_EQ(desk.layout.plots, Drawer::grown);
    for (const glm::vec2 place : {glm::vec2{strip.center().x, strip.max.y - 1},
                                  {grown.min.x + 1, grown.min.y + 1},
                                  {grown.max.x - 1, grown.min.y + 1}}) {
        desk.move(place);
        for (int frame = 0; frame < 60; ++frame) {
            desk.frame();
            EXPECT_EQ(desk.layout.drawer, grown) << place.x << ", " << place.y;
        }
    }
    desk.move({grown.center().x, grown.min.y - 2});
    desk.frame(30);
    for (int frame = 0; frame < 60; ++frame) {
        desk.frame();
        EXPECT_EQ(desk.layout.drawer, strip);
    }
}

} // namespace
} // namespace xpbd::window
