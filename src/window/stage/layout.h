#pragma once

#include "window/state/app_state.h"

#include <algorithm>
#include <vector>

namespace xpbd::window {

/// Side of a button in the corner of a picture, at scale 1 [px].
inline constexpr float kCornerButton = 26;

/// The rectangles of one pane. In the window header and readout lie over the picture, in a presentation above and
/// below.
struct PaneRects {
    int pane = 0;
    ScreenRect header;  ///< strip at the top: method, badges, chips
    ScreenRect view;    ///< the three-dimensional picture
    ScreenRect readout; ///< strip at the bottom: the measured values
    ScreenRect corner;  ///< the buttons in the picture's corner; empty where they have no room
    ScreenRect legend;  ///< strip of the colour bar at the lower edge; empty where it has no room
    ScreenRect free;    ///< the part of the picture without panels, strips or buttons over it

    /// The part of the picture between both strips.
    ScreenRect clear() const {
        return {{view.min.x, std::max(view.min.y, header.max.y)}, {view.max.x, std::min(view.max.y, readout.min.y)}};
    }
    /// Aspect and free part of the picture, for framing.
    picture::Room room() const;
};

/// Sets corner, legend and free.
void place_in_picture(PaneRects& pane, const AppState& state);

/// How the plots show.
enum class Drawer {
    hidden,
    strip,  ///< low: curves alone
    grown,  ///< over the pictures of the lowest panes, whose readouts move up, while the mouse is on it
    pinned, ///< beside the stage
};

/// Every region of the window.
struct Layout {
    ScreenRect menu;
    ScreenRect transport; ///< beside the menu; below it where the window is narrow
    /// @name Icons at the sides, which open the panels; empty where hidden
    /// @{
    ScreenRect left_rail;
    ScreenRect right_rail;
    /// @}
    ScreenRect left;         ///< the scene; empty where closed, or where `narrow`
    ScreenRect right;        ///< the methods, or Look; empty where closed
    bool left_over = false;  ///< `left` is over the stage, because it has no room beside it
    bool right_over = false; ///< `right` is over the stage
    ScreenRect hint;         ///< empty where hidden
    ScreenRect drawer;       ///< empty where hidden
    Drawer plots = Drawer::hidden;
    ScreenRect lesson; ///< in place of hint and drawer while a lesson is open, else empty
    std::vector<PaneRects> panes;
    bool narrow = false;    ///< too narrow for two pinned panels: the scene is a tab on the right
    bool phone = false;     ///< narrow and high: panes above each other, panels over the stage from below
    bool rails_lie = false; ///< the icons are in a row at the bottom, not in columns
    bool few_icons = false; ///< the row has no room for all icons: those that are elsewhere, too, are left out
    bool low = false;       ///< the panes are low, so that header and readout take less room
    int readout_rows = 1;   ///< of measured values
    int value_size = 0;     ///< font of the measured values: 0 = Fonts::bold, then Fonts::values[value_size - 1]
};

/// The regions of a window of this size. They cover it without overlapping, except panels over the stage; every
/// side is at least zero. An open panel takes its room from the stage if the stage keeps 45 % of the window; otherwise
/// the panel is over the stage.
Layout compute_layout(const AppState& state, glm::vec2 display);

/// The rectangle around the readouts of the lowest row of panes; empty without panes.
ScreenRect lowest_readouts(const Layout& layout);

/// The panes that a view mode shows.
std::vector<int> visible_panes(const AppState& state);

} // namespace xpbd::window
