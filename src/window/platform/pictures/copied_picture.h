#pragma once

#include "window/state/app_state.h"

#include <string>

namespace xpbd::window {

/// @name Copy a picture to the clipboard. A toast reports success, or the reason of a failure.
/// @{
/// Copies a PNG file.
void copy_picture_file(AppState& state, const std::string& path);
/// Copies a part of the window, read from the back buffer before it is shown; saves it in a file if `region` has a
/// name. `width` and `height` are the framebuffer's [px].
void take_region(AppState& state, const RegionPicture& region, int width, int height);
/// @}

} // namespace xpbd::window
