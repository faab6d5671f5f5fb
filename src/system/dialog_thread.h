// Runs the system's file dialog without blocking the window.
#pragma once

#include "system/opened_files.h"

#include <functional>
#include <optional>
#include <string>

namespace xpbd::system {

/// Runs a dialog of the system on a thread of its own; deliver_opened_files() then passes the chosen file on. While a
/// dialog is open, starts no other one and returns true. Returns false if no OpenedFiles::wake is registered.
/// @param use the purpose of the chosen file
/// @param dialog waits for the user and returns the path: "" if none was chosen, std::nullopt if it cannot be shown
bool run_dialog(FileUse use, std::function<std::optional<std::string>()> dialog);

} // namespace xpbd::system
