// What a picture tells beside its bodies.
#include "lab/run/runner.h"
#include "picture/view/annotations.h"

#include <gtest/gtest.h>

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

TEST(SagRuler, StandsBesideTheBodyAndIsAsLongAsItsSag) {
    for (const char* scene : {"cloth", "rope_span", "cantilever"}) {
        const lab::Snapshot snapshot = annotated_at(scene, 60);
        for (const double yaw : {0.0, 30.0, 200.0}) {
            lab::Camera camera;
            camera.yaw = yaw;
            const render::OrbitCamera orbit = to_orbit(camera, snapshot, 1);
            const std::optional<SagRuler> ruler = sag_ruler(snapshot, 0, orbit);
            ASSERT_TRUE(ruler) << scene;
            EXPECT_NEAR(ruler->sag, snapshot.panes[0].measure.sag, 1e-6) << scene;
            EXPECT_NEAR(ruler->rest.y - ruler->now.y, ruler->sag, 1e-5);
            EXPECT_EQ(ruler->rest.x, ruler->now.x);
            EXPECT_NEAR(ruler->across.y, 0, 1e-6) << "the ticks are level";
            const auto right = [&](const glm::vec3& p) {
                const glm::vec4 clip = orbit.projection(1) * orbit.view() * glm::vec4(p, 1);
                return clip.x / clip.w;
            };
            for (const glm::vec3& p : snapshot.panes[0].positions) {
                EXPECT_LT(right(p), right(ruler->now - ruler->across)) << scene << " from " << yaw;
            }
        }
    }
}

TEST(SagRuler, IsNotShownWhereNothingHangsOrHasSunk) {
    for (const char* scene : {"cloth_sphere", "oscillator", "twisted_rod"}) {
        const lab::Snapshot snapshot = annotated_at(scene, 10);
        EXPECT_FALSE(sag_ruler(snapshot, 0, to_orbit({}, snapshot, 1))) << scene;
    }
    const lab::Snapshot start = annotated_at("rope_span", 0);
    EXPECT_FALSE(sag_ruler(start, 0, to_orbit({}, start, 1)));
}

TEST(Labels, AreTheRulersNumberAndTheNamesOfGhostsInsideTheView) {
    const lab::Snapshot snapshot = annotated_at("cloth", 60);
    const render::OrbitCamera camera = to_orbit({}, snapshot, 1);
    PictureOptions options;
    const auto texts = [&] {
        std::vector<std::string> result;
        for (const Label& label : labels(snapshot, 0, options, camera, render::Theme::dark)) {
            result.push_back(label.text);
        }
        return result;
    };
    char sag[32];
    std::snprintf(sag, sizeof(sag), "%.3f m", snapshot.panes[0].measure.sag);
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
        for (const Label& label : labels(snapshot, 0, options, camera, render::Theme::dark)) {
            const std::optional<glm::vec2> corner = label_corner(label, camera, view, text);
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

} // namespace
} // namespace xpbd::picture
