#pragma once

#include "core/model.h"
#include "core/state.h"

#include <span>
#include <vector>

namespace xpbd {

/// Enclosed volume V = 1/6 sum x_a . (x_b x x_c) of a triangle surface [m^3].
double enclosed_volume(std::span<const std::array<int, 3>> triangles, std::span<const Vec4> position);

/// C = V - p V_0 [m^3] and its gradients [m^2], one per volume.particles, in their order; `gradient` is resized.
double evaluate_volume(const Volume& volume, std::span<const Vec4> position, std::vector<Vec3>& gradient);

} // namespace xpbd
