#pragma once

#include "window/state/app_state.h"

#include <string>
#include <string_view>

namespace xpbd::window {

/// @name View > Compare: the grid of the lectures, PBD above XPBD, in one step of the history
/// @{
/// PBD above XPBD in six panes, which differ from column to column in one parameter: in the iterations, by factors of
/// two; in the timestep, as one, two and four times the substeps, so that all panes stay in lockstep; or in the
/// resolution: a quarter, a half and all of the particles along the longer side of the scene's grid, which it must
/// have. Or three panes of one row: XPBD on three meshes (alternating, crossed, irregular), or three fabrics (denim,
/// interlock jersey, fleece) in a method that gives each its moduli. Panes of one row have a mesh of at most 16
/// particles a side. Every pane has enough iterations for XPBD to converge, so that no difference between panes of XPBD
/// comes from convergence. Other settings are those of the selected pane if it has the row's method, else of the first
/// pane that has it. The simulation starts over, so that all panes have the same past.
void begin_comparison(AppState& state, const Model& model, Compared compared);
/// Why a comparison would show nothing in this scene, in a few words; empty where it shows something: the panes differ
/// by over 10 % in compared_readout(), and all panes of XPBD converge.
std::string not_compared_reason(AppState& state, const Model& model, Compared compared);
/// The values of the columns: "25, 50, 100", "1/360, 1/720, 1/1440 s".
std::string comparison_columns(AppState& state, const Model& model, Compared compared);
/// The row of lab::readouts() that a comparison shows: stiffness; for meshes, and in a scene that does not show it,
/// the first readout of the scene.
std::string_view compared_readout(Compared compared, std::string_view scene);
/// Restores the panes from before the comparison; without one does nothing.
void end_comparison(AppState& state);
/// Key of the parameter that differs from column to column.
std::string_view compared_key(Compared compared);
/// compared_key() of the present comparison; "" without one.
std::string_view comparison_key(const Document& document);
/// Name of the compared parameter: "Iterations", "Timestep".
std::string_view comparison_caption(const Document& document);
/// The label of a pane in the grid: "n = 25", "h = 1/360 s", "16 x 16"; "" where nothing is compared, and for a pane
/// that the user has added to the grid.
std::string comparison_label(const Document& document, int pane);
/// @}

} // namespace xpbd::window
