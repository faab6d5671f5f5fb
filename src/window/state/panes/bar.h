#pragma once

#include "window/state/document.h"
#include "window/state/panes/acting.h"

#include <string>
#include <vector>

namespace xpbd::window {

/// What a widget of the bar sets: one parameter of panes, of the scene or of the world.
struct BarItem {
    enum class Of { panes, scene, world };
    Of of = Of::panes;
    ParameterInfo info{};     ///< of a scene with the default that its material gives
    std::string label;        ///< "Iterations"; of a vector, of which it sets x, "Wind x"
    std::vector<int> panes{}; ///< that it sets; where they have several values, one pane alone
    bool all = true;          ///< it sets all panes of the window; so do scene and world

    bool is_timestep() const { return of == Of::world && info.key == "dt"; }
};

/// The widgets of the bar, in this order: Iterations; SceneInfo::sliders; where these are fewer than two, the first
/// compliance that acts in a pane, or else the first stiffness; Timestep. A parameter without effect is left out.
/// `selected`: the pane that is set alone where panes have several values.
std::vector<BarItem> bar_items(const Document& document, const ActingParameters& acting, int selected);

Value bar_value(const Document& document, const BarItem& item);
/// Nothing where a check of the row fails.
void set_bar_value(Document& document, const BarItem& item, const Value& value);

/// A scene's row, with the default that its material gives: what a reset goes back to.
ParameterInfo scene_row(const scenes::SceneSpec& spec, const ParameterInfo& info);

/// What to do here: at most 60 characters, the first word is Drag, Press or Pull. What it names is among `items`.
std::string bar_hint(const Document& document, const std::vector<BarItem>& items);

} // namespace xpbd::window
