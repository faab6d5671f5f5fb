#include "scenes/parts/start_place.h"

#include "core/base/sets.h"
#include "core/model/parameters.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <vector>

namespace xpbd::scenes {
namespace {

constexpr double kNoDepth = 1e-6; ///< smaller depths are ignored [m]

/// Depth of a point below the contact distance of the collider in which it is deepest, and the direction out of it.
struct Depth {
    double depth = 0; ///< [m]
    Vec3 out{0};      ///< unit vector
};
Depth depth_at(const Model& model, const Vec3& at) {
    Depth deepest;
    for (const Collider& collider : model.colliders) {
        const Gap gap = gap_to(collider.shape, at);
        if (model.contact_distance - gap.distance > deepest.depth) {
            deepest = {model.contact_distance - gap.distance, gap.normal};
        }
    }
    return deepest;
}

/// The particles of each body that has no fixed particle.
std::vector<std::vector<int>> free_bodies(const Model& model) {
    Sets sets(model.particle_count());
    const auto tie = [&](const auto& particles) {
        for (const int particle : particles) {
            sets.join(particle, *std::begin(particles));
        }
    };
    for_each_type(model, [&](const auto& array, std::size_t) {
        for (const auto& particles : array.particles) {
            tie(particles);
        }
    });
    for (const Volume& volume : model.volumes) {
        for (const auto& triangle : volume.triangles) {
            sets.join(triangle[0], volume.triangles.front()[0]);
            tie(triangle);
        }
    }
    std::vector<std::vector<int>> bodies(model.particle_count());
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        bodies[index_of(sets.name(static_cast<int>(i)))].push_back(static_cast<int>(i));
    }
    std::erase_if(bodies, [&](const std::vector<int>& body) {
        return body.empty() ||
               std::any_of(body.begin(), body.end(), [&](int p) { return !(model.mass[index_of(p)] > 0); });
    });
    return bodies;
}

/// The translation that moves a body out of all colliders; zero if none is found within kMostSteps.
Vec3 way_out(const Model& model, const std::vector<int>& body) {
    constexpr int kMostSteps = 64;
    Vec3 way(0);
    for (int step = 0; step < kMostSteps; ++step) {
        Depth deepest;
        for (const int particle : body) {
            const Depth here = depth_at(model, model.rest_position[index_of(particle)] + way);
            deepest = here.depth > deepest.depth ? here : deepest;
        }
        if (!(deepest.depth > kNoDepth)) {
            return way;
        }
        way += deepest.depth * deepest.out;
    }
    return Vec3(0);
}

/// The moving particle that is deepest below the contact distance.
struct Deepest {
    int particle = -1; ///< -1 = every particle is outside
    double depth = 0;  ///< [m]
};
Deepest deepest_of(const Model& model) {
    Deepest deepest;
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        const double depth = model.mass[i] > 0 ? depth_at(model, model.rest_position[i]).depth : 0;
        if (depth > std::max(deepest.depth, kNoDepth)) {
            deepest = {static_cast<int>(i), depth};
        }
    }
    return deepest;
}

} // namespace

Result<bool> push_bodies_out(Model& model) {
    if (deepest_of(model).particle < 0) {
        return false;
    }
    bool moved = false;
    for (const std::vector<int>& body : free_bodies(model)) {
        const Vec3 way = way_out(model, body);
        if (way != Vec3(0)) {
            for (const int particle : body) {
                model.rest_position[index_of(particle)] += way;
            }
            moved = true;
        }
    }
    const Deepest deepest = deepest_of(model);
    const double inside = deepest.depth - model.contact_distance;
    if (inside > kNoDepth) {
        return Error{"scene: particle " + std::to_string(deepest.particle) + " starts " +
                     format_number(std::round(inside * 1e6) / 1e6) +
                     " m inside a collider, and its body has fixed particles or finds no free place; move the body "
                     "or the collider"};
    }
    return moved;
}

} // namespace xpbd::scenes
