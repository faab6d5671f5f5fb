#pragma once

namespace xpbd {

/// The coefficients of the time integrator for one substep.
struct TimeScheme {
    double h = 0;               ///< substep [s]
    double h_squared = 0;       ///< h^2 for BDF1, 4/9 h^2 for BDF2: factor of w f in the change of position [s^2]
    double velocity_weight = 1; ///< v = velocity_weight (x - x_reference) / h; 1 for BDF1, 3/2 for BDF2

    bool operator==(const TimeScheme&) const = default;
};

/// Material of one constraint with the settings of a pane.
struct ConstraintMaterial {
    double stiffness = 0;  ///< k [1]
    double compliance = 0; ///< alpha [m/N], [rad/(N m)] or [m^5/N], depending on the constraint's type
    double damping = 0;    ///< beta [N s/m], [N m s] or [N s/m^5]
};

} // namespace xpbd
