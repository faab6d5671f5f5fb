#pragma once

#include "window/widgets/widgets.h"

#include <string>

namespace xpbd::window {

inline constexpr float kTransportIcon = 28; ///< side of its buttons, at scale 1 [px]

/// Memory that the recorded frames take, and their limit.
std::string memory_text(const lab::Snapshot& snapshot);

/// Which frames the timeline keeps.
std::string kept_text(const lab::Snapshot& snapshot);

/// Computes ahead, and how much is kept: the button and its popup.
void ahead_button(Ui& ui);

/// Stops a recording, or opens the popup with the settings of the next one.
void record_button(Ui& ui);

} // namespace xpbd::window
