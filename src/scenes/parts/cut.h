// Cuts a rectangle out of a spring lattice that is turned against it.
#pragma once

#include "scenes/parts/grid.h"

namespace xpbd::scenes {

/// A cloth of springs cut out of a larger lattice that is turned by cloth.warp_angle. It shows how a lattice behaves in
/// directions other than along its springs. It hangs flat from the origin, as from make_grid_cloth(). It contains the
/// larger lattice's particles and constraints inside the rectangle, so its sides are jagged. Model::grid stays empty.
Model make_turned_cloth(const GridCloth& cloth);

} // namespace xpbd::scenes
