#pragma once

#include <functional>
#include <string>

namespace xpbd::system {

/// From now on `open` is called, by who asks for the window's events, with each file that the desktop hands to the
/// running program. On macOS this is what a double click on a file does; elsewhere the file comes on the command line.
/// To be called once, before GLFW starts.
void watch_opened_files(const std::function<void(const std::string& path)>& open);

} // namespace xpbd::system
