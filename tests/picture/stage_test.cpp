// Loads are steel balls at their particles; coils and anchors hold on to the body; stands reach down to the ground.
#include "picture/looks/stage.h"

#include "lab/run/runner.h"
#include "picture/looks/coil.h"
#include "picture/picture.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <numbers>

namespace xpbd::picture {
namespace {

lab::Snapshot shown(const std::string& scene, int frames = 0) {
    Result<std::unique_ptr<lab::InlineRunner>> runner = lab::InlineRunner::create(*lab::default_session(scene), 1);
    EXPECT_TRUE(runner);
    (*runner)->advance(frames);
    return *(*runner)->latest();
}

TEST(Loads, AreAsLargeAsSteelOfTheirMass) {
    const double radius = ball_radius(2, 1, 0.001);
    EXPECT_NEAR(4.0 / 3 * std::numbers::pi * radius * radius * radius * 7850, 2, 1e-5);
    EXPECT_NEAR(ball_radius(16, 1, 0.001), 2 * radius, 1e-7) << "with the cube root of the mass";
}

TEST(Loads, CanBeSeenAndHideNothingWhateverTheirMass) {
    for (const double size : {0.1, 1.0, 30.0}) {
        const double least = ball_radius(1e-6, size, 0.002 * size);
        const double most = ball_radius(1e4, size, 0.002 * size);
        EXPECT_GT(least, 0.004 * size);
        EXPECT_LT(most, 0.15 * size);
        EXPECT_GE(most, least);
    }
    EXPECT_GT(ball_radius(1e-6, 1, 0.03), 0.03) << "thicker than the rope";
    EXPECT_GT(ball_radius(1, 0, 0), 0) << "a particle alone";
}

TEST(Loads, AreTheHeavyAndTheLonelyParticlesAndNoOthers) {
    const auto particles = [](const char* scene) {
        std::vector<int> found;
        for (const Load& load : find_loads(*shown(scene).model)) {
            found.push_back(load.particle);
        }
        return found;
    };
    EXPECT_EQ(particles("pendulum"), std::vector<int>{1});
    EXPECT_EQ(particles("oscillator"), std::vector<int>{1});
    EXPECT_EQ(particles("rope_tip"), std::vector<int>{30});
    EXPECT_EQ(particles("cantilever"), std::vector<int>{17});
    EXPECT_EQ(particles("net"), std::vector<int>{17 * 8 + 8});
    for (const char* scene :
         {"cloth", "cloth_sphere", "flag", "balloon", "incline", "rope_hanging", "rope_span", "twisted_rod"}) {
        EXPECT_EQ(particles(scene), std::vector<int>{}) << scene;
    }
}

TEST(Loads, StayAFewWhereAllParticlesAreLonely) {
    Model model;
    for (int i = 0; i < 1000; ++i) {
        model.rest_position.emplace_back(i, 0, 0);
        model.mass.push_back(1 + i);
    }
    ASSERT_TRUE(finalise(model));
    const std::vector<Load> loads = find_loads(model);
    EXPECT_LT(loads.size(), 100u);
    EXPECT_TRUE(std::any_of(loads.begin(), loads.end(), [](const Load& load) { return load.particle == 999; }));
}

TEST(Loads, FollowTheirParticlesInEachPane) {
    const lab::Snapshot snapshot = shown("rope_tip", 40);
    const PictureOptions options;
    SceneViews views;
    for (int pane = 0; pane < 2; ++pane) {
        const render::View view = views.view(snapshot, pane, {}, options, picture_scale(snapshot, options));
        const glm::vec3 tip = snapshot.panes[static_cast<std::size_t>(pane)].positions[30];
        EXPECT_TRUE(std::any_of(view.obstacles.begin(), view.obstacles.end(), [&](const render::Obstacle& ball) {
            return ball.kind == render::Obstacle::Kind::sphere && ball.center == tip;
        })) << pane;
    }
}

TEST(Loads, ThatAreNowhereAreNotDrawn) {
    const Load load{0, 0.1f};
    std::vector<render::Obstacle> balls;
    for (const float x : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        const glm::vec3 at(x, 0, 0);
        append_loads({&load, 1}, {&at, 1}, balls);
    }
    EXPECT_TRUE(balls.empty());
}

TEST(Coils, LeadFromParticleToParticleAndKeepTheirTurns) {
    std::size_t pieces = 0;
    for (const float length : {0.3f, 1.0f, 4.0f}) {
        const std::array<glm::vec3, 2> ends{glm::vec3(1, 2, 3),
                                            glm::vec3(1, 2, 3) + length * glm::vec3(0.6f, -0.8f, 0)};
        const std::array<std::array<int, 2>, 1> spring{{{0, 1}}};
        const std::array<float, 1> level{0.7f};
        render::Body body;
        body.positions = ends;
        body.segments = body.lines = spring;
        body.line_level = level;
        body.tube_radius = 0.01f;
        Coils coils;
        wind_coils(body, coils);
        ASSERT_GT(body.segments.size(), 100u);
        EXPECT_TRUE(pieces == 0 || pieces == body.segments.size()) << "as many turns at any length";
        pieces = body.segments.size();
        EXPECT_EQ(body.positions[0], ends[0]);
        EXPECT_EQ(body.positions[1], ends[1]);
        EXPECT_EQ(body.segments.front()[0], 0);
        EXPECT_EQ(body.segments.back()[1], 1);
        double turned = 0;
        for (std::size_t i = 0; i < body.segments.size(); ++i) {
            EXPECT_TRUE(i == 0 || body.segments[i][0] == body.segments[i - 1][1]) << "one wire";
            const glm::vec3 along = body.positions[static_cast<std::size_t>(body.segments[i][1])] - ends[0];
            const float share = glm::dot(along, ends[1] - ends[0]) / (length * length);
            const float off = glm::length(along - share * (ends[1] - ends[0]));
            EXPECT_LT(off, 0.08f) << "near its axis";
            turned = std::max(turned, static_cast<double>(off));
        }
        EXPECT_GT(turned, 0.03) << "a coil, not a rod";
        EXPECT_EQ(body.point_level.size(), body.positions.size());
        EXPECT_EQ(std::count(body.point_level.begin(), body.point_level.end(), 0.7f), std::ssize(body.point_level));
    }
}

TEST(Coils, DrawTheOscillatorInEveryColouring) {
    const lab::Snapshot snapshot = shown("oscillator", 3);
    for (const ColouringInfo& row : colourings()) {
        PictureOptions options;
        options.colouring = row.colouring;
        SceneViews views;
        const render::View view = views.view(snapshot, 1, {}, options, picture_scale(snapshot, options));
        const render::Body& body = view.bodies.front();
        EXPECT_GT(body.segments.size(), 100u);
        EXPECT_TRUE(body.point_level.empty() || body.point_level.size() == body.positions.size()) << row.key;
        EXPECT_EQ(body.lines.size(), 1u);
    }
}

TEST(StageFixtures, ThatStandReachTheGroundWhereverItIs) {
    for (const char* scene : {"flag", "cantilever", "net", "oscillator", "incline"}) {
        const std::shared_ptr<const Model> model = shown(scene).model;
        for (const float ground : {-1.5f, -20.0f, 50.0f}) {
            std::vector<render::Obstacle> drawn;
            append_fixtures(*model, 0, ground, drawn);
            ASSERT_EQ(drawn.size(), model->presentation.fixtures.size());
            for (std::size_t i = 0; i < drawn.size(); ++i) {
                if (model->presentation.fixtures[i].stands) {
                    const bool box = drawn[i].kind == render::Obstacle::Kind::box;
                    const float top = drawn[i].center.y + (box ? drawn[i].half.y : 0);
                    const float foot = box ? drawn[i].center.y - drawn[i].half.y : drawn[i].end.y;
                    EXPECT_NEAR(foot, std::min(ground, top), 1e-5f) << scene;
                }
            }
        }
    }
}

TEST(Anchors, HoldTheFixedEndsOfRopesThatNothingElseHolds) {
    const std::map<std::string, int> expected = {{"rope_hanging", 1}, {"rope_tip", 1},   {"rope_span", 2},
                                                 {"twisted_rod", 2},  {"pendulum", 0},   {"cantilever", 0},
                                                 {"net", 0},          {"oscillator", 0}, {"cloth", 0}};
    for (const auto& [scene, count] : expected) {
        const lab::Snapshot snapshot = shown(scene, 30);
        SceneViews views;
        const render::View view = views.view(snapshot, 0, {}, {}, picture_scale(snapshot, {}));
        const std::vector<int> pins(view.bodies[0].pins.begin(), view.bodies[0].pins.end());
        const std::vector<Anchor> anchors = find_anchors(*snapshot.model, pins);
        EXPECT_EQ(std::ssize(anchors), count) << scene;
        for (const Anchor& anchor : anchors) {
            const glm::vec3 end = snapshot.panes[0].positions[static_cast<std::size_t>(anchor.particle)];
            EXPECT_EQ(anchor.clamped, scene == "twisted_rod");
            const auto block = std::find_if(view.obstacles.begin(), view.obstacles.end(), [&](const auto& obstacle) {
                return glm::distance(obstacle.center, end) < 5 * anchor.radius;
            });
            ASSERT_NE(block, view.obstacles.end()) << scene;
            const glm::vec3 off = glm::abs(glm::transpose(block->axes) * (end - block->center)) - block->half;
            EXPECT_LE(std::max({off.x, off.y, off.z}), 1.01f * anchor.radius) << scene << ": it touches the rope";
            EXPECT_GT(block->half.x, 2 * snapshot.model->presentation.rope_radius)
                << scene << ": and is seen beside it";
        }
        if (count > 0) {
            EXPECT_GT(view.bodies[0].marker_radius, 1.2f * view.bodies[0].tube_radius) << scene;
        }
    }
}

TEST(Anchors, OfAThinRopeCanBeSeen) {
    lab::Session session = *lab::default_session("rope_hanging");
    session.scene.values["radius"] = {0.001, 0, 0};
    Result<std::unique_ptr<lab::InlineRunner>> runner = lab::InlineRunner::create(session, 1);
    ASSERT_TRUE(runner);
    const std::array<int, 1> pin{0};
    const std::vector<Anchor> anchors = find_anchors(*(*runner)->latest()->model, pin);
    ASSERT_EQ(anchors.size(), 1u);
    EXPECT_GT(anchors[0].radius, 0.008f);
}

TEST(StageFixtures, HideThePinsThatTheyHold) {
    const PictureOptions options;
    const std::map<std::string, int> shown_pins = {
        {"net", 0}, {"flag", 0}, {"cantilever", 0}, {"cloth", 2}, {"twisted_rod", 4}};
    for (const auto& [scene, pins] : shown_pins) {
        const lab::Snapshot snapshot = shown(scene);
        SceneViews views;
        const render::View view = views.view(snapshot, 0, {}, options, picture_scale(snapshot, options));
        EXPECT_EQ(std::ssize(view.bodies[0].pins), pins) << scene;
    }
}

} // namespace
} // namespace xpbd::picture
