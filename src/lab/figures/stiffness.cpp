// Figure "stiffness": the share of the nominal stiffness that each method reaches.
#include "core/step/measure/median.h"
#include "lab/figures/bodies.h"
#include "lab/study/residual_trial.h"
#include "lab/study/speed_trial.h"
#include "lab/study/stiffness_trial.h"
#include "lab/text/number_text.h"
#include "system/machine.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <list>

namespace xpbd::lab {
namespace {

constexpr int kSides[] = {128, 64, 32}; ///< particles along a side; the slowest comes first
constexpr int kFine = 128;              ///< for meshes from this size on every second compliance is computed
constexpr double kCompliances[] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8}; // [m/N]
constexpr int kInstants[] = {10, 50, 90, 130, 170}; ///< frames after the release at which a step is solved
constexpr double kLevels[] = {0.1, 0.01};
constexpr std::array<float, 3> kGrey{0.45f, 0.45f, 0.48f};

/// True for a method with one of its own choices; its curve is dashed.
template <class Case>
bool is_variant(const Case& what) {
    return what.primal_residual != PrimalResidual::dropped || what.linear_solver != LinearSolver::automatic;
}

std::array<float, 3> colour_of_case(const StiffnessCase& what) {
    const std::array<float, 3> own = colour_of(what.method);
    return is_variant(what)                   ? tone(own, -0.45f)
           : what.method == method_key::mgpbd ? own
           : what.substeps > 1                ? tone(own, 0.45f)
           : what.iterations > 20             ? tone(own, -0.45f)
                                              : own;
}

std::string square(int side) {
    return std::to_string(side) + " × " + std::to_string(side);
}

/// Removes the points behind the first one without a measured value: there stretches are smaller than rounding, and a
/// value would be chance.
void end_at_first_gap(Series& series) {
    const auto gap = std::find_if(series.points.begin(), series.points.end(),
                                  [](const glm::dvec2& point) { return !std::isfinite(point.y); });
    series.points.erase(gap, series.points.end());
}

/// Charts of the reached share of the nominal stiffness against the compliance, one per mesh, the coarsest first.
std::vector<Chart> hang_all(const Parallel& parallel) {
    std::vector<Chart> charts;
    std::list<StiffnessTrial> trials;
    /// One run of a hanging sheet.
    struct Job {
        const StiffnessTrial* trial;
        const StiffnessCase* what;
        double compliance;
        std::size_t chart, series, point; // where the share goes
    };
    std::vector<Job> jobs;
    for (const int side : kSides) {
        const StiffnessTrial& trial = trials.emplace_back(side);
        Chart chart{"Sheet of " + square(side),
                    {"compliance α [m/N]", true},
                    {"effective over nominal stiffness [1]", true},
                    {}};
        for (const StiffnessCase& what : StiffnessTrial::cases()) {
            if (side > what.largest) {
                continue;
            }
            const bool dashed = what.method == method_key::pbd || is_variant(what);
            Series series{std::string(what.label), colour_of_case(what), dashed, true, {}};
            for (std::size_t i = 0; i < std::size(kCompliances); i += side < kFine ? 1 : 2) {
                jobs.push_back(
                    {&trial, &what, kCompliances[i], charts.size(), chart.series.size(), series.points.size()});
                series.points.emplace_back(kCompliances[i], 0);
            }
            chart.series.push_back(std::move(series));
        }
        charts.push_back(std::move(chart));
    }
    parallel(jobs.size(), [&](std::size_t i) {
        const Job& job = jobs[i];
        charts[job.chart].series[job.series].points[job.point].y = job.trial->hang(*job.what, job.compliance).share;
    });
    for (Chart& chart : charts) {
        std::for_each(chart.series.begin(), chart.series.end(), end_at_first_gap);
    }
    std::reverse(charts.begin(), charts.end());
    return charts;
}

constexpr ResidualCase kWays[] = {
    {.label = "Primal-dual Newton", .method = method_key::global, .most = 20, .warm = 3},
    {.label = "the same by multigrid",
     .method = method_key::global,
     .linear_solver = LinearSolver::multigrid,
     .most = 20,
     .warm = 3},
    {.label = "XPBD", .method = method_key::xpbd, .engine = Engine::fast, .most = 2000},
    {.label = "XPBD, residual kept",
     .method = method_key::xpbd,
     .engine = Engine::fast,
     .primal_residual = PrimalResidual::kept,
     .most = 2000},
    {.label = "VBD", .method = method_key::vbd, .most = 100, .warm = 20},
    {.label = "AVBD", .method = method_key::avbd, .most = 100, .warm = 20},
    {.label = "Direct XPBD", .method = method_key::direct, .most = 8},
    {.label = "MGPBD", .method = method_key::mgpbd, .most = 8},
    {.label = "Newton (reference)", .method = method_key::newton, .most = 1},
};

/// Text like "VBD 3.2 and 4.1 ms": the times until kLevels are met; empty if the first one never is.
std::string times_text(const ResidualCase& way, const std::vector<ResidualPoint>& curve) {
    std::string text;
    for (const double level : kLevels) {
        const std::optional<double> seconds = seconds_to(curve, &ResidualPoint::distance, level);
        if (!seconds && text.empty()) {
            return "";
        }
        text += (text.empty() ? std::string(way.label) + " " : " and ") +
                (seconds ? short_number(1e3 * *seconds) + " ms" : "never");
    }
    return text;
}

/// Steps of the swinging cloth for which Newton's method has found the solution.
std::vector<ResidualTrial> steps_in_mid_swing(const Parallel& parallel) {
    std::vector<std::optional<ResidualTrial>> all(std::size(kInstants));
    parallel(all.size(), [&](std::size_t i) {
        all[i].emplace(ResidualBody{.side = 32,
                                    .edge = 2.0 / 31,
                                    .mass = 1.0 / (32 * 32),
                                    .timestep = 1.0 / 60,
                                    .compliance = 1e-7,
                                    .bend_compliance = 1,
                                    .gather = 0,
                                    .tilt = 60,
                                    .frames = kInstants[i],
                                    .swing = {.method = method_key::global, .most = 8},
                                    .reference = {.method = method_key::newton, .most = 1}});
    });
    std::vector<ResidualTrial> found;
    for (auto& trial : all) {
        if (trial->is_reference_found()) {
            found.push_back(std::move(*trial));
        }
    }
    return found;
}

/// The medians of several curves with the same iteration counts.
std::vector<ResidualPoint> median_of(const std::vector<std::vector<ResidualPoint>>& curves) {
    std::vector<ResidualPoint> result = curves.front();
    for (std::size_t i = 0; i < result.size(); ++i) {
        for (const auto value : {&ResidualPoint::seconds, &ResidualPoint::distance}) {
            std::vector<double> all;
            for (const auto& curve : curves) {
                all.push_back(curve[i].*value);
            }
            result[i].*value = median(all);
        }
    }
    return result;
}

/// Chart: distance of a step from its solution against time, per way to solve. Text: the times until kLevels are met.
std::pair<Chart, std::string> solve_in_every_way(const Parallel& parallel) {
    const std::vector<ResidualTrial> trials = steps_in_mid_swing(parallel);
    Chart chart{"A step in mid-swing, 32 × 32, α = 1e-7 m/N",
                {"time [ms]", true},
                {"distance from the solution [1]", true, 1e-3},
                {}};
    std::string words;
    double first = std::numeric_limits<double>::infinity();
    double last = 0;
    for (const ResidualCase& way : kWays) {
        std::vector<std::vector<ResidualPoint>> curves(trials.size());
        // One job at a time, because parallel jobs would distort the timings.
        parallel(1, [&](std::size_t) {
            for (std::size_t i = 0; i < trials.size(); ++i) {
                curves[i] = trials[i].curve(way, 0, {}, &ResidualPoint::distance);
            }
        });
        if (curves.empty()) {
            continue; // no step has a reference: the chart has no curves
        }
        const std::vector<ResidualPoint> curve = median_of(curves);
        const bool varies = is_variant(way);
        Series series{std::string(way.label), tone(colour_of(way.method), varies ? -0.45f : 0), varies, false, {}};
        for (const ResidualPoint& point : curve) {
            series.points.emplace_back(1e3 * point.seconds, point.distance);
        }
        if (way.most == 1) { // a direct solver: a vertical line at its time
            series.points = {{1e3 * curve[0].seconds, 1}, {1e3 * curve[0].seconds, *chart.y.lowest}};
        }
        first = std::min(first, series.points.front().x);
        last = std::max(last, series.points.back().x);
        const std::string times = times_text(way, curve);
        words += times.empty() ? "" : times + "; ";
        chart.series.push_back(std::move(series));
    }
    for (const double level : kLevels) {
        chart.series.push_back({short_number(100 * level) + " %", kGrey, true, false, {{first, level}, {last, level}}});
    }
    return {std::move(chart), words};
}

} // namespace

Result<Figure> figure_stiffness(const Parallel& parallel) {
    std::vector<Chart> charts = hang_all(parallel);
    auto [steps, words] = solve_in_every_way(parallel);
    charts.push_back(std::move(steps));
    return Figure{
        "Left: a sheet of 1 kg and 1 m² hangs by its upper edge, at 1/60 s; each has had one simulated second to come "
        "to rest, under a damping of 10 1/s (AVBD still creeps). A curve ends where no stiffness can be measured: a "
        "kept residual has not converged there. Right: distance of the positions from Newton's, over that of the "
        "inertial target; medians of "
        "several "
        "steps of a cloth that swings from two corners without wrinkles, on one core of " +
            system::processor_name() + ". Within 10 % and 1 %: " + words + "the others never.",
        charts};
}

} // namespace xpbd::lab
