// How fast methods converge within one step of a cloth.
#pragma once

#include "core/base/parallel.h"
#include "core/model/method_traits.h"
#include "core/model/model.h"
#include "core/model/settings.h"
#include "core/model/state.h"
#include "core/step/solver.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace xpbd::lab {

/// A way to solve a step of the cloth.
struct ResidualCase {
    std::string_view label{};
    std::string_view method; ///< key
    Engine engine = Engine::textbook;
    SweepOrder sweep = SweepOrder::coloured;
    double relaxation = 1;
    double spectral_radius = 0;
    PrimalResidual primal_residual = PrimalResidual::dropped;
    LinearSolver linear_solver = LinearSolver::automatic;
    Acceleration acceleration = Acceleration::none;
    bool plain = false; ///< Gauss-Seidel row by row; its time is measured on a plain loop
    int threads = 1;    ///< threads of the fast engine
    int most = 60;      ///< most iterations
    bool alike = false; ///< all iterations take the same time: one run gives a whole curve, without distances
    int largest = 512;  ///< side of the largest cloth that it solves within a minute
    /// Iterations per frame for the frames just before the step, from which a method keeps data for the step; 0 = it
    /// keeps no data.
    int warm = 0;
};

/// The cloth, its motion before the step, and the method that computes the exact solution. The cloth hangs by two
/// corners.
struct ResidualBody {
    int side = 64;                 ///< particles along an edge
    double edge = 0.1;             ///< [m]
    double mass = 1;               ///< mass of a particle [kg]
    double timestep = 1.0 / 240;   ///< [s]
    double compliance = 1e-5;      ///< compliance of edges and diagonals [m/N]
    double bend_compliance = 1e-5; ///< compliance of skip-one distances [m/N]
    double gather = 0;             ///< share of the width by which the corners are moved together
    double tilt = 0;               ///< angle from hanging at the start [deg]
    int frames = 60;               ///< frames between release and step, simulated by `swing`
    ResidualCase swing{.method = method_key::xpbd, .engine = Engine::fast, .most = 20}; ///< simulates `frames`
    /// Finds the minimum of Newton's objective. The default is VBD, which minimises the same objective: factorising the
    /// Hessian of 65536 particles would take minutes. Without a method no reference is computed.
    ResidualCase reference{.method = method_key::vbd, .acceleration = Acceleration::anderson, .most = 300};
};

/// Accuracy of a case after some iterations.
struct ResidualPoint {
    int iterations = 0;
    double seconds = 0; ///< wall time of the step [s], the shortest of several
    /// Relative residual of the method's own equations: dual (XPBD 2016, eq. 9), primal if it minimises the objective.
    double residual = 0;
    double dual = 0; ///< RMS of h (Measure::residual_dual), over that at the inertial target [1]
    /// Distance from the minimum of Newton's objective, over the distance of the inertial target [1]; NaN without a
    /// reference.
    double distance = 0;
};

/// Time [s] at which `value`, which decreases along a curve, first reaches `level`, interpolated on logarithmic scales.
/// std::nullopt if it does not.
std::optional<double> seconds_to(std::span<const ResidualPoint> curve, double ResidualPoint::*value, double level);

/// One step of a square cloth that hangs by two corners, some time after its release, solved by different methods.
class ResidualTrial {
public:
    /// The cloth of core/FORMULAS.md, experiment 16 (spacing 0.1 m, 1 kg per particle, 1/240 s, 1e-5 m/N, sigma 1.7), a
    /// quarter of a second after its release.
    explicit ResidualTrial(int side) : ResidualTrial(ResidualBody{.side = side}) {}
    explicit ResidualTrial(const ResidualBody& body);

    /// All ways to solve the cloth of the first constructor; the plain loop comes first.
    static std::span<const ResidualCase> cases();

    /// @name A cloth on which Gauss-Seidel stalls (L25, figure 1)
    /// As in the scene "canvas": 1 kg, 2 m, 1/60 s, gathered, a twentieth of a second after its release. Has no
    /// reference.
    /// @{
    static ResidualBody stiff_body(int side, double compliance);
    static std::span<const ResidualCase> stiff_cases(); ///< on two threads
    /// @}

    /// Solves the step with more and more iterations, until `value` is well below `level` or `what.most` is reached.
    /// `parallel` runs the threads of cases with several threads.
    std::vector<ResidualPoint> curve(const ResidualCase& what, double level, const Parallel& parallel,
                                     double ResidualPoint::*value = &ResidualPoint::residual) const;

    /// Gradient of Newton's objective at the reference, over its inertial part [1].
    double reference_gradient() const { return reference_gradient_; }
    /// False without a reference, and if it did not reach its accuracy.
    bool is_reference_found() const { return reference_found_; }

private:
    Settings settings_of(const ResidualCase& what, int iterations) const;
    double timed_step(Solver& solver, const Model& model, State& state, const Settings& settings) const;
    State start_of(const ResidualCase& what) const;
    std::vector<ResidualPoint> curve_of_one_run(const Settings& settings, Solver& solver, State state,
                                                double at_first) const;
    void find_reference();

    ResidualBody body_;
    Model model_, row_by_row_;
    std::vector<State> before_;   ///< the frames just before the step; the last one is the step's start
    std::vector<Vec3> reference_; ///< positions at the minimum [m]; empty without a reference
    double scale_ = 0;            ///< distance of the minimum from the inertial target [m]; 0 without a reference
    double reference_gradient_ = 0;
    bool reference_found_ = false;
};

} // namespace xpbd::lab
