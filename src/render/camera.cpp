// The orbit camera.
#include "render/colour/colour.h"
#include "render/renderer.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace xpbd::render {

glm::vec3 OrbitCamera::eye() const {
    const float flat = std::cos(pitch);
    return pivot + distance * glm::vec3(flat * std::sin(yaw), std::sin(pitch), flat * std::cos(yaw));
}

glm::mat4 OrbitCamera::view() const {
    // The pitch must be below 90 degrees: at 90 degrees the view direction is parallel to the up vector.
    return glm::lookAt(eye(), pivot, glm::vec3(0, 1, 0));
}

glm::mat4 OrbitCamera::projection(float aspect) const {
    const auto [near, far] = depth_range();
    return glm::perspective(field_of_view, std::max(aspect, 1e-3f), near, far);
}

OrbitCamera::DepthRange OrbitCamera::depth_range() const {
    return {std::max(1e-3f, 0.01f * distance), std::max(50.0f, 20.0f * distance)};
}

glm::vec3 OrbitCamera::ray(glm::vec2 ndc, float aspect) const {
    const glm::vec3 forward = glm::normalize(pivot - eye());
    const glm::vec3 right = glm::normalize(glm::cross(forward, glm::vec3(0, 1, 0)));
    const glm::vec3 up = glm::cross(right, forward);
    const float t = std::tan(field_of_view / 2);
    return glm::normalize(forward + ndc.x * t * aspect * right + ndc.y * t * up);
}

void OrbitCamera::pan(glm::vec2 delta) {
    const glm::vec3 forward = glm::normalize(pivot - eye());
    const glm::vec3 right = glm::normalize(glm::cross(forward, glm::vec3(0, 1, 0)));
    const glm::vec3 up = glm::cross(right, forward);
    const float height = 2 * distance * std::tan(field_of_view / 2);
    pivot -= height * (delta.x * right + delta.y * up);
}

} // namespace xpbd::render
