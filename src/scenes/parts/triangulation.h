// Triangulations of a rectangle of particles, regular and irregular.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace xpbd::scenes {

/// How a rectangle is cut into triangles. The order is that of kTriangulationChoices.
enum class Triangulation {
    alternating, ///< two triangles per cell, diagonals alternate as on a chessboard
    one_way,     ///< two triangles per cell, all diagonals parallel
    crossed,     ///< four triangles per cell around a particle in its middle
    irregular,   ///< inner particles at random places, Delaunay triangles
};

/// A triangulated rectangle. Places are (column, row) in grid steps, from the corner where both are 0.
struct Rectangle {
    std::vector<std::array<double, 2>> places; ///< the grid's particles row by row, then the middles of crossed cells
    std::vector<std::array<int, 3>> triangles; ///< counter-clockwise if rows run downwards
};

/// Cuts a rectangle of columns x rows particles, at least 2 each. `step_ratio`: length of a step along a column over
/// one along a row; irregular triangles are shaped for it. Irregular: particles on the rim keep their places; `seed`
/// sets the places of the others.
Rectangle triangulate(int columns, int rows, Triangulation triangulation, double step_ratio, std::uint64_t seed);

/// Maps the square [-1, 1]^2 to the unit disc. Square rings become circles (Shirley, Chiu 1997).
std::array<double, 2> in_disc(double u, double v);

/// Uniform random number in [-1, 1], the same on every machine (SplitMix64: Steele, Lea, Flood 2014).
double noise_at(std::uint64_t seed, std::uint64_t index);

} // namespace xpbd::scenes
