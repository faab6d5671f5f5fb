#include "lab/study/residual_trial.h"

#include "core/methods.h"
#include "core/model/method_traits.h"
#include "core/model/parameters.h"
#include "core/step/measure/measure.h"
#include "lab/study/speed_trial.h"
#include "scenes/parts/grid.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace xpbd::lab {
namespace {

constexpr int kRepeats = 3;
constexpr int kFirstRun = 20;          ///< iterations of the first run of a case with alike iterations
constexpr double kLongEnough = 0.2;    ///< after this time a step is not repeated [s]
constexpr double kWellBelow = 0.3;     ///< a curve may end at this share of the level
constexpr std::size_t kKeptStates = 6; ///< states that are kept: the step's start and the frames before it
constexpr double kReferenceGradient = 1e-9;
constexpr int kCoarse =
    2000; ///< from this number on each point of a curve has twice as many iterations as the point before

constexpr ResidualCase kCases[] = {
    {.label = "XPBD, plain loop, row by row", .method = method_key::xpbd, .sweep = SweepOrder::listed, .plain = true},
    {.label = "XPBD, textbook", .method = method_key::xpbd},
    {.label = "XPBD, fast", .method = method_key::xpbd, .engine = Engine::fast},
    {.label = "XPBD, fast, 2 threads", .method = method_key::xpbd, .engine = Engine::fast, .threads = 2},
    {.label = "XPBD, fast, SOR 1.2",
     .method = method_key::xpbd,
     .engine = Engine::fast,
     .sweep = SweepOrder::sor,
     .relaxation = 1.2},
    {.label = "XPBD, fast, Jacobi",
     .method = method_key::xpbd,
     .engine = Engine::fast,
     .sweep = SweepOrder::jacobi,
     .most = 500},
    {.label = "XPBD, fast, Chebyshev 0.95",
     .method = method_key::xpbd,
     .engine = Engine::fast,
     .sweep = SweepOrder::chebyshev,
     .spectral_radius = 0.95,
     .most = 200},
    {.label = "XPBD, residual kept, fast",
     .method = method_key::xpbd,
     .engine = Engine::fast,
     .primal_residual = PrimalResidual::kept},
    {.label = "XPBD, residual kept, fast, 2 threads",
     .method = method_key::xpbd,
     .engine = Engine::fast,
     .primal_residual = PrimalResidual::kept,
     .threads = 2},
    {.label = "PBD, fast", .method = method_key::pbd, .engine = Engine::fast, .most = 30},
    {.label = "PBD k', fast", .method = method_key::pbd_corrected, .engine = Engine::fast, .most = 30},
    {.label = "HPBD", .method = method_key::hpbd, .most = 30},
    {.label = "VBD", .method = method_key::vbd},
    {.label = "VBD, Anderson", .method = method_key::vbd, .acceleration = Acceleration::anderson},
    {.label = "AVBD", .method = method_key::avbd},
    {.label = "AVBD, Anderson", .method = method_key::avbd, .acceleration = Acceleration::anderson},
    {.label = "Direct XPBD", .method = method_key::direct, .most = 3, .largest = 256},
    {.label = "Direct XPBD, residual kept",
     .method = method_key::direct,
     .primal_residual = PrimalResidual::kept,
     .most = 10,
     .largest = 256},
    {.label = "MGPBD", .method = method_key::mgpbd, .most = 3},
    {.label = "MGPBD, residual kept", .method = method_key::mgpbd, .primal_residual = PrimalResidual::kept, .most = 10},
    {.label = "Primal-dual Newton, factor",
     .method = method_key::global,
     .linear_solver = LinearSolver::factor,
     .most = 10,
     .largest = 256},
    {.label = "Primal-dual Newton, multigrid",
     .method = method_key::global,
     .linear_solver = LinearSolver::multigrid,
     .most = 10},
    {.label = "Newton", .method = method_key::newton, .most = 1, .largest = 256},
};

constexpr ResidualCase kStiffCases[] = {
    {.label = "XPBD (Gauss-Seidel)", .method = method_key::xpbd, .engine = Engine::fast, .threads = 2, .most = 140000},
    {.label = "Direct XPBD", .method = method_key::direct, .threads = 2, .most = 40, .alike = true, .largest = 256},
    {.label = "MGPBD", .method = method_key::mgpbd, .threads = 2, .most = 100, .alike = true},
    {.label = "Primal-dual Newton, factor",
     .method = method_key::global,
     .linear_solver = LinearSolver::factor,
     .threads = 2,
     .most = 100,
     .alike = true},
    {.label = "Primal-dual Newton, multigrid",
     .method = method_key::global,
     .linear_solver = LinearSolver::multigrid,
     .threads = 2,
     .most = 100,
     .alike = true},
};

/// Root of the sum of squared distances between the free particles' positions.
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

Equations equations_of(const Model& model, const State& state, const Settings& settings) {
    return measure_equations(model, state, settings, state.force_scale, state.particles.velocity);
}

/// The number of iterations after n: in larger and larger steps.
int next_count(int n) {
    return n < kCoarse ? std::max(n + 1, n * 4 / 3) : 2 * n;
}

/// @param at_first RMS of h at the inertial target [m]
void read_residuals(const Equations& equations, const Settings& settings, double at_first, ResidualPoint& point) {
    point.dual = equations.residual_dual / at_first;
    point.residual = method_of(settings).minimises ? equations.relative_primal : equations.relative_dual;
    if (primal_residual_of(settings) != PrimalResidual::dropped) {
        point.residual = std::max(point.residual, equations.relative_primal);
    }
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Time of one iteration of the plain loop [s].
double plain_seconds(int side) {
    SpeedTrial plain({.side = side, .who = SpeedCase::Who::plain_mesh_order});
    double seconds = std::numeric_limits<double>::infinity();
    for (int i = 0; i < kRepeats; ++i) {
        seconds = std::min(seconds, plain.run() / SpeedTrial::kIterations);
    }
    return seconds;
}

} // namespace

std::span<const ResidualCase> ResidualTrial::cases() {
    return kCases;
}

ResidualBody ResidualTrial::stiff_body(int side, double compliance) {
    return {.side = side,
            .edge = 2.0 / (side - 1),
            .mass = 1.0 / (side * side),
            .timestep = 1.0 / 60,
            .compliance = compliance,
            .bend_compliance = 0.03,
            .gather = 0.2,
            .tilt = 20,
            .frames = 0,
            .reference = {}};
}

std::span<const ResidualCase> ResidualTrial::stiff_cases() {
    return kStiffCases;
}

ResidualTrial::ResidualTrial(const ResidualBody& body) : body_(body) {
    scenes::GridCloth cloth;
    cloth.columns = cloth.rows = body.side;
    cloth.width = cloth.height = body.edge * (body.side - 1);
    cloth.mass = body.mass * body.side * body.side;
    cloth.gather = body.gather;
    cloth.tilt = body.tilt;
    cloth.pins = scenes::GridPins::corners;
    model_ = scenes::make_grid_cloth(cloth);
    row_by_row_ = model_;
    sort_in_mesh_order(row_by_row_);
    static_cast<void>(finalise(model_)); // cannot fail for these models
    static_cast<void>(finalise(row_by_row_));
    before_.push_back(initial_state(model_));
    const Control control = control_of(World{});
    Settings settings = settings_of(body.swing, body.swing.most);
    const auto swing = make_solver(settings);
    for (int i = 0; i < body.frames; ++i) {
        before_.push_back(before_.back());
        swing->step(model_, before_.back(), control, settings, body.timestep);
        before_.erase(before_.begin(),
                      before_.end() - static_cast<std::ptrdiff_t>(std::min(before_.size(), kKeptStates)));
    }
    if (!body.reference.method.empty()) {
        find_reference();
    }
}

void ResidualTrial::find_reference() {
    State minimum = before_.back();
    Settings settings = settings_of(body_.reference, body_.reference.most);
    settings.stop = Stop::residual;
    settings.stop_tolerance = kReferenceGradient;
    settings.stop_persistence = 1;
    const StepStats stats = make_solver(settings)->step(model_, minimum, control_of(World{}), settings, body_.timestep);
    reference_found_ = stats.unfinished == 0;
    reference_gradient_ = equations_of(model_, minimum, settings).relative_primal;
    for (const Vec4& x : minimum.particles.position) {
        reference_.push_back(xyz(x));
    }
    scale_ = distance(model_, minimum, [&](std::size_t i) { return minimum.predicted[i]; });
}

double ResidualTrial::timed_step(Solver& solver, const Model& model, State& state, const Settings& settings) const {
    const std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
    solver.step(model, state, control_of(World{}), settings, body_.timestep);
    return seconds_since(begin);
}

/// The residuals come from a trace, whose time is subtracted.
std::vector<ResidualPoint> ResidualTrial::curve_of_one_run(const Settings& settings, Solver& solver, State state,
                                                           double at_first) const {
    std::vector<Equations> trace;
    solver.set_trace(&trace);
    const double whole = timed_step(solver, model_, state, settings);
    const std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
    static_cast<void>(equations_of(model_, state, settings));
    const double each = whole / std::max(1.0, static_cast<double>(trace.size())) - seconds_since(begin);
    std::vector<ResidualPoint> points;
    for (const Equations& equations : trace) {
        ResidualPoint& point = points.emplace_back();
        point.iterations = static_cast<int>(points.size());
        point.seconds = each * point.iterations;
        point.distance = std::numeric_limits<double>::quiet_NaN();
        read_residuals(equations, settings, at_first, point);
    }
    return points;
}

/// The step's start. For a warm case it includes data that the method has kept from the frames before.
State ResidualTrial::start_of(const ResidualCase& what) const {
    if (what.warm == 0) {
        return before_.back();
    }
    const Settings settings = settings_of(what, what.warm);
    const auto solver = make_solver(settings);
    State kept = before_.front();
    for (std::size_t i = 0; i + 1 < before_.size(); ++i) {
        solver->step(model_, kept, control_of(World{}), settings, body_.timestep);
        kept.particles = before_[i + 1].particles; // sets the body's true position, whatever the method computed
    }
    return kept;
}

Settings ResidualTrial::settings_of(const ResidualCase& what, int iterations) const {
    Settings settings;
    settings.method = find_method(what.method);
    settings.engine = what.engine;
    settings.sweep = what.sweep;
    settings.relaxation = what.relaxation;
    settings.spectral_radius = what.spectral_radius;
    settings.primal_residual = what.primal_residual;
    settings.linear_solver = what.linear_solver;
    settings.acceleration = what.acceleration;
    settings.iterations = iterations;
    settings.stretch_compliance = settings.shear_compliance = body_.compliance;
    settings.bend_compliance = body_.bend_compliance;
    return settings;
}

std::vector<ResidualPoint> ResidualTrial::curve(const ResidualCase& what, double level, const Parallel& parallel,
                                                double ResidualPoint::*value) const {
    const Model& model = what.plain ? row_by_row_ : model_;
    const auto solver = make_solver(settings_of(what, 1));
    if (what.threads > 1) {
        solver->set_parallel(parallel);
    }
    const State start = start_of(what);
    const double plain = what.plain ? plain_seconds(body_.side) : 0;
    State state = start;
    // The first step also does work that a model needs only once.
    solver->step(model, state, control_of(World{}), settings_of(what, 1), body_.timestep);
    for (std::size_t i = 0; i < model.particle_count(); ++i) { // the inertial target, without forces
        state.particles.position[i] = Vec4(state.predicted[i], state.particles.position[i].w);
    }
    std::fill(state.lambda.begin(), state.lambda.end(), 0.0);
    const double at_first = equations_of(model, state, settings_of(what, 1)).residual_dual;
    std::vector<ResidualPoint> points;
    if (what.alike) {
        int n = 0;
        do {
            n = std::min(n == 0 ? kFirstRun : 5 * n, what.most);
            points = curve_of_one_run(settings_of(what, n), *solver, start, at_first);
        } while (n < what.most && std::ssize(points) == n && points.back().*value > level);
        return points;
    }
    for (int n = 1; n <= what.most; n = next_count(n)) {
        const Settings settings = settings_of(what, n);
        ResidualPoint point{.iterations = n, .seconds = std::numeric_limits<double>::infinity()};
        double spent = 0;
        for (int i = 0; i < kRepeats && spent < kLongEnough; ++i) {
            state = start;
            const double seconds = timed_step(*solver, model, state, settings);
            spent += seconds;
            point.seconds = what.plain ? n * plain : std::min(point.seconds, seconds);
        }
        read_residuals(equations_of(model, state, settings), settings, at_first, point);
        point.distance = reference_.empty()
                             ? std::numeric_limits<double>::quiet_NaN()
                             : distance(model, state, [&](std::size_t i) { return reference_[i]; }) / scale_;
        points.push_back(point);
        if (point.*value < kWellBelow * level) {
            break;
        }
    }
    // Disturbances only make runs longer. If a run with more iterations took less time, fewer iterations would have
    // taken at most that time.
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
