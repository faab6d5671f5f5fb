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

/// Each triangle is in one quad at the most. Lengths are measured on the flat cloth (Body::texture); empty where that
/// is not known: a folded body has other lengths in every frame.
std::vector<Quad> quads_of(const Body& body);

/// Cuts the quads of the `given` triangles along the diagonal whose ends have the more similar normals, and writes that
/// to `triangles`: light is interpolated along an edge, and one across a fold would be a tooth in its shadow. Where the
/// other diagonal is hardly better, it is the given one. True where a quad has changed since the last call.
bool cut_along_folds(std::span<const Vertex> vertices, std::span<const std::array<int, 3>> given, std::span<Quad> quads,
                     std::span<std::array<int, 3>> triangles);

} // namespace xpbd::render
