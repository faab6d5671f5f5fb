#pragma once

#include <vector>

namespace xpbd::scenes {

/// Point of a plane curve [m].
struct CurvePoint {
    double along = 0;  ///< towards the end
    double across = 0; ///< to the side
};

/// A sine-like wave of `segments` pieces of equal length, `length` in all [m], whose ends lie share * length apart:
/// bending without stretching. It has `waves` periods, or is a single arc to one side where `waves` is 0.
/// Centred on 0 along its direction; starts at 0 across it. `share` lies in (0, 1].
std::vector<CurvePoint> make_wave(int segments, double length, double share, int waves);

} // namespace xpbd::scenes
