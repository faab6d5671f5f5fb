// Cuts polygons into triangles.
#pragma once

#include "core/base/types.h"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace xpbd::lab {

/// Triangles that fill a polygon, or the reason why they cannot be found.
struct CutPolygon {
    std::vector<std::array<int, 3>> triangles; ///< indices of the polygon's corners; same orientation as the polygon
    std::string fault;                         ///< "" = success; else a description of the polygon's fault
};

/// Cuts a simple polygon with n >= 3 corners into n - 2 triangles between its corners. The polygon may be concave, of
/// any size and at any place, and corners may be in the middle of a straight edge; triangles without area are avoided
/// if possible. A polygon that is not plane is cut as its projection along Newell's normal (M. Newell in Sutherland,
/// Sproull, Schumacker, A Characterization of Ten Hidden-Surface Algorithms, 1974).
/// Method: ear clipping (Meisters, Polygons Have Ears, 1975), best ear first. Number and area of the triangles are
/// compared with the polygon's. Polygons without area and outlines that cross or touch themselves are refused.
CutPolygon cut_polygon(std::span<const Vec3> corners);

/// True if a triangle's area is larger than rounding errors.
bool has_area(const Vec3& a, const Vec3& b, const Vec3& c);

} // namespace xpbd::lab
