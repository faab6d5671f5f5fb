#pragma once

#include "core/base/types.h"

#include <vector>

namespace xpbd {

/// A particle held by the user: it is fixed (inverse mass 0) for the step and moves straight to its target.
struct Grab {
    int particle = 0;
    Vec3 target{0}; ///< position at the end of the step [m]
};

/// External influences on a body during a step.
struct Control {
    Vec3 gravity{0, -9.81, 0}; ///< [m/s^2]
    std::vector<Grab> grabs{};
    Vec3 wind{0}; ///< velocity of the air [m/s]; zero: no air at all, so that a body falls without drag
};

} // namespace xpbd
