// Primal-dual Newton on square cloths.
// global: one step of three iterations from the same state of a swinging cloth, by number of threads. `shortest`:
// milliseconds per iteration in the shortest step. --benchmark_filter=128/2
// wrinkled: a cloth of 1 kg and 2 m, gathered by 20 %, 1e-7 m/N, swings. error_n: after n iterations of a step, the
// distance from Newton's solution over the inertial target's distance from it; the median of `samples` steps in 4 s
// (128 x 128: in the first 0.8 s, because each reference takes seconds). Time: the shortest step of eight iterations.
// heap: an upright cloth of 1e-4 m/N falls to the ground in a heap of folds. Figures of a step of 6 substeps after 1 s:
// overlap, the largest of two particles over the thickness; imbalance, RMS over the particles of the residual of the
// step's equation with the springs' forces at the positions [kg m]; contacts. Time: one step.
#include "../core/heap.h"
#include "core/methods.h"
#include "lab/threads/worker_pool.h"
#include "run_all.h"
#include "scenes/parts/grid.h"
#include "scenes/scenes.h"

#include <algorithm>
#include <array>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

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

using Seconds = std::chrono::duration<double>;

scenes::GridCloth square_cloth(int side, double width) {
    scenes::GridCloth cloth;
    cloth.columns = cloth.rows = side;
    cloth.width = cloth.height = width;
    cloth.noise = 0.001;
    return cloth;
}

/// Root of the mean squared distance between particles [m].
double distance_between(const std::vector<Vec4>& a, const std::vector<Vec4>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const Vec3 apart = xyz(a[i]) - xyz(b[i]);
        sum += glm::dot(apart, apart);
    }
    return std::sqrt(sum / static_cast<double>(a.size()));
}

void wrinkled_cloth(benchmark::State& run, int side, int samples) {
    scenes::GridCloth cloth = square_cloth(side, 2);
    cloth.tilt = 60;
    cloth.gather = 0.2;
    cloth.pins = scenes::GridPins::corners;
    Model model = scenes::make_grid_cloth(cloth);
    if (!finalise(model)) {
        run.SkipWithError("no model");
        return;
    }
    Settings settings;
    settings.stretch_compliance = settings.shear_compliance = 1e-7;
    settings.bend_compliance = 1;
    const World world;
    const Control control = control_of(world);
    /// A method with its solver, which is kept from step to step.
    struct Stepping {
        Settings settings;
        std::unique_ptr<Solver> solver;
        double seconds = 0; ///< of the last step
        int unfinished = 0; ///< StepStats::unfinished of the last step
    };
    const auto by = [&](const char* method) {
        Stepping stepping{.settings = settings, .solver = nullptr};
        stepping.settings.method = find_method(method);
        stepping.solver = make_solver(stepping.settings);
        return stepping;
    };
    Stepping global = by("global");
    Stepping newton = by("newton");
    const auto stepped = [&](const State& from, Stepping& with, int iterations) {
        State state = from;
        with.settings.iterations = iterations;
        const auto begin = std::chrono::steady_clock::now();
        with.unfinished = with.solver->step(model, state, control, with.settings, world.dt).unfinished;
        with.seconds = Seconds(std::chrono::steady_clock::now() - begin).count();
        return state;
    };
    const int frames = side == 128 ? 48 : 240;
    const std::array<int, 3> counts = {2, 3, 8};
    for (auto _ : run) {
        std::array<std::vector<double>, 3> errors;
        double shortest = std::numeric_limits<double>::infinity(); // [s]
        State state = initial_state(model);
        for (int frame = 1; frame <= frames; ++frame) {
            state = stepped(state, global, 8);
            if (frame % (frames / samples) != 0) {
                continue;
            }
            const State exact = stepped(state, newton, 1);
            if (newton.unfinished > 0) {
                continue; // Newton has not converged: no reference
            }
            std::vector<Vec4> inertial = exact.particles.position;
            for (std::size_t i = 0; i < inertial.size(); ++i) {
                inertial[i] = Vec4(exact.predicted[i], 0);
            }
            const double size = distance_between(inertial, exact.particles.position);
            for (std::size_t k = 0; k < counts.size(); ++k) {
                const State next = stepped(state, global, counts[k]);
                errors[k].push_back(distance_between(next.particles.position, exact.particles.position) / size);
            }
            shortest = std::min(shortest, global.seconds);
        }
        for (std::size_t k = 0; k < counts.size(); ++k) {
            std::sort(errors[k].begin(), errors[k].end());
            run.counters["error_" + std::to_string(counts[k])] =
                errors[k].empty() ? 0 : errors[k][errors[k].size() / 2];
        }
        run.counters["samples"] = static_cast<double>(errors[0].size());
        run.SetIterationTime(shortest);
    }
}

void heap_of_cloth(benchmark::State& run, int side) {
    scenes::GridCloth cloth = square_cloth(side, 1.2);
    cloth.mass = 0.5;
    cloth.tilt = 5;
    cloth.top = Vec3(0, 1.3, 0);
    Model model = scenes::make_grid_cloth(cloth);
    model.self_distance = 1.2 * cloth.width / (side - 1);
    model.self_friction = 0.3;
    model.contact_distance = 0.5 * model.self_distance;
    model.colliders.push_back({Plane{}, 0.3});
    if (!finalise(model)) {
        run.SkipWithError("no model");
        return;
    }
    Settings settings;
    settings.method = find_method("global");
    settings.iterations = 4;
    settings.substeps = 6;
    settings.stretch_compliance = 1e-4;
    settings.shear_compliance = 3e-4;
    settings.bend_compliance = 1;
    settings.velocity_damping = 0.3;
    const World world;
    const Control control = control_of(world);
    const auto solver = make_solver(settings);
    State state = initial_state(model);
    for (int i = 0; i < 60; ++i) {
        solver->step(model, state, control, settings, world.dt);
    }
    for (auto _ : run) {
        State next = state;
        const auto begin = std::chrono::steady_clock::now();
        const StepStats stats = solver->step(model, next, control, settings, world.dt);
        run.SetIterationTime(Seconds(std::chrono::steady_clock::now() - begin).count());
        run.counters["contacts"] = stats.contacts;
        run.counters["overlap"] = test::largest_overlap(model, next);
        run.counters["imbalance"] = test::imbalance(model, next, settings);
    }
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
    for (const auto& [side, samples] : {std::pair(32, 24), std::pair(64, 24), std::pair(128, 4)}) {
        benchmark::RegisterBenchmark(
            ("wrinkled/" + std::to_string(side)).c_str(),
            [side = side, samples = samples](benchmark::State& run) { wrinkled_cloth(run, side, samples); })
            ->Unit(benchmark::kMillisecond)
            ->Iterations(1)
            ->UseManualTime();
    }
    for (const int side : {32, 64}) {
        benchmark::RegisterBenchmark(("heap/" + std::to_string(side)).c_str(),
                                     [=](benchmark::State& run) { heap_of_cloth(run, side); })
            ->Unit(benchmark::kMillisecond)
            ->Iterations(5)
            ->UseManualTime();
    }
    return run_all(argc, argv);
}
