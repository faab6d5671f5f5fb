#pragma once

#include "core/base/types.h"
#include "core/model/motion.h"

#include <cmath>
#include <vector>

namespace xpbd {

/// A particle held by the user: it is fixed (inverse mass 0) for the step and moves straight to its target.
struct Grab {
    int particle = 0;
    Vec3 target{0}; ///< position at the end of the step [m]

    bool operator==(const Grab&) const = default;
};

/// A collider held by the user. Placements are relative to the model's shape.
struct ColliderGrab {
    int collider = 0;
    Placement from; ///< at the start of the step
    Placement to;   ///< at its end

    bool operator==(const ColliderGrab&) const = default;
};

/// What the user holds during a step.
struct Hand {
    std::vector<Grab> grabs{};
    std::vector<ColliderGrab> colliders{};

    bool empty() const { return grabs.empty() && colliders.empty(); }
    bool operator==(const Hand&) const = default;
};

/// The hand without grabs whose targets are no finite numbers.
inline Hand finite(Hand hand) {
    std::erase_if(hand.grabs, [](const Grab& grab) { return !is_finite(grab.target); });
    std::erase_if(hand.colliders, [](const ColliderGrab& grab) {
        const glm::dquat& turn = grab.to.pose.turn;
        return !is_finite(grab.to.pose.shift) || !(std::abs(glm::dot(turn, turn) - 1) < 1e-6) ||
               !(grab.to.size >= kLeastSize && grab.to.size <= kMostSize);
    });
    return hand;
}

/// External influences on a body during a step.
struct Control {
    Vec3 gravity{0, -9.81, 0}; ///< [m/s^2]
    Hand hand{};
    Vec3 wind{0}; ///< velocity of the air [m/s]; zero: no air at all, so that a body falls without drag
};

} // namespace xpbd
