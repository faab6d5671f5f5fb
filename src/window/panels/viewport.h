#pragma once

#include "window/stage/cameras.h"
#include "window/stage/mouse_input.h"
#include "window/stage/picking.h"

#include <glm/vec2.hpp>

namespace xpbd::window {

/// The mouse input that Dear ImGui has received.
MouseInput read_mouse();

/// Pull, pin, orbit, pan, zoom and pivot. Remembers the drag in `state`. A drag on the body pulls it, a drag beside the
/// body turns the view.
void handle_mouse(AppState& state, const lab::Snapshot& snapshot, const Layout& layout, const MouseInput& mouse);

/// True if a finger at this place [px] acts in a frame of another page: on the body, a slider or a lesson's question.
/// Elsewhere an upright swipe scrolls that page. Outside of a frame always true.
bool finger_acts(const AppState& state, const lab::Snapshot& snapshot, glm::vec2 display, glm::vec2 place);

} // namespace xpbd::window
