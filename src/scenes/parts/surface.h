// The surface of the scene "mesh": a mesh scaled to metres, with near vertices joined.
#pragma once

#include "scenes/parts/scene.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace xpbd::scenes {

/// A mesh in metres. Vertices within the distance `weld` are joined; triangles that collapse or become duplicates are
/// dropped, and so are vertices that no triangle uses.
struct Surface {
    std::vector<Vec3> positions; ///< per particle [m]
    std::vector<std::array<int, 3>> triangles;
    std::vector<std::array<std::array<double, 2>, 3>> texture; ///< as in Mesh
    std::vector<int> lines;                                    ///< as in Mesh
    std::vector<int> particle; ///< the particle of every vertex of the mesh; -1 = dropped
    std::vector<int> vertex;   ///< per particle: the first vertex of the mesh that became it
    std::size_t joined = 0;    ///< vertices that were joined to an earlier one
    std::size_t collapsed = 0; ///< triangles dropped because their vertices were joined
    std::size_t unused = 0;    ///< vertices that no triangle uses
};

/// Fails if a triangle does not have three different existing vertices, or if `weld` [m] leaves no triangle. The error
/// names the triangle (place_of_triangle).
Result<Surface> make_surface(const Mesh& mesh, const std::string& file, double scale, double height, double weld);

/// The surface of a spec of the scene "mesh", whose `mesh` must be set.
Result<Surface> surface_of(const SceneSpec& spec);

/// Name of a triangle in messages: "triangles[4]", with file and line before it if `lines` is not empty.
std::string place_of_triangle(const std::vector<int>& lines, const std::string& file, std::size_t triangle);

/// Returns for every position the lowest index among the positions joined to it. Positions are joined if they are at
/// most `distance` [m] apart, directly or through others. `distance` must be above 0.
std::vector<int> joined_by_distance(const std::vector<Vec3>& positions, double distance);

/// Number of connected pieces. Triangles with a common particle are connected; every particle must belong to a
/// triangle.
std::size_t piece_count(std::size_t particles, const std::vector<std::array<int, 3>>& triangles);

} // namespace xpbd::scenes
