// Menus, the corner of the panes, the panel Look and Ctrl+K: nothing is too long to be read, and nothing is lost.
#include "desk.h"

#include "window/commands/command_row.h"
#include "window/picker/entries.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string_view>

namespace xpbd::window {
namespace {

const ImVec2 kSmall{1280, 720};

/// All actions (the first kActionsBefore) and then all other lines of menus from an earlier version, whose menus had up
/// to 31 rows with six panes. None may get lost.
constexpr std::string_view kBefore[] = {"play",
                                        "step",
                                        "step_back",
                                        "restart",
                                        "loop",
                                        "ahead",
                                        "cancel",
                                        "slower",
                                        "faster",
                                        "method",
                                        "previous_scene",
                                        "next_scene",
                                        "pick_scene",
                                        "view_a",
                                        "view_b",
                                        "view_both",
                                        "view_ghost",
                                        "link_cameras",
                                        "frame",
                                        "camera.three_quarters",
                                        "camera.three_quarters_left",
                                        "camera.front",
                                        "camera.side",
                                        "camera.top",
                                        "camera.above",
                                        "panels",
                                        "plots",
                                        "presentation",
                                        "full_screen",
                                        "laser",
                                        "scale_down",
                                        "scale_up",
                                        "shot",
                                        "shot_window",
                                        "shot_transparent",
                                        "record",
                                        "undo",
                                        "redo",
                                        "save",
                                        "open",
                                        "copy",
                                        "copy_link",
                                        "paste",
                                        "help",
                                        "quit",
                                        "save_as",
                                        "new",
                                        "copy_a_to_b",
                                        "copy_b_to_a",
                                        "swap",
                                        "reset_scene",
                                        "panes.1",
                                        "panes.2",
                                        "panes.3",
                                        "panes.4",
                                        "panes.5",
                                        "panes.6",
                                        "view_C",
                                        "view_D",
                                        "view_E",
                                        "view_F",
                                        "grid.iterations",
                                        "grid.timestep",
                                        "grid.resolution",
                                        "grid.end",
                                        "compare.first",
                                        "compare.a",
                                        "compare.b",
                                        "compare.c",
                                        "compare.d",
                                        "compare.e",
                                        "compare.f",
                                        "ghost",
                                        "colour_range.suggested",
                                        "colour_range.fit",
                                        "colour.material",
                                        "colour.stretch",
                                        "colour.strain",
                                        "colour.tension",
                                        "colour.warp_tension",
                                        "colour.weft_tension",
                                        "colour.shear_tension",
                                        "colour.stiffness",
                                        "colour.difference",
                                        "body.shaded",
                                        "body.wireframe",
                                        "body.constraints",
                                        "print.plain",
                                        "print.stripes",
                                        "print.check",
                                        "quality.Automatic",
                                        "quality.Low",
                                        "quality.Medium",
                                        "quality.High",
                                        "isolines",
                                        "contact_forces",
                                        "ruler",
                                        "rest_outline",
                                        "warp",
                                        "ground",
                                        "shadow",
                                        "theme.light",
                                        "theme.dark",
                                        "hint",
                                        "advanced",
                                        "scale_auto",
                                        "lesson.leave",
                                        "size.0",
                                        "size.1",
                                        "size.2",
                                        "size.custom",
                                        "shot_folder",
                                        "supersampling.1",
                                        "supersampling.2",
                                        "supersampling.3",
                                        "supersampling.4",
                                        "stamp",
                                        "paper",
                                        "about"};
constexpr std::size_t kActionsBefore = 45;

lab::Session six_panes() {
    lab::Session session = small_session();
    while (session.panes.size() < lab::kMaxPanes) {
        session.panes.push_back(session.panes.back());
    }
    return session;
}

using Rows = std::map<std::string, std::vector<std::string>>; ///< names of items by the window of the menu

Rows open_rows(const Desk& desk) {
    Rows rows;
    for (const UiEntry& entry : desk.state.ui_map.entries()) {
        // Menus are "##Menu_00", from ImGui 1.92 on "Edit###Menu_00".
        const bool popup = entry.window.find("##Menu_") != std::string::npos || entry.window.starts_with("##Popup_");
        if (popup && entry.name.starts_with("menu.")) {
            rows[entry.window].push_back(entry.name);
        }
    }
    return rows;
}

void close_menus(Desk& desk) {
    desk.press_key(ImGuiKey_Escape);
    desk.move({-100, -100});
    desk.frame(3);
    ASSERT_TRUE(open_rows(desk).empty());
}

/// Opens a widget's menu and all its submenus. Adds the names of their rows to `seen`; `longest` becomes the largest
/// number of rows of one menu.
void walk_menu(Desk& desk, const std::string& opener, std::set<std::string>& seen, std::size_t& longest,
               int button = 0) {
    desk.click(opener, button);
    desk.frame(3);
    const Rows first = open_rows(desk);
    ASSERT_EQ(first.size(), 1u) << opener;
    for (const std::string& row : first.begin()->second) {
        desk.move(desk.rect(row).center());
        desk.frame(30);
        for (const auto& [window, rows] : open_rows(desk)) {
            EXPECT_LE(rows.size(), kMostRows) << window << " of " << opener << " over " << row;
            longest = std::max(longest, rows.size());
            seen.insert(rows.begin(), rows.end());
        }
    }
    close_menus(desk);
}

constexpr const char* kMenus[] = {"menu.Session", "menu.Edit",       "menu.View",
                                  "menu.Lessons", "menu.Screenshot", "menu.Help"};

TEST(Menus, NoneHasMoreThanTwelveRows) {
    EXPECT_LE(kMostRows, 12u);
    for (const bool six : {false, true}) {
        Desk desk(six ? six_panes() : small_session(), kSmall);
        std::set<std::string> seen;
        std::size_t longest = 0;
        for (const char* menu : kMenus) {
            walk_menu(desk, menu, seen, longest);
        }
        for (const char* button : {"corner.colour_A", "corner.ghost_A"}) {
            walk_menu(desk, button, seen, longest);
        }
        walk_menu(desk, "settings.iterations", seen, longest, 1);
        EXPECT_GT(longest, 8u) << "menus were opened";
    }
}

TEST(Actions, AreNeverFewerThanBefore) {
    std::set<std::string_view> now;
    for (const Action& row : actions()) {
        now.insert(row.id);
    }
    for (const std::string_view id : std::span(kBefore).first(kActionsBefore)) {
        EXPECT_EQ(now.count(id), 1u) << id;
    }
}

TEST(Menus, EveryActionOfBeforeIsACommandAndHasAPlaceOrAKey) {
    Desk desk(six_panes(), kSmall);
    std::set<std::string> seen;
    std::size_t longest = 0;
    for (const char* menu : kMenus) {
        walk_menu(desk, menu, seen, longest);
    }
    for (const char* button : {"corner.colour_A", "corner.ghost_A"}) {
        walk_menu(desk, button, seen, longest);
    }
    desk.press({'V'});
    for (const UiEntry& entry : desk.state.ui_map.entries()) {
        seen.insert(entry.name);
    }
    desk.click("menu.Screenshot");
    desk.click("menu.shot_options");
    for (const UiEntry& entry : desk.state.ui_map.entries()) {
        seen.insert(entry.name == "shot.folder" ? "shot.shot_folder" : entry.name);
    }
    const std::vector<Command> all = commands(desk.state, desk.snapshot());
    for (const std::string_view id : kBefore) {
        const Command* command = find_command(all, id);
        ASSERT_NE(command, nullptr) << id << " is lost";
        EXPECT_TRUE(seen.contains("menu." + command->id) || seen.contains("look." + command->id) ||
                    seen.contains("shot." + command->id) || !command->keys.empty() || id == "ruler")
            << id << " is only in Ctrl+K";
    }
    desk.rect("corner.ruler_A");
}

/// Each setting has one place: a setting in a menu is neither in the sheet nor in a corner.
TEST(Menus, ASettingHasOneHome) {
    Desk desk(six_panes(), kSmall);
    std::set<std::string> in_menus, in_corner;
    std::size_t longest = 0;
    for (const char* menu : kMenus) {
        walk_menu(desk, menu, in_menus, longest);
    }
    for (const char* button : {"corner.colour_A", "corner.ghost_A"}) {
        walk_menu(desk, button, in_corner, longest);
    }
    for (const std::string& name : in_corner) {
        EXPECT_FALSE(in_menus.contains(name)) << name;
    }
    desk.press({'V'});
    for (const UiEntry& entry : desk.state.ui_map.entries()) {
        if (entry.name.starts_with("look.")) {
            const std::string as_row = "menu." + entry.name.substr(5);
            EXPECT_FALSE(in_menus.contains(as_row) || in_corner.contains(as_row)) << entry.name;
        }
    }
}

TEST(Corner, SetsColourGhostAndRulerForAllPanes) {
    Desk desk(small_session(), kSmall);
    const picture::PictureOptions& picture = desk.state.stage.picture;
    desk.click("corner.colour_B");
    desk.click("menu.colour.strain");
    EXPECT_EQ(picture.colouring, picture::Colouring::strain);
    desk.click("corner.ghost_A");
    desk.click("menu.ghost");
    EXPECT_TRUE(picture.overlay);
    const bool ruler = picture.ruler;
    desk.click("corner.ruler_A");
    EXPECT_NE(picture.ruler, ruler);
    desk.press({kKeyF5});
    EXPECT_EQ(desk.state.ui_map.find("corner.ruler_A"), nullptr) << "not before an audience";
}

TEST(Corner, IsInEveryPaneThatHasRoomAndAtLeastInTheFirst) {
    for (const bool wide : {false, true}) {
        Desk desk(six_panes(), wide ? ImVec2{2560, 1440} : ImVec2{1000, 640});
        desk.rect("corner.colour_A");
        EXPECT_EQ(desk.state.ui_map.find("corner.colour_F") != nullptr, wide);
    }
}

TEST(Look, SetsWhatItsPicturesShowAndEscClosesIt) {
    Desk desk(small_session(), kSmall);
    desk.press({'V'});
    const picture::PictureOptions& picture = desk.state.stage.picture;
    desk.click("look.body.wireframe");
    EXPECT_EQ(picture.body, lab::BodyStyle::wireframe);
    desk.click("look.print.check");
    EXPECT_EQ(picture.print, lab::Print::check);
    desk.click("look.ground");
    EXPECT_FALSE(picture.ground);
    desk.click("look.quality.Low");
    EXPECT_EQ(desk.state.preferences.quality, QualityChoice::low);
    desk.click("look.theme.light");
    EXPECT_EQ(desk.state.preferences.theme, render::Theme::light);
    EXPECT_EQ(picture.theme, lab::Theme::light);
    for (const PaneRects& pane : desk.layout.panes) {
        if (pane.pane == 0) {
            EXPECT_LT(pane.view.min.x, desk.rect("look.body.shaded").min.x) << "the panes are seen beside it";
        }
    }
    desk.press_key(ImGuiKey_Escape);
    EXPECT_FALSE(desk.state.panels.look);
}

TEST(Find, HasEveryParameterAndEveryActionWithItsKeys) {
    Desk desk(six_panes(), kSmall);
    const std::vector<PickerEntry> all = picker_entries(desk.state, desk.snapshot());
    const auto named = [&](const std::string& name) {
        const auto found = std::find_if(all.begin(), all.end(), [&](const PickerEntry& e) { return e.name == name; });
        return found == all.end() ? nullptr : &*found;
    };
    for (const SettingsParameter& row : settings_parameters()) {
        EXPECT_NE(named("picker.set.settings." + std::string(row.info.key)), nullptr) << row.info.key;
    }
    for (const char* widget : {"scene.resolution", "scene.mass", "dt", "gravity", "wind"}) {
        EXPECT_NE(named(std::string("picker.set.") + widget), nullptr) << widget;
    }
    for (const std::string_view id : kBefore) {
        EXPECT_NE(named("picker.do." + std::string(id)), nullptr) << id;
    }
    for (const Action& row : actions()) {
        const PickerEntry* entry = named("picker.do." + std::string(row.id));
        ASSERT_NE(entry, nullptr) << row.id;
        EXPECT_EQ(entry->keys, shortcut_text(row)) << row.id;
    }
    std::set<std::string> names;
    for (const PickerEntry& entry : all) {
        EXPECT_TRUE(names.insert(entry.name).second) << entry.name << " stands there twice";
    }
}

void find(Desk& desk, const std::string& words) {
    desk.press({'K', true});
    desk.frame(2);
    desk.click("picker.filter");
    desk.type(words);
    desk.enter();
    desk.frame(4);
    EXPECT_FALSE(desk.state.picker.open);
}

TEST(Find, LeadsToAParameterWhereverItsPanelIs) {
    for (const ImVec2 size : {ImVec2{1280, 720}, ImVec2{800, 600}}) {
        Desk desk(small_session(), size);
        desk.press({kKeyTab});
        ASSERT_FALSE(desk.state.panels.shown);
        desk.state.preferences.advanced = false;
        find(desk, "tear at strain");
        EXPECT_TRUE(desk.state.panels.shown);
        desk.rect("focus.settings.tear_strain");
        find(desk, "gravity");
        desk.rect("focus.gravity");
        find(desk, "stretch compliance");
        desk.rect("focus.settings.stretch_compliance");
        desk.frame(400);
        EXPECT_EQ(desk.state.ui_map.find("focus.settings.stretch_compliance"), nullptr) << "the mark goes";
    }
}

TEST(Find, DoesActionsAndSetsLooks) {
    Desk desk(small_session(), kSmall);
    find(desk, "wireframe");
    EXPECT_EQ(desk.state.stage.picture.body, lab::BodyStyle::wireframe);
    EXPECT_TRUE(desk.state.panels.look) << "its sheet shows where it is set";
    find(desk, "number of panes 4");
    EXPECT_EQ(desk.state.document.panes.size(), 4u);
    find(desk, "full screen");
    EXPECT_TRUE(desk.state.full_screen);
    desk.state.document.panes.resize(1);
    desk.frame(3);
    find(desk, "swap a and b");
    ASSERT_FALSE(desk.state.toasts.empty());
    EXPECT_NE(desk.state.toasts.back().text.find("only one pane"), std::string::npos);
}

TEST(PlotChooser, ShowsEveryReadoutOnceAndChooses) {
    Desk desk(small_session(), {1600, 1000});
    desk.click("plot.title.0");
    std::map<std::string, int> shown;
    for (const UiEntry& entry : desk.state.ui_map.entries()) {
        if (entry.name.starts_with("plot.choice.")) {
            ++shown[entry.name];
            EXPECT_GE(entry.clip.max.y, entry.rect.max.y) << entry.name << " is scrolled away";
        }
    }
    for (const lab::Readout& row : lab::readouts()) {
        EXPECT_EQ(shown["plot.choice." + std::string(row.key)], 1) << row.key;
    }
    EXPECT_EQ(shown.size(), lab::readouts().size() + 2);
    desk.click("plot.choice.total_energy");
    EXPECT_EQ(desk.state.stage.picture.plots[0], "total_energy");
}

} // namespace
} // namespace xpbd::window
