#include "window/state/side_panels.h"

#include "window/state/app_state.h"

#include <utility>

namespace xpbd::window {
namespace {

template <class State>
auto& pin_of(State& state, Side side) {
    return side == Side::scene ? state.preferences.scene_pinned : state.preferences.methods_pinned;
}

template <class State>
auto& opening_of(State& state, Side side) {
    return side == Side::scene ? state.panels.scene_open : state.panels.methods_open;
}

} // namespace

bool pinned(const AppState& state, Side side) {
    return side != Side::look && pin_of(state, side);
}

bool open(const AppState& state, Side side) {
    const PanelState& panels = state.panels;
    const bool hides = side == Side::methods && panels.look;
    return panels.shown &&
           (side == Side::look ? panels.look : !hides && (opening_of(state, side) || pinned(state, side)));
}

void toggle(AppState& state, Side side) {
    const bool opens = !open(state, side);
    if (side != Side::scene) {
        state.panels.look = opens && side == Side::look; // the state of the methods under it does not change
    }
    if (side != Side::look) {
        pin_of(state, side) = opens && pinned(state, side); // a pinned panel hidden by Tab is pinned again
        opening_of(state, side) = opens && !pinned(state, side);
    }
    state.panels.shown = state.panels.shown || opens;
}

void toggle_pin(AppState& state, Side side) {
    const bool pins = !(open(state, side) && pinned(state, side));
    pin_of(state, side) = pins;
    opening_of(state, side) = !pins;
    state.panels.look = state.panels.look && side != Side::methods;
    state.panels.shown = true;
}

void toggle_pane(AppState& state, int pane) {
    if (!open(state, Side::methods) || state.panels.settings_tab == pane) {
        toggle(state, Side::methods);
    }
    state.panels.settings_tab = pane;
    state.panels.select_tab = true;
}

bool close_over(AppState& state) {
    const bool scene = std::exchange(state.panels.scene_open, false);
    const bool methods = std::exchange(state.panels.methods_open, false);
    const bool look = std::exchange(state.panels.look, false);
    return look || (scene && !state.preferences.scene_pinned) || (methods && !state.preferences.methods_pinned);
}

void toggle_plots_pin(AppState& state) {
    const bool shows = state.panels.shown && state.preferences.drawer;
    state.preferences.plots_pinned = !(shows && state.preferences.plots_pinned);
    state.preferences.drawer = true;
    state.panels.shown = true;
    state.panels.plots_grown = false;
}

} // namespace xpbd::window
