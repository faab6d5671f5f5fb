#pragma once

// The coefficients of PBD, PBD k' and XPBD, and the relaxation factors of the sweeps.

#include "core/base/math/elementary.h"
#include "core/model/constraints/law.h"
#include "core/model/fold.h"
#include "core/step/stepper.h"

#include <array>
#include <vector>

namespace xpbd {

/// Coefficients of a material in a method of the position-based family. Each method is one such rule.
using CoefficientRule = Coefficients (*)(const ConstraintMaterial&, const TimeScheme&, int iterations);

/// PBD: stiffness multiplies the full projection (P07 section 3.3).
inline Coefficients pbd_rule(const ConstraintMaterial& material, const TimeScheme&, int) {
    return {material.stiffness, 0, 0};
}

/// PBD with k' = 1 - (1-k)^(1/n): the effect on a single constraint does not depend on the number of iterations n (P07
/// section 3.3).
inline Coefficients pbd_corrected_rule(const ConstraintMaterial& material, const TimeScheme&, int iterations) {
    return {1 - math::pow(1 - material.stiffness, 1.0 / iterations), 0, 0};
}

/// XPBD with damping (X16 eq. 18 and 26); for BDF2 alpha~ = 9 alpha / (4 h^2) (B17).
inline Coefficients xpbd_rule(const ConstraintMaterial& material, const TimeScheme& scheme, int) {
    return {1, material.compliance / scheme.h_squared,
            scheme.velocity_weight * material.compliance * material.damping / scheme.h};
}

/// The coefficients of materials by one rule, with the settings of one substep. Most materials have no values of their
/// own: by_role_ caches the coefficients of each role.
class CoefficientTable {
public:
    CoefficientTable(CoefficientRule rule, const Substep& substep);
    Coefficients operator()(const Material& material) const;
    const std::array<Coefficients, kRoleCount>& by_role() const { return by_role_; }

private:
    Coefficients work_out(const Material& material) const;

    CoefficientRule rule_;
    const Substep& substep_;
    std::array<Coefficients, kRoleCount> by_role_{};
};

/// True for the sweeps in which all constraints are evaluated at the same positions.
inline bool is_jacobi(SweepOrder sweep) {
    return sweep == SweepOrder::jacobi || sweep == SweepOrder::chebyshev;
}

/// The factor for Coefficients::relax: relaxation / crowding for Jacobi, relaxation for SOR, else 1.
inline double sweep_relaxation(const Settings& settings, double crowding) {
    if (is_jacobi(settings.sweep)) {
        return settings.relaxation / crowding;
    }
    return settings.sweep == SweepOrder::sor ? settings.relaxation : 1;
}

/// omega of Chebyshev's recurrence in iteration >= 1; `before` is omega of the previous iteration (W15 algorithm 1).
inline double chebyshev_omega(double spectral_radius, int iteration, double before) {
    const double rho2 = spectral_radius * spectral_radius;
    return iteration == 1 ? 2 / (2 - rho2) : 4 / (4 - rho2 * before);
}

/// Per constraint: the largest number of constraints that meet at one of its particles. Jacobi divides the constraint's
/// corrections by it: the corrections of a particle then add up to at most their mean, and the multiplier equals the
/// force that was applied. If each particle averaged on its own, the multiplier would not equal that force.
std::vector<double> crowding(const Model& model);

/// Coefficients of an enclosed volume. It is one constraint over all of its particles, projected alone: Jacobi does not
/// divide its corrections, SOR relaxes them.
Coefficients volume_coefficients(const Substep& substep, const CoefficientTable& coefficients,
                                 const VolumeConstraint& volume);

/// Projects the enclosed volumes one after the other, each as a single constraint.
void project_volumes(const Substep& substep, const CoefficientTable& coefficients, State& state);

} // namespace xpbd
