#pragma once

#include <functional>
#include <string>

namespace xpbd::system {

/// Who is told of the files that the desktop hands to the running program.
struct OpenedFiles {
    std::function<void(const std::string& path)> open;
    std::function<void()> ask{}; ///< the system has no dialog after all: the program asks for a path itself
    /// Called by any thread where deliver_opened_files() has something to tell. Without it there are no dialogs.
    std::function<void()> wake{};
};

/// From now on `open` is called, by who asks for the window's events or by deliver_opened_files(), with each file that
/// is handed to the program: on macOS by a double click on it, in a browser by a drop or a choice, elsewhere by
/// choose_file(). To be called once, before GLFW starts.
void watch_opened_files(OpenedFiles listener);

/// Lets the user choose a file in the system's own way, while the program goes on; it comes as one that is handed to
/// the program. False where the program has to ask for a path itself.
bool choose_file();

/// Tells, in this thread, what dialogs have brought since the last call.
void deliver_opened_files();

} // namespace xpbd::system
