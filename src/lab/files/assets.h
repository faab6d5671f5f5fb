#pragma once

#include <string>

namespace xpbd::lab {

/// Folder with `sessions` and `lessons`, found at run time, so that the program can be moved: `$XPBD_LAB_ASSETS`; else,
/// seen from the program's own file, ../share/xpbd-lab/assets (installed), or `assets` in one of the four folders above
/// (a build folder in the sources). "" where there is none.
std::string assets_folder();

} // namespace xpbd::lab
