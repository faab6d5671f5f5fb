#pragma once

#include "core/types.h"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace xpbd::lab {

/// Triangles that fill a polygon, or why there are none.
struct CutPolygon {
    std::vector<std::array<int, 3>> triangles; ///< corners, by their place in the polygon; its orientation
    std::string fault;                         ///< "" = cut; else what is wrong with the polygon
};

/// Cuts a simple polygon of three or more corners into n - 2 triangles between its own corners. It may be concave, of
/// any size and anywhere, and corners may lie in the middle of a straight edge: no triangle without area is made where
/// there is another way. A polygon that is not plane is cut as its projection along Newell's normal (M. Newell in
/// Sutherland, Sproull, Schumacker, A Characterization of Ten Hidden-Surface Algorithms, 1974).
/// Method: ear clipping (Meisters, Polygons Have Ears, 1975), best ear first. Number and area of the triangles are
/// checked against the polygon's. Refused: no area, and an outline that crosses or touches itself.
CutPolygon cut_polygon(std::span<const Vec3> corners);

/// Whether a triangle has an area that can be told from rounding.
bool has_area(const Vec3& a, const Vec3& b, const Vec3& c);

} // namespace xpbd::lab
