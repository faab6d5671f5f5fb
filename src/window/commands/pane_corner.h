#pragma once

#include "window/state/layout.h"
#include "window/widgets/widgets.h"

namespace xpbd::window {

/// In the upper right corner of a pane's picture what is chosen often: what the colours show, the ghost, the ruler.
/// They are the same in all panes. Where panes are small, only the first that shows has the corner.
void draw_pane_corner(Ui& ui, const PaneRects& pane);
/// Room that it takes at the right edge of a picture [px].
float buttons_width(const Ui& ui, const PaneRects& pane);
/// The same with the legend beside it; chips end before both.
float corner_width(Ui& ui, const PaneRects& pane);

} // namespace xpbd::window
