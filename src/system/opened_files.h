#pragma once

#include <functional>
#include <string>

namespace xpbd::system {

/// From now on `open` is called, by who asks for the window's events, with each file that the desktop hands to the
/// running program. On macOS this is what a double click on a file does; in a
/// browser a file that is dropped or chosen; elsewhere it comes on the command line.
/// To be called once, before GLFW starts.
void watch_opened_files(const std::function<void(const std::string& path)>& open);

/// Lets the user choose a file in the system's own way; it comes as one that is handed to the program. False where the
/// program has to ask for a path itself.
bool choose_file();

} // namespace xpbd::system
