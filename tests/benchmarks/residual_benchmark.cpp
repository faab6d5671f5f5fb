// Time until one step of a cloth is solved to a relative residual of 1e-3, by every method.
// stiff: a cloth on which Gauss-Seidel stalls. Time and `needed_iterations` until the RMS of h is 1e-3 of the first
// RMS, or all iterations; dual_n: the ratio of the two after n iterations. One command:
// build/release/residual_benchmark --benchmark_format=json
#include "lab/study/residual_trial.h"
#include "lab/threads/worker_pool.h"
#include "run_all.h"

#include <benchmark/benchmark.h>
#include <map>
#include <string>

namespace {

using namespace xpbd;
using lab::ResidualCase;
using lab::ResidualPoint;
using lab::ResidualTrial;

constexpr double kLevel = 1e-3;

/// The benchmark's time is the time until the residual of the method's own equations is 1e-3.
void measure(benchmark::State& run, const ResidualTrial& trial, const ResidualCase& what) {
    lab::WorkerPool pool(what.threads);
    const Parallel parallel = [&](std::size_t count, const auto& task) { pool.run(count, task); };
    for (auto _ : run) {
        const std::vector<ResidualPoint> curve = trial.curve(what, kLevel, parallel);
        const std::optional<double> seconds = seconds_to(curve, &ResidualPoint::residual, kLevel);
        // Some methods need more iterations for this than for the residual.
        const std::optional<double> newton =
            seconds_to(trial.curve(what, kLevel, parallel, &ResidualPoint::distance), &ResidualPoint::distance, kLevel);
        run.SetIterationTime(seconds.value_or(0));
        run.counters["ms_to_newton"] = 1e3 * newton.value_or(0); // 0: it ends before it is that near
        run.counters["last_iterations"] = curve.back().iterations;
        run.counters["last_residual"] = curve.back().residual;
        run.counters["last_distance"] = curve.back().distance;
        if (!seconds) {
            run.SkipWithError(("the residual is still " + std::to_string(curve.back().residual)).c_str());
        }
    }
}

void measure_stiff(benchmark::State& run, const ResidualTrial& trial, const ResidualCase& what) {
    lab::WorkerPool pool(what.threads);
    const Parallel parallel = [&](std::size_t count, const auto& task) { pool.run(count, task); };
    for (auto _ : run) {
        const std::vector<ResidualPoint> curve = trial.curve(what, kLevel, parallel, &ResidualPoint::dual);
        const ResidualPoint* reached = &curve.back();
        for (auto point = curve.rbegin(); point != curve.rend() && point->dual <= kLevel; ++point) {
            reached = &*point;
        }
        run.SetIterationTime(reached->seconds);
        run.counters["needed_iterations"] = reached->iterations;
        run.counters["last_dual"] = curve.back().dual;
        for (const ResidualPoint& point : curve) {
            if (point.iterations <= 20 || point.iterations > 1000) {
                run.counters["dual_" + std::to_string(point.iterations)] = point.dual;
            }
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    std::map<int, ResidualTrial> trials; // created at the first use of each size
    std::map<std::pair<int, double>, ResidualTrial> stiff;
    for (const int side : {64, 256, 512}) {
        for (const ResidualCase& what : ResidualTrial::cases()) {
            if (side > what.largest) {
                continue;
            }
            const std::string name = std::to_string(side) + "/" + std::string(what.label);
            benchmark::RegisterBenchmark(name.c_str(),
                                         [side, &what, &trials](benchmark::State& run) {
                                             measure(run, trials.try_emplace(side, side).first->second, what);
                                         })
                ->UseManualTime()
                ->Iterations(1)
                ->Unit(benchmark::kMillisecond);
        }
    }
    for (const int side : {256, 512}) {
        for (const double compliance : {1e-5, 1e-7}) {
            for (const ResidualCase& what : ResidualTrial::stiff_cases()) {
                if (side > what.largest) {
                    continue;
                }
                const std::string name = "stiff/" + std::to_string(side) + (compliance < 1e-6 ? "/1e-7/" : "/1e-5/") +
                                         std::string(what.label);
                benchmark::RegisterBenchmark(name.c_str(),
                                             [=, &what, &stiff](benchmark::State& run) {
                                                 const std::pair<int, double> key{side, compliance};
                                                 if (!stiff.contains(key)) {
                                                     stiff.try_emplace(key,
                                                                       ResidualTrial::stiff_body(side, compliance));
                                                 }
                                                 measure_stiff(run, stiff.at(key), what);
                                             })
                    ->UseManualTime()
                    ->Iterations(1)
                    ->Unit(benchmark::kMillisecond);
            }
        }
    }
    return run_all(argc, argv);
}
