#include "lab/study/residual_trial.h"

#include "core/measure.h"
#include "core/methods.h"
#include "core/parameters.h"
#include "lab/study/speed_trial.h"
#include "scenes/grid.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace xpbd::lab {
namespace {

constexpr double kSpacing = 0.1;        // [m]
constexpr double kTimestep = 1.0 / 240; // [s]
constexpr double kCompliance = 1e-5;    // [m/N]
constexpr int kFramesBefore = 60;
constexpr int kRepeats = 3;
constexpr double kLongEnough = 0.2; ///< after which a step is not timed again [s]
constexpr double kWellBelow = 0.3;  ///< share of the level at which a curve may end
/// The reference is the minimum of Newton's objective, found by VBD, which minimises the same one: factorising the
/// Hessian of 65536 particles would take minutes.
constexpr double kReferenceGradient = 1e-9;
constexpr int kReferenceIterations = 300;

constexpr ResidualCase kCases[] = {
    {.label = "XPBD, plain loop, row by row", .method = "xpbd", .sweep = SweepOrder::listed, .plain = true},
    {.label = "XPBD, textbook", .method = "xpbd"},
    {.label = "XPBD, fast", .method = "xpbd", .engine = Engine::fast},
    {.label = "XPBD, fast, 2 threads", .method = "xpbd", .engine = Engine::fast, .threads = 2},
    {.label = "XPBD, fast, SOR 1.2",
     .method = "xpbd",
     .engine = Engine::fast,
     .sweep = SweepOrder::sor,
     .relaxation = 1.2},
    {.label = "XPBD, fast, Jacobi", .method = "xpbd", .engine = Engine::fast, .sweep = SweepOrder::jacobi, .most = 500},
    {.label = "XPBD, fast, Chebyshev 0.95",
     .method = "xpbd",
     .engine = Engine::fast,
     .sweep = SweepOrder::chebyshev,
     .spectral_radius = 0.95,
     .most = 200},
    {.label = "PBD, fast", .method = "pbd", .engine = Engine::fast, .most = 30},
    {.label = "PBD k', fast", .method = "pbd_corrected", .engine = Engine::fast, .most = 30},
    {.label = "HPBD", .method = "hpbd", .most = 30},
    {.label = "VBD", .method = "vbd"},
    {.label = "AVBD", .method = "avbd"},
    {.label = "Direct XPBD", .method = "direct", .most = 3, .largest = 64},
    {.label = "Newton", .method = "newton", .most = 1, .largest = 64},
};

/// Root of the sum of squares between free particles' positions.
template <class At>
double distance(const Model& model, const State& state, const At& other) {
    double sum = 0;
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        if (model.mass[i] > 0) {
            const Vec3 d = xyz(state.particles.position[i]) - other(i);
            sum += glm::dot(d, d);
        }
    }
    return std::sqrt(sum);
}

double timed_step(Solver& solver, const Model& model, State& state, const Settings& settings) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    solver.step(model, state, control_of(World{}), settings, kTimestep);
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

Equations equations_of(const Model& model, const State& state, const Settings& settings) {
    return measure_equations(model, state, settings, state.force_scale, state.particles.velocity);
}

} // namespace

std::span<const ResidualCase> ResidualTrial::cases() {
    return kCases;
}

