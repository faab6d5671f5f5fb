// Labels, rest outlines and warp strokes: what a picture shows in addition to its bodies.
#include "lab/run/runner.h"
#include "picture/view/annotations.h"
#include "picture/view/framing.h"
#include "picture/view/scene_views.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>

namespace xpbd::picture {
namespace {

lab::Snapshot annotated_at(const char* scene, int frames) {
    Result<lab::Session> session = lab::default_session(scene);
    if (std::string_view(scene) == "cloth") {
        EXPECT_TRUE(lab::apply_assignment(*session, "scene.resolution=8x6"));
    }
    Result<std::unique_ptr<lab::InlineRunner>> runner = lab::InlineRunner::create(*session, 1);
    EXPECT_TRUE(runner);
    (*runner)->advance(frames);
    return *(*runner)->latest();
}

TEST(Labels, AreTheRulersNumberAndTheNamesOfGhostsInsideTheView) {
    const lab::Snapshot snapshot = annotated_at("rope_span", 60);
    const render::OrbitCamera camera = to_orbit({}, snapshot, 1);
    PictureOptions options;
    const auto texts = [&] {
        std::vector<std::string> result;
        for (const Label& label : labels(snapshot, 0, options, camera, {{600, 600}, 1}, render::Theme::dark)) {
            result.push_back(label.text);
        }
        return result;
    };
    char sag[32];
    std::snprintf(sag, sizeof(sag), "%.3f m", snapshot.panes[0].measure.hang_sag);
    EXPECT_EQ(texts(), std::vector<std::string>{sag});
    options.overlay = true;
    EXPECT_EQ(texts(), (std::vector<std::string>{sag, "B XPBD"}));
    options.ruler = false;
    options.overlay = false;
    options.mode = ViewMode::ghost;
    EXPECT_EQ(texts(), std::vector<std::string>{"B XPBD"});
    options.ruler = true;
    for (const glm::vec2 view : {glm::vec2{640, 400}, {100, 300}, {90, 40}}) {
        const glm::vec2 text(60, 14);
        const std::vector<Label> all = labels(snapshot, 0, options, camera, {view, 1}, render::Theme::dark);
        const std::vector<glm::vec2> sizes(all.size(), text);
        for (const std::optional<glm::vec2>& corner : label_corners(all, sizes, camera, view)) {
            ASSERT_TRUE(corner);
            EXPECT_GE(corner->x, 0);
            EXPECT_GE(corner->y, 0);
            EXPECT_LE(corner->x + text.x, view.x);
            EXPECT_LE(corner->y + text.y, view.y);
        }
    }
    options.transparent = true;
    EXPECT_TRUE(texts().empty());
}

TEST(Labels, OfSixGhostsInOnePlaceDoNotTouch) {
    lab::Snapshot snapshot = annotated_at("rope_span", 60);
    while (snapshot.panes.size() < 6) {
        snapshot.panes.push_back(snapshot.panes[1]);
    }
    PictureOptions options;
    options.mode = ViewMode::ghost;
    const render::OrbitCamera camera = to_orbit({}, snapshot, 1);
    const std::vector<Label> all = labels(snapshot, 0, options, camera, {{600, 600}, 1}, render::Theme::dark);
    ASSERT_EQ(all.size(), 6u) << "the ruler's number and five ghosts";
    const glm::vec2 size(70, 14);
    for (const glm::vec2 view : {glm::vec2{640, 400}, {220, 150}}) {
        const auto corners = label_corners(all, std::vector<glm::vec2>(all.size(), size), camera, view);
        for (std::size_t i = 0; i < corners.size(); ++i) {
            ASSERT_TRUE(corners[i]);
            EXPECT_GE(corners[i]->y, 0);
            EXPECT_LE(corners[i]->y + size.y, view.y);
            for (std::size_t j = 0; j < i; ++j) {
                const glm::vec2 apart = glm::abs(*corners[i] - *corners[j]);
                EXPECT_TRUE(apart.x >= size.x || apart.y >= size.y) << i << " and " << j << " at " << view.x;
            }
        }
    }
}

TEST(RestOutline, OfABalloonIsWhereItTurnsAwayFromTheEye) {
    const lab::Snapshot balloon = annotated_at("balloon", 30);
    EXPECT_TRUE(outline_edges(*balloon.model).empty());
    const glm::vec3 center(0, 0.8f, 0);
    for (const glm::vec3 eye : {glm::vec3(3, 1, 1), {0.3f, 4, 0.5f}}) {
        const auto edges = silhouette_edges(*balloon.model, eye);
        ASSERT_GT(edges.size(), 20u);
        std::map<int, int> ends;
        for (const auto& edge : edges) {
            for (const int end : edge) {
                ++ends[end];
                const glm::vec3 p(balloon.model->rest_position[static_cast<std::size_t>(end)]);
                const float towards = glm::dot(glm::normalize(p - center), glm::normalize(eye - p));
                EXPECT_NEAR(towards, 0, 0.2f) << "where the surface is seen edge on";
            }
        }
        for (const auto& [particle, count] : ends) {
            EXPECT_EQ(count % 2, 0) << "closed lines, at " << particle;
        }
    }
    PictureOptions options;
    options.ruler = false;
    options.rest_outline = true;
    const render::View view = SceneViews().view(balloon, 0, {}, options, picture_scale(balloon, options));
    EXPECT_GT(view.strokes.size(), 20u);
}

TEST(RestOutline, IsTheBorderOfASheetAndTheWholeOfARope) {
    const lab::Snapshot cloth = annotated_at("cloth", 0);
    EXPECT_EQ(outline_edges(*cloth.model).size(), 2u * (7 + 5));
    const lab::Snapshot rope = annotated_at("rope_span", 30);
    EXPECT_EQ(outline_edges(*rope.model), rope.model->segments);
    PictureOptions options;
    options.ruler = false;
    const ColourScale scale = picture_scale(rope, options);
    SceneViews views;
    EXPECT_TRUE(views.view(rope, 0, {}, options, scale).strokes.empty()) << "off unless asked for";
    options.rest_outline = true;
    const render::View view = views.view(rope, 0, {}, options, scale);
    ASSERT_EQ(view.strokes.size(), rope.model->segments.size());
    const auto first = static_cast<std::size_t>(rope.model->segments[0][0]);
    EXPECT_EQ(view.strokes[0].from, glm::vec3(rope.model->rest_position[first]))
        << "the rest shape, not the present one";
}

TEST(WarpDirection, StrokesLieAlongTheWarpAndStretchWithIt) {
    lab::Session session = *lab::default_session("tensile_strip");
    session.panes.resize(1);
    session.scene.values["strain"] = {0.2, 0, 0};
    PictureOptions options;
    options.ruler = false;
    for (const double angle : {0.0, 90.0}) {
        session.scene.values["warp_angle"] = {angle, 0, 0};
        Result<std::unique_ptr<lab::InlineRunner>> runner = lab::InlineRunner::create(session, 1);
        ASSERT_TRUE(runner) << runner.error().message;
        const lab::Snapshot& snapshot = *(*runner)->latest();
        SceneViews views;
        options.warp = false;
        EXPECT_TRUE(views.view(snapshot, 0, {}, options, picture_scale(snapshot, options)).strokes.empty());
        options.warp = true;
        const WarpMarks marks = find_warp_marks(*snapshot.model);
        const render::View view = views.view(snapshot, 0, {}, options, picture_scale(snapshot, options));
        ASSERT_EQ(view.strokes.size(), marks.triangles.size());
        EXPECT_GT(marks.triangles.size(), 60u);
        EXPECT_LT(marks.triangles.size(), 200u);
        const float stretch = angle == 0 ? 1.2f : 1;
        for (const render::Stroke& stroke : view.strokes) {
            const glm::vec3 along = stroke.to - stroke.from;
            EXPECT_NEAR(std::abs(angle == 0 ? along.y : along.x), stretch * marks.length, 1e-5f) << angle;
            EXPECT_NEAR(glm::length(along), stretch * marks.length, 1e-5f);
        }
    }
}

TEST(WarpDirection, StrokesAreAsManyOnEveryMeshAndApart) {
    for (const auto& [resolution, triangulation] :
         {std::pair(20.0, 0.0), {60.0, 1.0}, {60.0, 2.0}, {45.0, 3.0}, {100.0, 0.0}}) {
        scenes::SceneSpec spec;
        spec.name = "cloth";
        spec.values["resolution"] = {resolution, resolution, 0};
        spec.values["material"] = {1, 0, 0};
        spec.values["triangulation"] = {triangulation, 0, 0};
        const Result<Model> model = scenes::build(spec);
        ASSERT_TRUE(model);
        const WarpMarks marks = find_warp_marks(*model);
        EXPECT_GT(marks.triangles.size(), 70u) << resolution;
        EXPECT_LT(marks.triangles.size(), 190u) << resolution;
        std::vector<Vec3> middles;
        for (const std::size_t t : marks.triangles) {
            const auto& [a, b, c] = model->fabric[t].particles;
            const auto at = [&](int p) { return model->rest_position[static_cast<std::size_t>(p)]; };
            middles.push_back((at(a) + at(b) + at(c)) / 3.0);
            for (std::size_t other = 0; other + 1 < middles.size(); ++other) {
                EXPECT_GT(glm::distance(middles[other], middles.back()), marks.length) << "strokes do not touch";
            }
        }
    }
    EXPECT_TRUE(find_warp_marks(*annotated_at("cloth", 0).model).triangles.empty()) << "springs have no warp";
}

} // namespace
} // namespace xpbd::picture
