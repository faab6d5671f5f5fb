// The place of the default camera, and the height of the ground.
#include "core/model/method_traits.h"
#include "core/model/shapes.h"
#include "lab/run/runner.h"
#include "picture/picture.h"
#include "picture/view/framing.h"
#include "scenes_that_run.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <utility>
#include <variant>

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
    /// The larger of two fractions: of the pane's width and of its height that the body takes.
    float share() const { return std::max(high.x - low.x, high.y - low.y) / 2; }
};

/// Aspect ratios: half of the smallest window, a square, the whole of a wide one, and one pane of six in the smallest
/// window, with the panels pinned and with the stage alone.
constexpr float kShapes[] = {640.0f / 720, 1.0f, 16.0f / 9, 427.0f / 250, 427.0f / 330};

/// Aspect ratio of one pane of six in the first window: 297 pixels high.
constexpr float kAspectOfSix = 399.0f / 297;
Room room_of_six() {
    Room room(kAspectOfSix);
    room.high.y = 1 - 2 * 44.0f / 297;
    room.low.y = 2 * 46.0f / 297 - 1;
    return room;
}

std::vector<glm::vec3> around(const Vec3& center, double radius) {
    std::vector<glm::vec3> points;
    for (int i = 0; i < 24; ++i) {
        for (int j = -6; j <= 6; ++j) {
            const double turn = glm::radians(15.0 * i);
            const double rise = glm::radians(15.0 * j);
            points.emplace_back(center + radius * Vec3(std::cos(turn) * std::cos(rise), std::sin(rise),
                                                       std::sin(turn) * std::cos(rise)));
        }
    }
    return points;
}

/// Points on the spheres and capsules among the colliders, on driven spheres wherever they come, and on the fixtures
/// without the feet on which they stand.
std::vector<glm::vec3> colliders_of(const Model& model) {
    std::vector<glm::vec3> points;
    const auto add = [&](const Vec3& center, double radius) {
        const std::vector<glm::vec3> ball = around(center, radius);
        points.insert(points.end(), ball.begin(), ball.end());
    };
    for (const Collider& collider : model.colliders) {
        if (const Sphere* sphere = std::get_if<Sphere>(&collider.shape)) {
            add(sphere->center, sphere->radius);
        } else if (const Capsule* capsule = std::get_if<Capsule>(&collider.shape)) {
            add(capsule->a, capsule->radius);
            add(capsule->b, capsule->radius);
        }
    }
    for (const Drive& drive : model.drives) { // wherever a driven ball comes in 5 s
        for (int i = 1; i <= 20; ++i) {
            const Pose pose = pose_at(drive.motion, 0.25 * i);
            for (const int collider : drive.colliders) {
                const Shape shape = moved(model.colliders[index_of(collider)].shape, pose);
                if (const Sphere* sphere = std::get_if<Sphere>(&shape)) {
                    add(sphere->center, sphere->radius);
                }
            }
        }
    }
    for (const Fixture& fixture : model.presentation.fixtures) {
        if (const Capsule* capsule = std::get_if<Capsule>(&fixture.shape)) {
            add(capsule->a, capsule->radius);
            add(fixture.stands ? capsule->a : capsule->b, capsule->radius);
        } else if (const Box* box = std::get_if<Box>(&fixture.shape)) {
            for (int corner = 0; corner < 8; ++corner) {
                const bool upper = fixture.stands || (corner & 2) != 0;
                const Vec3 sign((corner & 1) != 0 ? 1 : -1, upper ? 1 : -1, (corner & 4) != 0 ? 1 : -1);
                points.emplace_back(box->center + box->rotation * (sign * box->half));
            }
        }
    }
    return points;
}

/// From 1 s to 5 s after the start every body is in view whole, with its collider, and the largest fills 60 to 90 % of
/// the pane, while the camera stays fixed. For a swinging mass the whole swing fills that share. If header and readouts
/// cover much of a pane, the body is between them and fills as much of the uncovered part.
class FramedRun : public testing::TestWithParam<std::string_view> {};

