#pragma once

#include "render/renderer.h"

#include <cstdint>
#include <vector>

namespace xpbd::render {

/// What the body and line shaders read.
struct Vertex {
    glm::vec3 position;
    glm::vec3 normal;
    float strain; ///< |strain| over the top of the colour map; below 0: the body's own colour
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

/// Smooth-shaded surface: area-weighted vertex normals in one pass over the triangles.
void append_surface(const Body& body, std::span<const float> vertex_strain, Geometry& out);
/// Rope pieces as round tubes with rounded joints.
void append_tubes(const Body& body, std::span<const float> vertex_strain, Geometry& out);
/// A ball.
void append_sphere(const glm::vec3& center, float radius, int detail, Geometry& out);
/// A ball or capsule or box; a plane adds nothing. Made a little smaller, so that what lies on it is not hidden.
void append_obstacle(const Obstacle& obstacle, Geometry& out);
/// Mean |line value| over `top` at every particle; empty where the body has no line values.
void vertex_strain(const Body& body, float top, std::vector<float>& out);

} // namespace xpbd::render
