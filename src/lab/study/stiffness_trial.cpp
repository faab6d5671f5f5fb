#include "lab/study/stiffness_trial.h"

#include "core/methods.h"
#include "core/model/parameters.h"
#include "core/step/measure/measure.h"
#include "scenes/parts/grid.h"

#include <limits>

namespace xpbd::lab {
namespace {

constexpr int kHangingFrames = 60;
constexpr double kHangingTimestep = 1.0 / kHangingFrames; // [s]
constexpr double kHangingDamping = 10;                    // [1/s]
constexpr double kHangingBend = 1;                        // [m/N]

constexpr StiffnessCase kHangingCases[] = {
    {.label = "MGPBD, 8 substeps of one", .method = method_key::mgpbd, .iterations = 1, .substeps = 8, .largest = 64},
    {.label = "Primal-dual Newton, 3 iterations", .method = method_key::global, .iterations = 3},
    {.label = "the same by multigrid",
     .method = method_key::global,
     .iterations = 3,
     .linear_solver = LinearSolver::multigrid},
    {.label = "AVBD, 20 iterations", .method = method_key::avbd},
    {.label = "XPBD, residual kept, 200 iterations",
     .method = method_key::xpbd,
     .engine = Engine::fast,
     .iterations = 200,
     .primal_residual = PrimalResidual::kept},
    {.label = "XPBD, 200 iterations", .method = method_key::xpbd, .engine = Engine::fast, .iterations = 200},
    {.label = "XPBD, 20 substeps of one",
     .method = method_key::xpbd,
     .engine = Engine::fast,
     .iterations = 1,
     .substeps = 20},
    {.label = "XPBD, 20 iterations", .method = method_key::xpbd, .engine = Engine::fast},
    {.label = "PBD, k = 1, 20 iterations", .method = method_key::pbd, .engine = Engine::fast},
};

} // namespace

StiffnessTrial::StiffnessTrial(int side) {
    scenes::GridCloth sheet;
    sheet.columns = sheet.rows = side;
    sheet.pins = scenes::GridPins::edge;
    model_ = scenes::make_grid_cloth(sheet);
    static_cast<void>(finalise(model_)); // cannot fail for this model
}

std::span<const StiffnessCase> StiffnessTrial::cases() {
    return kHangingCases;
}

Hung StiffnessTrial::hang(const StiffnessCase& what, double compliance) const {
    Settings settings;
    settings.method = find_method(what.method);
    settings.engine = what.engine;
    settings.iterations = what.iterations;
    settings.substeps = what.substeps;
    settings.primal_residual = what.primal_residual;
    settings.linear_solver = what.linear_solver;
    settings.stretch_stiffness = settings.shear_stiffness = 1;
    settings.bend_stiffness = 0;
    settings.stretch_compliance = settings.shear_compliance = compliance;
    settings.bend_compliance = kHangingBend;
    settings.velocity_damping = kHangingDamping;
    const World world{.dt = kHangingTimestep};
    const Control control = control_of(world);
    const auto solver = make_solver(settings);
    State state = initial_state(model_);
    for (int frame = 0; frame < kHangingFrames; ++frame) {
        solver->step(model_, state, control, settings, kHangingTimestep);
    }
    const Measure measured = measure(model_, state, settings, world.gravity, kHangingTimestep);
    // Before it has converged, a kept residual leaves stretches of either sign that belong to no force.
    const bool is_measured =
        what.primal_residual == PrimalResidual::dropped || shortfall(measured, settings) == Shortfall::none;
    const double none = std::numeric_limits<double>::quiet_NaN();
    return {is_measured ? measured.effective_stiffness.value_or(none) * compliance : none, measured.sag};
}

} // namespace xpbd::lab
