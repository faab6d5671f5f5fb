// Moves bodies that start inside a collider out of it.
#pragma once

#include "core/base/result.h"
#include "core/model/model.h"

namespace xpbd::scenes {

/// Moves every body that starts inside a collider out of it. The whole body moves, so that its shape stays; contacts
/// would push its particles out within one step, at a speed of depth/step. A body is a set of particles tied by
/// constraints. A body with a fixed particle does not move, nor does one for which no free place is found. Returns true
/// if a body was moved. Fails if a particle is still inside a collider; a particle that is only nearer than the contact
/// distance is accepted.
Result<bool> push_bodies_out(Model& model);

} // namespace xpbd::scenes
