#pragma once

#include "window/stage/layout.h"
#include "window/widgets/widgets.h"

namespace xpbd::window {

/// Draws the buttons in the upper right corner of a pane's picture: choice of the colours, the ghost, the ruler. They
/// act on all panes. Where panes are small, only the first pane that shows has these buttons.
void draw_pane_corner(Ui& ui, const PaneRects& pane);

} // namespace xpbd::window
