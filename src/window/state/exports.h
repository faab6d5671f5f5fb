#pragma once

#include <string>

namespace xpbd::window {

struct AppState;

/// Writes a table to a new file of this name in the folder of the screenshots. A toast shows the path, or the fault.
void save_table(AppState& state, const std::string& name, const std::string& csv);

} // namespace xpbd::window
