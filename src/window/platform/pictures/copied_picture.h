#pragma once

#include "window/state/app_state.h"

#include <string>

namespace xpbd::window {

/// @name To the clipboard, as a picture. A toast says that it is there, or why not.
/// @{
/// A PNG file.
void copy_picture_file(AppState& state, const std::string& path);
/// A part of the window, as it is drawn and not yet shown. `width` and `height` are the framebuffer's [px].
void copy_region(AppState& state, const ScreenRect& region, int width, int height);
/// @}

} // namespace xpbd::window
