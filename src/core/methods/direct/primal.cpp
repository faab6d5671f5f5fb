// The system of the coordinates, M + J' D^-1 J, for bodies with more constraints than coordinates.
//
// With G = D^-1/2 J M^-1/2 the multipliers mu = D^1/2 d_lambda solve (I + G G') mu = beta, beta = D^-1/2 b. The
// coordinates y = M^1/2 dx solve (I + G' G) y = G' beta, and mu = beta - G y. Let rho be the largest eigenvalue of G'
// G, eps the rounding of a number. Backward stable, the factorisation solves with I + G' G + E, |E| <= c eps (1 + rho),
// so that y is wrong by A^-1 E y with A = I + G' G and |y| <= |beta|/2. Of the system for mu this leaves
// (I + G G') G A^-1 E y = G E y, at most c eps rho^(3/2) |beta|/2; the rounding of beta - G y leaves as much. So where
// eps rho^(3/2) is well below 1, every further solution for what is left (iterative refinement) makes the error smaller
// by that factor, down to the rounding of the remainder itself: as accurate as a factorisation of the larger system.
#include "core/methods/direct/direct.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace xpbd {
namespace {

constexpr double kMaxRatio = 1e9;   ///< rho: eps rho^(3/2) = 0.007
constexpr int kMaxCorrections = 8;  ///< refinements, one or two of which are usual
constexpr double kRounding = 4e-16; ///< an error of b this small, over what adds up to it, is rounding
constexpr double kShrinks = 0.5;    ///< share of the error before below which another correction helps
constexpr double kAccurate = 1e-12; ///< error of b, over what adds up to it, that is accepted

} // namespace

bool DirectSolver::may_be_primal(const Model& model) const {
    const auto coordinates = 3 * std::count(free_.begin(), free_.end(), true);
    return model.volumes.empty() && static_cast<std::ptrdiff_t>(rows_.size()) > coordinates;
}

void DirectSolver::prepare_primal(const Model& model) {
    if (std::exchange(primal_ready_, true)) {
        return;
    }
    block_row_.assign(free_.size(), -1);
    std::vector<Vec3> places;
    for (std::size_t i = 0; i < free_.size(); ++i) {
        if (free_[i]) {
            block_row_[i] = static_cast<int>(places.size());
            places.push_back(model.rest_position[i]);
        }
    }
    std::vector<std::pair<int, int>> pairs;
    for (std::size_t j = 0; j < rows_.size(); ++j) {
        const auto slots = slots_of(j);
        for (std::size_t k = 0; k < slots.size(); ++k) {
            for (std::size_t l = 0; l < k; ++l) {
                pairs.emplace_back(block_row_[index_of(slots[k].particle)], block_row_[index_of(slots[l].particle)]);
            }
        }
    }
    step_.resize(3 * places.size());
    primal_.set_pattern(static_cast<int>(places.size()), pairs, places, {interrupt_, {}});
}

/// A bound on rho: g g' <= |g|^2 I, on the particles of a constraint, so that G' G is at most the diagonal matrix of
/// the sums over the constraints at a particle.
double DirectSolver::largest_ratio(const State& state) const {
    std::vector<double> sum(free_.size(), 0.0);
    double largest = 0;
    for (std::size_t j = 0; j < rows_.size(); ++j) {
        double square = 0;
        for (const Slot& slot : slots_of(j)) {
            square += state.particles.position[index_of(slot.particle)].w * glm::dot(slot.gradient, slot.gradient);
        }
        for (const Slot& slot : slots_of(j)) {
            double& at = sum[index_of(slot.particle)];
            at += square / rows_[j].d;
            largest = std::max(largest, at);
        }
    }
    return largest;
}

