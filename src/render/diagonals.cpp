#include "render/diagonals.h"

#include "render/geometry_parts.h"

#include <algorithm>
#include <map>

namespace xpbd::render {
namespace {

constexpr float kBetter = 0.01f; ///< a diagonal must have a cosine larger by this margin to be preferred

} // namespace

std::vector<Quad> quads_of(const Body& body) {
    if (body.texture.size() != body.positions.size()) {
        return {};
    }
    const auto& triangles = body.triangles;
    struct Side {
        std::size_t triangle, corner; ///< the corner of the triangle at which the side begins
    };
    std::map<std::array<int, 2>, Side> longest; // the longest side of each triangle, by its ends in ascending order
    std::vector<Quad> quads;
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        const auto& triangle = triangles[t];
        std::array<float, 3> length{};
        for (std::size_t corner = 0; corner < 3; ++corner) {
            length[corner] =
                glm::distance(body.texture[at(triangle[corner])], body.texture[at(triangle[(corner + 1) % 3])]);
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
        // Neighbours with the same orientation have the common edge in opposite directions.
        if (partner[begin] == b) {
            quads.push_back(
                {{t, other->second.triangle}, {a, partner[(begin + 2) % 3], b, triangle[(corner + 2) % 3]}});
        }
        longest.erase(other);
    }
    return quads;
}

bool cut_along_folds(std::span<const Vertex> vertices, std::span<const std::array<int, 3>> given, std::span<Quad> quads,
                     std::span<std::array<int, 3>> triangles) {
    bool changed = false;
    for (Quad& quad : quads) {
        const auto cosine = [&](std::size_t i) {
            return glm::dot(vertices[at(quad.corners[i])].normal, vertices[at(quad.corners[i + 2])].normal);
        };
        // No hysteresis: the choice does not depend on the last call, which may have been for another pane's body.
        const bool turned = cosine(1) - cosine(0) > kBetter;
        if (turned == quad.is_turned) {
            continue;
        }
        quad.is_turned = turned;
        changed = true;
        const auto [a, b, c, d] = quad.corners;
        const auto [first, second] = quad.triangles;
        triangles[first] = turned ? std::array{d, a, b} : given[first];
        triangles[second] = turned ? std::array{b, c, d} : given[second];
    }
    return changed;
}

} // namespace xpbd::render
