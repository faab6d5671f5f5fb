// The solution of the linear system.
#include "core/methods/global/global.h"

#include "core/methods/fixed_order.h"

#include <cmath>

namespace xpbd {
namespace {

constexpr int kMostSteps = 40;      ///< of conjugate gradients
constexpr double kTolerance = 1e-2; ///< of their residual, over the first one, in the norm of the factor
/// Least curvature of the exact matrix along a search direction, over that of the factor: with less, the body is about
/// to buckle that way, and the direction is not followed. Measured on a swinging cloth of 32 x 32 (1e-7 m/N): with 0.01
/// steps run away, with 0.4 every second solve ends early.
constexpr double kLeastCurvature = 0.1;

std::span<double> numbers_of(Eigen::VectorXd& vector) {
    return {vector.data(), static_cast<std::size_t>(vector.size())};
}

} // namespace

/// Fills step_. False where the matrix is not positive definite, or the step is not finite.
bool GlobalSolver::find_step() {
    step_ = right_;
    if (!matrix_.factorise_and_solve(numbers_of(step_), parallel_)) {
        return false;
    }
    if (volume_gradient_.cols() > 0) {
        volume_solved_ = matrix_.solve(volume_gradient_, parallel_);
        volume_matrix_ = identity_plus_product(volume_gradient_, volume_solved_);
    }
    add_volumes_to(step_);
    if (!is_factor_exact()) { // a step before a direction of too little curvature is a step, too
        gradients_.solve(
            right_,
            {.most = kMostSteps,
             .tolerance = kTolerance,
             .least_curvature = kLeastCurvature,
             // So little is outside then that its solution would cost more than it tells.
             .enough_at_once = kTolerance},
            [this](const Eigen::VectorXd& from, Eigen::VectorXd& to) { add_difference(from, to); },
            [this](const Eigen::VectorXd& from, Eigen::VectorXd& to) { precondition(from, to); },
            [this] { return interrupted(); }, step_);
    }
    return std::isfinite(dot(step_, step_)); // lengths of moves are squares, too
}

/// True where the factor's matrix is the whole one.
bool GlobalSolver::is_factor_exact() const {
    return outer_pairs_.empty() && std::all_of(parts_.begin(), parts_.end(), [&](const Part& part) {
               return part.outside.empty() && !(is_exact_ && !part.compressed.empty());
           });
}

/// Solves with the factor and the volumes' rank-one parts (Woodbury).
void GlobalSolver::precondition(const Eigen::VectorXd& from, Eigen::VectorXd& to) const {
    to = from;
    matrix_.solve(numbers_of(to), parallel_);
    add_volumes_to(to);
}

/// Given a solution with the factor: that with the volumes, too.
void GlobalSolver::add_volumes_to(Eigen::VectorXd& solved) const {
    if (volume_gradient_.cols() > 0) {
        add_product(volume_solved_, -solve_positive(volume_matrix_, transposed_times(volume_gradient_, solved)),
                    solved);
    }
}

/// What the exact matrix times a vector has more than the factor's: every constraint outside instead of its bound.
void GlobalSolver::add_difference(const Eigen::VectorXd& from, Eigen::VectorXd& to) const {
    const auto at = [&](int particle) {
        return Vec3(from[3 * particle], from[3 * particle + 1], from[3 * particle + 2]);
    };
    in_parallel(parts_.size(), [&](std::size_t p) {
        const Part& part = parts_[p];
        part.outside.add_difference(graph_, matrix_, from, row_of(), to);
        const auto add = [&](int of, int particle, const Vec3& v) {
            if (has(of, particle)) {
                to.segment<3>(3 * particle) += Eigen::Vector3d(v.x, v.y, v.z);
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
