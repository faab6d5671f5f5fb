#include "lab/files/session/shape_json.h"

#include "core/base/math/elementary.h"

#include <cmath>
#include <span>
#include <vector>

namespace xpbd::lab {
namespace {

/// Vectors with a length this close to one are not normalised, so that writing and reading changes no bit.
constexpr double kUnitTolerance = 1e-12;

/// Reads a half-space and normalises its normal.
Plane read_plane(const Json& json, const std::string& path, JsonCheck& check) {
    const std::string needed = "a list of 4 numbers: normal x, y, z (not all 0) and offset [m]";
    std::array<double, 4> plane = check.numbers<4>(json, path, needed);
    const double length = math::hypot(math::hypot(plane[0], plane[1]), plane[2]);
    if (!check.failed() && !(length > 0 && std::isfinite(length))) {
        check.fail(path, "has no direction, needs " + needed);
    }
    if (!check.failed() && std::abs(length - 1) > kUnitTolerance) {
        for (double& component : plane) {
            component /= length; // dividing the offset, too, keeps the half-space the same
        }
    }
    return {{plane[0], plane[1], plane[2]}, plane[3]};
}

/// Records an error unless `count` numbers from index `first` on are positive.
void need_positive(std::span<const double> numbers, std::size_t first, std::size_t count, const std::string& path,
                   const std::string& what, JsonCheck& check) {
    for (std::size_t i = first; i < first + count && !check.failed(); ++i) {
        if (!(numbers[i] > 0)) {
            check.fail(child(path, i), "is " + format_number(numbers[i]) + ", needs " + what);
        }
    }
}

Box read_box(const Json& json, const std::string& path, JsonCheck& check) {
    const std::string here = child(path, "box");
    const std::array<double, 6> sides =
        check.numbers<6>(json["box"], here, "a list of 6 numbers: centre x, y, z and half edges x, y, z > 0 [m]");
    need_positive(sides, 3, 3, here, "half an edge > 0 [m]", check);
    const glm::dquat rotation = json.contains("rotation")
                                    ? read_rotation(json["rotation"], child(path, "rotation"), check)
                                    : glm::dquat{1, 0, 0, 0};
    return {{sides[0], sides[1], sides[2]}, {sides[3], sides[4], sides[5]}, rotation};
}

} // namespace

glm::dquat read_rotation(const Json& json, const std::string& path, JsonCheck& check) {
    const std::string needed = "a quaternion: a list of 4 numbers w, x, y, z, not all 0";
    std::array<double, 4> rotation = check.numbers<4>(json, path, needed);
    const double length = math::hypot(math::hypot(rotation[0], rotation[1]), math::hypot(rotation[2], rotation[3]));
    if (!check.failed() && !(length > 0 && std::isfinite(length))) {
        check.fail(path, "is no rotation, needs " + needed);
    }
    if (!check.failed() && std::abs(length - 1) > kUnitTolerance) {
        for (double& component : rotation) {
            component /= length;
        }
    }
    return {rotation[0], rotation[1], rotation[2], rotation[3]};
}

Shape read_shape(const Json& json, const std::string& path, JsonCheck& check) {
    const auto shapes =
        json.contains("plane") + json.contains("sphere") + json.contains("capsule") + json.contains("box");
    if (shapes != 1) {
        check.fail(path, "needs exactly one of \"plane\", \"sphere\", \"capsule\" and \"box\"");
        return {};
    }
    if (json.contains("rotation") && !json.contains("box")) {
        check.fail(child(path, "rotation"), "only a box has a rotation");
        return {};
    }
    if (json.contains("plane")) {
        return read_plane(json["plane"], child(path, "plane"), check);
    }
    if (json.contains("sphere")) {
        const std::string here = child(path, "sphere");
        const auto s = check.numbers<4>(json["sphere"], here, "a list of 4 numbers: centre x, y, z and radius > 0 [m]");
        need_positive(s, 3, 1, here, "a radius > 0 [m]", check);
        return Sphere{{s[0], s[1], s[2]}, s[3]};
    }
    if (json.contains("capsule")) {
        const std::string here = child(path, "capsule");
        const auto c = check.numbers<7>(json["capsule"], here,
                                        "a list of 7 numbers: one end x, y, z, the other x, y, z and radius > 0 [m]");
        need_positive(c, 6, 1, here, "a radius > 0 [m]", check);
        return Capsule{{c[0], c[1], c[2]}, {c[3], c[4], c[5]}, c[6]};
    }
    return read_box(json, path, check);
}

std::array<double, 4> numbers_of(const Plane& plane) {
    return {plane.normal.x, plane.normal.y, plane.normal.z, plane.offset};
}
std::array<double, 4> numbers_of(const Sphere& sphere) {
    return {sphere.center.x, sphere.center.y, sphere.center.z, sphere.radius};
}
std::array<double, 7> numbers_of(const Capsule& capsule) {
    return {capsule.a.x, capsule.a.y, capsule.a.z, capsule.b.x, capsule.b.y, capsule.b.z, capsule.radius};
}
std::array<double, 10> numbers_of(const Box& box) {
    return {box.center.x, box.center.y,   box.center.z,   box.half.x,     box.half.y,
            box.half.z,   box.rotation.w, box.rotation.x, box.rotation.y, box.rotation.z};
}

nlohmann::ordered_json box_json(const std::array<double, 10>& box) {
    const auto part = [&](std::size_t first, std::size_t count) {
        return std::vector<double>(box.data() + first, box.data() + first + count);
    };
    return {{"box", part(0, 6)}, {"rotation", part(6, 4)}};
}

nlohmann::ordered_json shape_json(const Shape& shape) {
    if (const auto* box = std::get_if<Box>(&shape)) {
        return box_json(numbers_of(*box));
    }
    if (const auto* plane = std::get_if<Plane>(&shape)) {
        return {{"plane", numbers_of(*plane)}};
    }
    if (const auto* sphere = std::get_if<Sphere>(&shape)) {
        return {{"sphere", numbers_of(*sphere)}};
    }
    return {{"capsule", numbers_of(std::get<Capsule>(shape))}};
}

} // namespace xpbd::lab
