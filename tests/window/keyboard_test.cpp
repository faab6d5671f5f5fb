// The interface by the keyboard alone: F6 shows the ring, Tab and arrow keys move it, Enter clicks.

#include "desk.h"

#include "picture/text/imgui_versions.h"

#include <algorithm>
#include <map>
#include <set>

namespace xpbd::window {
namespace {

const std::string& ring(const Desk& desk) {
    return desk.state.keyboard.target().name;
}

/// Presses a key of the focus ring and runs the frames that it takes: a click by the ring takes four.
void key(Desk& desk, int which, bool shift = false) {
    desk.press({which, false, shift});
    desk.frame(6);
}

/// The widgets that repeated Tab reaches, until the focus ring is back at the first one.
std::vector<UiEntry> tour(Desk& desk) {
    std::vector<UiEntry> widgets;
    constexpr std::size_t kEnough = 400;
    do {
        widgets.push_back(desk.state.keyboard.target());
        desk.press({kKeyTab});
        desk.frame(2);
    } while (desk.state.keyboard.target().id != widgets.front().id && widgets.size() < kEnough);
    return widgets;
}

/// Presses Tab until the focus ring is on the widget.
void tab_to(Desk& desk, const std::string& widget) {
    if (!desk.state.keyboard.on()) {
        key(desk, kKeyF6);
    }
    const std::string first = ring(desk);
    while (ring(desk) != widget) {
        desk.press({kKeyTab});
        desk.frame(3);
        ASSERT_NE(ring(desk), first) << widget << " is not reached";
    }
}

/// The widgets that the mouse could click now: they take clicks, are enabled and on the screen. The key is ImGui's id:
/// some widgets have two names, of which the map holds one.
std::map<unsigned, std::string> clickable(const Desk& desk) {
    std::map<unsigned, std::string> names;
    for (const UiEntry& entry : desk.state.ui_map.entries()) {
        if (entry.id != 0 && !entry.disabled && entry.clip.contains(entry.rect.center())) {
            names.emplace(entry.id, entry.name);
        }
    }
    return names;
}

void expect_all_reached(Desk& desk, const std::string& where) {
    desk.move({-100, -100});
    desk.frame(3);
    const std::map<unsigned, std::string> all = clickable(desk);
    EXPECT_GT(all.size(), 2u) << where;
    key(desk, kKeyF6);
    std::set<unsigned> reached;
    for (const UiEntry& entry : tour(desk)) {
        EXPECT_TRUE(reached.insert(entry.id).second) << where << ": " << entry.name << " is visited twice";
    }
    for (const auto& [id, name] : all) {
        EXPECT_TRUE(reached.count(id) == 1) << where << ": " << name << " is not reached by Tab";
    }
    desk.move({-200, -100});
    desk.frame(2);
    EXPECT_FALSE(desk.state.keyboard.on());
}

TEST(Keyboard, TabReachesEveryWidgetOfTheWindow) {
    for (const auto start : {Desk::Start::first, Desk::Start::pinned}) {
        for (const ImVec2 size : {ImVec2{1280, 720}, ImVec2{1600, 2400}}) {
            Desk desk(small_session(), size, start);
            desk.state.preferences.first_start = false;
            desk.frame(2);
            expect_all_reached(desk, std::to_string(size.y) + (start == Desk::Start::pinned ? " pinned" : " first"));
        }
    }
}

TEST(Keyboard, TabReachesEveryWidgetOfACardAndStaysInIt) {
    Desk desk(small_session(), {1280, 720}, Desk::Start::first);
    desk.state.preferences.first_start = false;
    for (const Chord& opens : {Chord{kKeyF1}, Chord{'K', true}, Chord{'O', true}}) {
        desk.press(opens);
        desk.frame(4);
        key(desk, kKeyTab);
        ASSERT_TRUE(desk.state.keyboard.on());
        const unsigned card = desk.state.keyboard.target().region;
        for (const UiEntry& entry : tour(desk)) {
            EXPECT_EQ(entry.region, card) << entry.name;
        }
        EXPECT_EQ(desk.state.keyboard.target().region, card);
        desk.press_key(ImGuiKey_Escape);
        desk.frame(3);
    }
}

TEST(Keyboard, TabHidesThePanelsWhileThereIsNoRing) {
    Desk desk(small_session());
    const bool shown = desk.state.panels.shown;
    key(desk, kKeyTab);
    EXPECT_NE(desk.state.panels.shown, shown);
    EXPECT_FALSE(desk.state.keyboard.on());
    key(desk, kKeyTab);
    key(desk, kKeyF6);
    key(desk, kKeyTab);
    EXPECT_EQ(desk.state.panels.shown, shown);
    EXPECT_TRUE(desk.state.keyboard.on());
}

TEST(Keyboard, F6GoesRoundTheParts) {
    Desk desk(small_session(), {1280, 720}, Desk::Start::first);
    desk.state.preferences.first_start = false;
    desk.frame(2);
    key(desk, kKeyF6);
    const std::string first = ring(desk);
    std::vector<unsigned> regions;
    do {
        regions.push_back(desk.state.keyboard.target().region);
        key(desk, kKeyF6);
    } while (ring(desk) != first && regions.size() < 100);
    EXPECT_GE(regions.size(), 5u);
    EXPECT_EQ(std::set<unsigned>(regions.begin(), regions.end()).size(), regions.size());
    key(desk, kKeyF6, true);
    EXPECT_EQ(desk.state.keyboard.target().region, regions.back());
}

TEST(Keyboard, EscHidesTheRingAndSoDoesTheMouse) {
    Desk desk(small_session());
    key(desk, kKeyF6);
    ASSERT_TRUE(desk.state.keyboard.on());
    desk.press_key(ImGuiKey_Escape);
    EXPECT_FALSE(desk.state.keyboard.on());
    key(desk, kKeyF6);
    ASSERT_TRUE(desk.state.keyboard.on());
    desk.move({300, 300});
    desk.frame(2);
    EXPECT_FALSE(desk.state.keyboard.on());
    EXPECT_EQ(ImGui::GetIO().MousePos.x, 300);
}

TEST(Keyboard, ArrowsMoveASliderAndEnterTypesItsValue) {
    Desk desk(small_session(), {1280, 720}, Desk::Start::first);
    desk.state.preferences.first_start = false;
    desk.frame(2);
    tab_to(desk, "hint.iterations");
    ASSERT_TRUE(desk.state.keyboard.target().slider);
    const int before = desk.settings(0).iterations;
    desk.press({kKeyRight});
    desk.press_key(ImGuiKey_RightArrow);
    desk.frame(3);
    EXPECT_GT(desk.settings(0).iterations, before);
    desk.press({kKeyEnter});
    desk.frame(3);
    ASSERT_TRUE(desk.state.typing);
    desk.type("37");
    desk.enter();
    EXPECT_EQ(desk.settings(0).iterations, 37);
    EXPECT_EQ(ring(desk), "hint.iterations");
    key(desk, kKeyF10, true);
    EXPECT_NE(ring(desk), "hint.iterations"); // the menu of a right click has the ring
    EXPECT_NE(desk.state.ui_map.find("menu.reset"), nullptr);
    desk.press_key(ImGuiKey_Escape);
    desk.frame(3);
    EXPECT_EQ(ring(desk), "hint.iterations");
}

TEST(Keyboard, AMenuIsOpenedWalkedAndLeft) {
    Desk desk(small_session(), {1280, 720}, Desk::Start::first);
    desk.state.preferences.first_start = false;
    desk.frame(2);
    tab_to(desk, "menu.Scenes");
    key(desk, kKeyEnter);
    EXPECT_TRUE(ring(desk).starts_with("menu.scene.")) << ring(desk);
    key(desk, kKeyDown);
    key(desk, kKeyRight);
    const std::string scene = ring(desk).substr(std::string("menu.scene.").size());
    EXPECT_NE(scene, desk.state.document.scene.name);
    key(desk, kKeyEnter);
    desk.frame(4);
    EXPECT_EQ(desk.state.document.scene.name, scene);
    EXPECT_EQ(ring(desk), "menu.Scenes");
}

} // namespace
} // namespace xpbd::window
