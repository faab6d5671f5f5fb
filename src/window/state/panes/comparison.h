#pragma once

#include "window/state/app_state.h"

#include <string>
#include <string_view>

namespace xpbd::window {

/// @name View > Compare: the grid of the lectures, PBD above XPBD, in one step of the history
/// @{
/// Three panes of the selected pane's settings, which differ in their triangles (alternating, crossed, irregular) or in
/// their fabric (denim, interlock jersey, fleece); or six panes, which differ in the method from row to row and in
/// one parameter from column to column: iterations 5, 20, 40; the timestep 1/30, 1/60, 1/120 s, as one, two and four
/// substeps of the same frame, so that all panes stay in lockstep; or the resolution, 16, 32 and 64 particles along the
/// longer side of the scene's grid, which it must have.
/// Everything else is that of the selected pane, or of the first pane with the row's method; but the grids of timesteps
/// and of resolutions have more iterations where XPBD needs them for the longest step or the finest mesh, twice
/// least_iterations() and at most 200: with fewer they would show little but how XPBD fails to converge. In the grid of
/// timesteps PBD's k grows with the square of the shortest step, so that the last column is as stiff as before. The
/// simulation starts over, so that all panes have the same past.
void begin_comparison(AppState& state, const Model& model, Compared compared);
/// The panes from before; nothing where nothing is compared.
void end_comparison(AppState& state);
/// Key of the parameter that differs from column to column.
std::string_view compared_key(Compared compared);
/// The same of the comparison that is open; "" where nothing is compared.
std::string_view comparison_key(const Document& document);
/// Name of what differs: "Iterations", "Timestep".
std::string_view comparison_caption(const Document& document);
/// What a pane of the grid stands for: "n = 5", "h = 1/30 s", "16 x 16"; "" where nothing is compared, and for a pane
/// that the user has added to the grid.
std::string comparison_label(const Document& document, int pane);
/// @}

} // namespace xpbd::window
