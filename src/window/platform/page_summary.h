#pragma once

#include "lab/run/snapshot.h"
#include "window/state/app_state.h"

#include <string>

namespace xpbd::window {

/// What the window shows, as JSON for the page around it: "title" (the scene's label), "playing", "theme", and "told",
/// sentences for a screen reader: each pane's method, iterations and, while the simulation is paused, readouts.
std::string page_summary(const AppState& state, const lab::Snapshot& snapshot);

} // namespace xpbd::window
