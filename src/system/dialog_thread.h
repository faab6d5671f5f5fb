// Runs the system's file dialog without blocking the window.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace xpbd::system {

/// Runs a dialog on a thread of its own; deliver_opened_files() passes its result on. Returns false if another dialog
/// is open or watch_opened_files() was not called.
/// @param dialog shows the dialog and waits for the user. Returns the chosen path, "" if the user cancelled, or
/// std::nullopt if there is no dialog
bool run_dialog(std::function<std::optional<std::string>()> dialog);

} // namespace xpbd::system
