// Solves the linear system of one iteration.
#include "core/implicit/primal_dual/primal_dual.h"

#include <algorithm>
#include <cmath>

namespace xpbd {
namespace {

constexpr int kMostSteps = 40;      ///< iterations of conjugate gradients, at most
constexpr double kTolerance = 1e-2; ///< limit of the residual over the first residual, in the norm of the factor
constexpr int kMostMultigridSteps = 100;
constexpr double kMultigridTolerance =
    1e-3; ///< the same in the norm of the V-cycle, where the first step is no solution
/// Least ratio of the curvatures of the exact matrix and of the factor along a search direction. Below it the body is
/// about to buckle in this direction, and the solve ends. Measured on a swinging cloth of 32 x 32 (1e-7 m/N): with 0.01
/// steps run away, with 0.4 every second solve ends early.
constexpr double kLeastCurvature = 0.1;

} // namespace

/// Computes step_. False if the matrix is not positive definite or the step is not finite.
bool PrimalDualSolver::find_step(const State& state) {
    const bool found = by_multigrid_ ? find_step_by_multigrid(state) : find_step_by_factor();
    return found && std::isfinite(dot(step_, step_)); // tests the squares: lengths of moves are computed from them
}

bool PrimalDualSolver::find_step_by_factor() {
    step_ = right_;
    if (!matrix_.factorise_and_solve(step_, parallel_)) {
        return false;
    }
    solve_volumes([this](auto& column) { matrix_.solve(column, parallel_); });
    add_volumes_to(step_);
    if (!is_factor_exact()) { // a solve that ends early at too little curvature still gives a step
        gradients_.solve(
            right_,
            {.most = kMostSteps,
             .tolerance = kTolerance,
             .least_curvature = kLeastCurvature,
             // a step whose residual is already below this is good enough without a solve
             .enough_at_once = kTolerance},
            [this](const auto& from, auto& to) { add_difference(from, to); },
            [this](const auto& from, auto& to) { precondition(from, to); }, [this] { return interrupted(); }, step_);
    }
    return true;
}

/// Conjugate gradients on the exact matrix. The V-cycle takes the place of the factor, also for the volumes.
bool PrimalDualSolver::find_step_by_multigrid(const State& state) {
    if (!multigrid_.refresh(matrix_, state.particles.position, parallel_)) {
        return false;
    }
    solve_volumes([this](auto& column) { multigrid_.precondition(column, column, parallel_); });
    Multigrid::Problem problem{.most = kMostMultigridSteps,
                               .tolerance = kMultigridTolerance,
                               .stop = [this] { return interrupted(); },
                               .least_curvature = kLeastCurvature};
    if (!volume_gradient_.empty() || !is_factor_exact()) {
        problem.add_rest = [this](std::span<const double> from, std::span<double> to) {
            add_difference(from, to);
            for (const auto& column : volume_gradient_) {
                add_scaled(dot(column, from), column, to);
            }
        };
        problem.correct = [this](std::span<double> solved) { add_volumes_to(solved); };
    }
    multigrid_.solve(right_, problem, step_, parallel_);
    return true;
}

/// Solves for the volumes' gradients, which add_volumes_to() reads.
void PrimalDualSolver::solve_volumes(auto&& solve) {
    if (!volume_gradient_.empty()) {
        volume_solved_ = volume_gradient_;
        std::for_each(volume_solved_.begin(), volume_solved_.end(), solve);
        volume_matrix_ = identity_plus_product(volume_gradient_, volume_solved_);
    }
}

/// True if the factored matrix is the exact one.
bool PrimalDualSolver::is_factor_exact() const {
    return outer_pairs_.empty() && std::all_of(parts_.begin(), parts_.end(), [&](const Part& part) {
               return part.outside.empty() && !(is_exact_ && !part.compressed.empty());
           });
}

/// Applies the inverse of the factored matrix plus the volumes' rank-one parts (Woodbury).
void PrimalDualSolver::precondition(const std::vector<double>& from, std::vector<double>& to) const {
    to = from;
    matrix_.solve(to, parallel_);
    add_volumes_to(to);
}

/// Corrects a solution of the factored matrix for the volumes' rank-one parts (Woodbury).
void PrimalDualSolver::add_volumes_to(std::span<double> solved) const {
    if (!volume_gradient_.empty()) {
        subtract_product(volume_solved_, solve_positive(volume_matrix_, transposed_times(volume_gradient_, solved)),
                         solved);
    }
}

/// Adds (exact matrix - factored matrix) times `from`: the constraints outside minus their bounds, the negative
/// stiffness of compressed edges, and pairs without a block.
void PrimalDualSolver::add_difference(std::span<const double> from, std::span<double> to) const {
    const auto at = [&](int particle) { return vec3_at(from, 3 * particle); };
    in_parallel(parts_.size(), [&](std::size_t p) {
        const Part& part = parts_[p];
        part.outside.add_difference(graph_, matrix_, from, row_of(), to);
        const auto add = [&](int of, int particle, const Vec3& v) {
            if (has(of, particle)) {
                add_vec3(to, 3 * particle, v);
            }
        };
        for (const Compressed& edge : is_exact_ ? std::span(part.compressed) : std::span<const Compressed>{}) {
            const Vec3 apart = at(edge.ends[1]) - at(edge.ends[0]);
            const Vec3 turn = edge.across * (apart - glm::dot(apart, edge.direction) * edge.direction);
            add(edge.part, edge.ends[0], turn);
            add(edge.part, edge.ends[1], -turn);
        }
    });
    add_outer_pairs(from, to);
}

} // namespace xpbd
