#pragma once

#include "window/widgets/widgets.h"

#include <string>

namespace xpbd::window {

inline constexpr float kTransportIcon = 28; ///< side of a button of the transport [px at scale 1]

/// Memory that the recorded frames take, and their limit.
std::string memory_text(const lab::Snapshot& snapshot);

/// Which frames the timeline keeps.
std::string kept_text(const lab::Snapshot& snapshot);

/// The button that opens a popup: computes frames in advance, and sets how many are kept.
void ahead_button(Ui& ui);

/// Stops a recording, or opens the popup with the settings of the next one.
void record_button(Ui& ui);

} // namespace xpbd::window
