#include "core/step/contact/swept_colliders.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace xpbd {
namespace {

/// A contact counts as entered where the gap is within this share of a path's length.
constexpr double kNear = 1e-6;
/// Steps of the search along a path, which may be as long as the gap in each. A path that grazes a surface needs many.
constexpr int kMostSteps = 64;
/// The surface at the end faces another way if its normal has turned by more than 60 degrees.
constexpr double kSameSide = 0.5;

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

template <class ShapeType>
void stop_at(const ShapeType& shape, const Collider& collider, double keep, State& state, std::span<const Vec3> start,
             Stops& stops) {
    for (std::size_t i = 0; i < start.size(); ++i) {
        const Vec4& x = state.particles.position[i];
        if (x.w == 0) {
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
            stops.add(state, i, xyz(x) - behind * normal);
        }
    }
}

} // namespace

void stop_before_moving_colliders(const Model& model, State& state, std::span<const Vec3> start, Stops& stops) {
    for (const Collider& collider : model.colliders) {
        if (collider.moves) {
            std::visit(
                [&](const auto& shape) { stop_at(shape, collider, model.contact_distance, state, start, stops); },
                collider.shape);
        }
    }
}

} // namespace xpbd
