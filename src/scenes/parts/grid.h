#pragma once

#include "core/fabric.h"
#include "core/model.h"
#include "scenes/parts/triangulation.h"

#include <cstdint>
#include <optional>

namespace xpbd::scenes {

/// How a grid cloth resists bending. The order is that of kBendingChoices.
enum class Bending {
    skip_one, ///< distances between particles two apart, in m/N
    dihedral, ///< angle across every inner edge of the triangles, in rad/(N m)
    none,
    arccos,    ///< the dihedral angle as P07 has it, in rad/(N m)
    isometric, ///< quadratic bending of a flat sheet, in 1/(N m)
    plate,     ///< curvature of every triangle of a fabric in a grid; where there is none, dihedral
};

/// Which particles of a grid cloth are fixed. The order is that of the cloth scene's choices.
enum class GridPins { corners, edge, one_corner, all_corners, none, clips };

inline constexpr double kClip = 0.1; ///< width of a clip [m]

/// A rectangular cloth in its start pose: columns run along x, rows run away from the top edge.
struct GridCloth {
    int columns = 32;  ///< particles along the top edge, at least 2
    int rows = 32;     ///< particles down a side, at least 2
    double width = 1;  ///< [m]
    double height = 1; ///< [m]
    double mass = 1;   ///< of the whole cloth, shared equally by all particles [kg]
    double tilt = 0;   ///< from hanging (0) to lying with its front up (90) [deg]
    Vec3 top{0};       ///< middle of the top edge [m]
    double gather = 0; ///< share of the width by which the sides are moved together, in waves [1]
    int folds = 1;     ///< waves that take up the gathered width
    double noise = 0;  ///< largest displacement out of the cloth's plane [m]
    std::uint64_t seed = 0;
    Bending bending = Bending::skip_one;
    GridPins pins = GridPins::none;
    Triangulation triangulation = Triangulation::alternating;
    /// What the cloth is made of; nothing: springs, of the pane's compliance. A fabric bends by its own
    /// rigidity: by dihedral hinges unless `bending` says otherwise; as a plate by add_fabric_curvature(), with
    /// dihedral hinges along the rim, and by dihedral hinges alone where the triangles are irregular.
    std::optional<Fabric> fabric;
    double warp_angle = 0; ///< of the fabric's warp, from down the cloth towards its width [deg]

    /// Of a particle of the grid.
    int index(int column, int row) const { return row * columns + column; }
};

/// Particles, triangles and constraints of a grid cloth: stretch along the grid's edges, shear along both diagonals of
/// every quad, and bending; crossed and irregular ones have a stretch constraint along every edge of their triangles
/// instead, and hinges for skip-one bending. Constraints are at rest in the flat cloth; gathering bends it without
/// stretching an edge of the grid. The mass is shared equally; of a fabric, and of crossed and irregular cloths, by the
/// areas of the triangles around a particle.
///
/// Order of the constraints of a grid of springs: stretch, shear, skip-one bending; within each direction first the
/// constraints that start at even places, then the others, so that neighbours of one kind never follow each other.
/// Against row-major order this (1) keeps the picture symmetric, where row-major drags the cloth to one side, (2) stays
/// bounded with rigid shear diagonals, where row-major can diverge, and (3) lets the processor overlap independent
/// projections.
Model make_grid_cloth(const GridCloth& cloth);

/// The mass and the constraints of a cloth of another outline, whose triangles and flat places (Model::flat) are set
/// and whose particles lie flat: of the fabric, or a spring along every edge and hinges. Reads of `cloth` what it is
/// made of, how it bends, and its mass per width times height. Its triangles are not those of a
/// grid, so that it should not bend as a plate (core/README.md, "Bending as a rigidity").
void add_material(Model& model, const GridCloth& cloth);

} // namespace xpbd::scenes
