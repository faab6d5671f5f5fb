#pragma once

#include "window/state/document/bar.h"
#include "window/widgets/widgets.h"

#include <string>
#include <vector>

namespace xpbd::window {

/// @name Widgets of the bar. The window draws them below the panes, and larger in the presentation.
/// @{
/// The items that fit into a width. Timestep is among them only if each item is then at least `least` wide [px].
std::vector<BarItem> fitting_items(Ui& ui, float width, float gap, float least);
/// The slider or the list of an item at a place in the current window, with tooltip and menu; for tests it is named
/// `region` + ".iterations". True in each frame in which it has changed something.
bool bar_widget(Ui& ui, const BarItem& item, const std::string& region, const ScreenRect& place, ImFont* font);
/// Label, the letters of the panes where these are not all, and if there is room the meaning of the hatching. `at`: the
/// upper left corner in the current window. Cut at `width` [px].
void bar_caption(Ui& ui, const BarItem& item, ImVec2 at, float width, ImFont* font);
/// Width of label and letters [px].
float bar_caption_width(const Ui& ui, const BarItem& item, ImFont* font);
/// @}

} // namespace xpbd::window
