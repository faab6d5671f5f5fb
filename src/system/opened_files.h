// Files that the desktop or a dialog passes to the running program.
#pragma once

#include <functional>
#include <string>

namespace xpbd::system {

/// Purpose of a file dialog.
enum class FileUse { open, save };

/// Callbacks for the files that the desktop or a dialog passes to the running program.
struct OpenedFiles {
    std::function<void(const std::string& path)> open;
    std::function<void(const std::string& path)> save{}; ///< receives the file of choose_new_file()
    /// Called if the system cannot show its dialog: must show the program's own.
    std::function<void(FileUse use)> ask{};
    /// Called by any thread when the window's thread must call deliver_opened_files(). If empty, there are no dialogs.
    std::function<void()> wake{};
};

/// Registers the callbacks. glfwPollEvents(), glfwWaitEvents() or deliver_opened_files() then call `open` for each file
/// that the program receives: on macOS by a double click on it, in a browser by a drop or a choice, elsewhere by
/// choose_file(). Call it once, before GLFW is initialised.
void watch_opened_files(OpenedFiles listener);

/// Shows the system's file dialog and returns at once; `open` receives the file. Returns false if the system has no
/// dialog, and the program must show its own.
bool choose_file();

/// Shows the system's dialog for saving a session and returns at once; `save` receives the file. The dialog begins in
/// `folder` (absolute), suggests `name`, and asks before a file is replaced. Returns false as choose_file() does.
bool choose_new_file(const std::string& folder, const std::string& name);

/// Calls `open`, `save` or `ask`, in this thread, for each dialog that has ended since the last call.
void deliver_opened_files();

} // namespace xpbd::system
