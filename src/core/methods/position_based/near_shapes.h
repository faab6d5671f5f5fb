#pragma once

#include "core/contact/shapes.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>

namespace xpbd {

/// @name Lower bound of the gap between a point and a shape [m], in single precision
/// For a quick look at which particles may touch. The points and shapes are relative to `origin` [m].
/// @{
inline auto near_shape(const Plane& plane, const Vec3& origin) {
    return [normal = glm::vec3(plane.normal),
            offset = static_cast<float>(plane.offset - glm::dot(plane.normal, origin))](const glm::vec3& x) {
        return glm::dot(normal, x) - offset;
    };
}
inline auto near_shape(const Sphere& sphere, const Vec3& origin) {
    return [center = glm::vec3(sphere.center - origin), radius = static_cast<float>(sphere.radius)](
               const glm::vec3& x) { return glm::length(x - center) - radius; };
}
inline auto near_shape(const Capsule& capsule, const Vec3& origin) {
    return [a = glm::vec3(capsule.a - origin), axis = glm::vec3(capsule.b - capsule.a),
            radius = static_cast<float>(capsule.radius)](const glm::vec3& x) {
        const float length2 = glm::dot(axis, axis);
        const float share = length2 > 0 ? std::clamp(glm::dot(x - a, axis) / length2, 0.0f, 1.0f) : 0.0f;
        return glm::length(x - a - share * axis) - radius;
    };
}
inline auto near_shape(const Box& box, const Vec3& origin) {
    return [center = glm::vec3(box.center - origin), half = glm::vec3(box.half),
            to_box = glm::mat3(glm::inverse(glm::mat3_cast(box.rotation)))](const glm::vec3& x) {
        const glm::vec3 beyond = glm::abs(to_box * (x - center)) - half;
        return std::max({beyond.x, beyond.y, beyond.z});
    };
}
/// Error of that bound by rounding [m].
inline float near_error(const glm::vec3& x) {
    return 2e-6f * (1 + std::max({std::abs(x.x), std::abs(x.y), std::abs(x.z)}));
}
/// @}

} // namespace xpbd
