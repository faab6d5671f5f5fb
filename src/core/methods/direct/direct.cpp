#include "core/methods/direct/direct.h"

#include "core/constraints/fold.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace xpbd {
namespace {

/// Share of the largest diagonal entry that is added to every one: rigid constraints that repeat each other, as in a
/// cloth, make the matrix singular.
constexpr double kRegularisation = 1e-12;

// Where the iterations no longer tell anything but rounding: they move every particle by less than kNoMove, over 1 m
// and its place, change every multiplier by less than kNoChange of the largest one, and neither shrinks any more.
constexpr double kNoMove = 1e-14;
constexpr double kNoChange = 1e-9;
constexpr double kShrinks = 0.5; ///< share of the change before below which a change counts as smaller

} // namespace

int DirectSolver::solve(const Substep& substep, State& state) {
    const Model& model = substep.model;
    auto& x = state.particles.position;
    last_move_ = last_change_ = std::numeric_limits<double>::infinity();
    int iteration = 0;
    for (; iteration < substep.settings.iterations && !interrupted(); ++iteration) {
        linearise(substep, state);
        assemble(state);
        if (interrupted()) {
            break; // a factorisation of a cloth takes long, and cannot be cut short
        }
        factorise();
        if (factor_.info() != Eigen::Success) {
            break; // the rest of the frame follows inertia; the state stays finite
        }
        const Eigen::VectorXd change = factor_.solve(right_side_);
        from_ = x;
        for (std::size_t j = 0; j < rows_.size(); ++j) {
            const double d_lambda = change[static_cast<Eigen::Index>(j)];
            state.lambda[j] += d_lambda;
            for (const auto& [particle, gradient] : rows_[j].gradient) {
                Vec4& p = x[index_of(particle)];
                p += Vec4(p.w * d_lambda * gradient, 0);
            }
        }
        contacts().project(model, state);
        note_iteration(substep, state);
        if (is_at_rest(state, change)) {
            return iteration + 1; // all further iterations would only stir the last digits
        }
    }
    return iteration;
}

/// Whether the iteration just done, from from_, was one of rounding alone.
bool DirectSolver::is_at_rest(const State& state, const Eigen::VectorXd& change) {
    const auto& x = state.particles.position;
    double move = 0; // over 1 m and the place
    for (std::size_t i = 0; i < x.size(); ++i) {
        move = std::max(move, glm::length(xyz(x[i] - from_[i])) / (1 + glm::length(xyz(x[i]))));
    }
    double largest = 0; // multiplier
    for (const double lambda : state.lambda) {
        largest = std::max(largest, std::abs(lambda));
    }
    const double changed = change.size() > 0 ? change.lpNorm<Eigen::Infinity>() : 0;
    const bool rest = move <= kNoMove && move >= kShrinks * last_move_ && changed <= kNoChange * largest &&
                      changed >= kShrinks * last_change_;
    last_move_ = move;
    last_change_ = changed;
    return rest;
}

/// Orders the elimination anew only where the pattern has changed: that costs about as much as the factor itself.
void DirectSolver::factorise() {
    const auto same = [](const std::vector<int>& kept, const int* first, Eigen::Index count) {
        return std::equal(kept.begin(), kept.end(), first, first + count); // false where the lengths differ
    };
    const Eigen::Index columns = matrix_.outerSize() + 1;
    if (!same(columns_, matrix_.outerIndexPtr(), columns) ||
        !same(pattern_, matrix_.innerIndexPtr(), matrix_.nonZeros())) {
        columns_.assign(matrix_.outerIndexPtr(), matrix_.outerIndexPtr() + columns);
        pattern_.assign(matrix_.innerIndexPtr(), matrix_.innerIndexPtr() + matrix_.nonZeros());
        factor_.analyzePattern(matrix_);
    }
    factor_.factorize(matrix_);
}

void DirectSolver::linearise(const Substep& substep, const State& state) {
    const auto& x = state.particles.position;
    rows_.resize(substep.model.constraint_count());
    for_each_constraint(substep.model, [&](const auto& constraint) {
        Row& row = rows_[constraint.index];
        row = {};
        if (is_torn(state, constraint.index)) {
            return;
        }
        const auto evaluation = constraint.evaluate(x);
        const auto& particles = constraint.particles();
        row.value = evaluation.value;
        row.k = xpbd_rule(material_of(constraint.material(), substep.settings), substep.scheme,
                          substep.settings.iterations);
        for (std::size_t i = 0; i < particles.size(); ++i) {
            const std::size_t p = index_of(particles[i]);
            const Vec3& gradient = evaluation.gradient[i];
            row.moved += glm::dot(gradient, xyz(x[p]) - substep.reference[p]);
            if (x[p].w > 0 && gradient != Vec3(0)) {
                row.gradient.emplace_back(particles[i], gradient);
            }
        }
    });
}

/// J M^-1 J' + alpha~/(1 + gamma), each row of X16 eq. 26 divided by its own 1 + gamma to keep the matrix symmetric.
void DirectSolver::assemble(const State& state) {
    const auto& x = state.particles.position;
    std::vector<std::vector<std::pair<int, Vec3>>> meeting(x.size()); // constraints and gradients by particle
    for (std::size_t j = 0; j < rows_.size(); ++j) {
        for (const auto& [particle, gradient] : rows_[j].gradient) {
            meeting[index_of(particle)].emplace_back(static_cast<int>(j), gradient);
        }
    }
    std::vector<Eigen::Triplet<double>> entries;
    double largest = 0;
    for (std::size_t p = 0; p < x.size(); ++p) {
        for (const auto& [row, left] : meeting[p]) {
            for (const auto& [column, right] : meeting[p]) {
                if (column <= row) {
                    entries.emplace_back(row, column, x[p].w * glm::dot(left, right));
                    largest = std::max(largest, column == row ? entries.back().value() : 0);
                }
            }
        }
    }
    const auto size = static_cast<Eigen::Index>(rows_.size());
    right_side_.resize(size);
    for (std::size_t j = 0; j < rows_.size(); ++j) {
        const Row& row = rows_[j];
        const auto at = static_cast<int>(j);
        const double scale = 1 / (1 + row.k.g);
        // A row that nothing can move, and has no compliance, still needs a diagonal; its change is zero.
        const bool stuck = row.gradient.empty();
        entries.emplace_back(at, at, stuck ? 1 : scale * row.k.a + kRegularisation * largest);
        right_side_[at] = stuck ? 0 : -scale * (row.value + row.k.a * state.lambda[j] + row.k.g * row.moved);
    }
    matrix_.resize(size, size);
    matrix_.setFromTriplets(entries.begin(), entries.end());
}

} // namespace xpbd
