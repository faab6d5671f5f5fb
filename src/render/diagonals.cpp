#include "render/diagonals.h"

#include "render/geometry_parts.h"

#include <algorithm>
#include <map>

namespace xpbd::render {
namespace {

constexpr float kBetter = 0.01f; ///< by which a cosine must be the larger one

} // namespace

std::vector<Quad> quads_of(const Body& body) {
    const auto& triangles = body.triangles;
    const bool flat_known = body.texture.size() == body.positions.size();
    const auto distance = [&](int a, int b) {
        return flat_known ? glm::distance(body.texture[at(a)], body.texture[at(b)])
                          : glm::distance(body.positions[at(a)], body.positions[at(b)]);
    };
    struct Side {
        std::size_t triangle, corner; ///< it begins at
    };
    std::map<std::array<int, 2>, Side> longest; // by its ends, the smaller one first
    std::vector<Quad> quads;
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        const auto& triangle = triangles[t];
        std::array<float, 3> length{};
        for (std::size_t corner = 0; corner < 3; ++corner) {
            length[corner] = distance(triangle[corner], triangle[(corner + 1) % 3]);
        }
        const auto corner = static_cast<std::size_t>(std::max_element(length.begin(), length.end()) - length.begin());
        const int a = triangle[corner];
        const int b = triangle[(corner + 1) % 3];
        const auto [other, is_new] = longest.try_emplace({std::min(a, b), std::max(a, b)}, Side{t, corner});
        if (is_new) {
            continue;
        }
        const auto& partner = triangles[other->second.triangle];
        const std::size_t begin = other->second.corner;
        // Neighbours with the same turning sense have the common edge in opposite directions.
        if (partner[begin] == b) {
            quads.push_back(
                {{t, other->second.triangle}, {a, partner[(begin + 2) % 3], b, triangle[(corner + 2) % 3]}});
        }
        longest.erase(other);
    }
    return quads;
}

bool cut_along_folds(std::span<const Vertex> vertices, std::span<Quad> quads, std::span<std::array<int, 3>> triangles) {
    bool changed = false;
    for (Quad& quad : quads) {
        const auto cosine = [&](std::size_t i) {
            return glm::dot(vertices[at(quad.corners[i])].normal, vertices[at(quad.corners[i + 2])].normal);
        };
        // The last call has no influence: its body may have been that of another pane.
        const bool turned = cosine(1) - cosine(0) > kBetter;
        if (turned == quad.is_turned) {
            continue;
        }
        quad.is_turned = turned;
        changed = true;
        const auto [a, b, c, d] = quad.corners;
        triangles[quad.triangles[0]] = quad.is_turned ? std::array{d, a, b} : std::array{c, d, a};
        triangles[quad.triangles[1]] = quad.is_turned ? std::array{b, c, d} : std::array{a, b, c};
    }
    return changed;
}

} // namespace xpbd::render
