// The window's colours, letters and scale: contrasts, sizes, and the size of the first window.
#include "desk.h"
#include "files.h"

#include "core/model/method_traits.h"
#include "picture/looks/pane_colours.h"
#include "picture/picture.h"
#include "picture/text/imgui_versions.h"
#include "picture/view/scene_views.h"
#include "render/colour/colour.h"
#include "render/colour/colour_map.h"
#include "window/commands/commands.h"

#include <algorithm>
#include <functional>
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

/// The colour that results from `top` with the opacity `alpha` over `ground`.
ImU32 over(ImU32 top, float alpha, ImU32 ground) {
    return to_colour(glm::mix(to_code(ground), to_code(top), alpha));
}

TEST(Stage, IsBrighterThanTheInterfaceAroundIt) {
    const auto luminance = [](const glm::vec3& code) {
        return glm::dot(render::to_linear(code), glm::vec3(0.2126f, 0.7152f, 0.0722f)); // sRGB weights
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

/// Chooses a print, a theme, a camera, colours, a ghost and a plot by mouse and keys.
void choose_looks(Desk& desk) {
    desk.press({'V'});
    desk.click("look.print.check");
    desk.click("look.theme.light");
    desk.click("look.shadow");
    desk.press({'V'});
    desk.click("corner.colour_A");
    desk.click("menu.colour.tension");
    desk.click("plot.title.0");
    desk.click("plot.choice.total_energy");
    action("camera.side").run(desk.state, desk.snapshot());
    desk.frame(60); // the camera arrives
    desk.press({'2'});
    desk.frame(3);
}

TEST(SessionLook, ASessionALinkAndAPictureOpenAsTheyWereMade) {
    const Folder folder;
    lab::Session made;
    std::string link;
    {
        Desk desk(small_session());
        choose_looks(desk);
        made = saved_session(desk.state, desk.snapshot());
        ASSERT_TRUE(save_file(desk.state, desk.snapshot(), folder / "made.json"));
        link = *session_link(made);
        const render::Image image{2, 2, std::vector<unsigned char>(16, 255)};
        ASSERT_TRUE(picture::save_picture(image, made, folder / "made.png"));
    }
    ASSERT_TRUE(made.look);
    EXPECT_EQ(made.look->print, lab::Print::check);
    EXPECT_EQ(made.look->theme, lab::Theme::light);
    EXPECT_FALSE(made.look->shadow);
    EXPECT_EQ(made.look->colouring, lab::Colouring::tension);
    EXPECT_EQ(made.look->mode, lab::ViewMode::single);
    EXPECT_EQ(made.look->active_pane, 1);
    EXPECT_EQ(made.look->plots[0], "total_energy");
    EXPECT_EQ(made.camera.yaw, 90);
    const std::function<bool(AppState&)> ways[] = {
        [&](AppState& state) { return open_session_file(state, folder / "made.json"); },
        [&](AppState& state) { return open_session_file(state, folder / "made.png"); },
        [&](AppState& state) { return open_session_text(state, link); }};
    for (const auto& open : ways) {
        Desk desk(small_session());
        ASSERT_TRUE(open(desk.state));
        desk.frame(3);
        EXPECT_EQ(shown_looks(desk.state), *made.look);
        EXPECT_EQ(desk.state.stage.cameras[1], made.camera);
        EXPECT_EQ(desk.state.theme(), render::Theme::light);
        EXPECT_EQ(desk.state.preferences.theme, render::Theme::dark) << "it stays the user's";
        EXPECT_FALSE(desk.state.history.can_redo());
        desk.press({'Z', true});
        desk.frame(3);
        EXPECT_EQ(shown_looks(desk.state), *made.look) << "a look is no step of the history";
    }
}

TEST(SessionLook, OneWithoutALookKeepsThoseOfTheWindow) {
    Desk desk(small_session());
    choose_looks(desk);
    const lab::Looks looks = shown_looks(desk.state);
    open_session(desk.state, small_session());
    desk.frame(3);
    EXPECT_EQ(shown_looks(desk.state), looks);
    choose_scene(desk.state, "pendulum");
    desk.frame(3);
    EXPECT_EQ(shown_looks(desk.state), looks);
}

TEST(SessionLook, ADefaultLookBringsBackTheDefaultsAndTheUsersTheme) {
    Desk desk(small_session());
    choose_looks(desk);
    lab::Session session = small_session();
    session.look = lab::Looks{};
    open_session(desk.state, session);
    desk.frame(3);
    lab::Looks wanted;
    wanted.theme = lab::Theme::light;
    EXPECT_EQ(shown_looks(desk.state), wanted) << "the dark theme is no wish of a session";
}

TEST(SessionLook, APresentationStaysLightAndItsEndBringsTheThemeOfTheSession) {
    Desk desk(small_session());
    desk.press({kKeyF5});
    desk.frame(3);
    ASSERT_TRUE(desk.state.presentation.on);
    lab::Session session = small_session();
    session.look = lab::Looks{};
    session.look->print = lab::Print::stripes;
    open_session(desk.state, session);
    desk.frame(3);
    EXPECT_EQ(desk.state.theme(), render::Theme::light);
    EXPECT_EQ(desk.state.stage.picture.print, lab::Print::stripes);
    EXPECT_EQ(shown_looks(desk.state), *session.look) << "saved from a presentation it is no light one";
    desk.press({kKeyF5});
    desk.frame(3);
    EXPECT_EQ(desk.state.theme(), render::Theme::dark);
}

TEST(SessionLook, EveryLookWithAGroupIsACommand) {
    Desk desk(small_session());
    const std::vector<Command> all = commands(desk.state, desk.snapshot());
    for (const lab::LookRow& row : lab::looks()) {
        const std::string id =
            row.info.scale == Scale::toggle
                ? std::string(row.info.key)
                : std::string(row.info.key) + "." + std::string(row.info.choices.empty() ? "" : row.info.choices[1]);
        EXPECT_EQ(find_command(all, id) != nullptr, !row.group.empty()) << id;
    }
    const auto panes = lab::find_look("pane")->info.choices;
    ASSERT_EQ(panes.size(), std::size_t{lab::kMaxPanes});
    for (int pane = 0; pane < lab::kMaxPanes; ++pane) {
        EXPECT_EQ(panes[static_cast<std::size_t>(pane)], lab::pane_name(pane));
    }
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
