#pragma once

#include "window/state/document/acting.h"
#include "window/state/document/document.h"

#include <string>
#include <vector>

namespace xpbd::window {

/// A widget of the bar: it sets one parameter, of panes, of the scene or of the world.
struct BarItem {
    enum class Of { panes, scene, world };
    Of of = Of::panes;
    ParameterInfo info{};     ///< row of the parameter; for a parameter of the scene by scene_row()
    std::string label;        ///< "Iterations"; "Wind x" for a vector, of which the widget sets only x
    std::vector<int> panes{}; ///< panes that the widget sets; only one pane if the panes' values differ
    bool all = true;          ///< the widget sets all panes of the window; also true for scene and world

    bool is_timestep() const { return of == Of::world && info.key == "dt"; }
};

/// The widgets of the bar, in this order: Iterations; SceneInfo::sliders; where these are fewer than two, the first
/// compliance that acts in a pane, or else the first stiffness; Timestep. A parameter without effect is left out.
/// `selected`: the pane that a widget sets where the panes' values differ.
std::vector<BarItem> bar_items(const Document& document, const ActingParameters& acting, int selected);

Value bar_value(const Document& document, const BarItem& item);
/// Sets the parameter. Does nothing if a check of its row fails.
void set_bar_value(Document& document, const BarItem& item, const Value& value);

/// A row of the scene's parameters. Where the material has a measured value, a reset returns to it, as the default.
ParameterInfo scene_row(const scenes::SceneSpec& spec, const ParameterInfo& info);

/// A hint for the user: at most 60 characters, the first word is Drag, Press or Pull. It names a widget of `items`.
std::string bar_hint(const Document& document, const std::vector<BarItem>& items);

} // namespace xpbd::window
