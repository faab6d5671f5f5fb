#pragma once

#include "core/model.h"
#include "core/state.h"

#include <vector>

namespace xpbd {

/// Density of air at 20 degrees [kg/m^3].
inline constexpr double kAirDensity = 1.2;

/// Drag and lift of the air on every triangle, shared equally by its particles, added to `force` [N] (one per
/// particle). With u = |u| u^ the air's velocity relative to the triangle, A its area and n its unit normal on the lee
/// side: f = 1/2 rho |u|^2 A (n . u^) (C_D u^ + C_L (n - (n . u^) u^)), drag along the flow and lift across it
/// (W14). Explicit: from the velocities at the start of the substep h [s]; limited so that a triangle does not become
/// faster than the wind within it.
void add_wind_forces(const Model& model, const State& state, const Vec3& wind, double h, std::vector<Vec3>& force);

} // namespace xpbd
