#pragma once

#include "window/widgets/widgets.h"

namespace xpbd::window {

/// Passes the place and the clicks of the keyboard's ring to ImGui as mouse input. Right before ImGui::NewFrame.
void place_pointer(AppState& state);
/// Moves the ring by the keys that came, scrolls to it and draws it. At the end of a frame, over everything.
void follow_keyboard(Ui& ui);

} // namespace xpbd::window
