// Triangles and lines in the form in which they are uploaded to the graphics card.
#pragma once

#include "render/renderer.h"

#include <cstdint>
#include <vector>

namespace xpbd::render {

/// A vertex of the body shaders.
struct Vertex {
    glm::vec3 position;
    glm::vec3 normal;
    float level; ///< position in the colour map; below 0: the body's own colour
    /// Cloth: coordinates on the flat cloth [m]; rope and rod: distance along it [m], turns around it.
    glm::vec2 fabric{0};
};

/// Triangles ready for upload. Reused from frame to frame: clear() keeps the memory.
struct Geometry {
    std::vector<Vertex> vertices;
    std::vector<std::uint32_t> indices;

    void clear() {
        vertices.clear();
        indices.clear();
    }
};

/// One line of the line shader.
struct LineInstance {
    glm::vec3 from;
    glm::vec3 to;
    glm::vec4 from_colour; ///< rgb linear, or r = position in the colour map; a = opacity
    glm::vec4 to_colour;
    float width;  ///< [px], before supersampling
    float mapped; ///< 1 = coloured by the colour map
};

/// Appends the vertices of a smooth surface without creases. Its normals do not depend on the triangulation. Call
/// append_surface_indices() for the triangles.
void append_surface(const Body& body, std::span<const float> level, Geometry& out);
/// Appends the triangles of a surface whose vertices are the first in `out`.
void append_surface_indices(const Body& body, Geometry& out);
/// Edges that belong to a single triangle, in that triangle's direction.
std::vector<std::array<int, 2>> border_edges(std::span<const std::array<int, 3>> triangles);
/// Appends a round rim along these edges, which gives a cloth a thickness. The number of vertices depends only on the
/// edges.
void append_hem(const Body& body, std::span<const float> level, std::span<const std::array<int, 2>> border,
                Geometry& out);
/// Appends rope pieces as round tubes that bend smoothly, with balls at ends, crossings and sharp bends.
void append_tubes(const Body& body, std::span<const float> level, Geometry& out);
/// Appends the side of a cylinder, without its ends.
void append_cylinder(const glm::vec3& a, const glm::vec3& b, float radius, int sides, Geometry& out);
/// Appends a ball.
void append_sphere(const glm::vec3& center, float radius, int detail, Geometry& out);
/// Appends a ball, capsule or box; nothing for a plane. It is slightly smaller than the obstacle, so that it does not
/// hide a cloth on it.
void append_obstacle(const Obstacle& obstacle, Geometry& out);
/// Appends an arrow with a round shaft and a cone as its head; nothing if its length is zero.
void append_arrow(const Arrow& arrow, float radius, Geometry& out);
/// Level at every particle: the body's point levels, else the mean of the levels of its lines; `zero`, the level of the
/// quantity 0, if none of its lines has a level. Empty if the body has no levels.
void point_levels(const Body& body, float zero, std::vector<float>& out);

/// Any unit vector perpendicular to `axis`.
glm::vec3 perpendicular(const glm::vec3& axis);

} // namespace xpbd::render
