// A rectangular cloth: particles, triangles and constraints from resolution, size, material and start pose.
#pragma once

#include "core/model/fabric.h"
#include "core/model/model.h"
#include "scenes/parts/triangulation.h"

#include <cstdint>
#include <optional>

namespace xpbd::scenes {

/// Bending model of a grid cloth. The order is that of kBendingChoices.
enum class Bending {
    skip_one, ///< distances between particles two apart, in m/N
    dihedral, ///< angle across every inner edge of the triangles, in rad/(N m)
    none,
    arccos,    ///< the dihedral angle by arccos, as in the paper P07, in rad/(N m)
    isometric, ///< quadratic bending of a flat sheet, in 1/(N m)
    plate,     ///< plate bending of a fabric on a grid, by the curvature of each triangle; elsewhere as dihedral
};

/// Which particles of a grid cloth are fixed. The order is that of kPinChoices.
enum class GridPins { corners, edge, one_corner, all_corners, none, clips };

inline constexpr double kClip = 0.1; ///< width of a clip [m]

/// A rectangular cloth in its start pose: columns run along x, rows run away from the top edge.
struct GridCloth {
    int columns = 32;  ///< particles along the top edge, at least 2
    int rows = 32;     ///< particles down a side, at least 2
    double width = 1;  ///< [m]
    double height = 1; ///< [m]
    double mass = 1;   ///< mass of the whole cloth [kg]
    double tilt = 0;   ///< angle from hanging (0) to lying with its front up (90) [deg]
    Vec3 top{0};       ///< middle of the top edge [m]
    double gather = 0; ///< share of the width by which the two sides move closer; the cloth then forms waves [1]
    int folds = 1;     ///< number of waves if the cloth is gathered
    double noise = 0;  ///< largest displacement out of the cloth's plane [m]
    std::uint64_t seed = 0;
    Bending bending = Bending::skip_one;
    GridPins pins = GridPins::none;
    Triangulation triangulation = Triangulation::alternating;
    /// The fabric that the cloth is made of; if empty, springs of the pane's compliance. A fabric bends with its own
    /// rigidity. With Bending::plate inner triangles use add_fabric_curvature() and the rim uses dihedral hinges;
    /// irregular triangulations and the other bendings use hinges only.
    std::optional<Fabric> fabric;
    double warp_angle = 0; ///< angle of the warp, from down the cloth towards its width [deg]

    /// Index of the grid's particle in this column and row.
    int index(int column, int row) const { return row * columns + column; }
};

/// Makes the particles, triangles and constraints of a grid cloth.
/// - Springs on a grid: stretch along the grid's edges, shear along both diagonals of every quad, and bending.
/// - Crossed and irregular triangulations: stretch along every edge of the triangles; skip-one bending becomes hinges.
/// Constraints are at rest in the flat cloth; gathering bends the cloth without stretching an edge of the grid. On a
/// grid of springs all particles have the same mass. For a fabric and for crossed and irregular triangulations each
/// particle has a third of the mass of the triangles around it.
///
/// Order of the constraints on a grid of springs: stretch, shear, skip-one bending. Within each direction the
/// constraints that start at even places come first, then the others, so that neighbours never follow each other.
/// Compared with row-major order this (1) keeps the picture symmetric, where row-major drags the cloth to one side, (2)
/// stays bounded with rigid shear diagonals, where row-major can diverge, and (3) lets the processor overlap
/// independent projections.
Model make_grid_cloth(const GridCloth& cloth);

/// Adds mass and constraints to a cloth of any outline. Its triangles and flat coordinates (Model::flat) must be set
/// and its particles must be flat. With a fabric: the fabric's constraints; else a spring along every edge, and hinges.
/// Reads the material, the bending and the mass per width times height from `cloth`. Do not use Bending::plate, which
/// needs the triangles of a grid (core/FORMULAS.md, "Bending as a rigidity").
void add_material(Model& model, const GridCloth& cloth);

} // namespace xpbd::scenes
