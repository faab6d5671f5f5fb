#pragma once

#include "core/model.h"
#include "core/result.h"

namespace xpbd::scenes {

/// Moves every body that starts inside a collider out of it as a whole, so that its shape stays: contacts would push
/// its particles out within one step, at a speed of their depth over the step. A body is what constraints tie together;
/// one with a fixed particle stays, as does one that finds no free place. True where one was moved. Fails where
/// particles are inside all the same; those that are only nearer than the contact distance may stay.
Result<bool> push_bodies_out(Model& model);

} // namespace xpbd::scenes
