#pragma once

#include "lab/looks/looks.h"

#include <string>

namespace xpbd::window {

struct AppState;

/// The window in front of an audience: only the panes, their measured values and one or two large sliders.
struct PresentationState {
    bool wanted = false; ///< value that `on` takes in the next frame
    bool on = false;
    bool embedded = false; ///< inside another page, such as lecture notes: it cannot be left
    bool laser = false;    ///< a red spot is drawn at the mouse
    lab::Theme theme_before = lab::Theme::dark;
    double begun = 0;      ///< AppState::now when the presentation began [s]
    std::string line;      ///< the key pressed last, or the value dragged
    double line_until = 0; ///< AppState::now at which `line` disappears [s]
};

inline constexpr double kHelpSeconds = 6; ///< time for which the keys that end a presentation show at its begin [s]

/// Scale of the interface of a presentation at 1920 x 1080: measured values (26 px at scale 1) are 28 pt high.
inline constexpr float kPresentationScale = 28.0f * 96 / 72 / 26;
/// Least scale in a frame of another page, which is read from close by: the smallest letters are 9 px high.
inline constexpr float kLeastFrameScale = 0.75f;

/// Enters or leaves the presentation as `wanted`, once per frame before anything is drawn. A presentation has the light
/// theme, which a projector shows best; its end restores the theme from before.
void follow_presentation(AppState& state);
/// Leaves the presentation at once.
void leave_presentation(AppState& state);

/// True while a line in large letters shows: the window has to be drawn until the line has gone.
bool shows_line(const AppState& state);

/// Shows a line in large letters for a while: the key just pressed or the value being dragged.
void show_to_audience(AppState& state, const std::string& text);

} // namespace xpbd::window
