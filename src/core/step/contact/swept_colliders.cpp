#include "core/step/contact/swept_colliders.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

namespace xpbd {
namespace {

/// A contact counts as entered where the gap is within this share of a path's length.
constexpr double kNear = 1e-6;
/// Steps of the search along a path, which may be as long as the gap in each. A path that grazes a surface needs many.
constexpr int kMostSteps = 64;
/// The surface at the end faces another way if its normal has turned by more than 60 degrees.
constexpr double kSameSide = 0.5;

/// A ball around a shape, as a quick test; empty for a plane.
struct Around {
    Vec3 center{0};
    double radius = std::numeric_limits<double>::infinity();
};
Around around(const Plane&) {
    return {};
}
Around around(const Sphere& sphere) {
    return {sphere.center, sphere.radius};
}
Around around(const Capsule& capsule) {
    return {0.5 * (capsule.a + capsule.b), 0.5 * glm::length(capsule.b - capsule.a) + capsule.radius};
}
Around around(const Box& box) {
    return {box.center, glm::length(box.half)};
}

/// The unit normal where a path enters the distance `keep` of a shape, and the point there. Empty if it does not.
template <class ShapeType>
std::optional<std::pair<Vec3, Vec3>> entry_of(const ShapeType& shape, const Vec3& from, const Vec3& motion,
                                              double keep) {
    const double length = glm::length(motion);
    double time = 0;
    for (int step = 0; step < kMostSteps; ++step) {
        const Vec3 point = from + time * motion;
        const Gap gap = gap_to(shape, point);
        const double room = gap.distance - keep;
        if (room <= kNear * length) {
            return glm::dot(gap.normal, motion) < 0 ? std::optional(std::pair(gap.normal, point)) : std::nullopt;
        }
        time += room / length;
        if (time > 1) {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

/// `way`: distance from x^n to x~ per particle [m].
template <class ShapeType>
void stop_at(const ShapeType& shape, const Model& model, std::size_t c, State& state, std::span<const Vec3> start,
             std::span<double> way, Stops& stops) {
    const Collider& collider = model.colliders[c];
    const double keep = model.contact_distance;
    const Around ball = around(shape);
    const Vec3 before = inverse(collider.carry).at(ball.center);
    // Seen from the collider, a start at the distance d from its middle moves by at most way + shift + turn d.
    const double reach = ball.radius + keep + glm::length(ball.center - before);
    const double turn =
        std::numbers::pi * glm::length(Vec3(collider.carry.turn.x, collider.carry.turn.y, collider.carry.turn.z));
    const double share = std::max(1 - turn, 0.0);
    for (std::size_t i = 0; i < start.size(); ++i) {
        const Vec3 apart = start[i] - before;
        const double near = reach + way[i];
        const Vec4& x = state.particles.position[i];
        if (share * share * glm::dot(apart, apart) > near * near || x.w == 0) {
            continue;
        }
        const Vec3 from = collider.carried(start[i]);
        const Vec3 motion = xyz(x) - from;
        const double length = glm::length(motion);
        if (!(length > 0) || gap_to(shape, from).distance > keep + length) {
            continue;
        }
        const auto entry = entry_of(shape, from, motion, keep);
        if (!entry) {
            continue;
        }
        const auto& [normal, point] = *entry;
        const Gap end = gap_to(shape, xyz(x));
        const double behind = glm::dot(normal, xyz(x) - point);
        if (behind < 0 && (end.distance > keep || glm::dot(end.normal, normal) < kSameSide)) {
            stops.add(state, i, xyz(x) - behind * normal, static_cast<int>(c));
            way[i] = glm::length(xyz(x) - start[i]);
        }
    }
}

} // namespace

void stop_before_moving_colliders(const Model& model, State& state, std::span<const Vec3> start, Stops& stops) {
    std::vector<double> way;
    for (std::size_t c = 0; c < model.colliders.size(); ++c) {
        if (model.colliders[c].moves) {
            if (way.empty()) {
                way.resize(start.size());
                std::transform(start.begin(), start.end(), state.particles.position.begin(), way.begin(),
                               [](const Vec3& from, const Vec4& to) { return glm::length(xyz(to) - from); });
            }
            std::visit([&](const auto& shape) { stop_at(shape, model, c, state, start, way, stops); },
                       model.colliders[c].shape);
        }
    }
}

} // namespace xpbd
