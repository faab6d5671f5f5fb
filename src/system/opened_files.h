#pragma once

#include <functional>
#include <string>

namespace xpbd::system {

/// Who is told of the files that the desktop hands to the running program.
struct OpenedFiles {
    std::function<void(const std::string& path)> open;
    std::function<void()> ask{}; ///< the system cannot show a dialog: the program shows its own
    /// Called by any thread when deliver_opened_files() is due. Without it choose_file() shows no dialog.
    std::function<void()> wake{};
};

/// From now on glfwPollEvents(), glfwWaitEvents() or deliver_opened_files() call `open` with each file that is handed
/// to the program: on macOS by a double click on it, in a browser by a drop or a choice, elsewhere by choose_file(). To
/// be called once, before GLFW starts.
void watch_opened_files(OpenedFiles listener);

/// Shows the system's own dialog for a file, and returns at once; `open` gets the file. False where the system has no
/// such dialog: the program shows its own.
bool choose_file();

/// Tells, in this thread, what dialogs have brought since the last call.
void deliver_opened_files();

} // namespace xpbd::system
