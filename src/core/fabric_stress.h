#pragma once

#include "core/fabric.h"

#include <array>
#include <optional>

namespace xpbd {

/// A plane deformation gradient F, or a stress of its kind: from (x, y) of the flat cloth to (x, y) where it is now.
struct PlaneMap {
    double xx = 1, xy = 0, yx = 0, yy = 1;
};

/// Force per width of the flat cloth that a fabric's law has under a uniform deformation, its first Piola-Kirchhoff
/// stress P = dW/dF, without the limits that rows have where a triangle has all but collapsed [N/m].
/// @param warp direction of the warp in the flat cloth, of length 1; the weft is at (warp y, -warp x)
PlaneMap stress_of(const Fabric& fabric, const std::array<double, 2>& warp, const PlaneMap& f);

/// A strip in uniform uniaxial stress along y, its sides free.
struct FreePull {
    double force = 0; ///< per width at rest, along y [N/m]
    double width = 1; ///< of the strip over that at rest [1]
    double slant = 0; ///< by how much the far side of a square of the flat strip is shifted along y [1]
};

/// The free width and slant with which no force acts on the sides of a strip at a stretch along y, exactly, for any
/// strain and any direction of the warp. Nothing where the law has no such state: of Green strain where the width would
/// be zero, along the warp at nu >= 1/(stretch^2 - 1); of woven yarns where they are sheared by more than 84 degrees,
/// at which their rows give up.
std::optional<FreePull> free_pull(const Fabric& fabric, const std::array<double, 2>& warp, double stretch);

} // namespace xpbd
