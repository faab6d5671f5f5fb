#pragma once

// The settings of one pane.

namespace xpbd {

/// How one iteration visits the constraints: Gauss-Seidel in some order, Jacobi (all at once), Chebyshev's acceleration
/// of Jacobi (W15), or Gauss-Seidel over-relaxed (SOR).
enum class SweepOrder { listed, reversed, coloured, jacobi, chebyshev, sor };

/// Implementation of a method. textbook: double precision, one constraint after the other. fast: SIMD and threads, in
/// single precision, or in double precision in small steps; not all methods have it.
enum class Engine { textbook, fast };

/// Time integrator (B17): implicit Euler or the two-step BDF2.
enum class Integrator { bdf1, bdf2 };

/// Criterion that may end the iterations before their maximum number.
enum class Stop { never, residual, change };

/// The primal residual g = M (x - x~) - grad C' lambda in XPBD. dropped: X16, which sets it to 0. kept: corrected
/// before every sweep from the second on, with the change of the gradients bounded. kept_raw: the same without the
/// bound, to show that it diverges.
enum class PrimalResidual { dropped, kept, kept_raw };

/// What speeds up the iterations of the methods that minimise vertex by vertex: nothing, or Anderson's iteration on
/// their sweeps (A65).
enum class Acceleration { none, anderson };

/// How `global` solves the linear system of an iteration: by a sparse factor, by conjugate gradients with multigrid, or
/// by the one that is predicted to be faster on the body (global_uses_multigrid()).
enum class LinearSolver { factor, multigrid, automatic };

/// The mesh of one pane where it differs from the scene's. No method reads it: it applies when the pane's model is
/// built.
struct PaneMesh {
    int resolution = 0;    ///< particles along the longer side; 0: the scene's mesh
    int triangulation = 0; ///< triangulation of the cloth plus 1; 0: the scene's
    int fabric = 0;        ///< material of the cloth: row of kFabrics plus 1; 0: the scene's

    bool operator==(const PaneMesh&) const = default;
};

/// The parameters of one pane. Every field has one row in settings_parameters() with range, unit and meaning.
struct Settings {
    int method = 2;               ///< row in methods()
    Engine engine = Engine::fast; ///< methods without a fast engine run textbook
    SweepOrder sweep = SweepOrder::listed;
    Integrator integrator = Integrator::bdf1;
    int iterations = 20;           ///< n, per substep
    int substeps = 1;              ///< s; the substep is h = dt/s
    double relaxation = 1;         ///< omega of Jacobi, Chebyshev and SOR [1]
    double spectral_radius = 0.95; ///< convergence rate of plain Jacobi that Chebyshev assumes, rho [1]
    Stop stop = Stop::never;
    double stop_tolerance = 1e-4; ///< relative; meaning in settings_parameters()
    int stop_persistence = 3;     ///< successive iterations below the tolerance after which a substep ends
    bool reset_lambda = false;    ///< for teaching: sets lambda to 0 in every iteration, a common bug
    PrimalResidual primal_residual = PrimalResidual::dropped;
    LinearSolver linear_solver = LinearSolver::automatic;
    Acceleration acceleration = Acceleration::none;
    bool long_range = false;        ///< long range attachments (L12)
    double stretch_stiffness = 0.5; ///< k of PBD [1]
    double shear_stiffness = 0.5;
    double bend_stiffness = 0.1;
    double stretch_compliance = 1e-7; ///< alpha [m/N]
    double shear_compliance = 1e-6;
    double bend_compliance = 1; ///< alpha [m/N] or [rad/(N m)]
    /// beta of springs [N s/m]; viscosity of a rope's section [N s]; viscosity of a fabric per width [N s/m].
    double stretch_damping = 0;
    double shear_damping = 0; ///< beta of springs; viscosity of a fabric per width [N s/m]
    /// beta of springs [N s/m] or [N m s]; viscosity of a fabric's bending [N m s]; viscosity of a rope's bending [N
    /// m^2 s].
    double bend_damping = 0;
    double twist_stiffness = 0.5;
    double twist_compliance = 0.01; ///< alpha [rad/(N m)]
    double twist_damping = 0;       ///< beta of springs [N m s]; viscosity of a rod's torsion [N m^2 s]
    double volume_stiffness = 1;
    double volume_compliance = 0; ///< alpha [m^5/N]
    double volume_damping = 0;    ///< beta [N s/m^5]
    double velocity_damping = 0;  ///< [1/s]
    double global_damping = 0;    ///< damping of motion relative to the body's rigid motion (P07 section 3.5) [1/s]
    double tear_strain = 0;       ///< strain at which an edge or a triangle of fabric tears [1]; 0: never
    double tear_force = 0;        ///< tension at which an edge [N] or a triangle of fabric [N/m] tears; 0: never
    PaneMesh mesh{};

    bool operator==(const Settings&) const = default;
};

} // namespace xpbd
