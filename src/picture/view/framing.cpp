// Computes cameras that contain given points, and the height of the ground.
#include "picture/view/framing.h"

#include "core/base/bounds.h"
#include "core/model/shapes.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <variant>

namespace xpbd::picture {
namespace {

constexpr float kRadians = 0.017453292f;
constexpr float kFar = std::numeric_limits<float>::max();

constexpr CameraPreset kPresets[] = {
    {"three_quarters", "Three quarters", 30, 15},
    {"three_quarters_left", "Three quarters, from the left", -30, 15},
    {"front", "Front", 0, 0},
    {"side", "Side", 90, 0},
    {"top", "Top", 0, 85},
    {"above", "From above", 30, 45},
};

bool is_finite(const glm::vec3& p) {
    return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}

/// The camera's axes. Coordinates are (right, up, forward). A view from `eye` whose border has the slope k contains a
/// point if right - eye.x <= k (forward - eye.z); the other three borders are analogous.
struct Axes {
    glm::vec3 right, up, forward;

    Axes(float yaw, float pitch) {
        render::OrbitCamera camera;
        camera.yaw = yaw;
        camera.pitch = pitch;
        camera.distance = 1;
        forward = glm::normalize(camera.pivot - camera.eye());
        right = glm::normalize(glm::cross(forward, glm::vec3(0, 1, 0)));
        up = glm::cross(right, forward);
    }
    glm::vec3 place(const glm::vec3& p) const { return {glm::dot(right, p), glm::dot(up, p), glm::dot(forward, p)}; }
    glm::vec3 world(const glm::vec3& place) const { return place.x * right + place.y * up + place.z * forward; }
};

/// Tangents of the angles between the view direction and the view's borders.
struct Slopes {
    glm::vec2 high; ///< to the right, upwards
    glm::vec2 low;  ///< to the left, downwards
};

/// The four planes with the slopes of the view's borders that touch the points from outside.
struct Borders {
    Slopes slope;
    glm::vec2 high{-kFar}, low{-kFar}; ///< offsets of the planes where the depth is 0
    float near = kFar, far = -kFar;    ///< depth of the points

