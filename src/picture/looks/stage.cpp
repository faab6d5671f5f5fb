#include "picture/looks/stage.h"

#include "core/base/bounds.h"
#include "core/step/driven_model.h"
#include "scenes/changes/other_mesh.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>
#include <variant>

namespace xpbd::picture {
namespace {

constexpr double kSteel = 7850;       ///< density [kg/m^3]
constexpr double kLeastShare = 0.008; ///< least radius of a ball, as a share of the body's size
constexpr double kMostShare = 0.12;   ///< largest radius of a ball, as a share of the body's size
constexpr double kRopeShare = 1.6;    ///< least radius of a ball over the radius of its rope
constexpr double kHeavy = 4;          ///< a particle is a load if its mass over its heaviest neighbour's is above this
constexpr float kBlockWidth = 3.2f;   ///< half width of an anchor's block over the rope's radius
constexpr float kBlockHeight = 1.2f;  ///< half height of an anchor's block over the rope's radius
constexpr std::size_t kFew = 4;       ///< with at most this many moving particles, each one is a load
constexpr std::size_t kMost = 64;     ///< most balls in a picture

/// Per particle: the largest mass among the moving particles that distance constraints connect to it [kg]; 0 if there
/// is no such particle.
std::vector<double> heaviest_neighbours(const Model& model) {
    std::vector<double> heaviest(model.particle_count(), 0);
    for (const auto& [a, b] : model.of_type<Distance>().particles) {
        const auto i = static_cast<std::size_t>(a);
        const auto j = static_cast<std::size_t>(b);
        heaviest[i] = std::max(heaviest[i], model.mass[j]);
        heaviest[j] = std::max(heaviest[j], model.mass[i]);
    }
    return heaviest;
}

} // namespace

render::Obstacle to_obstacle(const Shape& shape) {
    using Kind = render::Obstacle::Kind;
    render::Obstacle obstacle;
    if (const auto* plane = std::get_if<Plane>(&shape)) {
        obstacle.kind = Kind::plane;
        obstacle.normal = glm::vec3(plane->normal);
        obstacle.center = glm::vec3(plane->offset * plane->normal);
    } else if (const auto* box = std::get_if<Box>(&shape)) {
        obstacle.kind = Kind::box;
        obstacle.center = glm::vec3(box->center);
        obstacle.half = glm::vec3(box->half);
        obstacle.axes = glm::mat3(glm::mat3_cast(box->rotation));
    } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        obstacle.kind = Kind::capsule;
        obstacle.radius = static_cast<float>(capsule->radius);
        obstacle.center = glm::vec3(capsule->a);
        obstacle.end = glm::vec3(capsule->b);
    } else {
        const auto& sphere = std::get<Sphere>(shape);
        obstacle.radius = static_cast<float>(sphere.radius);
        obstacle.center = glm::vec3(sphere.center);
    }
    return obstacle;
}

float ball_radius(double mass, double body_size, double rope) {
    const double steel = std::cbrt(3 * mass / (4 * std::numbers::pi * kSteel));
    const double size = body_size > 0 ? body_size : 1; // the body of a single particle has no size
    const double least = std::max(kLeastShare * size, kRopeShare * rope);
    return static_cast<float>(std::clamp(steel, least, std::max(least, kMostShare * size)));
}

std::vector<Load> find_loads(const Model& model) {
    std::vector<bool> on_surface(model.particle_count(), false);
    for (const auto& triangle : model.triangles) {
        for (const int particle : triangle) {
            on_surface[static_cast<std::size_t>(particle)] = true;
        }
    }
    const auto moving = static_cast<std::size_t>(
        std::count_if(model.mass.begin(), model.mass.end(), [](double mass) { return mass > 0; }));
    const std::vector<double> neighbour = heaviest_neighbours(model);
    const double size = box_diagonal(model.rest_position);
    const double rope = model.segments.empty() ? 0 : model.presentation.rope_radius;
    std::vector<Load> loads;
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        const double mass = model.mass[i];
        if (mass > 0 && !on_surface[i] && (moving <= kFew || mass > kHeavy * neighbour[i])) {
            loads.push_back({static_cast<int>(i), ball_radius(mass, size, rope)});
        }
    }
    if (loads.size() > kMost) {
        std::stable_sort(loads.begin(), loads.end(), [&](const Load& a, const Load& b) {
            return model.mass[static_cast<std::size_t>(a.particle)] > model.mass[static_cast<std::size_t>(b.particle)];
        });
        loads.resize(kMost);
    }
    return loads;
}

