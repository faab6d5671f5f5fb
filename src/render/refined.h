#pragma once

#include "render/geometry.h"

#include <array>
#include <span>
#include <vector>

namespace xpbd::render {

/// Every triangle cut into four at the middles of its edges.
struct Refinement {
    std::vector<std::array<int, 2>> edges;     ///< middle i is vertex `vertices` + i
    std::vector<std::array<int, 3>> triangles; ///< with the turning sense of the given ones
};
Refinement refine(std::span<const std::array<int, 3>> triangles, std::size_t vertices);

/// A body's surface with the refinement's vertices, of which the middles lie on the curved surface that the corners'
/// normals describe (Boubekeur, Alexa, Phong Tessellation, 2008): outlines, shadows and hems do not show its triangles.
struct RefinedBody {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec2> texture;
    std::vector<float> levels;

    /// `vertices`: those of append_surface() of `body`. `level`: as given to it. The result's spans point into `this`
    /// and the refinement.
    Body refined(const Body& body, std::span<const Vertex> vertices, std::span<const float> level,
                 const Refinement& refinement);
};

} // namespace xpbd::render
