// The hand on colliders: drag, size, turn.
#pragma once

#include "window/stage/collider_picking.h"
#include "window/stage/mouse_input.h"
#include "window/state/app_state.h"

#include <optional>

namespace xpbd::window {

/// A pane's picture and the mouse in it.
struct PanePlace {
    AppState& state;
    const lab::Snapshot& snapshot;
    const MouseInput& mouse;
    int pane;
    ScreenRect view;
    render::OrbitCamera camera;
};

/// Marks a collider as the one that a press would hold.
void hover_collider(const PanePlace& place, const ColliderHit& hit);
/// A press on the marked collider.
void press_collider(const PanePlace& place);
/// Moves the held collider with the mouse; its size with the wheel. A release lets it stay where it is. False if none
/// is pressed or held.
bool drag_collider(const PanePlace& place);
/// Lets go of a pressed or held collider, which then goes back to its place: its pane or its model is gone.
void drop_collider(AppState& state);
/// Lets a released collider go once the simulation has reached its last place. Call it every frame. Lets go at once of
/// a collider of another model.
void settle_collider(AppState& state, const lab::Snapshot& snapshot);
/// The shape at the place to which the hand moves its collider; without a held one the shape of the marked collider.
Shape wanted_shape(const AppState& state, const lab::Snapshot& snapshot);
/// Turns the held collider by 15 degrees, about the line of sight or, while it moves along the ground, upright. False
/// if none is held.
bool turn_collider(AppState& state);

} // namespace xpbd::window
