#pragma once

#include <array>
#include <span>
#include <vector>

namespace xpbd::scenes {

/// Edge of a triangle mesh.
struct MeshEdge {
    std::array<int, 2> particles;         ///< in the direction of its first triangle
    std::array<int, 2> opposite{-1, -1};  ///< third corners of its first two triangles
    std::array<int, 2> triangles{-1, -1}; ///< its first two triangles
    int triangle_count = 0;               ///< more than 2: not a surface there
};

/// Every edge once, in order of first appearance in `triangles`, whose corners are distinct and not negative.
std::vector<MeshEdge> collect_edges(std::span<const std::array<int, 3>> triangles);

} // namespace xpbd::scenes
