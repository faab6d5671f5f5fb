#pragma once

#include "render/renderer.h"

#include <cstdint>
#include <vector>

namespace xpbd::render {

/// What the body and line shaders read.
struct Vertex {
    glm::vec3 position;
    glm::vec3 normal;
    float level; ///< place in the colour map; below 0: the body's own colour
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

/// Smooth-shaded surface: area-weighted vertex normals in one pass over the triangles. Without its triangles' indices.
void append_surface(const Body& body, std::span<const float> level, Geometry& out);
/// Those indices, for a surface whose vertices are the first.
void append_surface_indices(const Body& body, Geometry& out);
/// Rope pieces as round tubes with rounded joints.
void append_tubes(const Body& body, std::span<const float> level, Geometry& out);
/// A ball.
void append_sphere(const glm::vec3& center, float radius, int detail, Geometry& out);
/// A ball or capsule or box; a plane adds nothing. Made a little smaller, so that what lies on it is not hidden.
void append_obstacle(const Obstacle& obstacle, Geometry& out);
/// An arrow with a round shaft and a cone for its head; nothing where it has no length.
void append_arrow(const Arrow& arrow, float radius, Geometry& out);
/// Level at every particle: the body's own point levels, else the mean of its lines' levels; empty where it has
/// neither. `zero` where no line has one: the level of the quantity 0.
void point_levels(const Body& body, float zero, std::vector<float>& out);

} // namespace xpbd::render
