#pragma once

#include "window/state/app_state.h"

#include <string>

namespace xpbd::window {

/// @name View > Compare: the grid of the lectures, PBD above XPBD, in one step of the history
/// @{
/// Six panes, which differ in the method from row to row and in one parameter from column to column: iterations 5, 20,
/// 40; or the timestep 1/30, 1/60, 1/120 s, as one, two and four substeps of the same frame, so that all panes stay in
/// lockstep. Everything else is that of the selected pane, or of the first pane with the row's method; but the grid of
/// timesteps has more iterations where XPBD needs them for the longest one, twice least_iterations() and at most 200:
/// with fewer it would show little but how XPBD fails to converge. The simulation starts over, so that all panes have
/// the same past.
void begin_comparison(AppState& state, const Model& model, Compared compared);
/// The panes from before; nothing where nothing is compared.
void end_comparison(AppState& state);
/// What a pane of the grid stands for: "n = 5", "h = 1/30 s"; "" where nothing is compared, and for a pane that the
/// user has added to the grid.
std::string comparison_label(const Document& document, int pane);
/// @}

} // namespace xpbd::window
