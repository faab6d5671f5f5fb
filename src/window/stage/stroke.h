// A stroke of the mouse across a body: scissors, and a lasso around particles.
#pragma once

#include "lab/run/snapshot.h"
#include "render/renderer.h"
#include "window/state/app_state.h"

#include <glm/vec2.hpp>
#include <span>
#include <vector>

namespace xpbd::window {

/// Goes on with the cut of a stroke, from one point of the screen to the next, across the body that the pane shows now.
/// Its places are kept in the pattern (scenes/changes/cuts.h), so that every pane is cut at the same places.
void extend_cut(AddingState& adding, const lab::Snapshot& snapshot, int pane, const render::OrbitCamera& camera,
                const ScreenRect& view, glm::vec2 from, glm::vec2 to);
/// The scene of the document takes over the cuts of the stroke, without places in line with their neighbours. The
/// scissors stay in the hand.
void finish_cut(AppState& state, const Model& model);

/// The particles of the scene's own mesh that a pane shows within a closed stroke.
std::vector<int> particles_within(const lab::Snapshot& snapshot, int pane, const render::OrbitCamera& camera,
                                  const ScreenRect& view, std::span<const glm::vec2> stroke);

} // namespace xpbd::window
