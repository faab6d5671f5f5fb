#pragma once

#include "render/colour/colour_map.h"

#include <glm/glm.hpp>

namespace xpbd::picture {

/// Colour of a pane, sRGB. It follows from the pane's place alone, so that no change of a method recolours a pane: A is
/// orange, which is PBD's in the figures, B is blue, as XPBD is there. No two panes are alike. Everything that stands
/// for a pane has it: header, curves, body, ghost, stamp. Contrast to the theme's backdrop: 3 to 1 or more.
glm::vec3 pane_colour(int pane, render::Theme theme);

} // namespace xpbd::picture
