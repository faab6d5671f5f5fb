#pragma once

#include "render/geometry.h"

#include <cstddef>

/// What the files that make triangles share.
namespace xpbd::render {

inline constexpr float kPi = 3.14159265f;

inline std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

/// Below 0 where nothing is known: the body's own colour.
inline float level_of(std::span<const float> level, std::size_t i) {
    return level.empty() ? -1.0f : level[i];
}

/// Joins two rings of `sides` + 1 vertices each, which follow each other in pairs from `first` on.
void append_ring_indices(std::uint32_t first, int sides, Geometry& out);

} // namespace xpbd::render
