#pragma once

#include "lab/study/speed_trial.h"
#include "lab/threads/worker_pool.h"
#include "run_all.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <limits>

/// Times the sweeps alone; the whole step is a counter.
inline void measure_sweeps(benchmark::State& run, xpbd::lab::SpeedCase what, int threads) {
    xpbd::lab::WorkerPool pool(threads);
    what.side = static_cast<int>(run.range(0));
    if (threads > 1) {
        what.parallel = [&](std::size_t count, const auto& task) { pool.run(count, task); };
    }
    xpbd::lab::SpeedTrial trial(what);
    // The shortest run counts: disturbances only lengthen a run.
    double sweeps = std::numeric_limits<double>::infinity();
    double step = sweeps;
    for (auto _ : run) {
        const double seconds = trial.run();
        run.SetIterationTime(seconds);
        sweeps = std::min(sweeps, seconds);
        step = std::min(step, trial.step_seconds());
    }
    run.counters["best_step_ms"] = 1e3 * step;
    run.counters["best_ns_per_projection"] = 1e9 * sweeps / static_cast<double>(trial.projections());
}
