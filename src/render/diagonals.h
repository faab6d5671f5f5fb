// Chooses the diagonals of a grid's cells so that they follow the folds.
#pragma once

#include "render/geometry.h"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace xpbd::render {

/// Two triangles whose common edge is the longest edge of both: a quad that can also be divided by its other diagonal.
struct Quad {
    std::array<std::size_t, 2> triangles;
    std::array<int, 4> corners; ///< in order around the quad; the common edge connects the first and the third
    bool is_turned = false;     ///< divided by the other diagonal
};

/// Pairs triangles to quads; each triangle is in one quad at most. Lengths are measured on the flat cloth
/// (Body::texture), because a folded body's lengths change in every frame. Empty if the body has no texture.
std::vector<Quad> quads_of(const Body& body);

/// Divides the quads of the `given` triangles by the diagonal whose ends have the more similar normals, and writes the
/// result to `triangles`. Light is interpolated along edges; an edge across a fold would show as a tooth in its shadow.
/// If the other diagonal is hardly better, the given one is kept. Returns true if a quad has changed since the last
/// call.
bool cut_along_folds(std::span<const Vertex> vertices, std::span<const std::array<int, 3>> given, std::span<Quad> quads,
                     std::span<std::array<int, 3>> triangles);

} // namespace xpbd::render
