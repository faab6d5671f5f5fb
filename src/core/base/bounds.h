#pragma once

#include "core/base/types.h"

#include <span>

namespace xpbd {

/// Diagonal of the bounding box of the points [m]; 0 without points.
inline double box_diagonal(std::span<const Vec3> points) {
    if (points.empty()) {
        return 0;
    }
    Vec3 low(points.front());
    Vec3 high(low);
    for (const Vec3& x : points) {
        low = glm::min(low, x);
        high = glm::max(high, x);
    }
    return glm::length(high - low);
}

} // namespace xpbd
