// The colour of each pane.
#pragma once

#include "render/colour/colour_map.h"

#include <glm/glm.hpp>

namespace xpbd::picture {

/// Colour of a pane, sRGB. It depends only on the pane's position, so that changing a method recolours no pane. A is
/// orange like PBD in the figures, B is blue like XPBD. All panes differ. Everything that belongs to a pane uses it:
/// header, curves, body, ghost, stamp. The contrast to the theme's backdrop is at least 3 to 1.
glm::vec3 pane_colour(int pane, render::Theme theme);

} // namespace xpbd::picture
