// The sparse Cholesky factor on square grids of 3x3 blocks, every node joined with its eight neighbours: analysis,
// factorisation and solution by instruction set and number of threads.
// fronts: the dense kernels alone, on all fronts of a grid one after the other, each in the cache. Their efficiency is
// their Gflops over those of `peak` (multiplications and subtractions on registers, none fused).
#include "core/implicit/block_cholesky.h"
#include "core/implicit/cholesky/fronts.h"
#include "lab/threads/worker_pool.h"
#include "run_all.h"

#include <algorithm>
#include <array>
#include <benchmark/benchmark.h>
#include <chrono>
#include <limits>
#include <string>

namespace {

using namespace xpbd;

struct Grid {
    int n = 0;
    std::vector<std::pair<int, int>> pairs;
    std::vector<Vec3> places;

    explicit Grid(int side) : n(side * side) {
        for (int y = 0; y < side; ++y) {
            for (int x = 0; x < side; ++x) {
                places.push_back(Vec3(x, 0, y));
                for (const auto& [dx, dy] : {std::pair(1, 0), std::pair(0, 1), std::pair(1, 1), std::pair(-1, 1)}) {
                    if (x + dx >= 0 && x + dx < side && y + dy < side) {
                        pairs.emplace_back(y * side + x, (y + dy) * side + x + dx);
                    }
                }
            }
        }
    }
    /// A matrix with springs along all pairs, and a mass at every node.
    BlockCholesky<3> matrix() const {
        BlockCholesky<3> matrix;
        matrix.set_pattern(n, pairs, places);
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            const auto [a, b] = pairs[k];
            const Vec3 along = glm::normalize(places[index_of(b)] - places[index_of(a)]);
            const Vec3 v(along.x, 0.1, along.z);
            const glm::dmat3 block = glm::outerProduct(v, v) + glm::dmat3(0.1);
            matrix.add_diagonal(a, block);
            matrix.add_diagonal(b, block);
            matrix.add_pair(k, -block);
        }
        for (int a = 0; a < n; ++a) {
            matrix.add_diagonal(a, glm::dmat3(0.01));
        }
        return matrix;
    }
};

void analyse(benchmark::State& run, int side) {
    const Grid grid(side);
    BlockCholesky<3> matrix;
    for (auto _ : run) {
        matrix.set_pattern(grid.n, grid.pairs, grid.places);
    }
    const FactorCost& cost = matrix.cost();
    run.counters["factor MB"] = static_cast<double>(cost.factor_bytes) / 1e6;
    run.counters["updates MB"] = static_cast<double>(cost.update_bytes) / 1e6;
    run.counters["updates MB, 2 threads"] = static_cast<double>(cost.bytes(2) - cost.factor_bytes) / 1e6;
}

/// Measures `work(matrix, x, parallel)`: a factorised grid of `side` x `side` vertices, and `threads` threads.
template <class F>
void on_grid(benchmark::State& run, int side, const simd::Kernels& kernels, int threads, F&& work) {
    BlockCholesky<3> matrix = Grid(side).matrix();
    matrix.set_kernels(kernels.dense);
    lab::WorkerPool pool(threads);
    const Parallel parallel =
        threads > 1 ? Parallel([&](std::size_t count, const auto& task) { pool.run(count, task); }) : Parallel{};
    if (!matrix.factorise(parallel)) {
        run.SkipWithError("not positive definite");
        return;
    }
    std::vector<double> x(3 * index_of(side * side), 1.0);
    for (auto _ : run) {
        work(matrix, x, parallel);
    }
    run.counters["Gflops"] =
        benchmark::Counter(matrix.cost().flops * 1e-9, benchmark::Counter::kIsIterationInvariantRate);
}

using Seconds = std::chrono::duration<double>;

/// Seconds that f() takes.
template <class F>
double time_of(F&& f) {
    const auto begin = std::chrono::steady_clock::now();
    f();
    return Seconds(std::chrono::steady_clock::now() - begin).count();
}

