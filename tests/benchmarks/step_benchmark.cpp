// Step time of the textbook engine. One command: build/release/step_benchmark --benchmark_format=json
#include "core/measure.h"
#include "core/methods.h"
#include "scenes/scenes.h"

#include <benchmark/benchmark.h>
#include <string>

namespace {

using namespace xpbd;

/// One frame of the cloth scene in one pane, on one thread, from a moving state.
void cloth_frame(benchmark::State& run, std::string_view method) {
    scenes::SceneSpec spec;
    spec.name = "cloth";
    const auto side = static_cast<double>(run.range(0));
    spec.values["resolution"] = {side, side, 0};
    const Result<Model> model = scenes::build(spec);
    if (!model) {
        run.SkipWithError(model.error().message.c_str());
        return;
    }
    Settings settings;
    settings.method = find_method(method);
    const auto solver = make_solver(settings);
    State state = initial_state(*model);
    const World world;
    const Control control = control_of(world);
    for (auto _ : run) {
        benchmark::DoNotOptimize(solver->step(*model, state, control, settings, world.dt));
    }
    const auto constraints = static_cast<double>(model->constraint_count());
    run.counters["constraints"] = constraints;
    run.counters["time_per_projection"] = benchmark::Counter(
        constraints * settings.iterations, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// The default readouts, as they are taken once per published frame.
void cloth_measure(benchmark::State& run) {
    scenes::SceneSpec spec;
    spec.name = "cloth";
    const Result<Model> model = scenes::build(spec);
    if (!model) {
        run.SkipWithError(model.error().message.c_str());
        return;
    }
    Settings settings;
    const auto solver = make_solver(settings);
    State state = initial_state(*model);
    const World world;
    solver->step(*model, state, control_of(world), settings, world.dt);
    for (auto _ : run) {
        benchmark::DoNotOptimize(measure(*model, state, settings, world.gravity, world.dt));
    }
}

BENCHMARK_CAPTURE(cloth_frame, pbd, "pbd")->Arg(32)->Arg(64)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(cloth_frame, xpbd, "xpbd")->Arg(32)->Arg(64)->Unit(benchmark::kMillisecond);
BENCHMARK(cloth_measure)->Unit(benchmark::kMillisecond);

} // namespace
