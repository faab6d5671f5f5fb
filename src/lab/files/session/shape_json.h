// The shapes of colliders in session files (scenes/CUSTOM.md).
#pragma once

#include "core/model/shapes.h"
#include "lab/files/json_check.h"

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace xpbd::lab {

/// The keys of a shape; a collider has exactly one of the first four, kShapeKinds.
inline constexpr std::array<std::string_view, 5> kShapeKeys = {"plane", "sphere", "capsule", "box", "rotation"};
inline constexpr auto kShapeKinds = std::span(kShapeKeys).first<4>();

/// Reads the shape of an object, whose further keys the caller checks. Normals and quaternions are normalised.
Shape read_shape(const Json& json, const std::string& path, JsonCheck& check);
/// An object with the keys of the shape.
nlohmann::ordered_json shape_json(const Shape& shape);

/// @name The numbers of a shape in the order of CustomScene
/// @{
std::array<double, 4> numbers_of(const Plane& plane);
std::array<double, 4> numbers_of(const Sphere& sphere);
std::array<double, 7> numbers_of(const Capsule& capsule);
std::array<double, 10> numbers_of(const Box& box); ///< the last four are the quaternion w, x, y, z
nlohmann::ordered_json box_json(const std::array<double, 10>& box);
/// @}

/// Reads a quaternion, normalised.
glm::dquat read_rotation(const Json& json, const std::string& path, JsonCheck& check);

} // namespace xpbd::lab
