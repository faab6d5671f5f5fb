#pragma once

#include "lab/run/snapshot.h"
#include "render/colour/colour_map.h"

#include <glm/glm.hpp>
#include <span>

namespace xpbd::picture {

/// Colour of a pane, sRGB: its method's, as the theme shows it. Where an earlier pane has the same method, it is a
/// colour that no method has, and that follows from the place of the pane alone: no two panes are alike. Everything
/// that stands for a pane has it: header, curves, body, ghost, stamp. Contrast to the theme's backdrop: 3 to 1 or more.
glm::vec3 pane_colour(std::span<const Settings> panes, int pane, render::Theme theme);
glm::vec3 pane_colour(const lab::Snapshot& snapshot, int pane, render::Theme theme);

} // namespace xpbd::picture
