#pragma once

#include <string>

namespace xpbd::window {

/// Shows the folder of a file in the desktop's file manager, without waiting for it.
void show_folder(const std::string& path);

} // namespace xpbd::window
