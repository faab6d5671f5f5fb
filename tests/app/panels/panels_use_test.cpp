// What was found by using the window: nothing covers what somebody looks at.
#include "desk.h"

#include <algorithm>
#include <imgui_internal.h>
#include <string>

namespace xpbd::window {
namespace {

const ImVec2 kSmall{1280, 720};

bool shows_tooltip() {
    const ImGuiWindow* tip = ImGui::FindWindowByName("##Tooltip_00");
    return tip != nullptr && tip->Active;
}

TEST(Tooltip, OfWhatWasPressedIsGoneUntilTheMouseHasLeft) {
    Desk desk(small_session(), kSmall, Desk::Start::first);
    desk.state.preferences.first_start = false;
    for (const char* icon : {"rail.scene", "rail.B", "rail.gallery"}) {
        const glm::vec2 at = desk.rect(icon).center();
        desk.move(at);
        desk.frame(3);
        EXPECT_TRUE(shows_tooltip()) << icon;
        desk.click(icon);
        desk.frame(3);
        EXPECT_FALSE(shows_tooltip()) << icon << " has opened what the tooltip would cover";
        desk.move({640, 300});
        desk.frame(2);
        desk.press_key(ImGuiKey_Escape);
        desk.move(at);
        desk.frame(3);
        EXPECT_TRUE(shows_tooltip()) << icon << " again";
        desk.move({640, 300});
        desk.frame(2);
    }
}

TEST(Popups, OpenBelowWhatOpensThem) {
    Desk desk(small_session(), kSmall);
    for (const char* button : {"ahead", "record", "corner.colour_A", "corner.ghost_B"}) {
        const ScreenRect opener = desk.rect(button);
        desk.click(button);
        desk.frame(3);
        ASSERT_GT(ImGui::GetCurrentContext()->OpenPopupStack.Size, 0) << button;
        const ImGuiWindow* popup = ImGui::GetCurrentContext()->OpenPopupStack[0].Window;
        ASSERT_NE(popup, nullptr) << button;
        EXPECT_GE(popup->Pos.y, opener.max.y) << button;
        EXPECT_LE(popup->Pos.x, opener.max.x) << button;
        EXPECT_GE(popup->Pos.x + popup->Size.x, opener.min.x) << button;
        EXPECT_LE(popup->Pos.x + popup->Size.x, kSmall.x) << button;
        desk.press_key(ImGuiKey_Escape);
        desk.move({-100, -100});
        desk.frame(3);
    }
}

/// A second badge takes the chips' place in the header only where no room is left for its icon.
TEST(Chips, StayInTheHeaderOfTheFirstWindowWhateverTheBadges) {
    Desk desk(*lab::default_session("cloth"), kSmall, Desk::Start::first);
    desk.runner().post(lab::Play{true});
    desk.runner().advance(60);
    desk.frame(3);
    ASSERT_GE(picture::badges(desk.snapshot(), 0).size(), 1u);
    for (const PaneRects& pane : desk.layout.panes) {
        const char* key = pane.pane == 0 ? "chip_A.stretch_stiffness" : "chip_B.stretch_compliance";
        EXPECT_LE(desk.rect(key).max.y, pane.header.max.y) << pane.pane;
    }
}

TEST(Presentation, ItsCrossIsInSightWithTwoRowsOfPanes) {
    lab::Session six = small_session();
    six.panes.resize(6, six.panes[1]);
    Desk desk(six, kSmall);
    desk.state.window_scale.follow({kSmall.x, kSmall.y}, 0);
    desk.press({kKeyF5});
    desk.frame(3);
    const ScreenRect cross = desk.rect("present.leave");
    for (const PaneRects& pane : desk.layout.panes) {
        EXPECT_FALSE(overlap(cross, pane.header) || overlap(cross, pane.view) || overlap(cross, pane.readout))
            << pane.pane;
    }
    desk.click("present.leave");
    EXPECT_FALSE(desk.state.presentation.on);
}

TEST(Look, IsWholeInTheSmallestFirstWindow) {
    Desk desk(small_session(), kSmall, Desk::Start::first);
    desk.press({'V'});
    desk.frame(3);
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
        if (window->WasActive && std::string(window->Name).rfind("Look/", 0) == 0) {
            EXPECT_EQ(window->ScrollMax.y, 0) << window->Name;
        }
    }
    EXPECT_LE(ImGui::FindWindowByName("Look")->Rect().Max.y, kSmall.y);
}

TEST(SweepPanel, MeasuresAtFirstWhatTheSceneNamesFirstAndCallsItTheSame) {
    SweepState sweep;
    EXPECT_EQ(sweep_measure(sweep, "cloth"), "hang_sag");
    EXPECT_EQ(sweep_measure(sweep, "balloon"), "volume");
    sweep.measure = "height";
    EXPECT_EQ(sweep_measure(sweep, "balloon"), "height") << "as chosen";
    for (const scenes::SceneInfo& scene : scenes::scene_table()) {
        for (const scenes::SceneReadout& named : scene.readouts) {
            const std::string_view usual = lab::find_readout(named.key)->label;
            EXPECT_EQ(plot_label(named.key, scene.key), named.label.empty() ? usual : named.label) << scene.key;
        }
    }
}

TEST(Slider, ShowsTheUnitOfTheBodysOwnBending) {
    const ParameterInfo& row = find_settings_parameter("bend_compliance")->info;
    ASSERT_NE(row.unit.find(", "), std::string_view::npos) << "both in the table";
    const auto unit = [&](const char* scene, const char* bending) {
        lab::Session session = *lab::default_session(scene);
        if (bending != nullptr) {
            EXPECT_TRUE(lab::apply_assignment(session, std::string("scene.bending=") + bending));
        }
        return with_unit_of(*scenes::build(session.scene), row).unit;
    };
    EXPECT_EQ(unit("cloth", "skip_one"), "m/N");
    EXPECT_EQ(unit("cloth", "dihedral"), "rad/(N m)");
    EXPECT_EQ(unit("cantilever", nullptr), "rad/(N m)");
}

} // namespace
} // namespace xpbd::window
