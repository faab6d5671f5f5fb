// Time per projection by engine, size, instruction set and threads, beside plain scalar loops in the same program.
// One command: build/release/sweep_benchmark --benchmark_format=json
#include "lab/study/speed_trial.h"
#include "sweeps.h"

#include <benchmark/benchmark.h>
#include <string>

namespace {

using namespace xpbd;
using lab::SpeedCase;
using Who = SpeedCase::Who;

void add(const std::string& name, const SpeedCase& what, int threads = 1) {
    benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& run) { measure_sweeps(run, what, threads); })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond)
        ->Arg(32)
        ->Arg(64)
        ->Arg(128)
        ->Arg(256)
        ->Arg(512);
}

} // namespace

int main(int argc, char** argv) {
    for (const char* bending : {"skip_one", "isometric", "dihedral"}) {
        const std::string name = bending;
        add(name + "/plain_mesh_order", {.bending = bending, .who = Who::plain_mesh_order});
        add(name + "/plain_listed", {.bending = bending, .who = Who::plain_listed});
        for (const simd::Kernels* kernels : simd::kernels()) {
            add(name + "/fast_" + std::string(kernels->name), {.bending = bending, .kernels = kernels});
        }
        add(name + "/fast_kept", {.bending = bending, .primal_residual = PrimalResidual::kept});
        add(name + "/fast_2_threads", {.bending = bending}, 2);
        add(name + "/fast_shuffled", {.bending = bending, .shuffled = true}); // no lattice: any mesh
        add(name + "/fast_shuffled_kept",
            {.bending = bending, .primal_residual = PrimalResidual::kept, .shuffled = true});
        add(name + "/fast_shuffled_2_threads", {.bending = bending, .shuffled = true}, 2);
        add(name + "/fast_listed", {.bending = bending, .sweep = SweepOrder::listed});
    }
    // Membrane constraints alone, to compare with skip_one/fast_shuffled, which has only distances in a general mesh.
    for (const char* law : {"stvk", "woven"}) {
        const std::string name = law;
        for (const simd::Kernels* kernels : simd::kernels()) {
            add(name + "/fast_" + std::string(kernels->name), {.bending = "none", .law = law, .kernels = kernels});
        }
        add(name + "/fast_2_threads", {.bending = "none", .law = law}, 2);
        add(name + "/fast_listed", {.bending = "none", .law = law, .sweep = SweepOrder::listed});
    }
    return run_all(argc, argv);
}
