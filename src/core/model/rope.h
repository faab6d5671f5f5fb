#pragma once

// Ropes and rods as continua: their stiffnesses, and the compliances of their constraints.

#include <numbers>

namespace xpbd {

/// A rope or rod as a continuum: the stiffness of its cross-section, independent of its segments. A piece of length l
/// stores the energy l/2 (EA strain^2 + EI curvature^2 + GJ twist^2), with curvature and twist in rad per length.
struct Rope {
    double axial = 1e4; ///< EA: force over strain [N]
    double bending = 0; ///< EI: moment over curvature [N m^2]; 0: perfectly flexible
    double torsion = 0; ///< GJ: torque over twist [N m^2]; 0: no resistance to twist
};

/// A solid rod of one isotropic material, with a round cross-section: EA = E pi d^2/4, EI = E pi d^4/64, and
/// GJ = G pi d^4/32 with G = E/(2 (1 + nu)).
/// @param diameter [m]
/// @param young E, Young's modulus [Pa]
/// @param poisson nu, Poisson's ratio [1]
constexpr Rope round_rod(double diameter, double young, double poisson) {
    const double area = std::numbers::pi / 4 * diameter * diameter;
    const double moment = area * diameter * diameter / 16; // second moment of area about a diameter [m^4]
    return {young * area, young * moment, young * moment / (1 + poisson)};
}

/// @name Compliances of a rod's constraints
/// A segment stretches over its whole length. For bending and twist, a joint represents half of each of its two
/// segments; `length` is the sum of both halves. A clamped segment that is no part of the rod counts as 0 m. The result
/// is infinite if the rope has no such stiffness; the constraint is then left out.
/// @{
constexpr double axial_compliance(const Rope& rope, double length) { ///< for Distance, l/(EA) [m/N]
    return length / rope.axial;
}
constexpr double bending_compliance(const Rope& rope, double length) { ///< for Angle and BendTwist, l/(EI) [rad/(N m)]
    return length / rope.bending;
}
constexpr double torsion_compliance(const Rope& rope, double length) { ///< for BendTwist, l/(GJ) [rad/(N m)]
    return length / rope.torsion;
}
/// @}

} // namespace xpbd
