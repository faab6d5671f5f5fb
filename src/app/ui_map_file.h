#pragma once

#include "app/app_state.h"

#include <string>

namespace xpbd::app {

/// What the window has taken in so far: a test that presses a key or a button waits until it shows here.
struct InputSeen {
    long long drawn = 0;       ///< frames that the window has shown
    long long key_presses = 0; ///< see WindowEvents
    glm::vec2 mouse{0};        ///< [px]
    bool mouse_down = false;   ///< the left button
};

/// The widgets' rectangles and the state of the simulation as JSON: what XPBD_LAB_UI_MAP writes for tests.
std::string ui_map_json(const AppState& state, const lab::Snapshot& snapshot, const InputSeen& seen);

} // namespace xpbd::app
