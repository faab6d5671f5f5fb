// A state in less memory, for the timeline.
#pragma once

#include "core/model/state.h"

#include <cstddef>
#include <glm/vec3.hpp>
#include <vector>

namespace xpbd::lab {

/// A state as the timeline stores it. Data that the next step reads is exact. Data that only measures read
/// (multipliers, inertial target) is in single precision, which takes half the memory.
class PackedState {
public:
    /// An empty object.
    PackedState() = default;
    /// `history`: the next step reads more than positions and velocities (reads_history()).
    PackedState(const State& state, bool history);
    State unpack() const;
    std::size_t bytes() const;

private:
    State exact_; ///< without the data of the arrays below if `packed_`
    bool packed_ = false;
    std::vector<glm::vec3> from_target_; ///< position minus inertial target [m]
    std::vector<float> lambda_;
    std::vector<glm::vec3> contact_multiplier_; ///< empty without contact
};

} // namespace xpbd::lab
