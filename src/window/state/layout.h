#pragma once

#include "window/state/app_state.h"

#include <vector>

namespace xpbd::window {

/// Where one pane's parts are.
struct PaneRects {
    int pane = 0;
    ScreenRect header;
    ScreenRect view; ///< the three-dimensional picture
    ScreenRect readout;
};

/// Every region of the window.
struct Layout {
    ScreenRect menu;
    ScreenRect transport;
    ScreenRect left;   ///< empty where hidden, or where `narrow`
    ScreenRect right;  ///< empty where hidden
    ScreenRect hint;   ///< empty where hidden
    ScreenRect drawer; ///< empty where hidden
    ScreenRect lesson; ///< in place of hint and drawer while a lesson is open, else empty
    std::vector<PaneRects> panes;
    bool narrow = false; ///< too narrow for three columns: the scene is a tab on the right
    bool low = false;    ///< panes with room for little more than the picture
    int readout_columns = 4;
    int readout_rows = 2;
    int value_size = 0; ///< of the measured values: 0 = as bold text, then in larger fonts, Fonts::values
};

/// The regions of a window of this size. They cover it without overlapping; every side is at least zero.
Layout compute_layout(const AppState& state, glm::vec2 display);

/// The panes that a view mode shows.
std::vector<int> visible_panes(const AppState& state);

} // namespace xpbd::window
