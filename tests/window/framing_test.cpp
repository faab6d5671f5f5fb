// The automatic camera shows every scene and grid in the part of the picture that the interface leaves free.
#include "desk.h"

#include "scenes_that_run.h"

#include "scenes/scenes.h"
#include "window/stage/cameras.h"
#include "window/state/comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace xpbd::window {
namespace {

const std::array<ImVec2, 4> kSizes = {ImVec2{1280, 720}, {1920, 1080}, {800, 450}, {390, 844}};

/// True for a widget that is drawn over a pane's picture.
bool lies_in_picture(std::string_view name) {
    for (const char* part : {"method_", "copy_", "swap_", "badge_", "chip_", "readout_", "corner.", "colour_bar",
                             "legend.", "follows_", "frame_"}) {
        if (name.starts_with(part)) {
            return true;
        }
    }
    return false;
}

class Framed {
public:
    explicit Framed(const lab::Session& session) : desk_(session, kSizes[0], Desk::Start::first) {
        desk_.state.preferences.first_start = false;
    }
    Desk& desk() { return desk_; }

    /// Runs for `seconds`. If the body swings, the points of its whole swing are collected in `trails_`.
    void run(double seconds, bool swings) {
        const double dt = desk_.state.document.world.dt;
        const int frames = static_cast<int>(std::lround(seconds / dt));
        trails_.assign(desk_.snapshot().panes.size(), {});
        for (int i = 0; i < frames; i += 4) {
            desk_.runner().advance(std::min(4, frames - i));
            const auto snapshot = desk_.runner().latest();
            for (std::size_t pane = 0; swings && pane < trails_.size(); ++pane) {
                const std::vector<glm::vec3>& now = snapshot->panes[pane].positions;
                trails_[pane].insert(trails_[pane].end(), now.begin(), now.end());
            }
        }
        desk_.frame(130); // until the camera has returned to its framed place
    }

    /// Checks in windows of every size: in the fullest pane, body and fixtures fill 45 to 85 % of the free part of the
    /// picture, and no particle lies under the interface.
    void expect_well(const std::string& what) {
        for (const ImVec2 size : kSizes) {
            for (const bool presented : {false, true}) {
                ImGui::GetIO().DisplaySize = size;
                desk_.state.presentation.on = desk_.state.presentation.wanted = presented;
                desk_.frame(2);
                expect_here(what + (presented ? ", presented" : "") + " in " + std::to_string(std::lround(size.x)) +
                            " x " + std::to_string(std::lround(size.y)));
            }
        }
        ImGui::GetIO().DisplaySize = kSizes[0];
        desk_.state.presentation.on = desk_.state.presentation.wanted = false;
        desk_.frame(2);
    }

private:
    void expect_here(const std::string& what) {
        float fullest = 0;
        const std::vector<glm::vec3> still = picture::still_points(*desk_.snapshot().model);
        for (const PaneRects& pane : desk_.layout.panes) {
            const auto index = static_cast<std::size_t>(pane.pane);
            const picture::Room room = pane.room();
            std::vector<glm::vec3> points = desk_.snapshot().panes[index].positions;
            const render::OrbitCamera camera =
                picture::to_orbit(desk_.state.stage.cameras[index], desk_.snapshot(), room);
            for (const UiEntry& entry : desk_.state.ui_map.entries()) {
                if (lies_in_picture(entry.name)) {
                    const auto under = std::count_if(points.begin(), points.end(), [&](const glm::vec3& p) {
                        const auto at = to_screen(camera, pane.view, p);
                        return at && pane.view.contains(*at) && entry.rect.contains(*at);
                    });
                    EXPECT_EQ(under, 0) << entry.name << " lies over the body: " << what;
                }
            }
            points.insert(points.end(), still.begin(), still.end());
            points.insert(points.end(), trails_[index].begin(), trails_[index].end());
            fullest = std::max(fullest, picture::filled_share(camera, points, room));
        }
        EXPECT_GE(fullest, 0.45f) << what;
        EXPECT_LE(fullest, trails_.front().empty() ? 0.85f : 0.95f) << what; // a swing stays in view
    }

