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

TEST(OrbitCamera, FramesABoxWhole) {
    for (const float aspect : {0.4f, 1.0f, 2.5f}) {
        OrbitCamera camera;
        const glm::vec3 low(-2, 0, 1);
        const glm::vec3 high(3, 7, 2);
        camera.frame(low, high, aspect);
        for (int corner = 0; corner < 8; ++corner) {
            const glm::vec3 p((corner & 1) != 0 ? high.x : low.x, (corner & 2) != 0 ? high.y : low.y,
                              (corner & 4) != 0 ? high.z : low.z);
            const glm::vec3 seen = project(camera, p, aspect);
            EXPECT_LE(std::abs(seen.x), 1.0f);
            EXPECT_LE(std::abs(seen.y), 1.0f);
        }
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
