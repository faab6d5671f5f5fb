// Files that the desktop or a dialog passes to the running program.
#pragma once

#include <functional>
#include <string>

namespace xpbd::system {

/// What a dialog for a file is for.
enum class FileUse { open, save };

/// Who is told of the files that the desktop hands to the running program.
struct OpenedFiles {
    std::function<void(const std::string& path)> open;
    std::function<void(const std::string& path)> save{}; ///< from choose_new_file()
    /// The system cannot show a dialog: the program shows its own.
    std::function<void(FileUse use)> ask{};
    /// Called by any thread when deliver_opened_files() is due. Without it the system's dialogs do not show.
    std::function<void()> wake{};
};

/// Registers the callbacks. glfwPollEvents(), glfwWaitEvents() or deliver_opened_files() then call `open` for each file
/// that the program receives: on macOS by a double click on it, in a browser by a drop or a choice, elsewhere by
/// choose_file(). Call it once, before GLFW is initialised.
void watch_opened_files(OpenedFiles listener);

/// Shows the system's file dialog and returns at once; `open` receives the file. Returns false if the system has no
/// dialog, and the program must show its own.
bool choose_file();

/// Shows the system's own dialog for the file that a session is saved in, and returns at once. It begins in `folder`
/// (absolute) with `name`, and the user must confirm a file that exists; `save` gets the file. False as choose_file().
bool choose_new_file(const std::string& folder, const std::string& name);

/// Tells, in this thread, what dialogs have brought since the last call.
void deliver_opened_files();

} // namespace xpbd::system
