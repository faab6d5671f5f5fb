#pragma once

#include "window/stage/cameras.h"
#include "window/stage/picking.h"

#include <glm/vec2.hpp>

namespace xpbd::window {

/// What the mouse does this frame, over the panes' pictures.
struct MouseInput {
    glm::vec2 position{0};                            ///< [px]
    glm::vec2 delta{0};                               ///< since the last frame [px]
    float wheel = 0;                                  ///< notches, up is positive; a touchpad sends parts of one
    bool left = false, right = false, middle = false; ///< held
    bool left_pressed = false, right_pressed = false, middle_pressed = false; ///< went down this frame
    bool double_clicked = false;
    bool ctrl = false, shift = false;
    bool taken = false; ///< the interface has the mouse: nothing may start in a picture
};

/// The mouse input that Dear ImGui has received.
MouseInput read_mouse();

/// Pull, pin, orbit, pan, zoom and pivot. Remembers the drag in `state`. A drag on the body pulls it, a drag beside the
/// body turns the view.
void handle_mouse(AppState& state, const lab::Snapshot& snapshot, const Layout& layout, const MouseInput& mouse);

/// True if a finger at this place [px] acts in a frame of another page: on the body, a slider or a lesson's question.
/// Elsewhere an upright swipe scrolls that page. Outside of a frame always true.
bool finger_acts(const AppState& state, const lab::Snapshot& snapshot, glm::vec2 display, glm::vec2 place);

} // namespace xpbd::window
