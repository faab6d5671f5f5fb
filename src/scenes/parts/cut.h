#pragma once

#include "scenes/parts/grid.h"

namespace xpbd::scenes {

/// A cloth of springs cut out of a larger one that is turned by cloth.warp_angle: what a lattice is in other directions
/// than its own. It hangs flat from the origin, as make_grid_cloth() has it; particles and constraints are those of the
/// larger cloth inside of the rectangle, so that its sides are jagged. Model::grid stays empty.
Model make_turned_cloth(const GridCloth& cloth);

} // namespace xpbd::scenes
