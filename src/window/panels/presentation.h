#pragma once

#include "window/panels/panels.h"

namespace xpbd::window {

/// Draws the panes' names and measured values, the sliders, and the last key or value, in place of all panels.
/// Returns the layout, into which the pictures are drawn.
Layout draw_presentation(Ui& ui, glm::vec2 display);

/// The red spot at the mouse, over everything; in any mode of the window.
void draw_laser(Ui& ui);

} // namespace xpbd::window
