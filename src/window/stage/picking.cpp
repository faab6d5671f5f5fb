#include "window/stage/picking.h"

#include "picture/looks/stage.h"
#include "scenes/changes/other_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/glm.hpp>
#include <limits>
#include <span>
#include <vector>

namespace xpbd::window {
namespace {

float aspect_of(const ScreenRect& view) {
    return view.height() > 0 ? view.width() / view.height() : 1.0f;
}

glm::vec2 to_ndc(const ScreenRect& view, glm::vec2 p) {
    return {2 * (p.x - view.min.x) / std::max(1.0f, view.width()) - 1,
            1 - 2 * (p.y - view.min.y) / std::max(1.0f, view.height())};
}

/// Projects many points.
struct Projection {
    glm::mat4 matrix;
    ScreenRect view;

    Projection(const render::OrbitCamera& camera, const ScreenRect& screen)
        : matrix(camera.projection(aspect_of(screen)) * camera.view()), view(screen) {}

    /// x and y on the screen [px], z the distance along the view [m]; not above 0 behind the camera.
    glm::vec3 operator()(const glm::vec3& point) const {
        const glm::vec4 clip = matrix * glm::vec4(point, 1);
        if (!(clip.w > 1e-6f)) {
            return {0, 0, -1};
        }
        return {view.min.x + (clip.x / clip.w * 0.5f + 0.5f) * view.width(),
                view.min.y + (0.5f - clip.y / clip.w * 0.5f) * view.height(), clip.w};
    }
};

/// Twice the signed area of a triangle on the screen [px^2].
float area(glm::vec2 a, glm::vec2 b, glm::vec2 c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// The particles of a pane on the screen.
class Body {
public:
    Body(const lab::Snapshot& snapshot, int pane, const Projection& project)
        : snapshot_(snapshot),
          shown_(snapshot.panes[static_cast<std::size_t>(pane)]),
          model_(*shown_.model),
          height_(project.view.height()) {
        points_.reserve(shown_.positions.size());
        for (const glm::vec3& position : shown_.positions) {
            points_.push_back(project(position));
        }
        // The particles that carry a rod's frames are not drawn and cannot be picked.
        hidden_.assign(points_.size(), !model_.segments.empty() && model_.triangles.empty());
        for (const std::array<int, 2>& piece : model_.segments) {
            hidden_[static_cast<std::size_t>(piece[0])] = false;
            hidden_[static_cast<std::size_t>(piece[1])] = false;
        }
    }

    /// Of the front-most triangle that covers the place, the corner nearest to it.
    std::optional<int> on_surface(glm::vec2 at) const {
        std::optional<int> best;
        float nearest = std::numeric_limits<float>::max();
        for (const std::array<int, 3>& triangle : shown_.torn ? shown_.whole_triangles : model_.triangles) {
            const glm::vec3& a = point(triangle[0]);
            const glm::vec3& b = point(triangle[1]);
            const glm::vec3& c = point(triangle[2]);
            if (std::min({a.x, b.x, c.x}) > at.x || std::max({a.x, b.x, c.x}) < at.x ||
                std::min({a.y, b.y, c.y}) > at.y || std::max({a.y, b.y, c.y}) < at.y ||
                !(std::min({a.z, b.z, c.z}) > 0)) {
                continue;
            }
            const float u = area(b, c, at), v = area(c, a, at), w = area(a, b, at);
            const bool inside = (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
            const float whole = u + v + w;
            const float depth = whole != 0 ? (u * a.z + v * b.z + w * c.z) / whole : nearest;
            if (inside && depth < nearest) {
                nearest = depth;
                best = *std::min_element(triangle.begin(), triangle.end(),
                                         [&](int one, int other) { return away(one, at) < away(other, at); });
            }
        }
        return best;
    }

    /// Of the nearest piece of a rope within reach, the nearer end.
    std::optional<int> on_rope(glm::vec2 at, float reach) const {
        std::optional<int> best;
        float nearest = reach;
        for (const std::array<int, 2>& piece : shown_.torn ? shown_.whole_segments : model_.segments) {
            const glm::vec3& a = point(piece[0]);
            const glm::vec3& b = point(piece[1]);
            if (!(a.z > 0) || !(b.z > 0)) {
                continue;
            }
            const glm::vec2 along = glm::vec2(b) - glm::vec2(a);
            const float length = glm::dot(along, along);
            const float t = length > 0 ? std::clamp(glm::dot(at - glm::vec2(a), along) / length, 0.0f, 1.0f) : 0.0f;
            const float distance = glm::length(glm::vec2(a) + t * along - at);
            if (distance < nearest) {
                nearest = distance;
                best = t < 0.5f ? piece[0] : piece[1];
            }
        }
        return best;
    }

    /// A particle whose ball covers the place.
    std::optional<int> on_ball(glm::vec2 at, float field_of_view) const {
        if (!model_.triangles.empty()) {
            return std::nullopt; // called in every frame: too slow for thousands of edges
        }
        for (const picture::Load& load : picture::find_loads(model_)) {
            const glm::vec3& centre = point(load.particle);
            const float per_metre = height_ / (2 * std::tan(field_of_view / 2) * centre.z);
            if (centre.z > 0 && away(load.particle, at) < load.radius * per_metre) {
                return load.particle;
            }
        }
        return std::nullopt;
    }

    /// The nearest particle within reach. `lone`: only particles for which stands_alone() is true.
    std::optional<int> near(glm::vec2 at, float reach, bool lone) const {
        std::optional<int> best;
        float nearest = reach;
        for (std::size_t i = 0; i < points_.size(); ++i) {
            const float distance = points_[i].z > 0 ? glm::length(glm::vec2(points_[i]) - at) : reach;
            if (distance < nearest && !hidden_[i] && (!lone || stands_alone(i))) {
                nearest = distance;
                best = static_cast<int>(i);
            }
        }
        return best;
    }

    /// The particle of the scene's own mesh that corresponds to a particle of this pane's mesh.
    std::optional<int> own(const std::optional<int>& particle) const {
        return particle ? std::optional(scenes::own_particle(snapshot_.scene, *snapshot_.model, *particle, model_))
                        : std::nullopt;
    }

private:
    const glm::vec3& point(int particle) const { return points_[static_cast<std::size_t>(particle)]; }
    float away(int particle, glm::vec2 at) const { return glm::length(glm::vec2(point(particle)) - at); }
    /// True for particles that are picked on their own: pins, and all particles of a body without surface and rope.
    bool stands_alone(std::size_t particle) const {
        return model_.mass[particle] == 0 || (model_.triangles.empty() && model_.segments.empty());
    }

    const lab::Snapshot& snapshot_;
    const lab::PaneSnapshot& shown_;
    const Model& model_;
    float height_; ///< of the view [px]
    std::vector<glm::vec3> points_;
    std::vector<bool> hidden_;
};

} // namespace

std::optional<glm::vec2> to_screen(const render::OrbitCamera& camera, const ScreenRect& view, const glm::vec3& point) {
    const glm::vec3 at = Projection(camera, view)(point);
    return at.z > 0 ? std::optional(glm::vec2(at)) : std::nullopt;
}

std::optional<int> pick_particle(const lab::Snapshot& snapshot, int pane, const render::OrbitCamera& camera,
                                 const ScreenRect& view, glm::vec2 position, float reach) {
    const Body body(snapshot, pane, Projection(camera, view));
    return body.own(body.near(position, reach, false));
}

std::optional<int> pick_body(const lab::Snapshot& snapshot, int pane, const render::OrbitCamera& camera,
                             const ScreenRect& view, glm::vec2 position, float reach) {
    const Body body(snapshot, pane, Projection(camera, view));
    if (const std::optional<int> pin = body.near(position, reach, true)) {
        return body.own(pin);
    }
    if (const std::optional<int> ball = body.on_ball(position, camera.field_of_view)) {
        return body.own(ball);
    }
    const std::optional<int> rope = body.on_rope(position, reach);
    return body.own(rope ? rope : body.on_surface(position));
}

glm::vec3 ray_through(const render::OrbitCamera& camera, const ScreenRect& view, glm::vec2 position) {
    return camera.ray(to_ndc(view, position), aspect_of(view));
}

glm::vec3 drag_target(const render::OrbitCamera& camera, const ScreenRect& view, glm::vec2 position,
                      const glm::vec3& through) {
    const glm::vec3 eye = camera.eye();
    const glm::vec3 forward = glm::normalize(camera.pivot - eye);
    const glm::vec3 ray = ray_through(camera, view, position);
    const float slope = glm::dot(ray, forward);
    return slope > 1e-4f ? eye + ray * (glm::dot(through - eye, forward) / slope) : through;
}

} // namespace xpbd::window
