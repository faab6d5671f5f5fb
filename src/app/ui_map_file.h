#pragma once

#include "app/app_state.h"

#include <string>

namespace xpbd::app {

/// What the window knows of a frame besides its widgets.
struct UiMapFrame {
    long long drawn = 0;   ///< frames that the window has shown: whoever presses a key can wait for some
    int popups = 0;        ///< menus, lists and other popups that are open
    unsigned gl_error = 0; ///< OpenGL's last error so far; 0 = none
};

/// The widgets' rectangles and the state of the simulation as JSON: what XPBD_LAB_UI_MAP writes for tests.
std::string ui_map_json(const AppState& state, const lab::Snapshot& snapshot, const UiMapFrame& frame);

} // namespace xpbd::app
