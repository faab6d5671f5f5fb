#pragma once

#include "core/model.h"
#include "core/parallel.h"
#include "core/settings.h"
#include "core/solver.h"
#include "core/state.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace xpbd::lab {

/// One way to solve a step of the cloth.
struct ResidualCase {
    std::string_view label{};
    std::string_view method; ///< key
    Engine engine = Engine::textbook;
    SweepOrder sweep = SweepOrder::coloured;
    double relaxation = 1;
    double spectral_radius = 0;
    bool plain = false; ///< Gauss-Seidel row by row; its time is that of a plain loop
    int threads = 1;    ///< of the fast engine
    int most = 60;      ///< iterations after which it gives up
    int largest = 256;  ///< side of the largest cloth that it solves in a minute
    /// Iterations of each of the frames just before the step, in which a method that keeps something from step to step
    /// takes it over; 0 = it starts with nothing kept.
    int warm = 0;
};

/// The cloth, how it came to the step, and who says where the step ends. It hangs by two corners.
struct ResidualBody {
    int side = 64;                 ///< particles along an edge
    double edge = 0.1;             ///< [m]
    double mass = 1;               ///< of a particle [kg]
    double timestep = 1.0 / 240;   ///< [s]
    double compliance = 1e-5;      ///< of edges and diagonals [m/N]
    double bend_compliance = 1e-5; ///< of its skip-one distances [m/N]
    double gather = 0;             ///< share of the width by which its corners are moved together
    double tilt = 0;               ///< from hanging at the start [deg]
    int frames = 60;               ///< from its release to the step
    ResidualCase swing{.method = "xpbd", .engine = Engine::fast, .most = 20}; ///< takes those frames
    /// Finds the minimum of Newton's objective. Not always Newton: factorising the Hessian of 65536 particles would
    /// take minutes, and VBD minimises the same objective.
    ResidualCase reference{.method = "vbd", .most = 300};
};

/// Where a case stands after some iterations.
struct ResidualPoint {
    int iterations = 0;
    double seconds = 0;  ///< wall time of the step, the shortest of a few
    double residual = 0; ///< of the method's own equations, relative: dual (X16 eq. 9) for multipliers, primal for VBD
    double distance = 0; ///< from the minimiser of Newton's objective, over the distance of the inertial target [1]
};

/// Time at which `value`, which falls along a curve, first reaches `level` [s], interpolated on logarithmic scales.
/// None where it stays above.
std::optional<double> seconds_to(std::span<const ResidualPoint> curve, double ResidualPoint::*value, double level);

/// One step of a square cloth that hangs by two corners, some time after its release, solved in every way.
class ResidualTrial {
public:
    /// The cloth of core/README.md, experiment 16 (spacing 0.1 m, 1 kg per particle, 1/240 s, 1e-5 m/N; sigma is 1.7),
    /// a quarter of a second after its release.
    explicit ResidualTrial(int side) : ResidualTrial(ResidualBody{.side = side}) {}
    explicit ResidualTrial(const ResidualBody& body);

    /// Every way to solve the first one, the plain loop first.
    static std::span<const ResidualCase> cases();

    /// Solves the step with more and more iterations, until `value` is well below `level` or there were `what.most`.
    /// `parallel` runs the threads of a case that has some.
    std::vector<ResidualPoint> curve(const ResidualCase& what, double level, const Parallel& parallel,
                                     double ResidualPoint::*value = &ResidualPoint::residual) const;

    /// Gradient of Newton's objective at the reference, over its inertial part [1].
    double reference_gradient() const { return reference_gradient_; }
    /// False where the reference gave up short of its accuracy.
    bool is_reference_found() const { return reference_found_; }

private:
    Settings settings_of(const ResidualCase& what, int iterations) const;
    double timed_step(Solver& solver, const Model& model, State& state, const Settings& settings) const;
    State start_of(const ResidualCase& what) const;

    ResidualBody body_;
    Model model_, row_by_row_;
    std::vector<State> before_;   ///< the step's start last, and the frames just before it
    std::vector<Vec3> reference_; ///< positions at the minimum [m]
    double scale_ = 0;            ///< its distance from the inertial target [m]
    double reference_gradient_ = 0;
    bool reference_found_ = false;
};

} // namespace xpbd::lab