    explicit Borders(const Slopes& slopes) : slope(slopes) {}
    void add(const glm::vec3& p) {
        for (int i = 0; i < 2; ++i) {
            high[i] = std::max(high[i], p[i] - slope.high[i] * p.z);
            low[i] = std::max(low[i], -p[i] - slope.low[i] * p.z);
        }
        near = std::min(near, p.z);
        far = std::max(far, p.z);
    }
    /// Depth of the nearest eye from which all points are in view.
    float depth() const {
        const glm::vec2 limit = -(high + low) / (slope.high + slope.low);
        return std::min(limit.x, limit.y);
    }
    /// Least and largest coordinate along one axis of an eye at this depth that has all points in view.
    float least(int axis, float depth) const { return high[axis] + slope.high[axis] * depth; }
    float most(int axis, float depth) const { return -low[axis] - slope.low[axis] * depth; }
};

glm::vec2 slopes_of_view(float field_of_view, float aspect) {
    const float t = std::tan(field_of_view / 2);
    return {t * std::max(aspect, 1e-3f), t};
}

/// Slopes that bound a share of the room, around the room's middle.
Slopes slopes(float field_of_view, const Room& room, float share) {
    const glm::vec2 all = slopes_of_view(field_of_view, room.aspect);
    const glm::vec2 middle = 0.5f * (room.low + room.high);
    const glm::vec2 half = 0.5f * share * (room.high - room.low);
    return {all * (middle + half), all * (half - middle)};
}

} // namespace

render::OrbitCamera frame_points(std::span<const glm::vec3> points, double yaw, double pitch, const Room& room) {
    render::OrbitCamera camera;
    camera.yaw = static_cast<float>(yaw) * kRadians;
    camera.pitch = static_cast<float>(pitch) * kRadians;
    const Axes axes(camera.yaw, camera.pitch);
    Borders borders(slopes(camera.field_of_view, room, kFramedShare));
    for (const glm::vec3& p : points) {
        borders.add(axes.place(p));
    }
    // Keeps the eye in front of a body without extent.
    const float before = std::max(1e-2f, 0.1f * (borders.far - borders.near));
    glm::vec3 eye(0, 0, std::min(borders.depth(), borders.near - before));
    for (int i = 0; i < 2; ++i) {
        eye[i] = 0.5f * (borders.least(i, eye.z) + borders.most(i, eye.z));
    }
    // Perspective enlarges near points: the eye is moved until the points' extent is centred.
    const glm::vec2 middle(0, 0.5f * (borders.slope.high.y - borders.slope.low.y));
    for (int pass = 0; pass < 3; ++pass) {
        glm::vec2 low(kFar);
        glm::vec2 high(-kFar);
        for (const glm::vec3& p : points) {
            const glm::vec3 away = axes.place(p) - eye;
            low = glm::min(low, glm::vec2(away) / away.z);
            high = glm::max(high, glm::vec2(away) / away.z);
        }
        for (int i = 0; i < 2; ++i) {
            const float moved =
                eye[i] + (0.5f * (low[i] + high[i]) - middle[i]) * (0.5f * (borders.near + borders.far) - eye.z);
            const float least = borders.least(i, eye.z);
            eye[i] = std::clamp(moved, least, std::max(least, borders.most(i, eye.z)));
        }
    }
    camera.distance = 0.5f * (borders.near + borders.far) - eye.z;
    camera.pivot = axes.world({eye.x, eye.y, eye.z + camera.distance});
    return camera;
}

render::OrbitCamera frame_bodies(const lab::Snapshot& snapshot, double yaw, double pitch, const Room& room) {
    const std::vector<glm::vec3> still = still_points(*snapshot.model);
    const render::OrbitCamera usual = frame_points(framed_points(snapshot), yaw, pitch, room);
    std::vector<glm::vec3> all = still;
    float most = 0; ///< the largest share that a body fills
    float inside = 1;
    for (const lab::PaneSnapshot& pane : snapshot.panes) {
        std::vector<glm::vec3> points = still;
        std::copy_if(pane.positions.begin(), pane.positions.end(), std::back_inserter(points), is_finite);
        most = std::max(most, filled_share(usual, points, room));
        inside = std::min(inside, share_in_view(usual, points, room));
        all.insert(all.end(), points.begin() + static_cast<std::ptrdiff_t>(still.size()), points.end());
    }
    const bool fits = inside == 1 && most >= kLeastFilled && most <= kMostFilled;
    return fits || all.empty() ? usual : frame_points(all, yaw, pitch, room);
}

render::OrbitCamera hold_bodies(const render::OrbitCamera& camera, const lab::Snapshot& snapshot, const Room& room,
                                float share) {
    constexpr float kFurthest = 8; ///< largest way back over the camera's distance, for bodies that explode
    const Axes axes(camera.yaw, camera.pitch);
    Borders borders(slopes(camera.field_of_view, room, share));
    for (const lab::PaneSnapshot& pane : snapshot.panes) {
        for (const glm::vec3& p : pane.positions) {
            if (is_finite(p)) {
                borders.add(axes.place(p));
            }
        }
    }
    if (borders.near > borders.far) {
        return camera;
    }
    for (const glm::vec3& p : still_points(*snapshot.model)) {
        borders.add(axes.place(p));
    }
    const glm::vec3 eye = axes.place(camera.eye());
    glm::vec3 moved = eye;
    moved.z = std::clamp(borders.depth(), eye.z - kFurthest * camera.distance, eye.z);
    for (int i = 0; i < 2; ++i) {
        const float least = borders.least(i, moved.z);
        const float most = borders.most(i, moved.z);
        moved[i] = least <= most ? std::clamp(eye[i], least, most) : 0.5f * (least + most);
    }
    if (glm::distance(moved, eye) < 1e-4f * camera.distance) {
        return camera;
    }
    render::OrbitCamera result = camera;
    result.distance = camera.distance + eye.z - moved.z;
    result.pivot += axes.world({moved.x - eye.x, moved.y - eye.y, 0});
    return result;
}

float filled_share(const render::OrbitCamera& camera, std::span<const glm::vec3> points, const Room& room) {
    const Axes axes(camera.yaw, camera.pitch);
    const glm::vec3 eye = axes.place(camera.eye());
    const glm::vec2 slope = 0.5f * (room.high - room.low) * slopes_of_view(camera.field_of_view, room.aspect);
    glm::vec2 low(kFar);
    glm::vec2 high(-kFar);
    for (const glm::vec3& p : points) {
        const glm::vec3 away = axes.place(p) - eye;
        low = glm::min(low, glm::vec2(away) / (away.z * slope));
        high = glm::max(high, glm::vec2(away) / (away.z * slope));
    }
    return points.empty() ? 0 : 0.5f * std::max(high.x - low.x, high.y - low.y);
}

float share_in_view(const render::OrbitCamera& camera, std::span<const glm::vec3> points, const Room& room) {
    const Axes axes(camera.yaw, camera.pitch);
    const glm::vec3 eye = axes.place(camera.eye());
    const Slopes slope = slopes(camera.field_of_view, room, 1);
    const auto inside = std::count_if(points.begin(), points.end(), [&](const glm::vec3& p) {
        const glm::vec3 away = axes.place(p) - eye;
        return away.z > 0 && away.x <= slope.high.x * away.z && -away.x <= slope.low.x * away.z &&
               away.y <= slope.high.y * away.z && -away.y <= slope.low.y * away.z;
    });
    return points.empty() ? 1 : static_cast<float>(inside) / static_cast<float>(points.size());
}

render::OrbitCamera to_orbit(const lab::Camera& camera, const lab::Snapshot& snapshot, const Room& room) {
    if (!(camera.distance > 0)) {
        return hold_bodies(frame_points(framed_points(snapshot), camera.yaw, camera.pitch, room), snapshot, room);
    }
    render::OrbitCamera orbit;
    orbit.yaw = static_cast<float>(camera.yaw) * kRadians;
    orbit.pitch = static_cast<float>(camera.pitch) * kRadians;
    orbit.pivot = {static_cast<float>(camera.pivot[0]), static_cast<float>(camera.pivot[1]),
                   static_cast<float>(camera.pivot[2])};
    orbit.distance = static_cast<float>(camera.distance);
    return orbit;
}

lab::Camera from_orbit(const render::OrbitCamera& camera) {
    return {{camera.pivot.x, camera.pivot.y, camera.pivot.z},
            camera.yaw / kRadians,
            camera.pitch / kRadians,
            camera.distance};
}

std::span<const CameraPreset> camera_presets() {
    return kPresets;
}

bool is_level(const glm::vec3& normal) {
    return normal.y > 0.999f;
}

SceneGround scene_ground(const lab::Snapshot& snapshot) {
    /// Distance of the ground below the lowest point of the default view, over the body's size.
    constexpr float kRoom = 0.12f;
    SceneGround ground;
    ground.size = std::max(static_cast<float>(box_diagonal(snapshot.model->rest_position)), 1e-3f);
    std::optional<double> floor;
    for (const Collider& collider : snapshot.model->colliders) {
        if (const Plane* plane = std::get_if<Plane>(&collider.shape);
            plane != nullptr && is_level(glm::vec3(plane->normal))) {
            floor = std::max(floor.value_or(plane->offset), plane->offset);
        }
    }
    if (floor) {
        ground.height = static_cast<float>(*floor);
        ground.is_floor = true;
        return ground;
    }
    float lowest = kFar;
    for (const glm::vec3& p : framed_points(snapshot)) {
        lowest = std::min(lowest, p.y);
    }
    ground.height = lowest - kRoom * ground.size;
    return ground;
}

float ground_below(const SceneGround& scene, float lowest) {
    constexpr float kMargin = 0.02f; ///< distance of the ground below a body that pushes it down, over the body's size
    constexpr float kSoft = 0.12f;   ///< distance at which the ground begins to yield, over the body's size
    if (scene.is_floor) {
        return std::min(scene.height, lowest);
    }
    // A smooth minimum, which is never larger than either value.
    const float wanted = lowest - kMargin * scene.size;
    const float soft = kSoft * scene.size;
    const float near = std::max(soft - std::abs(scene.height - wanted), 0.0f) / soft;
    return std::min(scene.height, wanted) - 0.25f * near * near * soft;
}

} // namespace xpbd::picture