void DirectSolver::assemble_primal(const State& state) {
    primal_.set_zero();
    for (std::size_t i = 0; i < free_.size(); ++i) {
        if (free_[i]) {
            double* block = primal_.diagonal(block_row_[i]);
            block[0] = block[4] = block[8] = 1 / state.particles.position[i].w;
        }
    }
    std::size_t pair = 0;
    const auto product = [](const Vec3& a, const Vec3& b, double* block) { // a b', column by column
        for (int c = 0; c < 3; ++c) {
            for (int r = 0; r < 3; ++r) {
                block[3 * c + r] += a[r] * b[c];
            }
        }
    };
    for (std::size_t j = 0; j < rows_.size(); ++j) {
        const auto slots = slots_of(j);
        const double stiffness = 1 / rows_[j].d;
        for (std::size_t k = 0; k < slots.size(); ++k) {
            const Vec3 pull = stiffness * slots[k].gradient;
            product(pull, slots[k].gradient, primal_.diagonal(block_row_[index_of(slots[k].particle)]));
            for (std::size_t l = 0; l < k; ++l) {
                double block[9] = {};
                product(pull, slots[l].gradient, block);
                primal_.add_pair(pair++, block);
            }
        }
    }
}

/// Sets change_; false where the system is not smaller, or not accurate, or the solver is interrupted.
bool DirectSolver::solve_primal(const Substep& substep, const State& state) {
    if (!may_be_primal(substep.model) || !(largest_ratio(state) <= kMaxRatio)) {
        return false;
    }
    prepare_primal(substep.model);
    if (interrupted()) { // an analysis that was cut short is done again
        primal_ready_ = false;
        return false;
    }
    assemble_primal(state);
    if (interrupted() || !primal_.factorise(parallel_)) {
        return false; // a factorisation of a cloth takes long, and cannot be cut short
    }
    change_.setZero(right_side_.size());
    missing_.assign(right_side_.data(), right_side_.data() + right_side_.size());
    double before = std::numeric_limits<double>::infinity();
    for (int k = 0; k <= kMaxCorrections; ++k) {
        add_correction();
        const double error = find_error(state);
        if (error <= kRounding || !(error < kShrinks * before)) {
            return error <= kAccurate;
        }
        before = error;
    }
    return before <= kAccurate;
}

/// Solves for what is missing of b, and adds that to change_.
void DirectSolver::add_correction() {
    std::fill(step_.begin(), step_.end(), 0.0);
    const auto at = [&](const Slot& slot) { return step_.data() + 3 * index_of(block_row_[index_of(slot.particle)]); };
    for (const Slot& slot : slots_) {
        const auto j = index_of(slot.constraint);
        const Vec3 pull = missing_[j] / rows_[j].d * slot.gradient;
        double* to = at(slot);
        for (int axis = 0; axis < 3; ++axis) {
            to[axis] += pull[axis];
        }
    }
    primal_.solve(step_, parallel_);
    for (const Slot& slot : slots_) {
        const double* dx = at(slot);
        missing_[index_of(slot.constraint)] -=
            slot.gradient.x * dx[0] + slot.gradient.y * dx[1] + slot.gradient.z * dx[2];
    }
    for (std::size_t j = 0; j < rows_.size(); ++j) {
        change_[static_cast<Eigen::Index>(j)] += missing_[j] / rows_[j].d;
    }
}

/// Sets what is missing of b with change_; returns the largest part of it, over the largest sum of the magnitudes that
/// make it up.
double DirectSolver::find_error(const State& state) {
    std::fill(step_.begin(), step_.end(), 0.0);
    const auto at = [&](const Slot& slot) { return step_.data() + 3 * index_of(block_row_[index_of(slot.particle)]); };
    for (const Slot& slot : slots_) {
        const double w = state.particles.position[index_of(slot.particle)].w;
        const Vec3 move = w * change_[slot.constraint] * slot.gradient;
        double* to = at(slot);
        for (int axis = 0; axis < 3; ++axis) {
            to[axis] += move[axis];
        }
    }
    double error = 0;
    double size = 0;
    for (std::size_t j = 0; j < rows_.size(); ++j) {
        const double own = rows_[j].d * change_[static_cast<Eigen::Index>(j)];
        const double b = right_side_[static_cast<Eigen::Index>(j)];
        missing_[j] = b - own;
        double sum = std::abs(b) + std::abs(own);
        for (const Slot& slot : slots_of(j)) {
            const double* dx = at(slot);
            for (int axis = 0; axis < 3; ++axis) {
                missing_[j] -= slot.gradient[axis] * dx[axis];
                sum += std::abs(slot.gradient[axis] * dx[axis]);
            }
        }
        error = std::max(error, std::abs(missing_[j]));
        size = std::max(size, sum);
    }
    return size > 0 ? error / size : 0;
}

} // namespace xpbd
