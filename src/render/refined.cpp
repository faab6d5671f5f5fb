#include "render/refined.h"

#include "render/geometry_parts.h"

#include <algorithm>

namespace xpbd::render {

Refinement refine(std::span<const std::array<int, 3>> triangles, std::size_t vertices) {
    struct Side {
        std::array<int, 2> ends; ///< in ascending order
        std::size_t triangle, corner;
    };
    std::vector<Side> sides;
    sides.reserve(3 * triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const int a = triangles[t][corner];
            const int b = triangles[t][(corner + 1) % 3];
            sides.push_back({{std::min(a, b), std::max(a, b)}, t, corner});
        }
    }
    std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) { return a.ends < b.ends; });
    Refinement result;
    // Per triangle: the vertex in the middle of the side that begins at each corner.
    std::vector<std::array<int, 3>> middle(triangles.size());
    for (const Side& side : sides) {
        if (result.edges.empty() || result.edges.back() != side.ends) {
            result.edges.push_back(side.ends);
        }
        middle[side.triangle][side.corner] = static_cast<int>(vertices + result.edges.size() - 1);
    }
    result.triangles.reserve(4 * triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        const auto [a, b, c] = triangles[t];
        const auto [ab, bc, ca] = middle[t];
        result.triangles.insert(result.triangles.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
    }
    return result;
}

Body RefinedBody::refined(const Body& body, std::span<const Vertex> vertices, std::span<const float> level,
                          const Refinement& refinement) {
    constexpr float kCurved = 0.75f; // the value of Boubekeur and Alexa; 0 = flat triangles
    const bool has_texture = body.texture.size() == body.positions.size();
    const std::size_t count = body.positions.size() + refinement.edges.size();
    positions.assign(body.positions.begin(), body.positions.end());
    positions.reserve(count);
    texture.assign(body.texture.begin(), has_texture ? body.texture.end() : body.texture.begin());
    levels.assign(level.begin(), level.end());
    for (const auto& edge : refinement.edges) {
        const Vertex& a = vertices[at(edge[0])];
        const Vertex& b = vertices[at(edge[1])];
        const glm::vec3 middle = 0.5f * (a.position + b.position);
        // Mean offset of the middle to the tangent planes at both ends of the side.
        const glm::vec3 to_planes = 0.5f * (glm::dot(a.position - middle, a.normal) * a.normal +
                                            glm::dot(b.position - middle, b.normal) * b.normal);
        positions.push_back(middle + kCurved * to_planes);
        if (has_texture) {
            texture.push_back(0.5f * (body.texture[at(edge[0])] + body.texture[at(edge[1])]));
        }
        if (!level.empty()) {
            const float low = std::min(a.level, b.level);
            levels.push_back(low < 0 ? low : 0.5f * (a.level + b.level));
        }
    }
    Body result = body;
    result.positions = positions;
    result.texture = texture;
    result.triangles = refinement.triangles;
    return result;
}

} // namespace xpbd::render
