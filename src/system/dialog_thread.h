// Runs the system's file dialog without blocking the window.
#pragma once

#include "system/opened_files.h"

#include <functional>
#include <optional>
#include <string>

namespace xpbd::system {

/// Shows a dialog of the system on a thread of its own, which brings its file to deliver_opened_files(). Only one at a
/// time: while one shows, another is not started. False before watch_opened_files().
/// @param use what its file is for
/// @param dialog waits for the user; the path that was chosen, "" where none was, nothing where there is no dialog
bool run_dialog(FileUse use, std::function<std::optional<std::string>()> dialog);

} // namespace xpbd::system
