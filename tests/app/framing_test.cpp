// Where the default view stands, and where the ground lies.
#include "core/methods.h"
#include "lab/run/runner.h"
#include "picture/picture.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>

namespace xpbd::picture {
namespace {

using Snapshots = std::vector<std::shared_ptr<const lab::Snapshot>>;

/// Every `stride`-th frame of a scene, with a coarse body.
Snapshots frames_of(lab::Session session, int frames, int stride) {
    for (const char* coarse : {"resolution=9x9", "detail=1", "segments=20"}) {
        const std::string_view assignment = coarse;
        const std::string_view key = assignment.substr(0, assignment.find('='));
        if (scenes::find_scene_parameter(*scenes::find_scene(session.scene.name), key) != nullptr) {
            EXPECT_TRUE(lab::apply_assignment(session, "scene." + std::string(assignment)));
        }
    }
    Result<std::unique_ptr<lab::InlineRunner>> runner = lab::InlineRunner::create(session, 1);
    EXPECT_TRUE(runner);
    Snapshots result{(*runner)->latest()};
    for (int frame = 0; frame < frames; frame += stride) {
        (*runner)->advance(stride);
        result.push_back((*runner)->latest());
    }
    return result;
}

struct Seen {
    glm::vec2 low{std::numeric_limits<float>::max()};
    glm::vec2 high{-std::numeric_limits<float>::max()};

