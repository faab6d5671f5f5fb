// Predicts which points a scene's bodies will reach, from its start alone, so that the default view contains them.
#include "picture/view/framing.h"

#include "core/base/bounds.h"
#include "core/model/shapes.h"
#include "picture/looks/stage.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <variant>

namespace xpbd::picture {
namespace {

constexpr std::size_t kGuessed = 1500; ///< most particles whose motion is predicted
constexpr int kSteps = 60;             ///< steps of the predicted way down
constexpr int kShownStep = 6;       ///< one point per this many steps is added, so that the arc of a swing is in view
constexpr double kAirDensity = 1.2; ///< [kg/m^3]
/// Share of the wind's pressure that acts on a sheet as a whole: it yields, and most of it turns edge-on.
constexpr double kWindShare = 0.25;
constexpr double kSlide = 2.0; ///< distance that a body slides along a slope in view, over its size
constexpr double kFall = 1.0;  ///< distance that a freely falling body falls in view, over its size

double area_of(const Model& model) {
    double sum = 0;
    for (const auto& t : model.triangles) {
        const auto at = [&](std::size_t i) { return model.rest_position[static_cast<std::size_t>(t[i])]; };
        sum += 0.5 * glm::length(glm::cross(at(1) - at(0), at(2) - at(0)));
    }
    return sum;
}

/// Direction of the total force of gravity and wind on the body; zero without a force.
Vec3 pull_of(const Model& model, const World& world) {
    const double mass = std::accumulate(model.mass.begin(), model.mass.end(), 0.0);
    const double pressure = 0.5 * kAirDensity * glm::length(world.wind) * area_of(model) * kWindShare;
    const Vec3 force = mass * world.gravity + pressure * world.wind;
    const double size = glm::length(force);
    return size > 1e-9 ? force / size : Vec3(0);
}

/// Predicted paths of a hanging body's particles.
class Hanging {
public:
    Hanging(const Model& model, const Vec3& pull) : model_(model), pull_(pull), tethers_(model.particle_count()) {
        for (const Tether& tether : model.tethers) {
            tethers_[static_cast<std::size_t>(tether.particle)].push_back(&tether);
        }
        // A body with a single pin swings around it, also past the lowest point to the other side.
        const auto pins = std::count(model.mass.begin(), model.mass.end(), 0.0);
        if (pins == 1) {
            const auto pin = std::find(model.mass.begin(), model.mass.end(), 0.0) - model.mass.begin();
            pivot_ = model.rest_position[static_cast<std::size_t>(pin)];
        }
    }

