#pragma once

#include "core/base/types.h"

#include <span>

namespace xpbd {

/// The points that a tether allows: at most the length of its path away from its anchor.
struct Ball {
    Vec3 center;
    double radius = 0; ///< [m]
};

/// The point nearest to `x` that is in every ball, up to rounding. If the balls have no common point, because anchors
/// were moved apart by more than the paths between them, `x` is moved into one ball after the other.
///
/// Moving into one ball after the other is no solution if they have a common point: each move leaves earlier balls, and
/// repetition converges only like 1/n if two balls touch, as for a straight rope between two anchors.
Vec3 nearest_in_all(std::span<const Ball> balls, const Vec3& x);

} // namespace xpbd
