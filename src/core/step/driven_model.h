#pragma once

#include "core/model/control.h"
#include "core/model/model.h"
#include "core/model/state.h"

#include <cstdint>
#include <vector>

namespace xpbd {

/// The shapes of all colliders at a time [s], where their drives and the user's hand have brought them (`to`).
std::vector<Shape> collider_shapes(const Model& model, double time, const std::vector<ColliderGrab>& held = {});

/// The model of a substep: a copy of the scene's model whose driven and held colliders and rest lengths are those at
/// the substep's end. All methods step this copy and need no code for motion. Driven particles are moved
/// in the state. A model without drives and winches is copied only while the user holds a collider.
class DrivenModel {
public:
    /// Starts a frame in which the user holds `held` of the colliders. The result is valid until the next call; move()
    /// changes it. Grabs of colliders that do not exist are ignored.
    const Model& begin(const Model& model, State& state, double dt, const std::vector<ColliderGrab>& held = {});
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
    double frame_ = 0; ///< State::step at the frame's start
    std::vector<ColliderGrab> held_;
    /// Per collider that is driven or held: where it is at the start of the next substep, and what moves it.
    struct Part {
        int collider = 0;
        int drive = -1; ///< -1: not driven
        int held = -1;  ///< index in held_; -1: not held
        Pose pose;
    };
    std::vector<Part> parts_;
    /// The place of a part at a time, after a share of the frame.
    Placement place_of(const Part& part, double time, double share) const;
};

} // namespace xpbd
