#pragma once

#include "lab/looks/looks.h"

#include <string>

namespace xpbd::window {

struct AppState;

/// The window in front of an audience: no panels but the panes, their answers and one or two large sliders.
struct PresentationState {
    bool wanted = false; ///< from the next frame on
    bool on = false;
    bool embedded = false; ///< inside another page, such as lecture notes: it cannot be left
    bool laser = false;    ///< a red spot is drawn at the mouse
    lab::Theme theme_before = lab::Theme::dark;
    double begun = 0;      ///< AppState::now [s]
    std::string line;      ///< the key pressed last, or the value dragged
    double line_until = 0; ///< AppState::now [s]
};

inline constexpr double kHelpSeconds = 6; ///< for which the keys that leave it show

/// Times 1 at 1920 x 1080: the scale of the interface at which measured values are 28 pt high there.
inline constexpr float kPresentationScale = 28.0f * 96 / 72 / 26;

/// Enters or leaves as wanted, once per frame before anything is drawn. It comes with the light theme, which a
/// projector shows best; leaving restores the theme from before.
void follow_presentation(AppState& state);
/// Leaves at once.
void leave_presentation(AppState& state);

/// True while a passing line shows: the window has to be drawn until it has gone.
bool shows_line(const AppState& state);

/// Shows a line in large letters for a while: the key just pressed or the value being dragged.
void show_to_audience(AppState& state, const std::string& text);

} // namespace xpbd::window
