#pragma once

#include "render/renderer.h"

#include <cstdint>
#include <vector>

namespace xpbd::render {

/// What the body shaders read.
struct Vertex {
    glm::vec3 position;
    glm::vec3 normal;
    float level;         ///< place in the colour map; below 0: the body's own colour
    glm::vec2 fabric{0}; ///< cloth: place on the flat cloth [m]; rope and rod: metres along, turns around
};

/// Triangles ready to upload. Reused from frame to frame: clear() keeps the memory.
struct Geometry {
    std::vector<Vertex> vertices;
    std::vector<std::uint32_t> indices;

    void clear() {
        vertices.clear();
        indices.clear();
    }
};

/// What the line shader reads of one line.
struct LineInstance {
    glm::vec3 from;
    glm::vec3 to;
    glm::vec4 from_colour; ///< rgb linear, or r = place in the colour map; a = opacity
    glm::vec4 to_colour;
    float width;  ///< [px], before supersampling
    float mapped; ///< 1: by the colour map
};

/// Smooth surface without creases: its normals do not depend on how the surface is cut into triangles. Without its
/// triangles' indices.
void append_surface(const Body& body, std::span<const float> level, Geometry& out);
/// Those indices, for a surface whose vertices are the first.
void append_surface_indices(const Body& body, Geometry& out);
/// Edges of one triangle alone, in the direction that the triangle has them.
std::vector<std::array<int, 2>> border_edges(std::span<const std::array<int, 3>> triangles);
/// A rounded rim along these edges, which gives a cloth a thickness. Always of the same number of vertices.
void append_hem(const Body& body, std::span<const float> level, std::span<const std::array<int, 2>> border,
                Geometry& out);
/// Rope pieces as round tubes that bend smoothly, with balls at ends, crossings and sharp bends.
void append_tubes(const Body& body, std::span<const float> level, Geometry& out);
/// The mantle of a cylinder.
void append_cylinder(const glm::vec3& a, const glm::vec3& b, float radius, int sides, Geometry& out);
/// A ball.
void append_sphere(const glm::vec3& center, float radius, int detail, Geometry& out);
/// A ball or capsule or box; a plane adds nothing. Made a little smaller, so that what lies on it is not hidden.
void append_obstacle(const Obstacle& obstacle, Geometry& out);
/// An arrow with a round shaft and a cone for its head; nothing where it has no length.
void append_arrow(const Arrow& arrow, float radius, Geometry& out);
/// Level at every particle: the body's own point levels, else the mean of its lines' levels; empty where it has
/// neither. `zero` where no line has one: the level of the quantity 0.
void point_levels(const Body& body, float zero, std::vector<float>& out);

/// Any unit vector at a right angle to `axis`.
glm::vec3 perpendicular(const glm::vec3& axis);

} // namespace xpbd::render
