// Finds the program's data files at run time.
#pragma once

#include <string>

namespace xpbd::lab {

/// The folder that contains `sessions` and `lessons`. It is searched at run time, so that the program can be moved:
/// `$XPBD_LAB_ASSETS`; else, relative to the program's file, ../share/xpbd-lab/assets (installed) or `assets` in a
/// parent folder (a build folder in the sources). "" if it is not found.
std::string assets_folder();

/// True for a file in assets_folder() or in a folder below it.
bool is_asset(const std::string& path);

} // namespace xpbd::lab
