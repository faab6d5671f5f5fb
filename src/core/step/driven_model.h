#pragma once

#include "core/model/model.h"
#include "core/model/state.h"

#include <cstdint>
#include <vector>

namespace xpbd {

/// The model of a substep: a copy of the scene's model whose driven colliders and rest lengths are those at the
/// substep's end. All methods step this copy and need no code for motion. Driven particles are moved
/// in the state. A model without drives and winches is not copied.
class DrivenModel {
public:
    /// Starts a frame. The result is valid until the next call; move() changes it.
    const Model& begin(const Model& model, State& state, double dt);
    /// Moves everything that is driven to its place after a share of the frame, in (0, 1]. Call it after the
    /// prediction: fixed particles get their positions at the substep's end.
    void move(State& state, double share);
    /// True if begin() has found something that is driven.
    bool moves() const { return moves_; }

private:
    const Model* model_ = nullptr;
    Model moved_;
    std::uint64_t identity_ = 0; ///< of the model that moved_ is a copy of
    bool moves_ = false;
    MotionClock clock_;
    double frame_ = 0;        ///< State::step at the frame's start
    std::vector<Pose> poses_; ///< per drive, at the start of the next substep
};

} // namespace xpbd
