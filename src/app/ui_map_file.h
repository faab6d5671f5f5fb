#pragma once

#include "app/app_state.h"

#include <string>

namespace xpbd::app {

/// The widgets' rectangles and the state of the simulation as JSON: what XPBD_LAB_UI_MAP writes for tests.
std::string ui_map_json(const AppState& state, const lab::Snapshot& snapshot);

} // namespace xpbd::app
