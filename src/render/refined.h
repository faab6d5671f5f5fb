// Smoother surfaces: every triangle divided into four that follow the vertex normals.
#pragma once

#include "render/geometry.h"

#include <array>
#include <span>
#include <vector>

namespace xpbd::render {

/// The division of every triangle into four by the middles of its edges.
struct Refinement {
    std::vector<std::array<int, 2>> edges;     ///< the middle of edge i is vertex `vertices` + i
    std::vector<std::array<int, 3>> triangles; ///< with the orientation of the given triangles
};
Refinement refine(std::span<const std::array<int, 3>> triangles, std::size_t vertices);

/// A body's surface with a refinement's vertices. The middles are on the curved surface that the corners' normals
/// define (Boubekeur, Alexa, Phong Tessellation, 2008), so that outlines, shadows and hems do not show the triangles.
struct RefinedBody {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec2> texture;
    std::vector<float> levels;

    /// `vertices`: the result of append_surface() for `body` with the same `level`. The returned body's spans point
    /// into this object and into the refinement.
    Body refined(const Body& body, std::span<const Vertex> vertices, std::span<const float> level,
                 const Refinement& refinement);
};

} // namespace xpbd::render
