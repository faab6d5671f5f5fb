#pragma once

#include "window/state/document.h"
#include "window/state/panes/acting.h"

#include <span>
#include <vector>

namespace xpbd::window {

/// A slider of the hint bar: a parameter, and the panes that it sets.
struct MomentSlider {
    int row = -1;           ///< in settings_parameters()
    std::vector<int> panes; ///< in which it acts; where they have several values, one pane alone
    bool all = true;        ///< these are all panes of the window
};

/// The sliders of the moment: the iterations, and the first compliance that acts in a pane (the stretch compliance,
/// where the scene has one), or else the first stiffness. In this order; without what acts nowhere. `selected` is the
/// pane that is set alone where panes have several values.
std::vector<MomentSlider> moment_sliders(const Document& document, const ActingParameters& acting, int selected);

} // namespace xpbd::window
