#pragma once

#include "render/geometry.h"

#include <cstddef>

/// Helpers of the files that make triangles.
namespace xpbd::render {

inline constexpr float kPi = 3.14159265f;

inline std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

/// Level of particle i; below 0, which means the body's own colour, if `level` is empty.
inline float level_of(std::span<const float> level, std::size_t i) {
    return level.empty() ? -1.0f : level[i];
}

/// Connects two rings of `sides` + 1 vertices each by triangles. The vertices alternate between the rings, starting at
/// `first`.
void append_ring_indices(std::uint32_t first, int sides, Geometry& out);

} // namespace xpbd::render
