#pragma once

// Fabrics as continua: their moduli, and the constraints and compliances of a mesh made of a fabric.

#include "core/model/model.h"

#include <array>
#include <string>

namespace xpbd {

/// The material law of a fabric's membrane.
enum class FabricLaw {
    woven, ///< engineering strain of the yarns and the sine of their shear (BW98): Woven
    stvk,  ///< Green strain in plane stress, with Poisson's ratio (X16): Membrane
};

/// A fabric as a continuum: stiffness per width of cloth, independent of the mesh. A triangle of area A and strain eps
/// stores the energy A/2 eps' D eps (D: membrane_stiffness()); a fold of curvature kappa stores B/2 kappa^2 per area.
struct Fabric {
    FabricLaw law = FabricLaw::stvk;
    double modulus_warp = 1000;  ///< E1 [N/m]
    double modulus_weft = 1000;  ///< E2 [N/m]
    double poisson = 0;          ///< nu12: contraction along the weft over stretch along the warp [1]; stvk only
    double shear_modulus = 100;  ///< G [N/m]
    double compression = 1;      ///< share of their stiffness that yarns keep under compression [1]; woven only
    double rigidity_warp = 1e-5; ///< B of a fold across the warp, which bends the warp [N m]
    double rigidity_weft = 1e-5; ///< B of a fold across the weft [N m]
    double rigidity_bias = 1e-5; ///< B of a fold at 45 degrees to warp and weft [N m]
};

/// An orthotropic stiffness D in the order warp, weft, shear: only warp and weft are coupled.
struct OrthotropicStiffness {
    double d11 = 0, d12 = 0, d22 = 0, d33 = 0;
};
/// Stiffness of the membrane in plane stress [N/m]: stress = D strain.
OrthotropicStiffness membrane_stiffness(const Fabric& fabric);
/// Stiffness of the plate [N m]: energy per area 1/2 kappa' D kappa, kappa = (kappa_warp, kappa_weft, 2 kappa_shear).
/// Warp and weft are coupled only if the bias rigidity would otherwise require a shear stiffness that is too low. The
/// energy is never negative. The stiffness of a fold in any direction is rigidity(), except where the lower limit of
/// rigidity() applies.
OrthotropicStiffness bending_stiffness(const Fabric& fabric);

/// Describes the fault in a fabric's numbers, in one line; empty if there is no fault. Moduli and rigidities must be
/// finite, moduli positive, rigidities not negative, nu12 nu21 < 1, and `compression` in [0, 1].
std::string fault_in(const Fabric& fabric);

/// Bending rigidity of a fold whose direction of curvature has this angle to the warp [N m]: B_warp cos^4 + B_weft
/// sin^4 + (4 B_bias - B_warp - B_weft) sin^2 cos^2, as for a plate, but at least the least of these three B.
/// @param along, across: components of the direction of curvature along warp and weft; of any length except zero
double rigidity(const Fabric& fabric, double along, double across);

/// Corners of a triangle in the flat cloth, (warp, weft) [m].
using FlatTriangle = std::array<std::array<double, 2>, 3>;

/// Mean of rigidity() over all directions, without the lower limit of rigidity() [N m].
double mean_rigidity(const Fabric& fabric);

/// Material::damping_scale of a bending constraint of this compliance alpha [rad/(N m)]: 1/(alpha mean_rigidity()) [1].
/// The pane's damping is a viscosity of bending eta [N m s]; hinges and plates get beta = eta/(alpha mean_rigidity()).
double bending_damping_scale(const Fabric& fabric, double compliance);

/// Adds the membrane of a triangle to the model: three rows, one scalar constraint each for warp, weft and shear, whose
/// compliances 1/(A D) override the pane's; appends the triangle to Model::fabric. Warp and weft have Role::stretch,
/// shear has Role::shear, so that PBD uses the pane's k of these roles. Ignores a triangle without area in `flat`.
void add_fabric_triangle(Model& model, const std::array<int, 3>& corners, const FlatTriangle& flat,
                         const Fabric& fabric);

/// Points in the flat cloth, (warp, weft) [m]: the three corners of a triangle; then, as entry 3 + k, the far corner of
/// the neighbour triangle across the edge opposite to corner k.
using FlatPatch = std::array<std::array<double, 2>, 6>;

/// Adds the bending of a triangle, flat at rest, as a plate: three TriangleCurvature constraints with Role::bend, whose
/// compliances override the pane's. One without stiffness is left out (core/FORMULAS.md, "Bending as a rigidity").
/// @param particles six different particles, in the order of `flat`
/// @param is_quarter true in a grid of parallelograms that are cut into four; the third corner is the middle of one
void add_fabric_curvature(Model& model, const std::array<int, 6>& particles, const FlatPatch& flat,
                          const Fabric& fabric, bool is_quarter);

/// alpha = (A0 + A1)/(B |e|^2) of a dihedral hinge at the edge e between triangles of the areas A0 and A1 [rad/(N m)];
/// infinite if B is 0. A mesh of right or equilateral triangles bent to a cylinder then has the energy B/2 kappa^2 per
/// area (core/FORMULAS.md, "Bending as a rigidity"). Isometric bending needs three times this alpha, because its C^2
/// contains the factor 3/(A0 + A1).
/// @param edge edge vector in the flat cloth, (warp, weft) [m]
double hinge_compliance(const Fabric& fabric, const std::array<double, 2>& edge, double area0, double area1);

} // namespace xpbd
