#pragma once

// Fabrics as continua: their numbers, and the constraints and compliances that a mesh of them gets.

#include "core/model/model.h"

#include <array>
#include <string>

namespace xpbd {

/// The material law of a fabric's membrane.
enum class FabricLaw {
    woven, ///< engineering strain of the yarns and the sine of their shear (BW98): Woven
    stvk,  ///< Green strain in plane stress, with Poisson's ratio (X16): Membrane
};

/// A fabric as a continuum: stiffness per width of cloth, independent of the mesh. A triangle of area A stores the
/// energy A/2 eps' D eps; a fold of curvature kappa stores B/2 kappa^2 per area.
struct Fabric {
    FabricLaw law = FabricLaw::stvk;
    double modulus_warp = 1000;  ///< E1 [N/m]
    double modulus_weft = 1000;  ///< E2 [N/m]
    double poisson = 0;          ///< nu12: contraction along the weft over stretch along the warp [1]; stvk only
    double shear_modulus = 100;  ///< G [N/m]
    double compression = 1;      ///< share of their stiffness that yarns keep under compression [1]; woven only
    double rigidity_warp = 1e-5; ///< B of a fold across the warp, which bends the warp [N m]
    double rigidity_weft = 1e-5; ///< B of a fold across the weft [N m]
    double rigidity_bias = 1e-5; ///< B of a fold at 45 degrees to both [N m]
};

/// An orthotropic stiffness D in the order warp, weft, shear: only warp and weft are coupled.
struct OrthotropicStiffness {
    double d11 = 0, d12 = 0, d22 = 0, d33 = 0;
};
/// Stiffness of the membrane in plane stress [N/m]: stress = D strain.
OrthotropicStiffness membrane_stiffness(const Fabric& fabric);
/// Stiffness of the plate [N m]: energy per area 1/2 kappa' D kappa, kappa = (kappa_warp, kappa_weft, 2 kappa_shear).
/// Warp and weft are coupled only if the bias rigidity would otherwise require a shear stiffness that is too low. Never
/// negative; on a fold in any direction it equals rigidity(), except where rigidity() is limited by the least of the
/// three.
OrthotropicStiffness bending_stiffness(const Fabric& fabric);

/// Describes the fault in a fabric's numbers, in one line; empty if there is no fault. Moduli and rigidities must be
/// finite, moduli positive, rigidities not negative, and nu12 nu21 < 1.
std::string fault_in(const Fabric& fabric);

/// Bending rigidity of a fold whose direction of curvature has this angle to the warp [N m]: B_warp cos^4 + B_weft
/// sin^4 + (4 B_bias - B_warp - B_weft) sin^2 cos^2, as for a plate, but at least the least of the three.
/// @param along, across: components of the direction of curvature along warp and weft; of any length except zero
double rigidity(const Fabric& fabric, double along, double across);

/// Corners of a triangle in the flat cloth, (warp, weft) [m].
using FlatTriangle = std::array<std::array<double, 2>, 3>;

/// Mean of rigidity() over all directions, without its lower limit [N m].
double mean_rigidity(const Fabric& fabric);

/// Material::damping_scale of a bending row [1/(N m)]. The pane's damping is the viscosity of bending [N m s]; it acts
/// in proportion to the fabric's elasticity over its mean rigidity, for hinges and for plates.
double bending_damping_scale(const Fabric& fabric, double compliance);

/// Adds a triangle's three rows to the model, with their own compliances (A D)^-1, and appends the triangle to
/// Model::fabric. The roles are stretch for warp and weft and shear for shear, so that the pane's k of PBD acts on
/// them. A triangle without area in the flat cloth is ignored.
void add_fabric_triangle(Model& model, const std::array<int, 3>& corners, const FlatTriangle& flat,
                         const Fabric& fabric);

/// A triangle's corners in the flat cloth, followed by the far corner of the neighbour opposite to each corner, (warp,
/// weft) [m].
using FlatPatch = std::array<std::array<double, 2>, 6>;

/// Adds a triangle's bending as a plate to the model: up to three rows of TriangleCurvature with their own compliances,
/// with Role::bend (core/FORMULAS.md, "Bending as a rigidity"). The cloth is flat at rest.
/// @param particles six different particles, in the order of TriangleCurvature
/// @param is_quarter true if the third corner is the middle of a parallelogram that is cut into four, in a grid of
/// these
void add_fabric_curvature(Model& model, const std::array<int, 6>& particles, const FlatPatch& flat,
                          const Fabric& fabric, bool is_quarter);

/// alpha = (A0 + A1)/(B |e|^2) of a dihedral hinge at the edge e between triangles of the areas A0 and A1 [rad/(N m)].
/// A mesh of right or equilateral triangles bent to a cylinder then has the energy B/2 kappa^2 per area
/// (core/FORMULAS.md, "Bending as a rigidity"). Isometric bending needs three times this alpha, because its C^2
/// contains the factor 3/(A0 + A1).
/// @param edge edge vector in the flat cloth, (warp, weft) [m]
double hinge_compliance(const Fabric& fabric, const std::array<double, 2>& edge, double area0, double area1);

} // namespace xpbd
