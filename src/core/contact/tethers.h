#pragma once

#include "core/types.h"

#include <span>

namespace xpbd {

/// What a tether allows: the points that are no further from its anchor than the length of the path to it.
struct Ball {
    Vec3 center;
    double radius = 0; ///< [m]
};

/// The point nearest to `x` that lies in every ball, to rounding. Where they have no point in common, because anchors
/// were moved apart by more than the paths between them, `x` is moved into one ball after the other.
///
/// One ball after the other does not do where they have: each pull leads out of the balls before it, and repeating it
/// converges as slowly as 1/n where two balls touch, as those of a straight rope between two anchors do.
Vec3 nearest_in_all(std::span<const Ball> balls, const Vec3& x);

} // namespace xpbd
