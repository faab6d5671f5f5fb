// Figure "multigrid": the dual residual of a stiff cloth, by sweeps and by methods that solve for all constraints at
// once.
#include "core/model/method_traits.h"
#include "lab/figures/bodies.h"
#include "lab/study/residual_trial.h"
#include "lab/text/number_text.h"
#include "lab/threads/worker_pool.h"
#include "system/machine.h"

#include <optional>

namespace xpbd::lab {
namespace {

constexpr int kStiffSide = 128;
constexpr double kStiffCompliance = 1e-7; // [m/N]
constexpr double kDualLevel = 1e-3;

} // namespace

Result<Figure> figure_multigrid(const Parallel& parallel) {
    std::optional<ResidualTrial> trial;
    parallel(1, [&](std::size_t) { trial.emplace(ResidualTrial::stiff_body(kStiffSide, kStiffCompliance)); });
    const Axis residual{"dual residual, over the first one [1]", true, 1e-4};
    Chart by_time{"Against time", {"time [ms]", true}, residual, {}};
    Chart by_count{"Against iterations", {"iterations", true}, residual, {}};
    std::string words;
    WorkerPool threads(2);
    for (const ResidualCase& what : ResidualTrial::stiff_cases()) {
        // One job at a time, because parallel jobs would distort the timings.
        std::vector<ResidualPoint> curve;
        parallel(1, [&](std::size_t) {
            curve = trial->curve(
                what, kDualLevel, [&](std::size_t n, const auto& task) { threads.run(n, task); }, &ResidualPoint::dual);
        });
        const bool dashed = what.linear_solver == LinearSolver::multigrid;
        for (Chart* chart : {&by_time, &by_count}) {
            chart->series.push_back(
                {std::string(what.label), tone(colour_of(what.method), dashed ? -0.45f : 0), dashed, true, {}});
        }
        for (const ResidualPoint& point : curve) {
            by_time.series.back().points.emplace_back(1e3 * point.seconds, point.dual);
            by_count.series.back().points.emplace_back(point.iterations, point.dual);
        }
        if (const auto seconds = seconds_to(curve, &ResidualPoint::dual, kDualLevel)) {
            words += ", " + std::string(what.label) + " after " + short_number(*seconds) + " s";
        }
    }
    return Figure{"A step of a gathered cloth of 128 × 128 (1 kg, 2 m, α = 1e-7 m/N, h = 1/60 s), on two threads of " +
                      system::processor_name() +
                      ". A sweep moves an error by one edge, so that Gauss-Seidel stalls; the others solve for all "
                      "constraints at once, Direct XPBD without a line search. At 1e-3" +
                      words + ".",
                  {by_time, by_count}};
}

} // namespace xpbd::lab
