// Files that the desktop or a dialog passes to the running program.
#pragma once

#include <functional>
#include <string>

namespace xpbd::system {

/// Callbacks for files that are opened while the program runs.
struct OpenedFiles {
    std::function<void(const std::string& path)> open;
    std::function<void()> ask{}; ///< called if the system turns out to have no dialog: the program shows its own
    /// Called on any thread when deliver_opened_files() should be called. Without it choose_file() shows no dialog.
    std::function<void()> wake{};
};

/// Registers the callbacks. glfwPollEvents(), glfwWaitEvents() or deliver_opened_files() then call `open` for each file
/// that the program receives: on macOS by a double click on it, in a browser by a drop or a choice, elsewhere by
/// choose_file(). Call it once, before GLFW is initialised.
void watch_opened_files(OpenedFiles listener);

/// Shows the system's file dialog and returns at once; `open` receives the file. Returns false if the system has no
/// dialog, and the program must show its own.
bool choose_file();

/// Calls the callbacks, on this thread, for dialogs that were closed since the last call.
void deliver_opened_files();

} // namespace xpbd::system
