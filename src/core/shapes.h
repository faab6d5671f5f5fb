#pragma once

#include "core/types.h"

#include <algorithm>
#include <cmath>
#include <variant>

/// The shapes of colliders, each with its signed distance. A new shape is one struct, one gap_to() and one name in
/// Shape.
namespace xpbd {

/// Half-space {x : dot(normal, x) >= offset}; the normal has length one.
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

/// Signed distance of a point to a shape's surface [m], negative inside, and the outward unit normal there.
struct Gap {
    double distance;
    Vec3 normal;
};

inline Gap gap_to(const Plane& plane, const Vec3& x) {
    return {glm::dot(plane.normal, x) - plane.offset, plane.normal};
}

/// The centre has no nearest surface point; it is pushed up.
inline Gap gap_to(const Sphere& sphere, const Vec3& x) {
    const Vec3 d = x - sphere.center;
    const double length = glm::length(d);
    return {length - sphere.radius, length > 0 ? d / length : Vec3(0, 1, 0)};
}

/// Any of them.
using Shape = std::variant<Plane, Sphere>;

inline Gap gap_to(const Shape& shape, const Vec3& x) {
    return std::visit([&](const auto& s) { return gap_to(s, x); }, shape);
}

} // namespace xpbd