    Desk desk_;
    std::vector<std::vector<glm::vec3>> trails_; ///< of the bodies of each pane that swing
};

class FramedScene : public testing::TestWithParam<std::string_view> {};

TEST_P(FramedScene, FillsWhatIsFreeAndLiesUnderNothing) {
    lab::Session session = *lab::default_session(GetParam());
    // Coarse meshes of the same outline, for scenes whose default mesh takes seconds.
    constexpr std::pair<std::string_view, const char*> kCoarse[] = {
        {"canvas", "scene.resolution=16x16"},      {"cloth_cantilever", "scene.resolution=5x9"},
        {"cloth_drop", "scene.resolution=20x20"},  {"drape", "scene.rings=5"},
        {"flag", "scene.resolution=18x12"},        {"shear_frame", "scene.resolution=9x9"},
        {"tensile_strip", "scene.resolution=5x13"}};
    for (const auto& [scene, coarse] : kCoarse) {
        if (GetParam() == scene) {
            ASSERT_TRUE(lab::apply_assignment(session, coarse));
        }
    }
    Framed framed(session);
    const bool swings = GetParam() == "oscillator" || GetParam() == "pendulum" || GetParam() == "rope_hanging" ||
                        GetParam() == "rope_tip" || GetParam() == "skipping_rope";
    for (int i = 0; i < 2; ++i) {
        framed.run(1.75, swings);
        framed.expect_well(std::string(GetParam()) + " at " + std::to_string(framed.desk().snapshot().time) + " s");
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, FramedScene, testing::ValuesIn(scenes_that_run()),
                         [](const auto& scene) { return std::string(scene.param); });

class FramedGrid : public testing::TestWithParam<Compared> {};

TEST_P(FramedGrid, FillsWhatIsFreeAndLiesUnderNothing) {
    lab::Session session = *lab::default_session("cloth");
    ASSERT_TRUE(lab::apply_assignment(session, "scene.resolution=16x16")); // of the same outline; six panes run at once
    Framed framed(session);
    Desk& desk = framed.desk();
    begin_comparison(desk.state, *desk.snapshot().model, GetParam());
    desk.frame(2);
    framed.run(2, false);
    framed.expect_well("grid " + std::to_string(static_cast<int>(GetParam())));
}

INSTANTIATE_TEST_SUITE_P(Grids, FramedGrid,
                         testing::Values(Compared::iterations, Compared::timestep, Compared::resolution,
                                         Compared::triangulation, Compared::fabric),
                         [](const auto& grid) { return std::string(compared_key(grid.param)); });

TEST(Cameras, OneThatFollowsSaysSoComesHomeAndIsHeldByAClick) {
    Desk desk(*lab::default_session("cloth"), kSizes[0], Desk::Start::first);
    desk.state.preferences.first_start = false;
    desk.runner().advance(300);
    desk.frame(130);
    const lab::Camera home = desk.state.stage.cameras[0];
    float lowered = 0;
    desk.retouch = [&](lab::Snapshot& snapshot) {
        for (glm::vec3& p : snapshot.panes[0].positions) {
            p.y -= lowered;
        }
    };
    desk.frame(30);
    EXPECT_EQ(desk.state.stage.cameras[0], home) << "still while the bodies are in view";
    EXPECT_EQ(desk.state.ui_map.find("follows_A"), nullptr);
    lowered = 1;
    desk.frame(90);
    EXPECT_NE(desk.state.stage.cameras[0], home);
    desk.rect("follows_A");
    EXPECT_EQ(desk.state.ui_map.find("follows_B"), nullptr) << "linked cameras are one";
    const lab::Camera away = desk.state.stage.cameras[0];
    desk.frame(30);
    EXPECT_EQ(desk.state.stage.cameras[0], away) << "one move, then it stands";
    lowered = 0;
    desk.frame(120); // two seconds
    EXPECT_EQ(desk.state.stage.cameras[0], home);
    EXPECT_EQ(desk.state.ui_map.find("follows_A"), nullptr);
    EXPECT_FALSE(cameras_move(desk.state));
    lowered = 1;
    desk.frame(90);
    desk.click("follows_A");
    desk.frame(60);
    EXPECT_EQ(desk.state.stage.cameras[0], home) << "off: it stays, whatever leaves the view";
    EXPECT_FALSE(desk.state.stage.cameras_follow);
}

} // namespace
} // namespace xpbd::window
