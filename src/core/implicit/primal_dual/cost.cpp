// Predicts the cost of a factorisation from its symbolic analysis and one timed sample.
#include "core/implicit/primal_dual/cost.h"

#include "core/implicit/block_cholesky.h"
#include "core/implicit/cholesky/fronts.h"
#include "core/implicit/multigrid/multigrid.h"
#include "core/implicit/primal_dual/graph.h"
#include "core/implicit/primal_dual/primal_dual.h"
#include "core/model/method_traits.h"
#include "core/model/parameters.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <thread>
#include <utility>
#include <vector>

namespace xpbd {
namespace {

static_assert(kGlobalLeastCompliance == PrimalDualSolver::kLeastCompliance);

using Pairs = std::vector<std::pair<int, int>>;

/// Additions and multiplications per second of a factorisation on one thread of this machine; measured once.
double measured_rate() {
    static const double rate = [] {
        constexpr int kSide = 40;
        constexpr int kRepeats = 3;
        Pairs pairs;
        std::vector<Vec3> places;
        for (int row = 0; row < kSide; ++row) {
            for (int column = 0; column < kSide; ++column) {
                const int i = row * kSide + column;
                places.emplace_back(column, row, 0);
                if (column > 0) {
                    pairs.emplace_back(i, i - 1);
                }
                for (int d = -1; d <= 1 && row > 0; ++d) {
                    if (column + d >= 0 && column + d < kSide) {
                        pairs.emplace_back(i, i - kSide + d);
                    }
                }
            }
        }
        BlockCholesky<3> matrix;
        matrix.set_pattern(kSide * kSide, pairs, places);
        for (int i = 0; i < kSide * kSide; ++i) {
            matrix.add_diagonal(i, glm::dmat3(1));
        }
        double seconds = std::numeric_limits<double>::infinity();
        for (int i = 0; i < kRepeats; ++i) {
            const auto begin = std::chrono::steady_clock::now();
            matrix.factorise();
            seconds =
                std::min(seconds, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
        }
        return matrix.cost().flops / seconds;
    }();
    return rate;
}

} // namespace

bool global_holds_bending(const Model& model, const Settings& settings) {
    const double h = World{}.dt / settings.substeps;
    return !is_bending_soft(model, settings, {h, h * h, 1});
}

bool global_uses_multigrid(const Model& model, const Settings& settings) {
    const bool has_levels = 3 * model.particle_count() > Multigrid::kCoarsest;
    if (!uses_parameter(method_of(settings), "linear_solver") || settings.linear_solver == LinearSolver::factor ||
        !has_levels) {
        return false;
    }
    const bool is_large = !model.triangles.empty() && model.particle_count() > kFactorParticles;
    return settings.linear_solver == LinearSolver::multigrid || is_large;
}

GlobalCost global_cost(const Model& model, const Settings& settings, const AnalysisWatch& watch) {
    const Pairs pairs = make_global_graph(model, global_holds_bending(model, settings)).pairs;
    const int n = static_cast<int>(model.particle_count());
    const FactorCost cost = predict_cost(n, 3, pairs, model.rest_position, watch);
    const std::size_t matrix = 9 * sizeof(double) * (model.particle_count() + pairs.size());
    const int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    return {cost.factor_bytes, cost.bytes(threads) + matrix, cost.flops, cost.flops / measured_rate()};
}

} // namespace xpbd
