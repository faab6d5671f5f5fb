#pragma once

namespace xpbd::window {

struct AppState;

/// The panels at the sides of the stage.
enum class Side {
    scene,   ///< left: the scene and the world
    methods, ///< right: the parameters of the panes
    look,    ///< right, in the place of the methods: how bodies and stage are drawn; never pinned
};

bool pinned(const AppState& state, Side side);
/// True if the panel shows, pinned or over the stage.
bool open(const AppState& state, Side side);
/// Opens a closed panel, until the stage is pressed. Closes an open one, also if it is pinned.
void toggle(AppState& state, Side side);
/// Pins a panel beside the stage, and opens it. Unpins a pinned one, which stays open until the stage is pressed.
void toggle_pin(AppState& state, Side side);
/// Opens the parameters of a pane, or closes them where they show already.
void toggle_pane(AppState& state, int pane);
/// Closes the open panels that are not pinned. False where there was no such panel.
bool close_over(AppState& state);

/// Pins the plots, and shows them; or unpins them.
void toggle_plots_pin(AppState& state);

} // namespace xpbd::window