TEST_P(FramedRun, FillsThePaneFromOneSecondToFive) {
    Result<lab::Session> session = lab::default_session(GetParam());
    // Coarse meshes of the same outline, for scenes whose default mesh takes seconds: the camera frames the outline.
    constexpr std::pair<std::string_view, const char*> kCoarse[] = {{"cloth_drop", "scene.resolution=20x20"},
                                                                    {"drape", "scene.rings=5"},
                                                                    {"flag", "scene.resolution=18x12"},
                                                                    {"shear_frame", "scene.resolution=9x9"},
                                                                    {"tensile_strip", "scene.resolution=5x13"}};
    for (const auto& [scene, coarse] : kCoarse) {
        if (GetParam() == scene) {
            ASSERT_TRUE(lab::apply_assignment(*session, coarse));
        }
    }
    Result<std::unique_ptr<lab::InlineRunner>> runner = lab::InlineRunner::create(*session, 1);
    ASSERT_TRUE(runner);
    const auto frames = [&](double seconds) { return static_cast<int>(std::lround(seconds / session->world.dt)); };
    const bool swings =
        GetParam() == "oscillator" || GetParam() == "pendulum" || !(*runner)->latest()->model->drives.empty();
    const std::vector<glm::vec3> still = colliders_of(*(*runner)->latest()->model);
    std::array<Seen, std::size(kShapes)> run;
    std::array<render::OrbitCamera, std::size(kShapes)> first;
    Seen between; // header and readouts
    (*runner)->advance(frames(1));
    for (int sample = 0; sample <= 16; ++sample) {
        const auto snapshot = (*runner)->latest();
        const render::OrbitCamera of_six = to_orbit(session->camera, *snapshot, room_of_six());
        for (const lab::PaneSnapshot& pane : snapshot->panes) {
            between.add(of_six, pane.positions, kAspectOfSix);
        }
        for (std::size_t shape = 0; shape < run.size(); ++shape) {
            const float aspect = kShapes[shape];
            const render::OrbitCamera camera = to_orbit(session->camera, *snapshot, aspect);
            first[shape] = sample == 0 ? camera : first[shape];
            EXPECT_LT(glm::distance(camera.eye(), first[shape].eye()), 1e-3f * camera.distance)
                << "the camera moves at " << snapshot->time << " s in " << aspect;
            float largest = 0;
            for (const lab::PaneSnapshot& pane : snapshot->panes) {
                Seen now;
                now.add(camera, pane.positions, aspect);
                now.add(camera, still, aspect);
                largest = std::max(largest, now.share());
                run[shape].add(camera, pane.positions, aspect);
                run[shape].add(camera, still, aspect);
                EXPECT_LT(std::max({now.high.x, now.high.y, -now.low.x, -now.low.y}), 1)
                    << "it leaves a view of " << aspect << " at " << snapshot->time << " s";
            }
            EXPECT_LE(largest, 0.9f) << aspect << " at " << snapshot->time << " s";
            EXPECT_GE(swings ? 0.6f : largest, 0.6f) << aspect << " at " << snapshot->time << " s";
            const render::OrbitCamera now = frame_bodies(*snapshot, session->camera.yaw, session->camera.pitch, aspect);
            float framed = 0;
            for (const lab::PaneSnapshot& pane : snapshot->panes) {
                Seen body;
                body.add(now, pane.positions, aspect);
                body.add(now, still, aspect);
                framed = std::max(framed, body.share());
                EXPECT_EQ(share_in_view(now, pane.positions, aspect), 1);
            }
            EXPECT_GE(framed, 0.6f) << "F, in " << aspect << " at " << snapshot->time << " s";
            EXPECT_LE(framed, 0.9f) << "F, in " << aspect << " at " << snapshot->time << " s";
        }
        (*runner)->advance(frames(0.25));
    }
    EXPECT_LT(between.high.y, room_of_six().high.y);
    EXPECT_GT(between.low.y, room_of_six().low.y);
    EXPECT_GE(between.share(), 0.6f * 0.5f * (room_of_six().high.y - room_of_six().low.y)) << "of what is clear";
    for (std::size_t shape = 0; shape < run.size(); ++shape) {
        EXPECT_GE(run[shape].share(), 0.6f) << kShapes[shape];
        EXPECT_LE(run[shape].share(), 0.95f) << kShapes[shape];
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, FramedRun, testing::ValuesIn(scenes_that_run()),
                         [](const auto& scene) { return std::string(scene.param); });

TEST(Framing, FillsAsMuchOfAPaneOfAnyShape) {
    const std::vector<glm::vec3> corners = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {1, 2, 0}};
    for (const double yaw : {0.0, 35.0, -120.0}) {
        for (const float aspect : kShapes) {
            Seen seen;
            seen.add(frame_points(corners, yaw, 10, aspect), corners, aspect);
            EXPECT_NEAR(seen.share(), kFramedShare, 0.05) << yaw << " " << aspect;
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
    for (int i = 0; i < 500; ++i) {
        const float lowest = -0.01f * static_cast<float>(i);
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
