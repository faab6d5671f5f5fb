#pragma once

// Enclosed volumes: one constraint over all particles of a closed surface.

#include "core/model/constraints/evaluation.h"
#include "core/model/model.h"
#include "core/model/state.h"

#include <span>
#include <vector>

namespace xpbd {

inline constexpr ConstraintInfo kVolumeInfo{
    .key = "volume",
    .label = "Volume",
    .value_unit = "m^3",
    .compliance_unit = "m^5/N",
    .formula = "C = V - p V_0,  V = 1/6 sum x_a . (x_b x x_c)",
    .source = "Müller et al., Position Based Dynamics, 2007, section 4.4",
    .summary = "Keeps the volume that a triangle surface encloses at p times the one at rest: air in a balloon. One "
               "constraint over all of the surface, so that its pressure acts everywhere at once. The surface must be "
               "closed; crushed to a line, it has no direction in which to grow."};

/// Enclosed volume V = 1/6 sum x_a . (x_b x x_c) of a triangle surface [m^3].
double enclosed_volume(std::span<const std::array<int, 3>> triangles, std::span<const Vec4> position);

/// Adds a volume constraint; its rest volume is that of the rest shape. Returns its index in Model::volumes.
int add_volume(Model& model, std::vector<std::array<int, 3>> triangles, double pressure, Material material);

/// C = V - p V_0 [m^3] and its gradients [m^2], in the order of volume.particles; `gradient` is resized.
double evaluate_volume(const Volume& volume, std::span<const Vec4> position, std::vector<Vec3>& gradient);

/// Bounds of the second derivatives of C, as hessian_bounds() of the other types (constraints/evaluation.h) [m], in the
/// order of volume.particles; `bounds` is resized. The block of two neighbours is 1/6 of the cross product with a
/// difference of positions, at most the sum of the lengths of two edges around the particle.
void volume_hessian_bounds(const Volume& volume, std::span<const Vec4> position, std::vector<double>& bounds);

} // namespace xpbd
