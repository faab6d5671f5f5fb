#pragma once

#include "window/panels/panels.h"

namespace xpbd::window {

/// Draws the panes' names and answers, the sliders, and what the hand does, in place of all panels. Esc leaves.
/// Returns where the pictures go.
Layout draw_presentation(Ui& ui, glm::vec2 display);

/// The red spot at the mouse, over everything; in any mode of the window.
void draw_laser(Ui& ui);

} // namespace xpbd::window
