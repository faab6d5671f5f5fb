#pragma once

#include "window/widgets/widgets.h"

namespace xpbd::window {

/// The panel Look: how bodies and stage are drawn, with small pictures. Beside the panes, which show the effect.
void draw_look(Ui& ui, const ScreenRect& rect);

} // namespace xpbd::window
