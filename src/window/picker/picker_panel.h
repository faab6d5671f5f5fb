#pragma once

#include "window/widgets/widgets.h"

namespace xpbd::window {

/// The picker: search, thumbnails; into the current window.
void draw_picker(Ui& ui);
/// Every scene with its picture, for a menu; a click opens it.
void draw_scene_tiles(Ui& ui);

} // namespace xpbd::window
