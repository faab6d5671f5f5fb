// Step time by scene, method and engine, and what measuring costs. One command: build/release/step_benchmark
// --benchmark_format=json
#include "core/methods.h"
#include "core/model/parameters.h"
#include "core/step/measure/measure.h"
#include "run_all.h"
#include "scenes/scenes.h"

#include <benchmark/benchmark.h>
#include <string>

namespace {

using namespace xpbd;

/// Time of one frame of a scene with its defaults, in one pane, on one thread, from a moving state. `small_steps`: one
/// substep per iteration.
void frame(benchmark::State& run, std::string_view scene, int side, int method, Engine engine,
           bool small_steps = false) {
    scenes::SceneSpec spec;
    spec.name = scene;
    if (scenes::find_scene_parameter(*scenes::find_scene(scene), "resolution") != nullptr) {
        spec.values["resolution"] = {static_cast<double>(side), static_cast<double>(side), 0};
    }
    const Result<Model> model = scenes::build(spec);
    if (!model) {
        run.SkipWithError(model.error().message.c_str());
        return;
    }
    Settings settings;
    settings.method = method;
    settings.engine = engine;
    settings.sweep = engine == Engine::fast ? SweepOrder::coloured : SweepOrder::listed;
    if (small_steps) {
        settings.substeps = settings.iterations;
        settings.iterations = 1;
    }
    const auto solver = make_solver(settings);
    State state = initial_state(*model);
    const World world;
    const Control control = control_of(world);
    for (auto _ : run) {
        benchmark::DoNotOptimize(solver->step(*model, state, control, settings, world.dt));
    }
    run.counters["constraints"] = static_cast<double>(model->constraint_count());
}

/// Measures the default readouts once per published frame.
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

BENCHMARK(cloth_measure)->Unit(benchmark::kMillisecond);

/// A frame of a hanging cloth of 64 x 64 particles among 20 balls, some of which it touches. `moving`: the balls swing,
/// which must cost at most 1.3 times as much.
void among_colliders(benchmark::State& run, const char* method, bool moving) {
    scenes::SceneSpec spec;
    spec.name = "cloth";
    spec.values["resolution"] = {64, 64, 0};
    Result<Model> model = scenes::build(spec);
    for (int i = 0; model && i < 20; ++i) {
        const int row = i / 5;
        const Vec3 center(0.4 * (i % 5 - 2), -0.5 - 0.4 * row, 0.12);
        model->colliders.push_back({Sphere{center, 0.1}, 0.3});
        if (moving) {
            model->drives.push_back({"ball", {i}, {}, SwingMotion{.shift = {0, 0, 0.02}, .frequency = 1}});
        }
    }
    if (!model || !finalise(*model)) {
        run.SkipWithError("the model is faulty");
        return;
    }
    Settings settings;
    settings.method = find_method(method);
    const auto solver = make_solver(settings);
    State state = initial_state(*model);
    const World world;
    for (auto _ : run) {
        benchmark::DoNotOptimize(solver->step(*model, state, control_of(world), settings, world.dt));
    }
}

BENCHMARK_CAPTURE(among_colliders, xpbd_resting, "xpbd", false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(among_colliders, xpbd_moving, "xpbd", true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(among_colliders, global_resting, "global", false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(among_colliders, global_moving, "global", true)->Unit(benchmark::kMillisecond);

/// Registers a benchmark of one frame for every scene in every method and engine. Cloths have 32 x 32 particles. The
/// hanging and the folding cloth also run with 64 x 64, and in the fast engine the hanging cloth also runs with 128 x
/// 128 and 256 x 256, and with many substeps of one iteration.
void add_frames() {
    for (const scenes::SceneInfo& scene : scenes::scene_table()) {
        if (scene.key == "mesh" || scene.key == "custom") {
            continue; // their bodies come from files
        }
        for (std::size_t method = 0; method < methods().size(); ++method) {
            for (const Engine engine : {Engine::textbook, Engine::fast}) {
                if (engine == Engine::fast && !uses_parameter(methods()[method], "engine")) {
                    continue;
                }
                const auto add = [&](int side, bool small_steps = false) {
                    const std::string name = std::string(scene.key) + "/" + std::string(methods()[method].key) + "/" +
                                             std::string(engine_names()[static_cast<std::size_t>(engine)]) + "/" +
                                             std::to_string(side) + (small_steps ? "/small_steps" : "");
                    benchmark::RegisterBenchmark(name.c_str(), [=, key = scene.key](benchmark::State& run) {
                        frame(run, key, side, static_cast<int>(method), engine, small_steps);
                    })->Unit(benchmark::kMillisecond);
                };
                add(32);
                if (scene.key == "cloth" || scene.key == "cloth_drop") {
                    add(64);
                }
                if (scene.key == "cloth" && engine == Engine::fast) {
                    add(128);
                    add(256);
                    for (const int side : {64, 128, 256}) {
                        add(side, true);
                    }
                }
            }
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    add_frames();
    return run_all(argc, argv);
}
