#pragma once

#include "core/model.h"

#include <cstddef>

namespace xpbd::scenes {

/// A contact would push a particle that starts inside a collider out within one step, at a speed of its depth over the
/// step. Less than this depth is left alone [m].
inline constexpr double kNoDepth = 1e-6;

/// Particles that move and start nearer to a collider than the contact distance, or inside.
struct Overlap {
    std::size_t particles = 0;
    double depth = 0; ///< of the deepest, below the contact distance [m]
};
Overlap overlap_of(const Model& model);

/// Moves every body that starts inside a collider out of it as a whole, so that its shape stays. A body is what
/// constraints tie together; one with a fixed particle stays, as does one that finds no free place. True where one was
/// moved.
bool push_bodies_out(Model& model);

} // namespace xpbd::scenes
