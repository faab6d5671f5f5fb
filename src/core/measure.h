#pragma once

#include "core/model.h"
#include "core/settings.h"
#include "core/state.h"
#include "core/types.h"

#include <optional>
#include <span>
#include <vector>

namespace xpbd {

/// What can be read off a state, beside the picture. Computed on demand, off the hot path.
struct Measure {
    double mean_strain = 0; ///< mean of |C|/d over stretch constraints [1]
    double max_strain = 0;  ///< largest |C|/d over stretch constraints [1]
    double sag = 0;         ///< drop of the lowest particle below the lowest one of the rest shape [m]
    /// Median of k_eff = T/C over the stretch constraints whose |C| is above noise [N/m]; none where there is no such
    /// constraint, or before the first step.
    std::optional<double> effective_stiffness;
    double kinetic_energy = 0;  ///< [J]
    double gravity_energy = 0;  ///< sum -m g.x [J]
    double elastic_energy = 0;  ///< sum C^2/(2 alpha) over compliant constraints [J]; rigid ones and PBD store none
    double residual_primal = 0; ///< RMS over free particles of M(x - x~) - grad C' lambda (X16 eq. 8) [kg m]
    double residual_dual = 0;   ///< RMS over distance constraints of C + alpha~ lambda (X16 eq. 9) [m]
    /// RMS dual residual over RMS C of the distance constraints, in [0, ..): how far the sweep is from converged [1].
    double relative_dual = 0;
    double sigma = 0; ///< median of h^2/(alpha m) over stretch constraints; infinite for a rigid one [1]
    Vec3 momentum{0}; ///< [kg m/s]
};

/// Measures a state that `settings` produced.
Measure measure(const Model& model, const State& state, const Settings& settings, const Vec3& gravity, double dt);

/// One constraint as `--constraints` writes it.
struct ConstraintReading {
    std::string_view type;        ///< kernel key
    std::array<int, 4> particles; ///< -1 where the type has fewer
    double value;                 ///< C [m] or [rad]
    double lambda;                ///< multiplier of the last substep
    double force;                 ///< -lambda/h^2 [N] or [N m]; a distance constraint's tension
};

/// Every constraint, in model order.
std::vector<ConstraintReading> read_constraints(const Model& model, const State& state);

/// Signed strain C/d of every distance constraint, in order [1]. `out` is resized.
void distance_strain(const Model& model, const State& state, std::vector<float>& out);

/// Compliance of one constraint under these settings [m/N] or [rad/(N m)].
double compliance_of(const Material& material, const Settings& settings);
/// k of one constraint under these settings [1].
double stiffness_of(const Material& material, const Settings& settings);
/// Damping beta of one constraint under these settings.
double damping_of(const Material& material, const Settings& settings);

} // namespace xpbd
