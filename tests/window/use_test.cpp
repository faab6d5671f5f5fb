// Faults that were found by using the window, mostly things that covered others.
#include "desk.h"
#include "lab/text/body_unit.h"
#include "picture/text/badges.h"

#include <algorithm>
#include <cmath>
#include <imgui_internal.h>
#include <string>
#include <utility>
#include <vector>

namespace xpbd::window {
namespace {

const ImVec2 kSmallWindow{1280, 720};

bool shows_tooltip() {
    const ImGuiWindow* tip = ImGui::FindWindowByName("##Tooltip_00");
    return tip != nullptr && tip->Active;
}

TEST(Tooltip, OfWhatWasPressedIsGoneUntilTheMouseHasLeft) {
    Desk desk(small_session(), kSmallWindow, Desk::Start::first);
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

/// Marks a substep of every pane as unfinished: the pane gets a badge, whose popup gives the reason.
void leave_unfinished(lab::Snapshot& snapshot) {
    for (lab::PaneSnapshot& pane : snapshot.panes) {
        pane.stats.unfinished = 1;
    }
}

TEST(Popups, OpenBelowWhatOpensThemOrAboveItAtTheBottom) {
    Desk desk(small_session(), kSmallWindow);
    desk.retouch = leave_unfinished;
    desk.frame(2);
    for (const char* button :
         {"ahead", "record", "corner.colour_A", "corner.ghost_B", "badge_A.0", "badge_B.0", "legend.high"}) {
        const ScreenRect opener = desk.rect(button);
        desk.click(button);
        desk.frame(3);
        ASSERT_GT(ImGui::GetCurrentContext()->OpenPopupStack.Size, 0) << button;
        const ImGuiWindow* popup = ImGui::GetCurrentContext()->OpenPopupStack[0].Window;
        ASSERT_NE(popup, nullptr) << button;
        const ScreenRect place{{popup->Pos.x, popup->Pos.y},
                               {popup->Pos.x + popup->Size.x, popup->Pos.y + popup->Size.y}};
        ASSERT_GT(place.height(), 40) << button;
        EXPECT_FALSE(overlap(place, opener)) << button << " is covered by what it opens";
        EXPECT_LE(place.min.x, opener.max.x) << button;
        EXPECT_GE(place.max.x, opener.min.x) << button;
        EXPECT_LE(std::min(std::abs(place.min.y - opener.max.y), std::abs(opener.min.y - place.max.y)), 8) << button;
        EXPECT_GE(place.min.x, 0) << button;
        EXPECT_GE(place.min.y, 0) << button;
        EXPECT_LE(place.max.x, kSmallWindow.x) << button;
        EXPECT_LE(place.max.y, kSmallWindow.y) << button;
        desk.press_key(ImGuiKey_Escape);
        desk.move({-100, -100});
        desk.frame(3);
    }
}

/// Further badges shrink to their icons, so that all chips keep their place beside the method.
TEST(Chips, StayInTheHeaderOfTheFirstWindowWhateverTheBadges) {
    Desk desk(*lab::default_session("cloth"), kSmallWindow, Desk::Start::first);
    for (const std::size_t wanted : {0u, 1u, 2u}) {
        desk.retouch = [&](lab::Snapshot& snapshot) {
            snapshot.playing = wanted > 1;
            snapshot.measured_speed = 0.43 * snapshot.asked_speed; // SLOW 43 %
            for (lab::PaneSnapshot& pane : snapshot.panes) {
                pane.stats.unfinished = wanted > 0 ? 1 : 0;
                pane.measure.relative_dual = 0;
            }
        };
        desk.frame(3);
        for (const PaneRects& pane : desk.layout.panes) {
            ASSERT_EQ(picture::badges(desk.snapshot(), pane.pane).size(), wanted);
            std::vector<ScreenRect> taken{desk.rect("method_" + pane_label(pane.pane))};
            for (std::size_t i = 0; i < wanted; ++i) {
                taken.push_back(desk.rect("badge_" + pane_label(pane.pane) + "." + std::to_string(i)));
            }
            for (const char* key : {"stretch", "shear", "bend"}) {
                const std::string chip =
                    "chip_" + pane_label(pane.pane) + "." + key + (pane.pane == 0 ? "_stiffness" : "_compliance");
                const ScreenRect place = desk.rect(chip);
                EXPECT_GE(place.min.y, pane.header.min.y) << chip << " with " << wanted << " badges";
                EXPECT_LE(place.max.y, pane.header.max.y) << chip << " with " << wanted << " badges";
                for (const ScreenRect& other : taken) {
                    EXPECT_FALSE(overlap(place, other)) << chip << " with " << wanted << " badges";
                }
                taken.push_back(place);
            }
        }
    }
}

TEST(Cards, EndByTheirOwnKeyThoughTheirSearchBoxHasTheKeyboard) {
    Desk desk(small_session(), kSmallWindow);
    desk.press({kKeyF1});
    desk.frame(3);
    ASSERT_TRUE(desk.state.help.open);
    ASSERT_TRUE(desk.state.typing);
    EXPECT_FALSE(desk.press({'H'})) << "a letter is searched for";
    EXPECT_FALSE(desk.press({kKeyF3})) << "no other key acts";
    EXPECT_TRUE(desk.state.help.open);
    desk.press({kKeyF1});
    EXPECT_FALSE(desk.state.help.open);
    desk.frame(3);
    desk.press({'K', true});
    desk.frame(3);
    ASSERT_TRUE(desk.state.picker.open);
    desk.press({'K', true});
    EXPECT_FALSE(desk.state.picker.open);
}

/// The legend is at one place for every quantity and range, in motion, with and without ghost, isolines, ruler, forces.
TEST(Legend, KeepsItsPlace) {
    for (const glm::vec2 size : {glm::vec2{1280, 720}, {800, 450}, {2560, 1440}}) {
        for (const char* scene : {"cloth", "rope_span", "tensile_strip"}) {
            lab::Session session = *lab::default_session(scene);
            if (session.scene.name == "tensile_strip") {
                ASSERT_TRUE(lab::apply_assignment(session, "scene.resolution=5x13")); // a second of it runs at once
            }
            Desk desk(session, {size.x, size.y}, Desk::Start::first);
            desk.state.preferences.first_start = false;
            desk.frame(3);
            const ScreenRect legend = desk.rect("legend");
            const ScreenRect bar = desk.rect("colour_bar");
            picture::PictureOptions& options = desk.state.stage.picture;
            const auto expect_same = [&](const std::string& what) {
                desk.frame(2);
                for (const auto& [name, before] : {std::pair("legend", legend), {"colour_bar", bar}}) {
                    const ScreenRect now = desk.rect(name);
                    EXPECT_TRUE(now.min == before.min && now.max == before.max)
                        << name << ", " << scene << " at " << size.x << ": " << what;
                }
                const auto pane = static_cast<std::size_t>(desk.layout.panes.back().pane);
                const ScreenRect corner = desk.rect("corner.colour_" + std::string(1, static_cast<char>('A' + pane)));
                EXPECT_FALSE(overlap(legend, corner)) << scene;
                EXPECT_FALSE(overlap(legend, desk.layout.panes.back().free)) << scene;
            };
            for (const picture::ColouringInfo& row : picture::colourings()) {
                if (row.colouring != picture::Colouring::material) {
                    options.colouring = row.colouring;
                    expect_same(std::string(row.key));
                }
            }
            options.colouring = picture::Colouring::stretch;
            options.own_range[static_cast<std::size_t>(picture::Colouring::stretch)] = {0, 123.4};
            expect_same("a wide range");
            options.isolines = options.overlay = options.contact_forces = true;
            options.ruler = false;
            expect_same("isolines and a ghost");
            desk.runner().advance(60);
            expect_same("a second later");
        }
    }
}

/// In panes of all sizes no label may lie under the readout or the legend, which would hide it.
TEST(Labels, LieUnderNeitherLegendNorReadout) {
    int shown = 0;
    for (const std::size_t panes : {1u, 2u, 6u}) {
        for (const double scale : {1.0, 2.0}) {
            lab::Session session = *lab::default_session("cloth");
            session.panes.resize(panes, session.panes[1]);
            Desk desk(session, kSmallWindow, Desk::Start::first);
            desk.state.preferences.first_start = false;
            desk.state.preferences.scale = scale;
            desk.runner().advance(40);
            desk.frame(30);
            for (const PaneRects& pane : desk.layout.panes) {
                const ScreenRect* label = desk.state.ui_map.find("label_" + pane_label(pane.pane) + ".0");
                const ScreenRect* legend = desk.state.ui_map.find("legend");
                if (label != nullptr) {
                    ++shown;
                    EXPECT_FALSE(legend != nullptr && overlap(*label, *legend)) << panes << " at scale " << scale;
                    EXPECT_FALSE(overlap(*label, pane.readout)) << panes << " at scale " << scale;
                }
            }
        }
    }
    EXPECT_GE(shown, 10);
}

TEST(Presentation, ItsCrossIsInSightWithTwoRowsOfPanes) {
    lab::Session six = small_session();
    six.panes.resize(6, six.panes[1]);
    Desk desk(six, kSmallWindow);
    desk.state.window_scale.follow({kSmallWindow.x, kSmallWindow.y}, 0);
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
    Desk desk(small_session(), kSmallWindow, Desk::Start::first);
    desk.press({'V'});
    desk.frame(3);
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
        if (window->WasActive && std::string(window->Name).rfind("Look/", 0) == 0) {
            EXPECT_EQ(window->ScrollMax.y, 0) << window->Name;
        }
    }
    EXPECT_LE(ImGui::FindWindowByName("Look")->Rect().Max.y, kSmallWindow.y);
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

/// The unit that the window shows for a setting whose unit depends on the scene. `assignment`: applied to the scene.
std::string_view shown_unit(std::string_view key, const char* scene, const char* assignment = nullptr) {
    const ParameterInfo& row = find_settings_parameter(key)->info;
    EXPECT_NE(row.unit.find(", "), std::string_view::npos) << "both in the table";
    lab::Session session = *lab::default_session(scene);
    if (assignment != nullptr) {
        EXPECT_TRUE(lab::apply_assignment(session, assignment));
    }
    return lab::with_unit_of(*scenes::build(session.scene), row).unit;
}

TEST(Slider, ShowsTheUnitOfTheBodysOwnBending) {
    EXPECT_EQ(shown_unit("bend_compliance", "cloth", "scene.bending=skip_one"), "m/N");
    EXPECT_EQ(shown_unit("bend_compliance", "cloth", "scene.bending=dihedral"), "rad/(N m)");
    EXPECT_EQ(shown_unit("bend_compliance", "cantilever"), "rad/(N m)");
}

TEST(Slider, ShowsForcePerWidthWhereAFabricTears) {
    EXPECT_EQ(shown_unit("tear_force", "cloth", "scene.bending=dihedral"), "N");
    EXPECT_EQ(shown_unit("tear_force", "cloth", "scene.material=denim"), "N/m");
    EXPECT_EQ(shown_unit("tear_force", "tensile_strip"), "N/m");
}

} // namespace
} // namespace xpbd::window
