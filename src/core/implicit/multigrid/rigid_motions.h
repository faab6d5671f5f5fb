#pragma once

#include "core/base/types.h"

#include <span>
#include <vector>

namespace xpbd {

/// The near kernel of springs between particles, which no spring resists: three translations, and three rotations about
/// the middle of the free particles. Returns 3 x 6 numbers per particle, column by column; zeros for a fixed particle.
/// @param positions x, y, z [m], and w, the inverse mass, 0 for a fixed particle.
std::vector<double> rigid_motions(std::span<const Vec4> positions);

} // namespace xpbd
