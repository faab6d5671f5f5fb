#pragma once

#include "window/state/layout.h"
#include "window/widgets/widgets.h"

namespace xpbd::window {

/// In the upper right corner of a pane's picture what is chosen often: what the colours show, the ghost, the ruler.
/// They are the same in all panes. Where panes are small, only the first that shows has the corner.
void draw_pane_corner(Ui& ui, const PaneRects& pane);
/// Room that it takes at the right edge of a picture [px]; chips end before it.
float corner_width(const Ui& ui, const PaneRects& pane);
/// And at its upper edge; the legend begins below it.
float corner_height(const Ui& ui, const PaneRects& pane);

} // namespace xpbd::window
