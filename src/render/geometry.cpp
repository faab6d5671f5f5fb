#include "render/geometry.h"

#include <algorithm>
#include <cmath>

namespace xpbd::render {
namespace {

constexpr int kTubeSides = 12;
constexpr float kPi = 3.14159265f;

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

float strain_of(std::span<const float> strain, std::size_t i) {
    return strain.empty() ? -1.0f : strain[i];
}

/// Any unit vector at a right angle to `axis`.
glm::vec3 perpendicular(const glm::vec3& axis) {
    const glm::vec3 other = std::abs(axis.y) < 0.9f ? glm::vec3(0, 1, 0) : glm::vec3(1, 0, 0);
    return glm::normalize(glm::cross(axis, other));
}

} // namespace

void append_surface(const Body& body, std::span<const float> strain, Geometry& out) {
    const auto first = static_cast<std::uint32_t>(out.vertices.size());
    for (std::size_t i = 0; i < body.positions.size(); ++i) {
        out.vertices.push_back({body.positions[i], glm::vec3(0), strain_of(strain, i)});
    }
    for (const auto& triangle : body.triangles) {
        const glm::vec3& a = body.positions[at(triangle[0])];
        const glm::vec3 normal = glm::cross(body.positions[at(triangle[1])] - a, body.positions[at(triangle[2])] - a);
        for (const int corner : triangle) {
            out.vertices[first + at(corner)].normal += normal; // its length is twice the area: the weight
            out.indices.push_back(first + static_cast<std::uint32_t>(corner));
        }
    }
}

void append_tubes(const Body& body, std::span<const float> strain, Geometry& out) {
    for (const auto& segment : body.segments) {
        const glm::vec3 a = body.positions[at(segment[0])];
        const glm::vec3 b = body.positions[at(segment[1])];
        const float length = glm::length(b - a);
        if (!(length > 0)) {
            continue;
        }
        const glm::vec3 axis = (b - a) / length;
        const glm::vec3 u = perpendicular(axis);
        const glm::vec3 v = glm::cross(axis, u);
        const auto first = static_cast<std::uint32_t>(out.vertices.size());
        for (int side = 0; side <= kTubeSides; ++side) {
            const float angle = 2 * kPi * static_cast<float>(side) / kTubeSides;
            const glm::vec3 normal = std::cos(angle) * u + std::sin(angle) * v;
            out.vertices.push_back({a + body.tube_radius * normal, normal, strain_of(strain, at(segment[0]))});
            out.vertices.push_back({b + body.tube_radius * normal, normal, strain_of(strain, at(segment[1]))});
        }
        for (std::uint32_t side = 0; side < kTubeSides; ++side) {
            const std::uint32_t i = first + 2 * side;
            out.indices.insert(out.indices.end(), {i, i + 2, i + 1, i + 1, i + 2, i + 3});
        }
    }
    // A ball at every joint rounds it, and the ends.
    std::vector<bool> done(body.positions.size(), false);
    for (const auto& segment : body.segments) {
        for (const int end : segment) {
            if (!done[at(end)]) {
                done[at(end)] = true;
                const std::size_t begin = out.vertices.size();
                append_sphere(body.positions[at(end)], body.tube_radius, 6, out);
                for (std::size_t i = begin; i < out.vertices.size(); ++i) {
                    out.vertices[i].strain = strain_of(strain, at(end));
                }
            }
        }
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

void vertex_strain(const Body& body, float top, std::vector<float>& out) {
    out.clear();
    if (body.line_value.empty() || body.line_value.size() != body.lines.size()) {
        return;
    }
    out.assign(body.positions.size(), 0.0f);
    std::vector<int> count(body.positions.size(), 0);
    for (std::size_t i = 0; i < body.lines.size(); ++i) {
        for (const int end : body.lines[i]) {
            out[at(end)] += std::abs(body.line_value[i]);
            ++count[at(end)];
        }
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = count[i] > 0 ? out[i] / (static_cast<float>(count[i]) * std::max(top, 1e-9f)) : 0.0f;
    }
}

} // namespace xpbd::render
