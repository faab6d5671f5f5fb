#pragma once

#include <string>

namespace xpbd::window {

struct AppState;

/// Writes a new file of this name and ending (".csv") in the folder of the screenshots. A toast shows `kind` ("Table")
/// and the path, or the reason of a failure.
void save_result(AppState& state, const std::string& kind, const std::string& name, const std::string& ending,
                 const std::string& content);

} // namespace xpbd::window
