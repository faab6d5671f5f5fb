// The system for the coordinates, M + J' D^-1 J, for bodies with more constraints than coordinates.
//
// With G = D^-1/2 J M^-1/2 the multipliers mu = D^1/2 d_lambda solve (I + G G') mu = beta, beta = D^-1/2 b. The
// coordinates y = M^1/2 dx solve (I + G' G) y = G' beta, and mu = beta - G y. Let rho be the largest eigenvalue of G' G
// and eps the relative rounding error. The factorisation is backward stable: it solves with A + E, A = I + G' G and
// |E| <= c eps (1 + rho), so that the error of y is A^-1 E y, with |y| <= |beta|/2. The residual of the system for mu
// is then (I + G G') G A^-1 E y = G E y, at most c eps rho^(3/2) |beta|/2; the rounding of beta - G y adds as much. If
// eps rho^(3/2) is well below 1, each further solve for the residual (iterative refinement) reduces the error by this
// factor, down to the rounding of the residual itself: as accurate as a factorisation of the larger system.
#include "core/implicit/direct/direct.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace xpbd {
namespace {

constexpr double kMaxRatio = 1e9;   ///< upper limit of rho; there eps rho^(3/2) = 0.007
constexpr int kMaxCorrections = 8;  ///< refinements, at most; one or two are usual
constexpr double kRounding = 4e-16; ///< relative residual below which only rounding remains
constexpr double kShrinks = 0.5;    ///< refinement ends if the residual is above this share of the previous one
constexpr double kAccurate = 1e-14; ///< largest relative residual that is accepted

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

/// An upper bound of rho. On the particles of a constraint g g' <= |g|^2 I, so that G' G is at most the diagonal matrix
/// of sums over the constraints at each particle.
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
    const auto product = [](const Vec3& a, const Vec3& b, double* block) { // adds a b', column by column
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

/// Computes change_. False if the system is not smaller, not accurate enough, or the solver is interrupted.
bool DirectSolver::solve_primal(const Substep& substep, const State& state) {
    if (!may_be_primal(substep.model) || !(largest_ratio(state) <= kMaxRatio)) {
        return false;
    }
    prepare_primal(substep.model);
    if (interrupted()) { // the analysis is incomplete and is repeated next time
        primal_ready_ = false;
        return false;
    }
    assemble_primal(state);
    if (interrupted() || !primal_.factorise(parallel_)) {
        return false; // tests interrupted() first: a factorisation is slow and cannot be interrupted
    }
    change_.assign(right_side_.size(), 0.0);
    missing_ = right_side_;
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

/// Solves the system with the right side missing_, and adds the solution to change_.
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
        change_[j] += missing_[j] / rows_[j].d;
    }
}

/// Computes missing_, the residual of b at change_. Returns its largest entry, divided by the largest sum of the
/// magnitudes of an entry's terms: even a factorisation of the larger system leaves the rounding error of such a sum.
double DirectSolver::find_error(const State& state) {
    std::fill(step_.begin(), step_.end(), 0.0);
    reach_.assign(step_.size() / 3, 0.0);
    const auto row = [&](const Slot& slot) { return index_of(block_row_[index_of(slot.particle)]); };
    for (const Slot& slot : slots_) {
        const double w = state.particles.position[index_of(slot.particle)].w;
        const Vec3 move = w * change_[index_of(slot.constraint)] * slot.gradient;
        double* to = step_.data() + 3 * row(slot);
        for (int axis = 0; axis < 3; ++axis) {
            to[axis] += move[axis];
        }
        reach_[row(slot)] += glm::length(move);
    }
    double error = 0;
    double size = 0;
    for (std::size_t j = 0; j < rows_.size(); ++j) {
        const double own = rows_[j].d * change_[j];
        const double b = right_side_[j];
        missing_[j] = b - own;
        double sum = std::abs(b) + std::abs(own);
        for (const Slot& slot : slots_of(j)) {
            const double* dx = step_.data() + 3 * row(slot);
            missing_[j] -= slot.gradient.x * dx[0] + slot.gradient.y * dx[1] + slot.gradient.z * dx[2];
            sum += glm::length(slot.gradient) * reach_[row(slot)];
        }
        error = std::max(error, std::abs(missing_[j]));
        size = std::max(size, sum);
    }
    return size > 0 ? error / size : 0;
}

} // namespace xpbd
