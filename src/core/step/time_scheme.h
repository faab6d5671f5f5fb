#pragma once

namespace xpbd {

/// The coefficients of the time integrator for one substep.
struct TimeScheme {
    double h = 0;               ///< substep [s]
    double h_squared = 0;       ///< h^2 for BDF1, 4/9 h^2 for BDF2; a force f moves a particle by h_squared f/m [s^2]
    double velocity_weight = 1; ///< v = velocity_weight (x - x_reference) / h; 1 for BDF1, 3/2 for BDF2

    bool operator==(const TimeScheme&) const = default;
};

/// The material values of one constraint: its own, or where it has none, the values of the settings.
struct ConstraintMaterial {
    double stiffness = 0;  ///< k [1]
    double compliance = 0; ///< alpha [m/N], [rad/(N m)] or [m^5/N], depending on the constraint's type
    double damping = 0;    ///< beta [N s/m], [N m s] or [N s/m^5]
};

} // namespace xpbd