void add_weights(const scenes::Changes& changes, const Model& own, const Model& shown, std::vector<Load>& loads) {
    const double size = box_diagonal(shown.rest_position);
    const double rope = shown.segments.empty() ? 0 : shown.presentation.rope_radius;
    for (const scenes::Thing& thing : changes.things) {
        if (const auto* weight = std::get_if<scenes::Weight>(&thing)) {
            const int particle = scenes::same_place(own, weight->particle, shown);
            if (particle < 0) {
                continue;
            }
            std::erase_if(loads, [&](const Load& load) { return load.particle == particle; });
            loads.push_back({particle, ball_radius(weight->mass, size, rope)});
        }
    }
}

void append_loads(std::span<const Load> loads, std::span<const glm::vec3> positions,
                  std::vector<render::Obstacle>& out) {
    for (const Load& load : loads) {
        const glm::vec3& at = positions[static_cast<std::size_t>(load.particle)];
        if (std::isfinite(at.x) && std::isfinite(at.y) && std::isfinite(at.z)) {
            render::Obstacle ball;
            ball.center = at;
            ball.radius = load.radius;
            out.push_back(ball);
        }
    }
}

std::vector<Anchor> find_anchors(const Model& model, std::span<const int> pins) {
    std::vector<int> pieces(model.particle_count(), 0);
    std::vector<int> neighbour(model.particle_count(), 0);
    for (const auto& [a, b] : model.segments) {
        ++pieces[static_cast<std::size_t>(a)];
        ++pieces[static_cast<std::size_t>(b)];
        neighbour[static_cast<std::size_t>(a)] = b;
        neighbour[static_cast<std::size_t>(b)] = a;
    }
    const double least = kLeastShare * box_diagonal(model.rest_position);
    std::vector<Anchor> anchors;
    for (const int pin : pins) {
        const auto i = static_cast<std::size_t>(pin);
        if (pieces[i] == 1) {
            anchors.push_back({pin, neighbour[i], model.mass[static_cast<std::size_t>(neighbour[i])] == 0,
                               static_cast<float>(std::max(model.presentation.rope_radius, least))});
        }
    }
    return anchors;
}

void append_anchors(std::span<const Anchor> anchors, std::span<const glm::vec3> positions,
                    std::vector<render::Obstacle>& out) {
    for (const Anchor& anchor : anchors) {
        const glm::vec3& end = positions[static_cast<std::size_t>(anchor.particle)];
        const glm::vec3 away = end - positions[static_cast<std::size_t>(anchor.neighbour)];
        if (!(glm::length(away) > 0)) { // false also for NaN
            continue;
        }
        render::Obstacle block;
        block.kind = render::Obstacle::Kind::box;
        block.half = anchor.radius * glm::vec3(kBlockWidth, kBlockHeight, kBlockWidth);
        // The block's face is one radius above a free end, so that a level rope does not touch it. A clamped end is
        // inside the block.
        const glm::vec3 axis = anchor.clamped ? glm::normalize(away) : glm::vec3(0, 1, 0);
        const glm::vec3 other = std::abs(axis.y) < 0.9f ? glm::vec3(0, 1, 0) : glm::vec3(0, 0, 1);
        const glm::vec3 side = glm::normalize(glm::cross(axis, other));
        block.center = end + (block.half.y + (anchor.clamped ? -0.5f : 1.0f) * anchor.radius) * axis;
        block.axes = glm::mat3(side, axis, glm::cross(side, axis));
        out.push_back(block);
    }
}

bool is_held(const Model& model, const Vec3& point) {
    constexpr double kTouch = 1e-6; // points this near count as on the fixture [m]
    return std::any_of(model.presentation.fixtures.begin(), model.presentation.fixtures.end(),
                       [&](const Fixture& fixture) { return gap_to(fixture.shape, point).distance < kTouch; });
}

void append_colliders(const Model& model, double time, const std::vector<ColliderGrab>& held,
                      std::vector<render::Obstacle>& out) {
    const std::vector<Shape> shapes = collider_shapes(model, time, held);
    for (std::size_t c = 0; c < shapes.size(); ++c) {
        if (model.colliders[c].drawn) {
            out.push_back(to_obstacle(shapes[c]));
        }
    }
}

void append_fixtures(const Model& model, double time, float ground, std::vector<render::Obstacle>& out) {
    for (const Fixture& fixture : model.presentation.fixtures) {
        const Pose pose = fixture.drive >= 0 ? pose_at(model.drives[index_of(fixture.drive)].motion, time) : Pose{};
        render::Obstacle shown = to_obstacle(moved(fixture.shape, pose));
        if (fixture.stands && shown.kind == render::Obstacle::Kind::capsule) {
            shown.end.y = std::min(shown.center.y, ground);
        } else if (fixture.stands && shown.kind == render::Obstacle::Kind::box) {
            const float top = shown.center.y + shown.half.y;
            const float bottom = std::min(top, ground);
            shown.center.y = 0.5f * (top + bottom);
            shown.half.y = 0.5f * (top - bottom);
        }
        out.push_back(shown);
    }
}

} // namespace xpbd::picture
