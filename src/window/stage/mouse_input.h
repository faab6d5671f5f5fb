#pragma once

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

} // namespace xpbd::window
