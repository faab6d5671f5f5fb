#pragma once

namespace xpbd {

/// Order in which a Gauss-Seidel sweep visits the constraints.
enum class Sweep { listed, reversed, coloured };

/// Time integrator (B17): implicit Euler or the two-step BDF2.
enum class Integrator { bdf1, bdf2 };

/// The parameters of one pane. Every field has one row in settings_parameters(): ranges, units and meaning stand there.
struct Settings {
    int method = 2; ///< row in methods()
    int engine = 0; ///< row in engines()
    Sweep sweep = Sweep::listed;
    Integrator integrator = Integrator::bdf1;
    int iterations = 20;            ///< n, per substep
    int substeps = 1;               ///< s; the substep is h = dt/s
    double stretch_stiffness = 0.5; ///< k of PBD [1]
    double shear_stiffness = 0.5;
    double bend_stiffness = 0.1;
    double stretch_compliance = 1e-7; ///< alpha [m/N]
    double shear_compliance = 1e-6;
    double bend_compliance = 1; ///< alpha [m/N] or [rad/(N m)]
    double stretch_damping = 0; ///< beta [N s/m]
    double shear_damping = 0;
    double bend_damping = 0;     ///< beta [N s/m] or [N m s]
    double velocity_damping = 0; ///< [1/s]

    bool operator==(const Settings&) const = default;
};

} // namespace xpbd
