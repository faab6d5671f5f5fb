#pragma once

#include "window/stage/layout.h"

namespace xpbd::window {

/// Rectangles of a presentation: a lesson's question, the panes, and the sliders below them, within
/// margins that a projector may cut off.
struct PresentationLayout {
    Layout panes;      ///< without menu, panels and drawer
    ScreenRect lesson; ///< empty without an open lesson
    ScreenRect sliders;
};

PresentationLayout presentation_layout(const AppState& state, glm::vec2 display);

} // namespace xpbd::window
