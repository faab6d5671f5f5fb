#pragma once

#include "render/geometry.h"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace xpbd::render {

/// Two triangles with a common edge, which is the longest of both: a quad that could be cut along its other diagonal.
struct Quad {
    std::array<std::size_t, 2> triangles;
    std::array<int, 4> corners; ///< around the quad; the common edge joins the first and the third
    bool is_turned = false;     ///< cut along the other diagonal
};

/// Each triangle is in one quad at the most. Lengths are measured on the flat cloth, where it is known.
std::vector<Quad> quads_of(const Body& body);

/// Cuts the quads along the diagonal whose ends have the more similar normals, and writes that to `triangles`: light is
/// interpolated along an edge, and one across a fold would be a tooth in its shadow. A quad keeps its diagonal while
/// the other one is hardly better. True where a quad has changed.
bool cut_along_folds(std::span<const Vertex> vertices, std::span<Quad> quads, std::span<std::array<int, 3>> triangles);

} // namespace xpbd::render
