#include "scenes/parts/curve.h"

#include "core/base/math/elementary.h"

#include <cstddef>
#include <numbers>

namespace xpbd::scenes {
namespace {

/// Angle of a segment to the axis, divided by the largest one, in [-1, 1]. This function defines the curve's shape.
double relative_direction(int segment, int segments, int waves) {
    const double s = (segment + 0.5) / segments;
    return waves > 0 ? math::cos(2 * std::numbers::pi * waves * s) : 1 - 2 * s;
}

/// Distance of the curve's ends over its length. `amplitude`: largest angle between the curve and its axis [rad].
double share_at(double amplitude, int segments, int waves) {
    double sum = 0;
    for (int i = 0; i < segments; ++i) {
        sum += math::cos(amplitude * relative_direction(i, segments, waves));
    }
    return sum / segments;
}

} // namespace

std::vector<CurvePoint> make_wave(int segments, double length, double share, int waves) {
    double amplitude = 0;
    if (share < 1) {
        // share_at() decreases from 1 to below 0 as the amplitude approaches pi (waves: Bessel J0; arc: sin(a)/a).
        double low = 0;
        double high = std::numbers::pi;
        for (int i = 0; i < 60; ++i) {
            amplitude = (low + high) / 2;
            (share_at(amplitude, segments, waves) > share ? low : high) = amplitude;
        }
    }
    const double piece = length / segments;
    std::vector<CurvePoint> points(1);
    for (int i = 0; i < segments; ++i) {
        const double angle = amplitude * relative_direction(i, segments, waves);
        points.push_back(
            {points.back().along + piece * math::cos(angle), points.back().across + piece * math::sin(angle)});
    }
    const double middle = points.back().along / 2;
    for (CurvePoint& point : points) {
        point.along -= middle;
    }
    return points;
}

} // namespace xpbd::scenes
