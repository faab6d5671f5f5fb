// The edges of a triangle mesh with their triangles.
#pragma once

#include <array>
#include <span>
#include <vector>

namespace xpbd::scenes {

/// Edge of a triangle mesh.
struct MeshEdge {
    std::array<int, 2> particles;         ///< in the order in which the first triangle has them
    std::array<int, 2> opposite{-1, -1};  ///< third corners of its first two triangles; -1 = no second triangle
    std::array<int, 2> triangles{-1, -1}; ///< its first two triangles; -1 = no second triangle
    int triangle_count = 0;               ///< more than 2: the mesh is not a surface at this edge
};

/// Every edge once, in order of first appearance in `triangles`. The corners of each triangle must be distinct and not
/// negative.
std::vector<MeshEdge> collect_edges(std::span<const std::array<int, 3>> triangles);

} // namespace xpbd::scenes
