#pragma once

#include "core/model/model.h"
#include "core/model/state.h"
#include "core/step/contact/stops.h"

#include <span>

namespace xpbd {

/// Continuous collision with colliders that move: a fast collider would pass through a sheet without touching it at the
/// end of the substep, or end with a particle behind its middle, from where contact pushes it out on the far side.
///
/// Seen from the collider, a particle goes straight from x^n to x~. If this path enters the contact distance and ends
/// beyond it, or where the surface faces another way, the particle is stopped at the tangent plane of the point of
/// entry: it keeps its motion along the plane.
///
/// @param start x^n [m]
void stop_before_moving_colliders(const Model& model, State& state, std::span<const Vec3> start, Stops& stops);

} // namespace xpbd
