// Figure "residual": time to a solved step for all methods, measured on this machine.
#include "core/model/method_traits.h"
#include "lab/figures/bodies.h"
#include "lab/study/residual_trial.h"
#include "lab/study/speed_trial.h"
#include "lab/threads/worker_pool.h"
#include "system/machine.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace xpbd::lab {
namespace {

constexpr int kSide = 256;
constexpr double kLevel = 1e-3;

std::string with_digits(double value, const char* format) {
    char text[32];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

/// Every method has its own colour. Sweeps and engines of XPBD, and variants of a method, get tones of it.
std::array<float, 3> colour_of_case(const ResidualCase& what) {
    if (what.plain) {
        return {0.35f, 0.35f, 0.38f};
    }
    const std::array<float, 3> own = colour_of(what.method);
    if (what.primal_residual != PrimalResidual::dropped || what.acceleration != Acceleration::none ||
        what.linear_solver == LinearSolver::multigrid) {
        return tone(own, -0.3f);
    }
    switch (what.sweep) {
    case SweepOrder::jacobi:
        return tone(own, 0.55f);
    case SweepOrder::chebyshev:
        return tone(own, -0.55f);
    case SweepOrder::sor:
        return tone(own, 0.3f);
    default:
        return what.method == method_key::xpbd && what.engine == Engine::textbook ? colour_of(method_key::pbd) : own;
    }
}

} // namespace

Result<Figure> figure_residual(const Parallel& parallel) {
    std::optional<ResidualTrial> trial;
    parallel(1, [&](std::size_t) { trial.emplace(kSide); });
    Chart own{"Residual of the method's own equations", {"time [ms]", true}, {"relative residual [1]", true}, {}};
    Chart newton{"Distance from Newton's solution",
                 {"time [ms]", true},
                 {"distance, relative to the inertial target's [1]", true, 1e-4},
                 {}};
    double plain = 0;
    double best = std::numeric_limits<double>::infinity();
    std::string_view winner;
    WorkerPool threads(2);
    for (const ResidualCase& what : ResidualTrial::cases()) {
        if (kSide > what.largest || !methods()[index_of(find_method(what.method))].has_compliance) {
            continue;
        }
        // One job at a time, because parallel jobs would distort the timings.
        std::vector<ResidualPoint> curve;
        parallel(1, [&](std::size_t) {
            curve = trial->curve(what, kLevel, [&](std::size_t n, const auto& task) { threads.run(n, task); });
        });
        for (Chart* chart : {&own, &newton}) {
            chart->series.push_back({std::string(what.label), colour_of_case(what), what.threads > 1, false, {}});
        }
        for (const ResidualPoint& point : curve) {
            own.series.back().points.emplace_back(1e3 * point.seconds, point.residual);
            newton.series.back().points.emplace_back(1e3 * point.seconds, point.distance);
        }
        const std::optional<double> seconds = seconds_to(curve, &ResidualPoint::residual, kLevel);
        if (what.plain) {
            plain = seconds.value_or(std::numeric_limits<double>::infinity());
        } else if (seconds && *seconds < best) {
            best = *seconds;
            winner = what.label;
        }
    }
    return Figure{
        "One step of a cloth of 256 × 256 (α = 1e-5 m/N, 1 kg and 0.1 m per particle, h = 1/240 s), on " +
            system::processor_name() + ". First at a residual of 1e-3: " + std::string(winner) + ", after " +
            with_digits(1e3 * best, "%.0f") + " ms, " + with_digits(plain / best, "%.1f") +
            " times sooner than the plain loop, whose single precision levels off below. VBD, AVBD, and XPBD with its "
            "primal residual kept go on to Newton's own solution: XPBD as published drops the change of the gradients "
            "within a step.",
        {own, newton}};
}

} // namespace xpbd::lab
