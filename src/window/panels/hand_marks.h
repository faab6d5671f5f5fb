// What the mouse is over in a pane's picture: marks around it, and notes about it.
#pragma once

#include "window/stage/layout.h"
#include "window/widgets/widgets.h"

#include <string>
#include <vector>

namespace xpbd::window {

/// Marks the particle or the collider that the hand holds or that a press would hold, and the stroke that it draws.
void draw_hand_marks(Ui& ui, const PaneRects& rects);

/// One note with the force and the power of the collider or the pins under the mouse, in every pane; and in the pane
/// under the mouse one about what its buttons do.
std::vector<std::string> hand_notes(const Ui& ui, int pane);

} // namespace xpbd::window
