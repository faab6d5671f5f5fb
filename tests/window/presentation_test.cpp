// The presentation before an audience; scenes that end and restart; small things of the panels.
#include "desk.h"

#include "window/stage/presentation_layout.h"
#include "window/widgets/plot.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace xpbd::window {
namespace {

constexpr Chord kPresent{kKeyF5};

TEST(Presentation, LeavingBringsBackThemePanelsAndLayout) {
    Desk desk(small_session(), {1600, 900});
    desk.state.preferences.theme = render::Theme::dark;
    desk.state.panels.left_width = 300;
    desk.frame(2);
    const Preferences preferences = desk.state.preferences;
    const Layout before = desk.layout;
    desk.press(kPresent);
    desk.frame(2);
    ASSERT_TRUE(desk.state.presentation.on);
    EXPECT_EQ(desk.state.theme(), render::Theme::light);
    EXPECT_EQ(desk.state.ui_map.find("settings.iterations"), nullptr);
    EXPECT_EQ(desk.state.ui_map.find("menu.View"), nullptr);
    EXPECT_NE(desk.state.ui_map.find("present.iterations"), nullptr);
    desk.press(kPresent);
    desk.frame(2);
    EXPECT_EQ(desk.state.preferences, preferences);
    EXPECT_EQ(desk.state.theme(), render::Theme::dark);
    ASSERT_EQ(desk.layout.panes.size(), before.panes.size());
    EXPECT_EQ(desk.layout.panes[0].view, before.panes[0].view);
    EXPECT_EQ(desk.layout.left, before.left);
    EXPECT_EQ(desk.layout.drawer, before.drawer);
}

TEST(Presentation, ItsSlidersSetAllPanesAndTheAudienceReadsWhatTheHandDoes) {
    Desk desk(small_session(), {1600, 900});
    desk.press(kPresent);
    desk.frame(2);
    desk.drag("present.iterations", 0.1f, 0.8f);
    const int iterations = desk.settings(0).iterations;
    EXPECT_GT(iterations, 50);
    EXPECT_EQ(desk.settings(1).iterations, iterations);
    EXPECT_EQ(desk.state.presentation.line, "Iterations  " + std::to_string(iterations));
    const double compliance = desk.settings(1).stretch_compliance;
    desk.drag("present.stretch_compliance", 0.2f, 0.6f);
    EXPECT_NE(desk.settings(1).stretch_compliance, compliance);
    EXPECT_EQ(desk.state.presentation.line.rfind("Stretch compliance  ", 0), 0u) << desk.state.presentation.line;
    desk.press({' '});
    EXPECT_EQ(desk.state.presentation.line, "Space   Play or pause");
    desk.click("present.leave");
    EXPECT_FALSE(desk.state.presentation.on);
}

TEST(Presentation, ValuesAre28PointsHighAt1080AndGrowWithTheWindow) {
    AppState state = make_app_state(small_session(), {});
    state.preferences.scale = 2; // the scale for normal work has no effect in a presentation
    state.presentation.on = true;
    const float dots_per_point = 96.0f / 72;
    for (const glm::vec2 size : {glm::vec2{1920, 1080}, {1280, 720}, {3840, 2160}}) {
        state.window_scale = {};
        state.window_scale.follow(size, 0);
        EXPECT_NEAR(kValueSizes[1] * state.scale(), 28 * dots_per_point * size.y / 1080, 0.01f);
    }
}

TEST(Presentation, StaysWithinItsMarginsWithoutOverlap) {
    AppState state = make_app_state(small_session(), {});
    state.presentation.on = true;
    for (const glm::vec2 size : {glm::vec2{640, 400}, {1280, 720}, {1920, 1080}, {1024, 768}}) {
        state.window_scale = {};
        state.window_scale.follow(size, 0);
        for (std::size_t i = 2; i < 2 * (lab::kMaxPanes + 1); ++i) {
            const std::size_t count = i / 2;
            state.document.panes.resize(count);
            state.lessons.lesson = i % 2 == 0 ? std::nullopt : std::optional<lab::Lesson>(lab::Lesson{});
            const PresentationLayout layout = presentation_layout(state, size);
            std::vector<ScreenRect> all = {layout.sliders};
            if (state.lessons.open()) {
                all.push_back(layout.lesson);
            }
            for (const PaneRects& pane : layout.panes.panes) {
                all.insert(all.end(), {pane.header, pane.view, pane.readout});
            }
            EXPECT_EQ(layout.panes.panes.size(), count);
            const float margin = 0.03f * std::min(size.x, size.y);
            for (std::size_t k = 0; k < all.size(); ++k) {
                EXPECT_GE(all[k].min.x, margin);
                EXPECT_GE(all[k].min.y, margin);
                EXPECT_LE(all[k].max.x, size.x - margin);
                EXPECT_LE(all[k].max.y, size.y - margin);
                EXPECT_GT(all[k].width(), 0);
                EXPECT_GT(all[k].height(), 0);
                for (std::size_t j = 0; j < k; ++j) {
                    const bool apart = all[k].max.x <= all[j].min.x || all[j].max.x <= all[k].min.x ||
                                       all[k].max.y <= all[j].min.y || all[j].max.y <= all[k].min.y;
                    EXPECT_TRUE(apart) << size.x << " x " << size.y << ", " << count << " panes: " << k << ", " << j;
                }
            }
        }
    }
}

TEST(Presentation, ALessonAsksTheAudience) {
    Desk desk(small_session(), {1600, 900});
    desk.click("menu.Lessons");
    desk.click("menu.lesson.compliance");
    desk.frame(2);
    EXPECT_FALSE(desk.state.preferences.first_start) << "who has begun needs no welcome";
    desk.press(kPresent);
    desk.click("lesson.choice.2");
    while (desk.state.lessons.running()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        desk.frame();
    }
    desk.frame(2);
    desk.click("lesson.next");
    EXPECT_EQ(desk.state.lessons.step, 1u);
    EXPECT_TRUE(desk.state.presentation.on);
}

TEST(Presentation, EscLeavesAndTheLaserGoesWithIt) {
    Desk desk(small_session(), {1600, 900});
    desk.press(kPresent);
    desk.press({'D'});
    EXPECT_TRUE(desk.state.presentation.laser);
    desk.press(kPresent);
    EXPECT_FALSE(desk.state.presentation.laser);
}

/// A window in a frame of another page.
void embed(Desk& desk) {
    desk.state.presentation.embedded = desk.state.presentation.wanted = true;
    desk.frame(2);
}

TEST(Embedded, KeysOpenNothingOverThePanesAndRunTheSimulation) {
    Desk desk(small_session(), {800, 450});
    embed(desk);
    ASSERT_TRUE(desk.state.presentation.on);
    for (const char* id : {"pick_scene", "help", "open", "presentation", "look", "panels"}) {
        EXPECT_FALSE(desk.press(*action(id).chords.begin())) << id;
    }
    EXPECT_FALSE(desk.state.picker.open || desk.state.help.open || desk.state.file_dialog.open);
    EXPECT_TRUE(desk.state.presentation.on);
    const bool playing = desk.snapshot().playing;
    EXPECT_TRUE(desk.press({' '}));
    desk.frame(2);
    EXPECT_NE(desk.snapshot().playing, playing);
}

TEST(Embedded, ARightClickOnASliderOpensNoMenu) {
    Desk desk(small_session(), {800, 450});
    embed(desk);
    desk.click("present.iterations", 1);
    EXPECT_EQ(open_popups(), 0);
    desk.state.presentation.embedded = false;
    desk.click("present.iterations", 1);
    EXPECT_EQ(open_popups(), 1) << "outside of a frame it does";
}

TEST(Embedded, AFingerActsOnTheBodyAndTheSlidersAndElsewhereScrollsThePageAround) {
    Desk desk(small_session(), {800, 450});
    desk.frame(2);
    const auto acts = [&](glm::vec2 place) { return finger_acts(desk.state, desk.snapshot(), {800, 450}, place); };
    const auto& view = desk.layout.panes[0].view;
    EXPECT_TRUE(acts(view.min + glm::vec2(2))) << "not in a frame";
    embed(desk);
    const ScreenRect pane = desk.layout.panes[0].view;
    EXPECT_TRUE(acts(desk.rect("present.iterations").center()));
    EXPECT_TRUE(acts(pane.center()));
    EXPECT_FALSE(acts(pane.min + glm::vec2(4)));
    EXPECT_FALSE(acts(desk.layout.panes[0].header.center()));
}

/// Plays for `seconds` of simulated time, with frames of the window in between.
void play(Desk& desk, double seconds) {
    desk.runner().post(lab::Play{true});
    desk.runner().advance(static_cast<int>(seconds / desk.snapshot().world.dt));
    desk.frame(4);
}

TEST(LetGoAgain, ASceneThatIsOverBeginsAnewWhileItPlays) {
    Desk desk(*lab::default_session("incline"));
    play(desk, 2);
    EXPECT_GT(desk.snapshot().frame, 0);
    play(desk, 0.6); // the scene's 2.5 s are over
    EXPECT_EQ(desk.snapshot().frame, 0);
    EXPECT_TRUE(desk.snapshot().playing);
}

TEST(LetGoAgain, SwitchedOffItRunsOn) {
    Desk desk(*lab::default_session("incline"));
    desk.click("scene.again");
    play(desk, 4);
    EXPECT_GT(desk.snapshot().time, 3.9);
}

TEST(LetGoAgain, IsNotOfferedWhereNothingEnds) {
    Desk desk(small_session());
    EXPECT_EQ(desk.state.ui_map.find("scene.again"), nullptr) << "a cloth hangs for ever";
}

TEST(ScenePanel, BothNumbersOfAResolutionMoveTogetherUntilTheyAreUnlocked) {
    Desk desk(*lab::default_session("flag")); // 36 x 24
    const auto resolution = [&] { return scenes::scene_value(desk.state.document.scene, "resolution"); };
    desk.drag("scene.resolution.x", 0.02f, 0.4f);
    const Value locked = resolution();
    EXPECT_NE(locked[0], 36);
    EXPECT_EQ(locked[1], std::round(locked[0] * 24 / 36));
    desk.click("scene.resolution.lock");
    desk.drag("scene.resolution.y", 0.02f, 0.6f);
    EXPECT_EQ(resolution()[0], locked[0]);
    EXPECT_NE(resolution()[1], locked[1]);
}

TEST(Plots, SayThatThereIsOnlyRoundOff) {
    Desk desk(small_session());
    const auto shows_noise = [&](double size) {
        std::vector<PlotLine> lines(1);
        for (int i = 0; i < 50; ++i) {
            lines[0].points.emplace_back(0.1 * i, size * std::sin(i));
        }
        PlotZoom zoom;
        desk.state.ui_map.clear();
        ImGui::NewFrame();
        const Fonts fonts;
        Ui ui{desk.state, desk.snapshot(), palette(render::Theme::dark), fonts};
        ImGui::Begin("plot");
        draw_plot(ui, "noise", {{0, 0}, {400, 200}}, {"Sag (m)", "t (s)", false, false}, lines, zoom, {});
        ImGui::End();
        ImGui::Render();
        return desk.state.ui_map.find("noise.round_off") != nullptr;
    };
    EXPECT_TRUE(shows_noise(1e-15));
    EXPECT_FALSE(shows_noise(1e-9));
    EXPECT_FALSE(shows_noise(0)) << "exactly zero is an answer";
}

} // namespace
} // namespace xpbd::window
