#include "render/colour.h"
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
    // At a pitch of 90 degrees the view direction is parallel to the up vector; the limits stay just below it.
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

void OrbitCamera::frame(const glm::vec3& box_min, const glm::vec3& box_max, float aspect) {
    pivot = 0.5f * (box_min + box_max);
    const float radius = std::max(0.5f * glm::length(box_max - box_min), 1e-3f);
    const float half_vertical = field_of_view / 2;
    const float half_horizontal = std::atan(std::tan(half_vertical) * aspect);
    distance = radius / std::sin(std::min(half_vertical, half_horizontal));
}

/// Polynomial fit of cividis (Nunez, Anderton, Renslow, 2018) by d3-scale-chromatic; off by under 1.5 codes of 255 on
/// average from the published table.
glm::vec3 cividis(float t) {
    const float x = std::clamp(t, 0.0f, 1.0f);
    const glm::vec3 code(-4.54f - x * (35.34f - x * (2381.73f - x * (6402.7f - x * (7024.72f - x * 2710.57f)))),
                         32.49f + x * (170.73f + x * (52.82f - x * (131.46f - x * (176.58f - x * 67.37f)))),
                         81.24f + x * (442.36f - x * (2482.43f - x * (6167.24f - x * (6614.94f - x * 2475.67f)))));
    return glm::clamp(code / 255.0f, glm::vec3(0), glm::vec3(1));
}

float to_linear(float code) {
    return code <= 0.04045f ? code / 12.92f : std::pow((code + 0.055f) / 1.055f, 2.4f);
}

glm::vec3 to_linear(const glm::vec3& code) {
    return {to_linear(code.x), to_linear(code.y), to_linear(code.z)};
}

} // namespace xpbd::render
