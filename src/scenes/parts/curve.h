// A plane polyline with equal pieces between two ends that are closer than its length.
#pragma once

#include <vector>

namespace xpbd::scenes {

/// Point of a plane curve [m].
struct CurvePoint {
    double along = 0;  ///< coordinate along the line between the ends
    double across = 0; ///< coordinate perpendicular to that line
};

/// A sine-like wave of `segments` pieces of equal length, `length` in total [m], whose ends are share * length apart,
/// `share` in (0, 1]. It bends without stretching. It has `waves` periods; with `waves` 0 it is a single arc to one
/// side. `along` is centred on 0; `across` starts at 0.
std::vector<CurvePoint> make_wave(int segments, double length, double share, int waves);

} // namespace xpbd::scenes
