#pragma once

#include "window/state/app_state.h"

#include <string>

namespace xpbd::window {

/// @name To the clipboard, as a picture. A toast reports success, or the reason of a failure.
/// @{
/// A PNG file.
void copy_picture_file(AppState& state, const std::string& path);
/// A part of the window, read from the back buffer before it is shown; into a file if it has a name. `width` and
/// `height` are the framebuffer's [px].
void take_region(AppState& state, const RegionPicture& region, int width, int height);
/// @}

} // namespace xpbd::window
