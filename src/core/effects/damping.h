#pragma once

#include "core/state.h"

namespace xpbd {

/// PBD's global damping (P07 section 3.5): moves every free particle's velocity by `share` in [0, 1] towards the rigid
/// motion of all free particles together. Linear and angular momentum stay.
void damp_towards_rigid_motion(State& state, double share);

} // namespace xpbd
