#pragma once

#include "core/methods/scheme.h"

#include <cmath>

namespace xpbd {

/// The three numbers in which PBD and XPBD differ (DESIGN, "Core types"):
/// d_lambda = relax (-C - a lambda - g grad C . (x - x_reference)) / ((1 + g) grad C w grad C' + a).
struct Coefficients {
    double relax = 1;
    double a = 0; ///< compliance over time squared, alpha~ [m/(N s^2)]
    double g = 0; ///< damping ratio, gamma [1]
};

/// A method of the position-based family is one such rule.
using CoefficientRule = Coefficients (*)(const ConstraintMaterial&, const SubstepScheme&, int iterations);

/// PBD: stiffness multiplies the full projection (P07 section 3.3).
inline Coefficients pbd_rule(const ConstraintMaterial& material, const SubstepScheme&, int) {
    return {material.stiffness, 0, 0};
}

/// PBD with k' = 1 - (1-k)^(1/n): one constraint no longer depends on the number of iterations (P07 section 3.3).
inline Coefficients pbd_corrected_rule(const ConstraintMaterial& material, const SubstepScheme&, int iterations) {
    return {1 - std::pow(1 - material.stiffness, 1.0 / iterations), 0, 0};
}

/// XPBD with damping (X16 eq. 18 and 26); for BDF2 alpha~ = 9 alpha / (4 h^2) (B17).
inline Coefficients xpbd_rule(const ConstraintMaterial& material, const SubstepScheme& scheme, int) {
    return {1, material.compliance / scheme.h_squared,
            scheme.velocity_weight * material.compliance * material.damping / scheme.h};
}

} // namespace xpbd
