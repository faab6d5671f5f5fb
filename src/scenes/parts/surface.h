#pragma once

#include "scenes/scenes.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace xpbd::scenes {

/// A mesh in metres, as the scene "mesh" makes a cloth of it: vertices within the distance `weld` are joined, triangles
/// that collapse or repeat another one by that are dropped, and so are vertices that no triangle names.
struct Surface {
    std::vector<Vec3> positions; ///< of the particles [m]
    std::vector<std::array<int, 3>> triangles;
    std::vector<std::array<std::array<double, 2>, 3>> texture; ///< as in Mesh
    std::vector<int> lines;                                    ///< as in Mesh
    std::vector<int> particle;                                 ///< of every vertex of the mesh; -1 = dropped
    std::vector<int> vertex;                                   ///< of every particle: the first that became it
    std::size_t joined = 0;                                    ///< vertices that became a particle with an earlier one
    std::size_t collapsed = 0; ///< triangles that have gone because vertices were joined
    std::size_t unused = 0;    ///< vertices that no triangle names
};

/// Fails where a triangle names no three different vertices that exist, or where `weld` [m] joins everything; the
/// error names the place (place_of_triangle).
Result<Surface> make_surface(const Mesh& mesh, const std::string& file, double scale, double height, double weld);

/// The surface of a scene "mesh" that has its mesh.
Result<Surface> surface_of(const SceneSpec& spec);

/// "triangles[4]", and before it the file and the line where the mesh has lines.
std::string place_of_triangle(const std::vector<int>& lines, const std::string& file, std::size_t triangle);

/// For every position the lowest index of those joined to it, directly or through others, by a distance of at most
/// `distance` [m], above 0.
std::vector<int> joined_by_distance(const std::vector<Vec3>& positions, double distance);

/// Number of pieces that triangles with common particles make; every particle belongs to one.
std::size_t piece_count(std::size_t particles, const std::vector<std::array<int, 3>>& triangles);

} // namespace xpbd::scenes