/// Eliminates each front alone; per front the fastest of four runs counts. Its own columns hold a diagonal of 4, its
/// rows below hold ones, so that all numbers stay within bounds.
void eliminate_fronts(benchmark::State& run, int side, const simd::DenseKernels& kernels) {
    const Grid grid(side);
    const FrontTree tree(grid.n, 3, grid.pairs, grid.places);
    constexpr int step = 64; // the step of class Factor
    for (auto _ : run) {
        double sum = 0;
        for (const Front& front : tree.fronts) {
            const simd::Panel& panel = front.panel;
            UnsetNumbers start(panel.size(), 0.0), numbers, square(front.update_size());
            std::fill(start.begin() + static_cast<std::ptrdiff_t>(panel.tile_at(panel.own_tiles)), start.end(), 1.0);
            for (int c = 0; c < panel.own; ++c) {
                start[panel.tile_at(c / 8) + index_of(c % 8 + 8 * c)] = 4;
            }
            double best = std::numeric_limits<double>::infinity();
            for (int repeat = 0; repeat < 4; ++repeat) {
                numbers = start;
                best = std::min(best, time_of([&] {
                                    for (int from = 0; from < panel.own; from += step) {
                                        const int to = std::min(panel.own, from + step);
                                        kernels.factor_diagonal(panel, numbers.data(), from, to);
                                        kernels.factor_rows(panel, numbers.data(), from, to, (to + 7) / 8,
                                                            panel.own_tiles + panel.below_tiles);
                                    }
                                    kernels.update(panel, numbers.data(), square.data(), front.leading, 0,
                                                   panel.below_padded());
                                }));
            }
            sum += best;
        }
        run.SetIterationTime(sum);
    }
    run.counters["Gflops"] = benchmark::Counter(tree.cost.flops * 1e-9, benchmark::Counter::kIsIterationInvariantRate);
}

// Computes x - a x `times` times on COUNT registers of BYTES bytes. One function for each instruction set.
#define XPBD_PEAK(NAME, BYTES, COUNT, ...)                                                                             \
    __VA_ARGS__ double NAME(int times, double factor) {                                                                \
        typedef double Vector __attribute__((vector_size(BYTES)));                                                     \
        Vector x[COUNT], a = {};                                                                                       \
        a += factor;                                                                                                   \
        for (Vector & some : x) {                                                                                      \
            some = a;                                                                                                  \
        }                                                                                                              \
        for (int i = 0; i < times; ++i) {                                                                              \
            _Pragma("GCC unroll 24") for (int k = 0; k < COUNT; ++k) {                                                 \
                x[k] -= a * x[k];                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
        Vector sum = {};                                                                                               \
        for (const Vector& some : x) {                                                                                 \
            sum += some;                                                                                               \
        }                                                                                                              \
        return sum[0];                                                                                                 \
    }
XPBD_PEAK(subtract_two, 16, 14)
#ifdef __x86_64__
XPBD_PEAK(subtract_four, 32, 14, __attribute__((target("avx2"))))
XPBD_PEAK(subtract_eight, 64, 24, __attribute__((target("avx512f"))))
#endif

void peak(benchmark::State& run, double (*subtract)(int, double), int numbers) {
    constexpr int times = 100000;
    for (auto _ : run) {
        benchmark::DoNotOptimize(subtract(times, 1e-9));
    }
    run.counters["Gflops"] =
        benchmark::Counter(2.0 * numbers * times * 1e-9, benchmark::Counter::kIsIterationInvariantRate);
}

void add_all() {
    for (const int side : {32, 64, 128, 256}) {
        const std::string grid = std::to_string(side);
        benchmark::RegisterBenchmark(("analyse/" + grid).c_str(), analyse, side)->Unit(benchmark::kMillisecond);
        for (const simd::Kernels* kernels : simd::kernels()) {
            benchmark::RegisterBenchmark(("fronts/" + grid + "/" + std::string(kernels->name)).c_str(),
                                         eliminate_fronts, side, kernels->dense)
                ->Unit(benchmark::kMillisecond)
                ->Iterations(3)
                ->UseManualTime();
            for (const int threads : {1, 2}) {
                const std::string name = "/" + grid + "/" + std::string(kernels->name) + "/" + std::to_string(threads);
                const auto add = [&](const std::string& what, auto work) {
                    benchmark::RegisterBenchmark(
                        (what + name).c_str(),
                        [=](benchmark::State& run) { on_grid(run, side, *kernels, threads, work); })
                        ->Unit(benchmark::kMillisecond)
                        ->UseRealTime();
                };
                add("factorise", [](auto& matrix, auto&, const Parallel& parallel) { matrix.factorise(parallel); });
                add("solve", [](auto& matrix, auto& x, const Parallel& parallel) { matrix.solve(x, parallel); });
            }
        }
    }
    for (const simd::Kernels* kernels : simd::kernels()) {
        const std::string name(kernels->name);
        double (*subtract)(int, double) = subtract_two;
        int numbers = 2 * 14; // lanes and registers, as above
#ifdef __x86_64__
        if (name != "SSE2") {
            subtract = name == "AVX2" ? subtract_four : subtract_eight;
            numbers = name == "AVX2" ? 4 * 14 : 8 * 24;
        }
#endif
        benchmark::RegisterBenchmark(("peak/" + name).c_str(), peak, subtract, numbers)->Unit(benchmark::kMillisecond);
    }
}

} // namespace

int main(int argc, char** argv) {
    add_all();
    return run_all(argc, argv);
}
