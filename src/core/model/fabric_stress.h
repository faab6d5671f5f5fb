#pragma once

// Stress of a fabric under uniform deformations: the nominal results of textile tests.

#include "core/model/fabric.h"

#include <array>
#include <optional>

namespace xpbd {

/// A plane deformation gradient F, or a stress of the same form: maps (x, y) of the flat cloth to the current (x, y).
struct PlaneMap {
    double xx = 1, xy = 0, yx = 0, yy = 1;
};

/// First Piola-Kirchhoff stress P = dW/dF of a fabric under a uniform deformation [N/m]: force per width of the flat
/// cloth. Without the limits that rows have for nearly collapsed triangles.
/// @param warp unit vector of the warp in the flat cloth; the weft is (warp y, -warp x)
PlaneMap stress_of(const Fabric& fabric, const std::array<double, 2>& warp, const PlaneMap& f);

/// A strip under uniform uniaxial stress along y, with free sides.
struct FreePull {
    double force = 0; ///< force along y per rest width [N/m]
    double width = 1; ///< current width over rest width [1]
    double slant = 0; ///< shift along y of the far side of a unit square of the flat strip [1]
};

/// The width and slant for which no force acts on the sides of a strip that is stretched along y: exact for any strain
/// and any direction of the warp. Empty if the law has no such state: for Green strain if the width would be zero,
/// along the warp at nu >= 1/(stretch^2 - 1); for woven yarns if they are sheared by more than 84 degrees, the limit of
/// Woven.
std::optional<FreePull> free_pull(const Fabric& fabric, const std::array<double, 2>& warp, double stretch);

} // namespace xpbd
