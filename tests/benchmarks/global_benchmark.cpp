// Primal-dual Newton on hanging square cloths: one step of three iterations from the same state of a swinging cloth,
// by number of threads. `shortest`: milliseconds per iteration in the shortest step. --benchmark_filter=128/2
#include "core/methods.h"
#include "lab/threads/worker_pool.h"
#include "run_all.h"
#include "scenes/scenes.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <limits>
#include <string>

namespace {

using namespace xpbd;

void step_of_cloth(benchmark::State& run, int side, int threads) {
    scenes::SceneSpec spec;
    spec.name = "cloth";
    spec.values["resolution"] = {static_cast<double>(side), static_cast<double>(side), 0};
    const Result<Model> model = scenes::build(spec);
    if (!model) {
        run.SkipWithError(model.error().message.c_str());
        return;
    }
    Settings settings;
    settings.method = find_method("global");
    settings.iterations = 3;
    lab::WorkerPool pool(threads);
    const auto solver = make_solver(settings);
    if (threads > 1) {
        solver->set_parallel([&](std::size_t count, const auto& task) { pool.run(count, task); });
    }
    State state = initial_state(*model);
    const World world;
    const Control control = control_of(world);
    const auto step = [&](State& from) { return solver->step(*model, from, control, settings, world.dt); };
    for (int i = 0; i < 10; ++i) {
        step(state);
    }
    double shortest = std::numeric_limits<double>::infinity(); // [s]
    for (auto _ : run) {
        State next = state;
        const auto begin = std::chrono::steady_clock::now();
        benchmark::DoNotOptimize(step(next));
        const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        run.SetIterationTime(took);
        shortest = std::min(shortest, took);
    }
    run.counters["shortest"] = 1e3 * shortest / settings.iterations;
}

} // namespace

int main(int argc, char** argv) {
    for (const int side : {64, 128, 256}) {
        for (const int threads : {1, 2}) {
            benchmark::RegisterBenchmark(("global/" + std::to_string(side) + "/" + std::to_string(threads)).c_str(),
                                         [=](benchmark::State& run) { step_of_cloth(run, side, threads); })
                ->Unit(benchmark::kMillisecond)
                ->UseManualTime();
        }
    }
    return run_all(argc, argv);
}
