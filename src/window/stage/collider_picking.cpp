#include "window/stage/collider_picking.h"

#include "core/step/driven_model.h"
#include "window/stage/picking.h"

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <numbers>

namespace xpbd::window {
namespace {

/// Distance along a ray to a shape [m], by steps that are as long as the shape is away (sphere tracing).
std::optional<double> way_to(const Shape& shape, const Vec3& eye, const Vec3& ray, double farthest) {
    constexpr int kMostSteps = 200;
    constexpr double kTouch = 1e-4; ///< of the distance from the eye
    double way = 0;
    for (int step = 0; step < kMostSteps && way < farthest; ++step) {
        const double gap = gap_to(shape, eye + way * ray).distance;
        if (gap < kTouch * std::max(way, kTouch)) {
            return way;
        }
        way += gap;
    }
    return std::nullopt;
}

/// Points whose hull is the shape, nearly.
std::vector<Vec3> hull_points(const Shape& shape) {
    std::vector<Vec3> points;
    const auto ball = [&](const Vec3& center, double radius) {
        constexpr int kRings = 16;
        for (int ring = 0; ring <= kRings; ++ring) {
            const double polar = std::numbers::pi * ring / kRings;
            for (int i = 0; i < 2 * kRings; ++i) {
                const double around = std::numbers::pi * i / kRings;
                points.push_back(center + radius * Vec3(std::sin(polar) * std::cos(around), std::cos(polar),
                                                        std::sin(polar) * std::sin(around)));
            }
        }
    };
    if (const auto* sphere = std::get_if<Sphere>(&shape)) {
        ball(sphere->center, sphere->radius);
    } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        ball(capsule->a, capsule->radius);
        ball(capsule->b, capsule->radius);
    } else if (const auto* box = std::get_if<Box>(&shape)) {
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3 sign((corner & 1) != 0 ? 1 : -1, (corner & 2) != 0 ? 1 : -1, (corner & 4) != 0 ? 1 : -1);
            points.push_back(box->center + box->rotation * (sign * box->half));
        }
    }
    return points;
}

/// The convex hull of points in the plane (Andrew's monotone chain).
std::vector<glm::vec2> convex_hull(std::vector<glm::vec2> points) {
    std::sort(points.begin(), points.end(),
              [](glm::vec2 a, glm::vec2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    std::vector<glm::vec2> hull;
    for (int half = 0; half < 2; ++half) {
        const std::size_t first = hull.size();
        for (const glm::vec2& p : points) {
            const auto turns_back = [&] {
                const glm::vec2 a = hull[hull.size() - 2], b = hull.back();
                return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) <= 0;
            };
            while (hull.size() >= first + 2 && turns_back()) {
                hull.pop_back();
            }
            hull.push_back(p);
        }
        hull.pop_back(); // the first point of the other half
        std::reverse(points.begin(), points.end());
    }
    return hull;
}

} // namespace

std::vector<Shape> shown_colliders(const lab::Snapshot& snapshot) {
    return collider_shapes(*snapshot.model, snapshot.time, snapshot.held);
}

std::optional<ColliderHit> pick_collider(const lab::Snapshot& snapshot, const render::OrbitCamera& camera,
                                         const ScreenRect& view, glm::vec2 position) {
    if (snapshot.model->colliders.empty()) {
        return std::nullopt;
    }
    const Vec3 eye(camera.eye());
    const Vec3 ray(ray_through(camera, view, position));
    const std::vector<Shape> shapes = shown_colliders(snapshot);
    std::optional<ColliderHit> nearest;
    for (std::size_t c = 0; c < shapes.size(); ++c) {
        if (std::holds_alternative<Plane>(shapes[c]) || !snapshot.model->colliders[c].drawn) {
            continue;
        }
        const std::optional<double> way = way_to(shapes[c], eye, ray, camera.depth_range().far);
        if (way && (!nearest || *way < nearest->distance)) {
            nearest = {static_cast<int>(c), *way};
        }
    }
    return nearest;
}

std::vector<glm::vec2> outline_of(const Shape& shape, const render::OrbitCamera& camera, const ScreenRect& view) {
    std::vector<glm::vec2> points;
    for (const Vec3& point : hull_points(shape)) {
        const std::optional<glm::vec2> at = to_screen(camera, view, glm::vec3(point));
        if (!at) {
            return {};
        }
        points.push_back(*at);
    }
    return points.empty() ? points : convex_hull(std::move(points));
}

std::optional<glm::vec3> level_target(const render::OrbitCamera& camera, const ScreenRect& view, glm::vec2 position,
                                      const glm::vec3& through) {
    const glm::vec3 eye = camera.eye();
    const glm::vec3 ray = ray_through(camera, view, position);
    const float way = std::abs(ray.y) > 1e-4f ? (through.y - eye.y) / ray.y : -1.0f;
    return way > 0 && way < camera.depth_range().far ? std::optional(eye + way * ray) : std::nullopt;
}

} // namespace xpbd::window
