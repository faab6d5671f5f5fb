#pragma once

#include "core/model.h"

#include <array>
#include <string>

namespace xpbd {

/// How a fabric's membrane answers to a deformation.
enum class FabricLaw {
    woven, ///< engineering strain of the yarns and the sine of their shear (BW98): Woven
    stvk,  ///< Green strain in plane stress, with Poisson's ratio (X16): Membrane
};

/// A fabric as a continuum: stiffness per width of cloth, whatever the mesh. A triangle of area A stores the energy
/// A/2 eps' D eps, a fold of curvature kappa B/2 kappa^2 per area.
struct Fabric {
    FabricLaw law = FabricLaw::stvk;
    double modulus_warp = 1000;  ///< E1 [N/m]
    double modulus_weft = 1000;  ///< E2 [N/m]
    double poisson = 0;          ///< nu12: contraction along the weft over the stretch along the warp [1]; stvk only
    double shear_modulus = 100;  ///< G [N/m]
    double compression = 1;      ///< share of their stiffness that yarns keep where they are compressed [1]; woven only
    double rigidity_warp = 1e-5; ///< B of a fold across the warp, which bends the warp [N m]
    double rigidity_weft = 1e-5; ///< B of a fold across the weft [N m]
    double rigidity_bias = 1e-5; ///< B of a fold at 45 degrees to both [N m]
};

/// An orthotropic stiffness D, in the order warp, weft, shear: nothing else couples than warp and weft.
struct OrthotropicStiffness {
    double d11 = 0, d12 = 0, d22 = 0, d33 = 0;
};
/// The membrane's in plane stress [N/m]: stress = D strain.
OrthotropicStiffness membrane_stiffness(const Fabric& fabric);
/// The plate's [N m]: energy per area 1/2 kappa' D kappa, kappa = (kappa_warp, kappa_weft, 2 kappa_shear). Warp and
/// weft couple only where the rigidity of the bias asks for less than nothing in shear. Never negative; on a fold in
/// any direction it is rigidity(), but where that is cut off at the least of the three.
OrthotropicStiffness bending_stiffness(const Fabric& fabric);

/// What is wrong with a fabric's numbers, as a line; empty where nothing is: moduli and rigidities must be finite,
/// the moduli positive, the rigidities not negative, and nu12 nu21 < 1.
std::string fault_in(const Fabric& fabric);

/// Bending rigidity of a fold whose curvature runs at this angle to the warp [N m]: B_warp cos^4 + B_weft sin^4 +
/// (4 B_bias - B_warp - B_weft) sin^2 cos^2, that of a plate; never below the least of the three.
/// @param along, across: components of the curvature's direction along warp and weft; any length but zero
double rigidity(const Fabric& fabric, double along, double across);

/// Places of a triangle's corners in the flat cloth, (warp, weft) [m].
using FlatTriangle = std::array<std::array<double, 2>, 3>;

/// Mean of rigidity() over all directions, not cut off [N m].
double mean_rigidity(const Fabric& fabric);

/// Material::damping_scale of a row that bends [1/(N m)]: the pane's damping is the viscosity of bending [N m s] and
/// acts in proportion to the fabric's elasticity, over its mean rigidity, on hinges and on plates alike.
double bending_damping_scale(const Fabric& fabric, double compliance);

/// Adds a triangle's three rows to the model, with compliances of their own (A D)^-1, and remembers the triangle in
/// Model::fabric. Role::stretch for warp and weft, Role::shear for shear, so that PBD's k of the pane acts on them.
/// A triangle without area in the flat cloth adds nothing.
void add_fabric_triangle(Model& model, const std::array<int, 3>& corners, const FlatTriangle& flat,
                         const Fabric& fabric);

/// Places of a triangle's corners and then, opposite to each of them, of the far corner of the neighbour across the
/// edge, in the flat cloth, (warp, weft) [m].
using FlatPatch = std::array<std::array<double, 2>, 6>;

/// Adds a triangle's bending as a plate to the model: up to three rows of TriangleCurvature with compliances of their
/// own, Role::bend (core/README.md, "Bending as a rigidity"). The cloth is flat at rest.
/// @param particles six different ones, in the order of TriangleCurvature
/// @param is_quarter its third corner is the middle of a parallelogram that is cut into four, in a grid of them
void add_fabric_curvature(Model& model, const std::array<int, 6>& particles, const FlatPatch& flat,
                          const Fabric& fabric, bool is_quarter);

/// alpha = (A0 + A1)/(B |e|^2) of a dihedral hinge at the edge e between triangles of the areas A0 and A1 [rad/(N m)]:
/// a mesh of right or equilateral triangles then has the energy B/2 kappa^2 per area of a cylinder's curvature
/// (core/README.md, "Bending as a rigidity"). An isometric one takes three times as much, because its C^2 has the
/// factor 3/(A0 + A1) in it.
/// @param edge in the flat cloth, (warp, weft) [m]
double hinge_compliance(const Fabric& fabric, const std::array<double, 2>& edge, double area0, double area1);

} // namespace xpbd
