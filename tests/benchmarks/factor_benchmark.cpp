// The sparse Cholesky factor on square grids of 3x3 blocks, every node joined with its eight neighbours: analysis,
// factorisation and solution by instruction set and number of threads.
#include "core/methods/block_cholesky.h"
#include "lab/threads/worker_pool.h"
#include "run_all.h"

#include <benchmark/benchmark.h>
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
    /// The matrix of springs along all pairs, and a mass at every node.
    BlockCholesky<3> matrix() const {
        BlockCholesky<3> matrix;
        matrix.set_pattern(n, pairs, places);
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            const auto [a, b] = pairs[k];
            const Vec3 along = glm::normalize(places[index_of(b)] - places[index_of(a)]);
            const Eigen::Vector3d v(along.x, 0.1, along.z);
            const Eigen::Matrix3d block = v * v.transpose() + 0.1 * Eigen::Matrix3d::Identity();
            matrix.add_diagonal(a, block);
            matrix.add_diagonal(b, block);
            matrix.add_pair(k, -block);
        }
        for (int a = 0; a < n; ++a) {
            matrix.add_diagonal(a, 0.01 * Eigen::Matrix3d::Identity());
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

/// What `work` does with the factor, on so many threads.
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

void add_all() {
    for (const int side : {32, 64, 128, 256}) {
        const std::string grid = std::to_string(side);
        benchmark::RegisterBenchmark(("analyse/" + grid).c_str(), analyse, side)->Unit(benchmark::kMillisecond);
        for (const simd::Kernels* kernels : simd::kernels()) {
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
}

} // namespace

int main(int argc, char** argv) {
    add_all();
    return run_all(argc, argv);
}