    /// Adds the path of a particle. Returns false if the particle is not connected to a pin.
    bool add(std::size_t particle, std::vector<glm::vec3>& points) const {
        if (tethers_[particle].empty()) {
            return false;
        }
        double reach = 0;
        for (const Tether* tether : tethers_[particle]) {
            reach = std::max(reach, tether->length);
        }
        Vec3 p = model_.rest_position[particle];
        for (int step = 0; step <= kSteps; ++step) {
            p += (step == 0 ? 0.0 : reach) * (4.0 / kSteps) * pull_;
            for (const Tether* tether : tethers_[particle]) {
                const Vec3& anchor = model_.rest_position[static_cast<std::size_t>(tether->anchor)];
                const double away = glm::distance(p, anchor);
                p = away > tether->length ? anchor + (p - anchor) * (tether->length / away) : p;
            }
            if (step % kShownStep == 0) {
                points.emplace_back(p);
                if (pivot_) { // half a turn around the line through the pivot in the direction of the force
                    const Vec3 arm = p - *pivot_;
                    points.emplace_back(*pivot_ + 2.0 * glm::dot(arm, pull_) * pull_ - arm);
                }
            }
        }
        return true;
    }

private:
    const Model& model_;
    Vec3 pull_;
    std::vector<std::vector<const Tether*>> tethers_;
    std::optional<Vec3> pivot_;
};

/// Predicted end of a particle that falls in the direction `pull`: kFall * size away, or on a nearer plane, and then
/// kSlide * size down the slope of the plane.
Vec3 landing(const Model& model, const Vec3& from, const Vec3& pull, double size) {
    double way = kFall * size;
    Vec3 slide(0);
    for (const Collider& collider : model.colliders) {
        if (const Plane* plane = std::get_if<Plane>(&collider.shape)) {
            const double slope = -glm::dot(plane->normal, pull);
            const double height = glm::dot(plane->normal, from) - plane->offset;
            if (slope > 0.05 && height >= 0) {
                way = std::min(way, height / slope);
                slide = pull + slope * plane->normal;
            }
        }
    }
    const double steepness = glm::length(slide);
    return from + way * pull + (steepness > 0.05 ? slide * (kSlide * size / steepness) : Vec3(0));
}

/// Adds the corners of a box.
void add_corners(const Vec3& center, const glm::dmat3& axes, const Vec3& half, std::vector<glm::vec3>& points) {
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 sign((corner & 1) != 0 ? 1 : -1, (corner & 2) != 0 ? 1 : -1, (corner & 4) != 0 ? 1 : -1);
        points.emplace_back(center + axes * (sign * half));
    }
}

/// Adds the extreme points of a shape: a box's corners, or a ball's points along the axes. A plane adds no points.
void add_shape(const Shape& shape, std::vector<glm::vec3>& points) {
    const auto around = [&](const Vec3& center, double radius) {
        for (int axis = 0; axis < 3; ++axis) {
            Vec3 arm(0);
            arm[axis] = radius;
            points.emplace_back(center + arm);
            points.emplace_back(center - arm);
        }
    };
    if (const Sphere* sphere = std::get_if<Sphere>(&shape)) {
        around(sphere->center, sphere->radius);
    } else if (const Capsule* capsule = std::get_if<Capsule>(&shape)) {
        around(capsule->a, capsule->radius);
        around(capsule->b, capsule->radius);
    } else if (const Box* box = std::get_if<Box>(&shape)) {
        add_corners(box->center, glm::mat3_cast(box->rotation), box->half, points);
    }
}

/// The upper end of an object that reaches down to the ground. Its foot need not be in view.
Shape head_of(const Shape& shape) {
    if (const Box* box = std::get_if<Box>(&shape)) {
        return Box{box->center + Vec3(0, box->half.y, 0), {box->half.x, 0, box->half.z}, box->rotation};
    }
    if (const Capsule* capsule = std::get_if<Capsule>(&shape)) {
        return Sphere{capsule->a, capsule->radius};
    }
    return shape;
}

/// Adds the corners of the blocks from which ropes hang.
void add_anchors(const Model& model, std::vector<glm::vec3>& points) {
    if (model.segments.empty()) {
        return;
    }
    std::vector<int> pins;
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        if (model.mass[i] == 0) {
            pins.push_back(static_cast<int>(i));
        }
    }
    const std::vector<glm::vec3> places(model.rest_position.begin(), model.rest_position.end());
    std::vector<render::Obstacle> blocks;
    append_anchors(find_anchors(model, pins), places, blocks);
    for (const render::Obstacle& block : blocks) {
        add_corners(Vec3(block.center), glm::dmat3(block.axes), Vec3(block.half), points);
    }
}

/// Adds the places that driven colliders come to, of motions that come back or end.
void add_ways(const Model& model, std::vector<glm::vec3>& points) {
    constexpr int kSamples = 16;
    for (const Drive& drive : model.drives) {
        double lasts = 0;
        if (const auto* swing = std::get_if<SwingMotion>(&drive.motion)) {
            lasts = swing->frequency > 0 ? 1 / swing->frequency : 0;
        } else if (const auto* keys = std::get_if<KeyMotion>(&drive.motion)) {
            lasts = keys->keys.back().time;
        }
        for (int i = 1; i <= kSamples && lasts > 0; ++i) {
            const Pose pose = pose_at(drive.motion, lasts * i / kSamples);
            for (const int collider : drive.colliders) {
                add_shape(moved(model.colliders[index_of(collider)].shape, pose), points);
            }
        }
    }
}

} // namespace

std::vector<glm::vec3> still_points(const Model& model) {
    std::vector<glm::vec3> points;
    for (const Collider& collider : model.colliders) {
        add_shape(collider.shape, points);
    }
    add_ways(model, points);
    for (const Fixture& fixture : model.presentation.fixtures) {
        add_shape(fixture.stands ? head_of(fixture.shape) : fixture.shape, points);
    }
    add_anchors(model, points);
    return points;
}

std::vector<glm::vec3> framed_points(const lab::Snapshot& snapshot) {
    const Model& model = *snapshot.model;
    std::vector<glm::vec3> points = still_points(model);
    const std::vector<Vec3>& known = model.presentation.seen.empty() ? model.rest_position : model.presentation.seen;
    points.insert(points.end(), known.begin(), known.end());
    if (!model.presentation.seen.empty()) {
        return points;
    }
    const Vec3 pull = pull_of(model, snapshot.world);
    if (pull == Vec3(0)) {
        return points;
    }
    const double size = std::max(box_diagonal(model.rest_position), 1e-3);
    const Hanging hanging(model, pull);
    const std::size_t stride = 1 + model.particle_count() / kGuessed;
    for (std::size_t i = 0; i < model.particle_count(); i += stride) {
        if (model.mass[i] > 0 && !hanging.add(i, points)) {
            points.emplace_back(landing(model, model.rest_position[i], pull, size));
        }
    }
    return points;
}

} // namespace xpbd::picture