    void add(const render::OrbitCamera& camera, const std::vector<glm::vec3>& points, float aspect) {
        const glm::mat4 clip = camera.projection(aspect) * camera.view();
        for (const glm::vec3& p : points) {
            const glm::vec4 at = clip * glm::vec4(p, 1);
            low = glm::min(low, glm::vec2(at) / at.w);
            high = glm::max(high, glm::vec2(at) / at.w);
        }
    }
    /// Of the pane's width or height, whichever the body fills more of.
    float share() const { return std::max(high.x - low.x, high.y - low.y) / 2; }
};

constexpr float kShapes[] = {640.0f / 720, 1.0f, 16.0f / 9, 0.5f};

TEST(Framing, HoldsEverySceneFromTheStartOnAndFillsTheViewWithIt) {
    for (const scenes::SceneInfo& scene : scenes::scene_table()) {
        const Result<lab::Session> session = lab::default_session(scene.key);
        if (scene.key == "mesh" || scene.key == "custom") {
            continue; // they need a file
        }
        const Snapshots all = frames_of(*session, 160, 16);
        for (const float aspect : kShapes) {
            Seen seen;
            for (const auto& snapshot : all) {
                const render::OrbitCamera camera = to_orbit(session->camera, *snapshot, aspect);
                for (const lab::PaneSnapshot& pane : snapshot->panes) {
                    EXPECT_EQ(share_in_view(camera, pane.positions, aspect), 1)
                        << scene.key << " leaves a view of " << aspect << " at frame " << snapshot->frame;
                }
                seen.add(camera, snapshot->panes.back().positions, aspect);
            }
            EXPECT_GT(seen.share(), 0.5f) << scene.key << " at " << aspect;
            EXPECT_LT(seen.share(), 0.96f) << scene.key << " at " << aspect;
        }
    }
}

TEST(Framing, FillsTwoThirdsOfTheHeightOrLessOfANarrowPanesWidth) {
    const std::vector<glm::vec3> corners = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {1, 2, 0}};
    for (const double yaw : {0.0, 35.0, -120.0}) {
        for (const float aspect : kShapes) {
            Seen seen;
            seen.add(frame_points(corners, yaw, 10, aspect), corners, aspect);
            const glm::vec2 size = (seen.high - seen.low) / 2.0f;
            const bool by_height = size.y / kFramedHeight > size.x / kFramedWidth;
            EXPECT_NEAR(by_height ? size.y / kFramedHeight : size.x / kFramedWidth, 1, 0.05) << yaw << " " << aspect;
            EXPECT_NEAR(seen.high.x + seen.low.x, 0, 0.02) << "in the middle";
            EXPECT_NEAR(seen.high.y + seen.low.y, 0, 0.02);
        }
    }
}

TEST(Framing, ABodyThatLeavesTheViewMovesTheCameraNoFurtherThanNeeded) {
    Result<lab::Session> session = lab::default_session();
    lab::Snapshot snapshot = *frames_of(*session, 0, 1).front();
    const render::OrbitCamera base = frame_points(framed_points(snapshot), 30, 15, 1);
    EXPECT_EQ(hold_bodies(base, snapshot, 1).distance, base.distance) << "inside: nothing moves";
    EXPECT_EQ(hold_bodies(base, snapshot, 1).pivot, base.pivot);
    std::vector<glm::vec3>& body = snapshot.panes[0].positions;
    snapshot.panes.resize(1);
    for (glm::vec3& p : body) {
        p.y -= 3;
    }
    const render::OrbitCamera aside = hold_bodies(base, snapshot, 1);
    EXPECT_NEAR(aside.distance, base.distance, 1e-4f) << "it fits when the camera moves down";
    EXPECT_LT(aside.pivot.y, base.pivot.y - 0.5f);
    Seen seen;
    seen.add(aside, body, 1);
    EXPECT_NEAR(seen.low.y, -kHeldShare, 0.01f) << "no further than needed";
    for (glm::vec3& p : body) {
        p.y *= 4;
    }
    const render::OrbitCamera back = hold_bodies(base, snapshot, 1);
    EXPECT_GT(back.distance, 1.2f * base.distance);
    EXPECT_EQ(share_in_view(back, body, 1), 1);
}

TEST(Framing, HoldsTheDefaultClothAtRestUnderAsFewAsFiveIterationsOfPbdWithoutFollowingIt) {
    constexpr float kAspect = 640.0f / 720; // half of the smallest window
    lab::Session session = *lab::default_session();
    session.panes.resize(1);
    ASSERT_EQ(session.panes[0].method, find_method("pbd"));
    session.panes[0].iterations = 5;
    Result<std::unique_ptr<lab::InlineRunner>> runner = lab::InlineRunner::create(session, 1);
    ASSERT_TRUE(runner);
    const render::OrbitCamera camera =
        frame_points(framed_points(*(*runner)->latest()), session.camera.yaw, session.camera.pitch, kAspect);
    (*runner)->advance(360); // three seconds: the first fall is over
    for (int i = 0; i < 12; ++i) {
        (*runner)->advance(10);
        EXPECT_EQ(share_in_view(camera, (*runner)->latest()->panes[0].positions, kAspect), 1) << "frame " << i;
    }
}

TEST(Ground, IsTheFloorWhereTheBodyRestsOnOne) {
    for (const char* key : {"cloth_sphere", "cloth_drop", "balloon"}) {
        const Snapshots start = frames_of(*lab::default_session(key), 0, 1);
        const SceneGround ground = scene_ground(*start.front());
        EXPECT_TRUE(ground.is_floor) << key;
        EXPECT_EQ(ground.height, 0) << key;
    }
    const std::shared_ptr<const lab::Snapshot> incline = frames_of(*lab::default_session("incline"), 0, 1).front();
    const SceneGround foot = scene_ground(*incline);
    EXPECT_TRUE(foot.is_floor) << "the level ground at the foot";
    for (const Vec3& p : incline->model->rest_position) {
        EXPECT_LT(foot.height, p.y) << "not the slope";
    }
}

TEST(Ground, GivesWayBeforeTheBodyReachesIt) {
    const SceneGround ground{-1, 2, false};
    EXPECT_EQ(ground_below(ground, 0), ground.height) << "untouched while the body is far above";
    float last = ground.height;
    for (float lowest = 0; lowest > -5; lowest -= 0.01f) {
        const float height = ground_below(ground, lowest);
        EXPECT_LT(height, lowest);
        EXPECT_LE(height, last);
        EXPECT_LT(last - height, 0.011f) << "no jump";
        last = height;
    }
}

TEST(Ground, NoBodyOfAnySceneIsDrawnBelowItAndItComesUpOnlyWithANewStart) {
    for (const scenes::SceneInfo& scene : scenes::scene_table()) {
        if (scene.key == "mesh" || scene.key == "custom") {
            continue;
        }
        Result<lab::Session> session = lab::default_session(scene.key);
        session->panes[0].iterations = 2; // pane A sinks far
        SceneViews views;
        float first = 0;
        float last = std::numeric_limits<float>::max();
        const Snapshots all = frames_of(*session, 120, 15);
        for (const auto& snapshot : all) {
            const ColourScale scale = picture_scale(*snapshot, {});
            const render::View view = views.view(*snapshot, 0, session->camera, {}, scale);
            for (const glm::vec3& p : view.bodies[0].positions) {
                EXPECT_LE(view.look.ground_height, p.y) << scene.key << " at frame " << snapshot->frame;
            }
            EXPECT_LE(view.look.ground_height, last) << scene.key;
            last = view.look.ground_height;
            first = snapshot->frame == 0 ? last : first;
        }
        const ColourScale scale = picture_scale(*all.front(), {});
        EXPECT_EQ(views.view(*all.front(), 0, session->camera, {}, scale).look.ground_height, first) << scene.key;
    }
}

TEST(Ground, OfAPaneFollowsFromItsOwnBody) {
    const auto ground_of_b = [](int iterations_of_a) {
        Result<lab::Session> session = lab::default_session("rope_hanging");
        session->panes[0].iterations = iterations_of_a;
        const auto last = frames_of(*session, 60, 60).back();
        return SceneViews().view(*last, 1, session->camera, {}, picture_scale(*last, {})).look.ground_height;
    };
    EXPECT_EQ(ground_of_b(1), ground_of_b(100));
}

} // namespace
} // namespace xpbd::picture