ResidualTrial::ResidualTrial(int side) {
    scenes::GridCloth cloth;
    cloth.columns = cloth.rows = side;
    cloth.width = cloth.height = kSpacing * (side - 1);
    cloth.mass = side * side;
    cloth.pins = scenes::GridPins::corners;
    model_ = scenes::make_grid_cloth(cloth);
    row_by_row_ = model_;
    sort_in_mesh_order(row_by_row_);
    static_cast<void>(finalise(model_)); // nothing in them can be wrong
    static_cast<void>(finalise(row_by_row_));
    start_ = initial_state(model_);
    const Control control = control_of(World{});
    Settings settings = settings_of({.method = "xpbd", .engine = Engine::fast}, 20);
    const auto fall = make_solver(settings);
    for (int i = 0; i < kFramesBefore; ++i) {
        fall->step(model_, start_, control, settings, kTimestep);
    }

    State minimum = start_;
    settings = settings_of({.method = "vbd"}, kReferenceIterations);
    settings.stop = Stop::residual;
    settings.stop_tolerance = kReferenceGradient;
    settings.stop_persistence = 1;
    make_solver(settings)->step(model_, minimum, control, settings, kTimestep);
    reference_gradient_ = equations_of(model_, minimum, settings).relative_primal;
    for (const Vec4& x : minimum.particles.position) {
        reference_.push_back(xyz(x));
    }
    scale_ = distance(model_, minimum, [&](std::size_t i) { return minimum.predicted[i]; });

    SpeedTrial plain({.side = side, .who = SpeedCase::Who::plain_mesh_order});
    plain_seconds_ = std::numeric_limits<double>::infinity();
    for (int i = 0; i < kRepeats; ++i) {
        plain_seconds_ = std::min(plain_seconds_, plain.run() / SpeedTrial::kIterations);
    }
}

Settings ResidualTrial::settings_of(const ResidualCase& what, int iterations) const {
    Settings settings;
    settings.method = find_method(what.method);
    settings.engine = what.engine;
    settings.sweep = what.sweep;
    settings.relaxation = what.relaxation;
    settings.spectral_radius = what.spectral_radius;
    settings.iterations = iterations;
    settings.stretch_compliance = settings.shear_compliance = settings.bend_compliance = kCompliance;
    return settings;
}

std::vector<ResidualPoint> ResidualTrial::curve(const ResidualCase& what, double level,
                                                const Parallel& parallel) const {
    const Model& model = what.plain ? row_by_row_ : model_;
    const auto solver = make_solver(settings_of(what, 1));
    if (what.threads > 1) {
        solver->set_parallel(parallel);
    }
    State state = start_;
    // The first step also sets up what a model needs once.
    solver->step(model, state, control_of(World{}), settings_of(what, 1), kTimestep);
    std::vector<ResidualPoint> points;
    for (int n = 1; n <= what.most; n = std::max(n + 1, n * 4 / 3)) {
        const Settings settings = settings_of(what, n);
        ResidualPoint point{.iterations = n, .seconds = std::numeric_limits<double>::infinity()};
        double spent = 0;
        for (int i = 0; i < kRepeats && spent < kLongEnough; ++i) {
            state = start_;
            const double seconds = timed_step(*solver, model, state, settings);
            spent += seconds;
            point.seconds = what.plain ? n * plain_seconds_ : std::min(point.seconds, seconds);
        }
        const Equations equations = equations_of(model, state, settings);
        const bool minimises = methods()[index_of(settings.method)].minimises;
        point.residual = minimises ? equations.relative_primal : equations.relative_dual;
        point.distance = distance(model, state, [&](std::size_t i) { return reference_[i]; }) / scale_;
        points.push_back(point);
        if (point.residual < kWellBelow * level) {
            break;
        }
    }
    // A disturbance can only make a run longer. If more iterations took less time, fewer iterations take at most that
    // time.
    for (std::size_t i = points.size() - 1; i-- > 0;) {
        points[i].seconds = std::min(points[i].seconds, points[i + 1].seconds);
    }
    return points;
}

std::optional<double> seconds_to(std::span<const ResidualPoint> curve, double ResidualPoint::*value, double level) {
    for (std::size_t i = 0; i < curve.size(); ++i) {
        const double here = curve[i].*value;
        if (!(here <= level)) {
            continue;
        }
        if (i == 0) {
            return curve[i].seconds;
        }
        const double before = curve[i - 1].*value;
        const double share = std::log(before / level) / std::log(before / std::max(here, 1e-300));
        return curve[i - 1].seconds * std::pow(curve[i].seconds / curve[i - 1].seconds, share);
    }
    return std::nullopt;
}

} // namespace xpbd::lab
