#pragma once

// Stress of a fabric under uniform deformations: the nominal results of textile tests.

#include "core/model/fabric.h"

#include <array>
#include <optional>

namespace xpbd {

/// A 2 x 2 matrix: a deformation gradient F, which maps (x, y) of the flat cloth to the current (x, y), or a stress.
struct PlaneMap {
    double xx = 1, xy = 0, yx = 0, yy = 1;
};

/// First Piola-Kirchhoff stress P = dW/dF of a fabric under a uniform deformation [N/m]: force per width of the flat
/// cloth. Leaves out the limits of Woven for nearly collapsed triangles.
/// @param warp unit vector of the warp in the flat cloth; the weft is (warp y, -warp x)
PlaneMap stress_of(const Fabric& fabric, const std::array<double, 2>& warp, const PlaneMap& f);

/// A strip under uniform uniaxial stress along y, with free sides.
struct FreePull {
    double force = 0; ///< force along y per rest width [N/m]
    double width = 1; ///< current width over rest width [1]
    double slant = 0; ///< shift along y of the side x = 1 relative to x = 0, of a unit square of the flat strip [1]
};

/// The width and slant for which no force acts on the sides of a strip that is stretched along y: exact for any strain
/// and any direction of the warp. Empty if the law has no such state. Green strain has none if the width would be zero
/// (in a pull along the warp: nu12 >= 1/(stretch^2 - 1)); woven yarns have none if they are sheared by more than 84
/// degrees, the limit of Woven.
std::optional<FreePull> free_pull(const Fabric& fabric, const std::array<double, 2>& warp, double stretch);

} // namespace xpbd
