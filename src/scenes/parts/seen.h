// Adds to Model::seen: the points that the camera must show.
#pragma once

#include "core/base/math/elementary.h"
#include "core/model/model.h"

#include <initializer_list>
#include <numbers>

namespace xpbd::scenes {

/// @name Points that must be in view, from one second after the start on (Model::seen) [m]
/// @{
inline void add_seen(Model& model, std::initializer_list<Vec3> points) {
    model.presentation.seen.insert(model.presentation.seen.end(), points);
}
/// Adds points of a horizontal circle.
inline void add_seen_ring(Model& model, const Vec3& center, double radius) {
    constexpr int kPoints = 16;
    for (int i = 0; i < kPoints; ++i) {
        const double turn = 2 * std::numbers::pi * i / kPoints;
        model.presentation.seen.push_back(center + radius * Vec3(math::cos(turn), 0, math::sin(turn)));
    }
}
/// @}

} // namespace xpbd::scenes
