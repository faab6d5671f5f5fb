#pragma once

#include "core/state.h"

#include <cstddef>
#include <glm/vec3.hpp>
#include <vector>

namespace xpbd::lab {

/// A state as the timeline keeps it. What the next step reads is kept to the bit; what only measures read (multipliers,
/// inertial target) in single precision, at half the memory.
class PackedState {
public:
    /// Nothing yet.
    PackedState() = default;
    /// `history`: whether the next step reads more than positions and velocities; see reads_history().
    PackedState(const State& state, bool history);
    State unpack() const;
    std::size_t bytes() const;

private:
    State exact_; ///< without the arrays below where they are
    bool packed_ = false;
    std::vector<glm::vec3> from_target_; ///< x - x~ [m]
    std::vector<float> lambda_;
    std::vector<glm::vec3> contact_multiplier_; ///< empty where nothing touches
};

} // namespace xpbd::lab
