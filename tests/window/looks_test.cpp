// The window's colours, letters and scale: contrasts, sizes, and the size of the first window.
#include "desk.h"

#include "core/model/method_traits.h"
#include "picture/looks/pane_colours.h"
#include "picture/text/imgui_versions.h"
#include "picture/view/scene_views.h"
#include "render/colour/colour.h"
#include "render/colour/colour_map.h"

#include <algorithm>
#include <glm/common.hpp>
#include <string>
#include <tuple>
#include <utility>

namespace xpbd::window {
namespace {

constexpr render::Theme kThemes[] = {render::Theme::dark, render::Theme::light};

float contrast(ImU32 a, ImU32 b) {
    return render::contrast(to_code(a), to_code(b));
}

/// The colour that a translucent colour gives over another one.
ImU32 over(ImU32 top, float alpha, ImU32 ground) {
    return to_colour(glm::mix(to_code(ground), to_code(top), alpha));
}

TEST(Stage, IsBrighterThanTheInterfaceAroundIt) {
    const auto luminance = [](const glm::vec3& code) {
        return glm::dot(render::to_linear(code), glm::vec3(0.2126f, 0.7152f, 0.0722f)); // of sRGB
    };
    for (const render::Theme theme : kThemes) {
        const Palette& p = palette(theme);
        const float interface = std::max(luminance(to_code(p.panel)), luminance(to_code(p.background)));
        for (const glm::vec3& part :
             (theme == render::Theme::dark ? render::kDarkBackdrop : render::kLightBackdrop).all()) {
            EXPECT_GT(luminance(part), interface);
        }
    }
}

TEST(Palette, TextIsReadOnEveryGroundThatItStandsOn) {
    for (const render::Theme theme : kThemes) {
        const Palette& p = palette(theme);
        for (const ImU32 ground : {p.background, p.panel, p.raised, p.track, p.track_hover}) {
            EXPECT_GE(contrast(p.text, ground), 7) << static_cast<int>(theme); // WCAG 2.1, AAA
            EXPECT_GE(contrast(p.text_dim, ground), 4.5f) << static_cast<int>(theme);
        }
        for (const ImU32 ground : {p.background, p.panel, p.raised, p.track}) {
            EXPECT_GE(contrast(p.text_faint, ground), 4.5f) << static_cast<int>(theme);
        }
        // Names and headings have the accent colour; a slider's number is over its filled part.
        EXPECT_GE(contrast(p.accent, p.raised), 4.5f);
        EXPECT_GE(contrast(p.text, p.fill), 4.5f);
        EXPECT_GE(contrast(p.text, p.fill_hover), 4.5f);
        // The chosen item of tabs, menus and lists.
        EXPECT_GE(contrast(p.text, over(p.accent, kChosenFillHot, p.raised)), 4.5f);
        EXPECT_GE(contrast(p.text, over(p.accent, kChosenFillHot, p.panel)), 4.5f);
    }
}

TEST(Palette, BadgesIconsAndEdgesAreSeen) {
    for (const render::Theme theme : kThemes) {
        const Palette& p = palette(theme);
        for (const ImU32 colour : {p.good, p.warn, p.bad}) {
            for (const float share : {kBadgeFill, kBadgeFillHot}) {
                EXPECT_GE(contrast(colour, over(colour, share, p.raised)), 4.5f) << static_cast<int>(theme);
            }
            EXPECT_GE(contrast(colour, p.raised), 4.5f);
        }
        for (const ImU32 ground : {p.background, p.panel, p.raised, p.track, over(p.accent, 0.26f, p.panel)}) {
            EXPECT_GE(contrast(p.accent, ground), 3) << static_cast<int>(theme);
            EXPECT_GE(contrast(p.text_dim, ground), 3) << static_cast<int>(theme); // icons
        }
        EXPECT_GE(contrast(p.text_faint, p.panel), 3) << "the edge of a check box";
    }
}

TEST(Palette, ThePanesColoursAndTheirLettersAreRead) {
    for (const render::Theme theme : kThemes) {
        const Palette& p = palette(theme);
        for (std::size_t method = 0; method < methods().size(); ++method) {
            Settings settings;
            settings.method = static_cast<int>(method);
            const std::vector<Settings> panes(lab::kMaxPanes, settings);
            for (int pane = 0; pane < lab::kMaxPanes; ++pane) {
                const ImU32 colour = to_colour(picture::pane_colour(pane, theme));
                EXPECT_GE(contrast(colour, p.raised), 3) << method << ", " << pane;
                EXPECT_GE(contrast(colour, p.background), 3) << method << ", " << pane; // curves
                EXPECT_GE(contrast(ink_on(colour), colour), 4.5f) << method << ", " << pane;
            }
        }
    }
}

TEST(Fonts, NoLetterIsUnderTwelvePixels) {
    const Desk desk(small_session());
    ASSERT_FALSE(ImGui::GetIO().Fonts->Fonts.empty());
    for (const ImFont* font : ImGui::GetIO().Fonts->Fonts) {
        EXPECT_GE(imgui::size_of(*font), 12);
    }
}

TEST(WindowScale, GrowsWithTheWindowInQuarters) {
    for (const auto& [size, scale] : {std::pair(glm::vec2(640, 400), 1.0f),
                                      {{1280, 720}, 1.0f},
                                      {{1920, 1080}, 1.0f},
                                      {{2560, 1440}, 1.25f},
                                      {{2560, 1390}, 1.25f}, // below a task bar
                                      {{3440, 1440}, 1.25f}, // a wide screen is no taller
                                      {{3840, 2160}, 2.0f},
                                      {{3840, 2110}, 2.0f},
                                      {{7680, 4320}, 3.0f}}) {
        EXPECT_EQ(suggested_scale(size), scale) << size.x << " x " << size.y;
    }
}

TEST(WindowScale, WaitsUntilADragOfTheWindowsEdgeRests) {
    WindowScale scale;
    scale.follow({1280, 720}, 0);
    EXPECT_EQ(scale.value(), 1);
    double now = 1;
    for (float width = 1280; width < 3840; width += 128, now += 0.05) {
        scale.follow({width, 2160}, now);
        EXPECT_EQ(scale.value(), 1) << "while it moves";
    }
    scale.follow({3840, 2160}, now);
    scale.follow({3840, 2160}, now + 0.1);
    EXPECT_EQ(scale.value(), 1);
    scale.follow({3840, 2160}, now + 0.5);
    EXPECT_EQ(scale.value(), 2);

    WindowScale large;
    large.follow({3840, 2160}, 0);
    EXPECT_EQ(large.value(), 2) << "a window opens in its scale";
}

TEST(WindowScale, TheUsersOwnScaleWins) {
    Desk desk(small_session());
    desk.state.window_scale = {};
    desk.state.window_scale.follow({3840, 2160}, 0);
    EXPECT_EQ(desk.state.scale(), 2);
    desk.state.content_scale = 1.5f;
    EXPECT_EQ(desk.state.scale(), 3);
    desk.state.content_scale = 1;
    action("scale_up").run(desk.state, desk.snapshot());
    EXPECT_FLOAT_EQ(desk.state.scale(), 2.1f);
    desk.state.window_scale.follow({1280, 720}, 1);
    desk.state.window_scale.follow({1280, 720}, 2);
    EXPECT_FLOAT_EQ(desk.state.scale(), 2.1f);
    desk.state.preferences.scale = 1;
    desk.click("menu.View");
    desk.click("menu.interface");
    desk.click("menu.scale_auto");
    EXPECT_EQ(desk.state.preferences.scale, 0);
    EXPECT_EQ(desk.state.scale(), 1);
}

TEST(WindowStart, AWindowThatFitsOpensInItsSize) {
    const WindowStart start = window_start({1600, 900}, {1920, 1040}, false);
    EXPECT_EQ(start.size, glm::ivec2(1600, 900));
    EXPECT_FALSE(start.maximised);
    EXPECT_FALSE(window_start({1920, 1040}, {1920, 1040}, false).maximised) << "to the pixel";
    EXPECT_TRUE(window_start({1600, 900}, {1920, 1040}, true).maximised) << "as it was left";
}

TEST(WindowStart, AWindowThatDoesNotFitOpensMaximisedAndIsCutToTheRoom) {
    for (const glm::ivec2 room : {glm::ivec2(1280, 1000), glm::ivec2(1920, 640), glm::ivec2(1280, 640)}) {
        const WindowStart start = window_start({1600, 900}, room, false);
        EXPECT_TRUE(start.maximised) << room.x << " x " << room.y;
        EXPECT_EQ(start.size, glm::min(room, glm::ivec2(1600, 900))) << "for when it is no longer maximised";
    }
}

TEST(WindowStart, NoWindowIsSmallerThanTheSmallest) {
    EXPECT_EQ(window_start({1600, 900}, {320, 200}, false).size, kSmallestWindow);
    EXPECT_EQ(window_start({1, 1}, {1920, 1080}, false).size, kSmallestWindow);
}

TEST(WaylandRoom, IsTheScreenInUnitsWithoutTheBarsOfTheDesktop) {
    for (const auto& [pixels, scale] : {std::pair(glm::ivec2(1920, 1080), 1.0f), {{3840, 2160}, 2.0f}}) {
        const glm::ivec2 room = wayland_room(pixels, scale);
        EXPECT_EQ(room.x, 1920) << scale;
        EXPECT_LT(room.y, 1080) << scale;
        EXPECT_GE(room.y, 900) << "the window of a first start fits, at scale " << scale;
    }
}

TEST(WaylandRoom, AtScaleTwoHalvesTheScreenSoThatAFirstWindowIsMaximised) {
    const WindowStart start = window_start({1600, 900}, wayland_room({2560, 1440}, 2), false);
    EXPECT_TRUE(start.maximised);
    EXPECT_LE(start.size.x, 1280);
    EXPECT_LT(start.size.y, 720) << "the desktop's bars stay in sight where it does not maximise";
}

TEST(WindowScale, IsKeptInThePreferences) {
    EXPECT_EQ(Preferences{}.scale, 0);
    for (const char* scale : {"0", "0.5", "1", "3"}) {
        const auto loaded = parse_preferences(std::string("{\"scale\": ") + scale + "}");
        ASSERT_TRUE(loaded);
        EXPECT_TRUE(loaded->warnings.empty()) << scale;
        EXPECT_EQ(loaded->preferences.scale, std::stod(scale));
        EXPECT_EQ(parse_preferences(write_preferences(loaded->preferences))->preferences, loaded->preferences);
    }
    for (const char* scale : {"0.2", "-1", "4", "true"}) {
        const auto loaded = parse_preferences(std::string("{\"scale\": ") + scale + "}");
        ASSERT_TRUE(loaded);
        EXPECT_EQ(loaded->warnings.size(), 1u) << scale;
        EXPECT_EQ(loaded->preferences.scale, 0) << scale;
    }
}

TEST(Layout, MeasuredValuesGrowWithTheirPane) {
    AppState state = make_app_state(small_session(), {});
    EXPECT_EQ(compute_layout(state, {1280, 720}).value_size, 1);
    state.preferences.scene_pinned = state.preferences.methods_pinned = true;
    EXPECT_EQ(compute_layout(state, {1280, 720}).value_size, 0);
    EXPECT_EQ(compute_layout(state, {1920, 1080}).value_size, 1);
    state.panels.shown = false;
    EXPECT_EQ(compute_layout(state, {1920, 1080}).value_size, 2);
    state.preferences.scale = 2;
    const Layout one = compute_layout(state, {3840, 2160});
    EXPECT_EQ(one.value_size, 2);
    EXPECT_GE(one.panes[0].readout.height(), 2 * (kValueSizes[1] + 13)) << "value and caption";
    state.preferences.advanced = true;
    const Layout two = compute_layout(state, {3840, 2160});
    EXPECT_EQ(two.value_size, 2);
    EXPECT_GE(two.panes[0].readout.height() - one.panes[0].readout.height(), 2 * 2 * 13) << "a second row";
}

/// Key M on pane A: pane B keeps its colour, its colour map and its range.
TEST(Looks, AnotherMethodRecoloursNoOtherPane) {
    Desk desk(small_session());
    desk.runner().advance(30);
    desk.frame(2);
    for (const picture::Colouring colouring : {picture::Colouring::material, picture::Colouring::stretch}) {
        desk.state.stage.picture.colouring = colouring;
        const auto shown = [&] {
            picture::SceneViews views;
            const picture::ColourScale scale = picture::picture_scale(desk.snapshot(), desk.state.stage.picture);
            const render::View view = views.view(desk.snapshot(), 1, {}, desk.state.stage.picture, scale);
            return std::tuple(view.bodies.front().colour, view.look.colour_by, view.look.colour_map, scale.range);
        };
        const auto before = shown();
        desk.state.stage.picture.active_pane = 0;
        for (const char* method : {"xpbd", "pbd"}) {
            EXPECT_TRUE(desk.press({'M'}));
            ASSERT_EQ(desk.settings(0).method, find_method(method));
            ASSERT_EQ(desk.snapshot().panes[0].settings.method, find_method(method));
            EXPECT_EQ(shown(), before);
        }
    }
}

} // namespace
} // namespace xpbd::window
