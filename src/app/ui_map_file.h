#pragma once

#include "app/app_state.h"

#include <string>

namespace xpbd::app {

/// The widgets' rectangles and the state of the simulation as JSON: what XPBD_LAB_UI_MAP writes for tests. `drawn` is
/// the number of frames that the window has shown: whoever presses a key can wait for some.
std::string ui_map_json(const AppState& state, const lab::Snapshot& snapshot, long long drawn);

} // namespace xpbd::app
