#pragma once

#include "core/base/types.h"
#include "core/model/motion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <variant>

// The shapes of colliders, each with its signed distance. A new shape is one struct, one gap_to(), one moved()
// and one name in Shape.
namespace xpbd {

/// The half-space {x : dot(normal, x) >= offset}; `normal` must have length one.
struct Plane {
    Vec3 normal{0, 1, 0};
    double offset = 0; ///< [m]

    bool operator==(const Plane&) const = default;
};

/// Solid ball.
struct Sphere {
    Vec3 center{0};
    double radius = 1; ///< [m]

    bool operator==(const Sphere&) const = default;
};

/// All points within `radius` of the segment a b.
struct Capsule {
    Vec3 a{0, -0.5, 0};
    Vec3 b{0, 0.5, 0};
    double radius = 0.5; ///< [m]

    bool operator==(const Capsule&) const = default;
};

/// A solid box, rotated by a unit quaternion.
struct Box {
    Vec3 center{0};
    Vec3 half{0.5};                  ///< half of its edge lengths [m]
    glm::dquat rotation{1, 0, 0, 0}; ///< from the box's axes to the world

    bool operator==(const Box&) const = default;
};

/// Signed distance of a point to a shape's surface [m], negative inside, and the outward unit normal at the nearest
/// surface point.
struct Gap {
    double distance;
    Vec3 normal;
};

inline Gap gap_to(const Plane& plane, const Vec3& x) {
    return {glm::dot(plane.normal, x) - plane.offset, plane.normal};
}

/// For the centre, where the nearest surface point is not unique, the normal is (0, 1, 0).
inline Gap gap_to(const Sphere& sphere, const Vec3& x) {
    const Vec3 d = x - sphere.center;
    const double length = glm::length(d);
    return {length - sphere.radius, length > 0 ? d / length : Vec3(0, 1, 0)};
}

/// On the axis, all normals across it are possible: uses the one nearest to (0, 1, 0), or (1, 0, 0) if the axis is
/// vertical. A capsule of zero length is a ball.
inline Gap gap_to(const Capsule& capsule, const Vec3& x) {
    const Vec3 axis = capsule.b - capsule.a;
    const double length2 = glm::dot(axis, axis);
    const double share = length2 > 0 ? std::clamp(glm::dot(x - capsule.a, axis) / length2, 0.0, 1.0) : 0;
    const Vec3 d = x - (capsule.a + share * axis);
    const double length = glm::length(d);
    if (length > 0) {
        return {length - capsule.radius, d / length};
    }
    const Vec3 along = length2 > 0 ? axis / std::sqrt(length2) : Vec3(0);
    const Vec3 up = Vec3(0, 1, 0) - along.y * along;
    return {-capsule.radius, glm::dot(up, up) > 1e-12 ? glm::normalize(up) : Vec3(1, 0, 0)};
}

/// For inner points, uses the nearest face; among equally near faces, the one of the first axis.
inline Gap gap_to(const Box& box, const Vec3& x) {
    const Vec3 local = glm::inverse(box.rotation) * (x - box.center);
    const Vec3 beyond = glm::abs(local) - box.half;
    const auto side = [&](int axis) { return local[axis] < 0 ? -1.0 : 1.0; };
    Vec3 normal(0);
    double distance = 0;
    if (beyond.x <= 0 && beyond.y <= 0 && beyond.z <= 0) {
        const int axis = beyond.x >= beyond.y && beyond.x >= beyond.z ? 0 : beyond.y >= beyond.z ? 1 : 2;
        distance = beyond[axis];
        normal[axis] = side(axis);
    } else {
        for (int axis = 0; axis < 3; ++axis) {
            normal[axis] = side(axis) * std::max(beyond[axis], 0.0);
        }
        distance = glm::length(normal);
        normal /= distance;
    }
    return {distance, box.rotation * normal};
}

/// @name Largest curvature of a shape's surface: bound of the gap's second derivatives outside it [1/m]
/// Without the edges of a box, where the normal turns within the contact distance.
/// @{
inline double curvature_of(const Plane&) {
    return 0;
}
inline double curvature_of(const Sphere& sphere) {
    return sphere.radius > 0 ? 1 / sphere.radius : 0;
}
inline double curvature_of(const Capsule& capsule) {
    return capsule.radius > 0 ? 1 / capsule.radius : 0;
}
inline double curvature_of(const Box&) {
    return 0;
}
/// @}

/// @name The shape after a rigid displacement
/// @{
inline Plane moved(const Plane& plane, const Pose& pose) {
    const Vec3 normal = pose.turn * plane.normal;
    return {normal, plane.offset + glm::dot(normal, pose.shift)};
}
inline Sphere moved(const Sphere& sphere, const Pose& pose) {
    return {pose.at(sphere.center), sphere.radius};
}
inline Capsule moved(const Capsule& capsule, const Pose& pose) {
    return {pose.at(capsule.a), pose.at(capsule.b), capsule.radius};
}
inline Box moved(const Box& box, const Pose& pose) {
    return {pose.at(box.center), box.half, pose.turn * box.rotation};
}
/// @}

/// @name The shape with its lengths multiplied by `size`, about its centre; a plane has no size
/// @{
inline Plane scaled(const Plane& plane, double) {
    return plane;
}
inline Sphere scaled(const Sphere& sphere, double size) {
    return {sphere.center, size * sphere.radius};
}
inline Capsule scaled(const Capsule& capsule, double size) {
    const Vec3 center = 0.5 * (capsule.a + capsule.b);
    return {center + size * (capsule.a - center), center + size * (capsule.b - center), size * capsule.radius};
}
inline Box scaled(const Box& box, double size) {
    return {box.center, size * box.half, box.rotation};
}
/// @}

/// @name The point about which a shape is scaled and turned by hand; for a plane the point nearest to the origin [m]
/// @{
inline Vec3 center_of(const Plane& plane) {
    return plane.offset * plane.normal;
}
inline Vec3 center_of(const Sphere& sphere) {
    return sphere.center;
}
inline Vec3 center_of(const Capsule& capsule) {
    return 0.5 * (capsule.a + capsule.b);
}
inline Vec3 center_of(const Box& box) {
    return box.center;
}
/// @}

/// A collider's shape: one of these types.
using Shape = std::variant<Plane, Sphere, Capsule, Box>;

inline Vec3 center_of(const Shape& shape) {
    return std::visit([](const auto& s) { return center_of(s); }, shape);
}

inline Shape moved(const Shape& shape, const Pose& pose) {
    return std::visit([&](const auto& s) { return Shape(moved(s, pose)); }, shape);
}

/// The shape after a placement.
inline Shape placed(const Shape& shape, const Placement& placement) {
    return std::visit(
        [&](const auto& s) {
            // By a factor of one, the ends of a capsule would be rounded.
            return Shape(moved(placement.size == 1 ? s : scaled(s, placement.size), placement.pose));
        },
        shape);
}

inline double curvature_of(const Shape& shape) {
    return std::visit([](const auto& s) { return curvature_of(s); }, shape);
}

inline Gap gap_to(const Shape& shape, const Vec3& x) {
    return std::visit([&](const auto& s) { return gap_to(s, x); }, shape);
}

} // namespace xpbd
