#include "render/renderer.h"

#include <gtest/gtest.h>

namespace xpbd::render {
namespace {

glm::vec3 project(const OrbitCamera& camera, const glm::vec3& p, float aspect) {
    const glm::vec4 clip = camera.projection(aspect) * camera.view() * glm::vec4(p, 1);
    return glm::vec3(clip) / clip.w;
}

TEST(OrbitCamera, SeesItsPivotInTheMiddle) {
    OrbitCamera camera;
    camera.pivot = {1, 2, 3};
    const glm::vec3 middle = project(camera, camera.pivot, 1.5f);
    EXPECT_NEAR(middle.x, 0, 1e-5);
    EXPECT_NEAR(middle.y, 0, 1e-5);
    EXPECT_NEAR(glm::distance(camera.eye(), camera.pivot), camera.distance, 1e-4);
}

TEST(OrbitCamera, RayIsTheInverseOfTheProjection) {
    OrbitCamera camera;
    camera.yaw = 1.1f;
    camera.pitch = 0.4f;
    for (const glm::vec2 ndc : {glm::vec2(0, 0), glm::vec2(0.5f, -0.7f), glm::vec2(-1, 1)}) {
        const glm::vec3 seen = project(camera, camera.eye() + 3.0f * camera.ray(ndc, 1.7f), 1.7f);
        EXPECT_NEAR(seen.x, ndc.x, 1e-4);
        EXPECT_NEAR(seen.y, ndc.y, 1e-4);
    }
}

TEST(OrbitCamera, PanMovesThePivotWithTheMouse) {
    OrbitCamera camera;
    const glm::vec3 before = camera.pivot;
    camera.pan({0.25f, 0});
    // The former centre is now a quarter of the view's height to the right: 0.5 in device coordinates [-1, 1].
    EXPECT_NEAR(project(camera, before, 1.0f).x, 0.5f, 0.01f);
}

} // namespace
} // namespace xpbd::render
