#include "render/geometry_parts.h"

#include <algorithm>
#include <cmath>

namespace xpbd::render {

glm::vec3 perpendicular(const glm::vec3& axis) {
    const glm::vec3 other = std::abs(axis.y) < 0.9f ? glm::vec3(0, 1, 0) : glm::vec3(1, 0, 0);
    return glm::normalize(glm::cross(axis, other));
}

/// Normals after Max, Weights for Computing Vertex Normals from Facet Normals, 1999. They are exact on a sphere,
/// whatever its triangulation.
void append_surface(const Body& body, std::span<const float> level, Geometry& out) {
    const std::size_t first = out.vertices.size();
    const bool flat_known = body.texture.size() == body.positions.size();
    out.vertices.resize(first + body.positions.size());
    for (std::size_t i = 0; i < body.positions.size(); ++i) {
        out.vertices[first + i] = {body.positions[i], glm::vec3(0), level_of(level, i),
                                   flat_known ? body.texture[i] : glm::vec2(0)};
    }
    for (const auto& triangle : body.triangles) {
        const glm::vec3& a = body.positions[at(triangle[0])];
        const glm::vec3& b = body.positions[at(triangle[1])];
        const glm::vec3& c = body.positions[at(triangle[2])];
        const glm::vec3 normal = glm::cross(b - a, c - a);
        const glm::vec3 square(glm::dot(c - b, c - b), glm::dot(a - c, a - c), glm::dot(b - a, b - a));
        const float all = square.x * square.y * square.z;
        if (!(all > 0)) {
            continue;
        }
        for (int corner = 0; corner < 3; ++corner) {
            out.vertices[first + at(triangle[at(corner)])].normal += normal * (square[corner] / all);
        }
    }
    for (std::size_t i = first; i < out.vertices.size(); ++i) {
        // The weights make the sum longer where the triangles are smaller. Without normalisation the interpolation of
        // normals would favour vertices of small triangles.
        const float length = glm::length(out.vertices[i].normal);
        out.vertices[i].normal = length > 0 ? out.vertices[i].normal / length : glm::vec3(0, 1, 0);
    }
}

void append_surface_indices(const Body& body, Geometry& out) {
    for (const auto& triangle : body.triangles) {
        for (const int corner : triangle) {
            out.indices.push_back(static_cast<std::uint32_t>(corner));
        }
    }
}

std::vector<std::array<int, 2>> border_edges(std::span<const std::array<int, 3>> triangles) {
    struct Edge {
        int low, high;
        std::array<int, 2> as_given;
    };
    std::vector<Edge> edges;
    edges.reserve(3 * triangles.size());
    for (const auto& triangle : triangles) {
        for (std::size_t i = 0; i < 3; ++i) {
            const int a = triangle[i];
            const int b = triangle[(i + 1) % 3];
            edges.push_back({std::min(a, b), std::max(a, b), {a, b}});
        }
    }
    std::sort(edges.begin(), edges.end(),
              [](const Edge& x, const Edge& y) { return x.low != y.low ? x.low < y.low : x.high < y.high; });
    std::vector<std::array<int, 2>> border;
    for (std::size_t i = 0; i < edges.size();) {
        std::size_t end = i + 1;
        while (end < edges.size() && edges[end].low == edges[i].low && edges[end].high == edges[i].high) {
            ++end;
        }
        if (end == i + 1) {
            border.push_back(edges[i].as_given);
        }
        i = end;
    }
    return border;
}

void append_ring_indices(std::uint32_t first, int sides, Geometry& out) {
    for (std::uint32_t side = 0; side < static_cast<std::uint32_t>(sides); ++side) {
        const std::uint32_t i = first + 2 * side;
        out.indices.insert(out.indices.end(), {i, i + 2, i + 1, i + 1, i + 2, i + 3});
    }
}

void append_cylinder(const glm::vec3& a, const glm::vec3& b, float radius, int sides, Geometry& out) {
    const float length = glm::length(b - a);
    if (!(length > 0)) {
        return;
    }
    const glm::vec3 axis = (b - a) / length;
    const glm::vec3 u = perpendicular(axis);
    const glm::vec3 v = glm::cross(axis, u);
    const auto first = static_cast<std::uint32_t>(out.vertices.size());
    for (int side = 0; side <= sides; ++side) {
        const float angle = 2 * kPi * static_cast<float>(side) / static_cast<float>(sides);
        const glm::vec3 normal = std::cos(angle) * u + std::sin(angle) * v;
        out.vertices.push_back({a + radius * normal, normal, -1});
        out.vertices.push_back({b + radius * normal, normal, -1});
    }
    append_ring_indices(first, sides, out);
}

namespace {

void append_box(const Obstacle& box, float scale, Geometry& out) {
    for (int axis = 0; axis < 3; ++axis) {
        for (const float side : {-1.0f, 1.0f}) {
            const glm::vec3 normal = side * box.axes[axis];
            const glm::vec3 u = box.axes[(axis + 1) % 3] * box.half[(axis + 1) % 3] * scale;
            const glm::vec3 v = side * box.axes[(axis + 2) % 3] * box.half[(axis + 2) % 3] * scale;
            const glm::vec3 middle = box.center + normal * box.half[axis] * scale;
            const auto first = static_cast<std::uint32_t>(out.vertices.size());
            for (const auto& corner : {glm::vec2(-1, -1), glm::vec2(1, -1), glm::vec2(-1, 1), glm::vec2(1, 1)}) {
                out.vertices.push_back({middle + corner.x * u + corner.y * v, normal, -1.0f});
            }
            out.indices.insert(out.indices.end(), {first, first + 1, first + 2, first + 2, first + 1, first + 3});
        }
    }
}

} // namespace

void append_obstacle(const Obstacle& obstacle, Geometry& out) {
    constexpr float kSmaller = 0.995f;
    constexpr int kDetail = 40;
    const float radius = obstacle.radius * kSmaller;
    switch (obstacle.kind) {
    case Obstacle::Kind::sphere:
        append_sphere(obstacle.center, radius, kDetail, out);
        break;
    case Obstacle::Kind::capsule:
        append_sphere(obstacle.center, radius, kDetail, out);
        append_sphere(obstacle.end, radius, kDetail, out);
        append_cylinder(obstacle.center, obstacle.end, radius, 2 * kDetail, out);
        break;
    case Obstacle::Kind::box:
        append_box(obstacle, kSmaller, out);
        break;
    case Obstacle::Kind::plane:
        break;
    }
}

void extend_bounds(const Obstacle& obstacle, glm::vec3& low, glm::vec3& high) {
    const auto join = [&](const glm::vec3& point, const glm::vec3& reach) {
        low = glm::min(low, point - reach);
        high = glm::max(high, point + reach);
    };
    switch (obstacle.kind) {
    case Obstacle::Kind::sphere:
        join(obstacle.center, glm::vec3(obstacle.radius));
        break;
    case Obstacle::Kind::capsule:
        join(obstacle.center, glm::vec3(obstacle.radius));
        join(obstacle.end, glm::vec3(obstacle.radius));
        break;
    case Obstacle::Kind::box:
        join(obstacle.center, glm::abs(obstacle.axes[0]) * obstacle.half.x +
                                  glm::abs(obstacle.axes[1]) * obstacle.half.y +
                                  glm::abs(obstacle.axes[2]) * obstacle.half.z);
        break;
    case Obstacle::Kind::plane:
        break;
    }
}

void append_sphere(const glm::vec3& center, float radius, int detail, Geometry& out) {
    const auto first = static_cast<std::uint32_t>(out.vertices.size());
    const int around = 2 * detail;
    for (int ring = 0; ring <= detail; ++ring) {
        const float polar = kPi * static_cast<float>(ring) / static_cast<float>(detail);
        for (int step = 0; step <= around; ++step) {
            const float angle = 2 * kPi * static_cast<float>(step) / static_cast<float>(around);
            const glm::vec3 normal(std::sin(polar) * std::cos(angle), std::cos(polar),
                                   std::sin(polar) * std::sin(angle));
            out.vertices.push_back({center + radius * normal, normal, -1.0f});
        }
    }
    const auto row = static_cast<std::uint32_t>(around + 1);
    for (std::uint32_t ring = 0; ring < static_cast<std::uint32_t>(detail); ++ring) {
        for (std::uint32_t step = 0; step + 1 < row; ++step) {
            const std::uint32_t i = first + ring * row + step;
            out.indices.insert(out.indices.end(), {i, i + 1, i + row, i + 1, i + row + 1, i + row});
        }
    }
}

void append_arrow(const Arrow& arrow, float radius, Geometry& out) {
    constexpr int kSides = 10;
    constexpr float kHeadWidth = 2.6f;  // over the shaft's radius
    constexpr float kHeadLength = 6.0f; // over the shaft's radius
    const glm::vec3 way = arrow.to - arrow.from;
    const float length = glm::length(way);
    if (!(length > 1e-6f)) {
        return;
    }
    const glm::vec3 along = way / length;
    const float head = std::min(kHeadLength * radius, 0.6f * length);
    const glm::vec3 neck = arrow.to - head * along;
    append_cylinder(arrow.from, neck, radius, kSides, out);
    const glm::vec3 u = perpendicular(along);
    const glm::vec3 v = glm::cross(along, u);
    for (int side = 0; side < kSides; ++side) {
        const auto rim = [&](int i) {
            const float angle = 2 * kPi * static_cast<float>(i) / kSides;
            return std::cos(angle) * u + std::sin(angle) * v;
        };
        const auto first = static_cast<std::uint32_t>(out.vertices.size());
        const glm::vec3 a = rim(side);
        const glm::vec3 b = rim(side + 1);
        out.vertices.push_back({neck + kHeadWidth * radius * a, a, -1});
        out.vertices.push_back({neck + kHeadWidth * radius * b, b, -1});
        out.vertices.push_back({arrow.to, along, -1});
        out.vertices.push_back({neck, -along, -1});
        out.indices.insert(out.indices.end(), {first, first + 1, first + 2, first, first + 3, first + 1});
    }
}

void point_levels(const Body& body, float zero, std::vector<float>& out) {
    if (body.point_level.size() == body.positions.size()) {
        out.assign(body.point_level.begin(), body.point_level.end());
        return;
    }
    out.clear();
    if (body.line_level.empty() || body.line_level.size() != body.lines.size()) {
        return;
    }
    out.assign(body.positions.size(), 0.0f);
    std::vector<int> count(body.positions.size(), 0);
    for (std::size_t i = 0; i < body.lines.size(); ++i) {
        if (body.line_level[i] < 0) {
            continue;
        }
        for (const int end : body.lines[i]) {
            out[at(end)] += body.line_level[i];
            ++count[at(end)];
        }
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = count[i] > 0 ? out[i] / static_cast<float>(count[i]) : zero;
    }
}

} // namespace xpbd::render
