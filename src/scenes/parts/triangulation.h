#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace xpbd::scenes {

/// How a rectangle is cut into triangles. The order is that of kTriangulationChoices.
enum class Triangulation {
    alternating, ///< two triangles per cell, diagonals like a chessboard
    one_way,     ///< two triangles per cell, all diagonals alike
    crossed,     ///< four triangles per cell, with a particle in its middle
    irregular,   ///< inner particles at random places, triangles after Delaunay
};

/// A triangulated rectangle. Places are in steps of the grid: (column, row), from the corner where both are 0.
struct Rectangle {
    std::vector<std::array<double, 2>> places; ///< the grid's, row by row; then the middles of crossed cells
    std::vector<std::array<int, 3>> triangles; ///< counter-clockwise where rows run downwards
};

/// Cuts a rectangle of columns x rows particles, at least 2 each. `step_ratio`: length of a step along a column over
/// that of one along a row, for what is a well-shaped triangle. Irregular: the rim's particles keep their places;
/// `seed` says where the others go.
Rectangle triangulate(int columns, int rows, Triangulation triangulation, double step_ratio, std::uint64_t seed);

/// A square of side 2 as a disc of radius 1: its rings of cells become rings (Shirley, Chiu 1997).
std::array<double, 2> in_disc(double u, double v);

/// Uniform in [-1, 1], the same on every machine (SplitMix64: Steele, Lea, Flood 2014).
double noise_at(std::uint64_t seed, std::uint64_t index);

} // namespace xpbd::scenes
