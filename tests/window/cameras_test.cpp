// The cameras of the window: framed, moved by name, following a body, or placed by the user.
#include "desk.h"

#include "scenes/scenes.h"
#include "window/panels/viewport.h"
#include "window/stage/cameras.h"

#include <algorithm>
#include <cmath>

namespace xpbd::window {
namespace {

constexpr int kMoveFrames = 20; ///< number of frames at 60 Hz in which an animated move of a camera ends

/// A session whose cloth has no pins and falls without end.
lab::Session falling_session() {
    lab::Session session = small_session();
    EXPECT_TRUE(lab::apply_assignment(session, "scene.pins=none"));
    return session;
}

float in_view(const Desk& desk, std::size_t pane) {
    const ScreenRect& view = desk.layout.panes[pane].view;
    const float aspect = view.width() / view.height();
    return picture::share_in_view(picture::to_orbit(desk.state.stage.cameras[pane], desk.snapshot(), aspect),
                                  desk.snapshot().panes[pane].positions, aspect);
}

TEST(Cameras, APresetIsReachedByAnEasedMoveTheShorterWayRound) {
    Desk desk(small_session());
    const lab::Camera start = desk.state.stage.cameras[0];
    desk.state.stage.moves[0].framed = true;
    EXPECT_TRUE(desk.press({'2', false, true})); // the view from the left, with yaw -30 degrees
    desk.frame(6);
    const lab::Camera between = desk.state.stage.cameras[0];
    EXPECT_LT(between.yaw, start.yaw - 2);
    EXPECT_GT(between.yaw, -28);
    EXPECT_TRUE(cameras_move(desk.state));
    EXPECT_NEAR(screen_session(desk.state, desk.snapshot()).camera.yaw, -30, 1e-3) << "a session holds the goal";
    desk.frame(kMoveFrames);
    EXPECT_NEAR(desk.state.stage.cameras[0].yaw, -30, 1e-3);
    EXPECT_EQ(desk.state.stage.cameras[0], desk.state.stage.cameras[1]) << "linked";
    EXPECT_FALSE(cameras_move(desk.state));
    lab::Camera turned = desk.state.stage.cameras[0];
    turned.yaw = 350 + 360;
    set_camera(desk.state, 0, turned);
    EXPECT_TRUE(desk.press({'F'}));
    desk.frame(6);
    EXPECT_GT(desk.state.stage.cameras[0].yaw, 710) << "40 degrees on, not 680 back";
    desk.frame(kMoveFrames);
    EXPECT_FALSE(cameras_move(desk.state));
    EXPECT_EQ(in_view(desk, 0), 1);
}

TEST(Cameras, AFramedOneFollowsABodyThatLeavesTheView) {
    Desk desk(falling_session());
    const lab::Camera start = desk.state.stage.cameras[0];
    lab::Camera last = start;
    double largest = 0;
    for (int i = 0; i < 120; ++i) {
        desk.runner().advance(3);
        desk.frame();
        EXPECT_EQ(in_view(desk, 0), 1) << i;
        largest = std::max(largest, last.pivot[1] - desk.state.stage.cameras[0].pivot[1]);
        last = desk.state.stage.cameras[0];
    }
    EXPECT_LT(last.pivot[1], start.pivot[1] - 0.3);
    EXPECT_LT(largest, 0.2) << "softly";
    EXPECT_EQ(last, desk.state.stage.cameras[1]) << "linked cameras follow together";
    desk.frame(120);
    EXPECT_FALSE(cameras_move(desk.state)) << "it comes to rest while the body does not move";
}

TEST(Cameras, AFramedOneComesInWhileTheStartPassesAndThenStandsStill) {
    lab::Session session = *lab::default_session("cloth_sphere");
    ASSERT_TRUE(lab::apply_assignment(session, "scene.resolution=12x12"));
    Desk desk(session);
    desk.frame(2);
    const double wide = desk.state.stage.cameras[0].distance; // the level cloth just fits
    const auto run = [&](double seconds) {
        const lab::Camera before = desk.state.stage.cameras[0];
        bool moved = false;
        for (int i = 0; i < std::lround(60 * seconds); ++i) {
            desk.runner().advance(2); // at 120 Hz
            desk.frame();
            moved = moved || desk.state.stage.cameras[0] != before;
        }
        return moved;
    };
    EXPECT_TRUE(run(2));
    EXPECT_LT(desk.state.stage.cameras[0].distance, 0.9 * wide);
    EXPECT_FALSE(run(3)) << "one camera for the run";
    const auto filled = [&] {
        float most = 0;
        for (std::size_t pane = 0; pane < 2; ++pane) {
            const ScreenRect& view = desk.layout.panes[pane].view;
            const float aspect = view.width() / view.height();
            std::vector<glm::vec3> points = desk.snapshot().panes[pane].positions;
            const std::vector<glm::vec3> still = picture::still_points(*desk.snapshot().model);
            points.insert(points.end(), still.begin(), still.end());
            const auto camera = picture::to_orbit(desk.state.stage.cameras[pane], desk.snapshot(), aspect);
            EXPECT_EQ(picture::share_in_view(camera, points, aspect), 1);
            most = std::max(most, picture::filled_share(camera, points, aspect));
        }
        return most;
    };
    EXPECT_GT(filled(), 0.65f);
    EXPECT_LT(filled(), 0.9f);
    lab::Camera far = desk.state.stage.cameras[0];
    far.distance *= 4;
    set_camera(desk.state, 0, far);
    desk.frame(2);
    EXPECT_LT(filled(), 0.3f);
    EXPECT_TRUE(desk.press({'F'}));
    desk.frame(kMoveFrames);
    EXPECT_GT(filled(), 0.65f) << "F frames what is there";
    EXPECT_LT(filled(), 0.9f);
}

TEST(Cameras, OneThatTheUserHasMovedStaysAndOffersAButton) {
    Desk desk(falling_session());
    EXPECT_EQ(desk.state.ui_map.find("frame_A"), nullptr);
    desk.drag("view_A", 0.4f, 0.45f);
    const lab::Camera put = desk.state.stage.cameras[0];
    desk.runner().advance(400);
    desk.frame(3);
    EXPECT_EQ(desk.state.stage.cameras[0], put);
    ASSERT_LT(in_view(desk, 0), 0.5f);
    desk.click("frame_A");
    desk.frame(kMoveFrames);
    EXPECT_EQ(in_view(desk, 0), 1);
    EXPECT_EQ(desk.state.ui_map.find("frame_A"), nullptr);
}

TEST(Cameras, ADragOfTheMouseNeverLosesTheBody) {
    for (const scenes::SceneInfo& scene : scenes::scene_table()) {
        const Result<lab::Session> session = lab::default_session(scene.key);
        if (scene.key == "custom" || scene.key == "mesh") {
            continue; // these two have no body without a file
        }
        ASSERT_TRUE(session) << scene.key;
        Desk desk(*session, {1600, 900});
        const glm::vec2 start = 0.5f * (desk.rect("view_A").min + desk.rect("view_A").max);
        for (const glm::vec2 way : {glm::vec2(0, -600), {0, 600}, {-600, 0}, {600, 0}, {-420, -420}, {420, -420}}) {
            const lab::Camera before = desk.state.stage.cameras[0];
            MouseInput mouse;
            mouse.position = start;
            mouse.left = true;
            desk.state.stage.drag_pane = 0;
            for (int step = 0; step < 20; ++step) {
                mouse.position += way / 20.0f;
                mouse.delta = way / 20.0f;
                handle_mouse(desk.state, desk.snapshot(), desk.layout, mouse);
            }
            desk.state.stage.drag_pane = -1;
            const lab::Camera& camera = desk.state.stage.cameras[0];
            EXPECT_NE(camera, before) << scene.key << ": it turns";
            EXPECT_GE(camera.pitch, 2.99) << scene.key << ": the eye stays above the ground";
            const ScreenRect& view = desk.layout.panes[0].view;
            const float aspect = view.width() / view.height();
            const float filled = picture::filled_share(picture::to_orbit(camera, desk.snapshot(), aspect),
                                                       desk.snapshot().panes[0].positions, aspect);
            EXPECT_GT(filled, 0.05f) << scene.key << ", dragged by " << way.x << ", " << way.y;
            EXPECT_GT(in_view(desk, 0), 0.9f) << scene.key << ", dragged by " << way.x << ", " << way.y;
        }
    }
}

TEST(Cameras, ADoubleClickBesideTheBodyFramesIt) {
    Desk desk(small_session());
    lab::Camera away = desk.state.stage.cameras[0];
    away.pivot = {50, 0, 0};
    set_camera(desk.state, 0, away);
    desk.frame();
    ASSERT_EQ(in_view(desk, 0), 0);
    desk.double_click("view_A");
    desk.frame(kMoveFrames);
    EXPECT_EQ(in_view(desk, 0), 1);
}

TEST(Cameras, AFramedOneIsPlacedAnewForAPaneOfAnotherShapeAndAPutOneIsNot) {
    Desk desk(small_session());
    const lab::Camera both = desk.state.stage.cameras[0];
    desk.press({'2'}); // pane B alone, twice as wide
    desk.frame(2);
    EXPECT_NE(desk.state.stage.cameras[1], both);
    desk.press({'3'});
    desk.frame(2);
    EXPECT_NEAR(desk.state.stage.cameras[0].distance, both.distance, 1e-4);
    desk.drag("view_A", 0.02f, 0.2f);
    const lab::Camera put = desk.state.stage.cameras[1];
    desk.press({'2'});
    desk.frame(2);
    EXPECT_EQ(desk.state.stage.cameras[1], put);
}

} // namespace
} // namespace xpbd::window
