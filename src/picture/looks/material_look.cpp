#include "picture/looks/material_look.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>

namespace xpbd::picture {
namespace {

constexpr double kThreads = 160; ///< threads along the longer side of a cloth
constexpr float kHem = 0.0022f;  ///< radius of the hem over the longer side
constexpr float kWidest = 3.5f;  ///< how much wider a line is at full tension than without tension [px]

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

/// Coordinates along the two longest sides of the rest shape's bounding box.
std::vector<glm::vec2> flat_projection(const Model& model) {
    Vec3 low = model.rest_position.front();
    Vec3 high = low;
    for (const Vec3& p : model.rest_position) {
        low = glm::min(low, p);
        high = glm::max(high, p);
    }
    const Vec3 size = high - low;
    const int shortest = size.x <= size.y && size.x <= size.z ? 0 : size.y <= size.z ? 1 : 2;
    const int u = shortest == 0 ? 2 : 0;
    const int v = shortest == 1 ? 2 : 1;
    std::vector<glm::vec2> texture;
    for (const Vec3& p : model.rest_position) {
        texture.emplace_back(static_cast<float>(p[u] - low[u]), static_cast<float>(high[v] - p[v]));
    }
    return texture;
}

/// Distance along the rope of every particle. At a fork the last listed piece counts.
std::vector<glm::vec2> way_along(const Model& model) {
    std::vector<glm::vec2> texture(model.particle_count(), glm::vec2(0));
    for (const auto& [a, b] : model.segments) {
        texture[at(b)].x = texture[at(a)].x +
                           static_cast<float>(glm::distance(model.rest_position[at(a)], model.rest_position[at(b)]));
    }
    return texture;
}

std::vector<int> ghosts_of_segments(const Model& model) {
    std::map<std::array<int, 2>, int> ghost;
    for (const auto& joint : model.of_type<BendTwist>().particles) {
        ghost[{joint[0], joint[1]}] = joint[3];
        ghost[{joint[1], joint[2]}] = joint[4];
    }
    std::vector<int> result;
    for (const auto& segment : model.segments) {
        const auto found = ghost.find(segment);
        if (found == ghost.end()) {
            return {};
        }
        result.push_back(found->second);
    }
    return result;
}

float width_of(Role role) {
    switch (role) {
    case Role::stretch:
        return 1.5f;
    case Role::shear:
        return 1.1f;
    default:
        return 0.8f;
    }
}

/// Coordinates on the flat cloth: Model::flat, or flat_projection() if the model has no flat coordinates.
std::vector<glm::vec2> places_on_flat(const Model& model) {
    if (model.flat.size() != model.particle_count()) {
        return flat_projection(model);
    }
    std::vector<glm::vec2> places;
    for (const auto& place : model.flat) {
        places.emplace_back(static_cast<float>(place[0]), static_cast<float>(place[1]));
    }
    return places;
}

float longer_side(std::span<const glm::vec2> places) {
    glm::vec2 size(0);
    for (const glm::vec2& place : places) {
        size = glm::max(size, place);
    }
    return std::max({size.x, size.y, 1e-3f});
}

} // namespace

float hem_radius(const Model& model) {
    return kHem * longer_side(places_on_flat(model));
}

MaterialLook make_material_look(const Model& model) {
    MaterialLook look;
    if (!model.segments.empty()) {
        look.texture = way_along(model);
        look.stripe_ghosts = ghosts_of_segments(model);
        return look;
    }
    look.texture = places_on_flat(model);
    const float longer = longer_side(look.texture);
    look.print_size = longer / kChecks;
    // Without flat coordinates there is no direction that threads could follow.
    look.thread = model.flat.empty() ? 0 : longer / static_cast<float>(kThreads);
    look.hem_radius = kHem * longer;
    return look;
}

void stripe_directions(const Model& model, const MaterialLook& look, std::span<const std::array<int, 2>> segments,
                       std::span<const glm::vec3> positions, std::vector<glm::vec3>& out) {
    out.clear();
    if (look.stripe_ghosts.empty()) {
        return;
    }
    std::size_t next = 0; // index of the model's segments; `segments` is a subset in the same order
    for (const auto& segment : segments) {
        while (model.segments[next] != segment) {
            ++next;
        }
        const auto& [a, b] = segment;
        out.push_back(positions[at(look.stripe_ghosts[next])] - 0.5f * (positions[at(a)] + positions[at(b)]));
    }
}

void line_widths(const Model& model, std::span<const float> tension, double full, std::vector<float>& out) {
    const auto& array = model.of_type<Distance>();
    out.clear();
    for (std::size_t i = 0; i < array.size(); ++i) {
        const double share = i < tension.size() ? std::abs(static_cast<double>(tension[i])) / full : 0;
        const float pull = std::isfinite(share) ? static_cast<float>(std::min(share, 1.0)) : 0.0f;
        out.push_back(width_of(array.material[i].role) + kWidest * pull);
    }
}

} // namespace xpbd::picture
