// The iterations of XPBD with all constraints at once: linearise, solve, move.
#include "core/implicit/linearised_xpbd.h"

#include "core/implicit/vectors.h"
#include "core/model/fold.h"
#include "core/model/method_traits.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace xpbd {
namespace {

// The iterations end when they only change rounding errors: every particle moves by less than kNoMove, over (1 m +
// distance from the origin); every multiplier changes by less than kNoChange of the largest one; and neither change
// falls.
constexpr double kNoMove = 1e-14;
constexpr double kNoChange = 1e-9;
constexpr double kShrinks = 0.5; ///< a change below this share of the previous one counts as falling

template <class Constraint>
constexpr bool is_volume(const Constraint& constraint) {
    return &constraint.info() == &kVolumeInfo;
}

} // namespace

int LinearisedXpbd::solve(const Substep& substep, State& state) {
    prepare(substep, state);
    primal_residual_ = primal_residual_of(substep.settings);
    int iterations = iterate_all(substep, state);
    if (failed_ && primal_residual_ != PrimalResidual::dropped) {
        primal_residual_ = PrimalResidual::dropped;
        start_again(state);
        iterations = iterate_all(substep, state);
    }
    if (failed_) { // the frame continues from the last iteration's positions, which are finite
        note_unfinished(is_finite_system() ? Unfinished::not_positive : Unfinished::not_finite);
    }
    return iterations;
}

/// All iterations of a substep, from the inertial target on.
int LinearisedXpbd::iterate_all(const Substep& substep, State& state) {
    directions_.begin(substep.model);
    primal_step_.begin(state);
    begin_solve(substep);
    last_move_ = last_change_ = std::numeric_limits<double>::infinity();
    failed_ = false;
    double first_residual = 0;
    for (int iteration = 0; iteration < substep.settings.iterations && !interrupted(); ++iteration) {
        corrects_balance_ = primal_residual_ != PrimalResidual::dropped && iteration > 0;
        beginning_ = state.particles.position;
        if (!iterate(substep, state)) {
            failed_ = !interrupted();
            return iteration;
        }
        note_iteration(substep, state);
        if (iteration == 1) {
            first_residual = primal_step_.residual();
        }
        if (is_at_rest(state)) {
            return iteration + 1; // further iterations would only change the last digits
        }
    }
    // The system has no damping: it can diverge.
    failed_ = corrects_balance_ && !interrupted() && primal_step_.residual() > first_residual;
    return substep.settings.iterations;
}

/// One iteration. False if the linear system cannot be solved, the primal step leaves its limits, or the solver is
/// interrupted.
bool LinearisedXpbd::iterate(const Substep& substep, State& state) {
    if (corrects_balance_) {
        const CoefficientTable table(&xpbd_rule, substep);
        if (!primal_step_.move(substep, state, contacts(), table, primal_residual_ == PrimalResidual::kept)) {
            return false;
        }
        primal_step_.swap_weights(state);
    }
    linearise(substep, state);
    set_right_side(state);
    const bool found = find_change(substep, state);
    if (found) {
        from_ = state.particles.position;
        move(substep, state);
        contacts().project(substep.model, state, corrects_balance_);
    }
    if (corrects_balance_) {
        primal_step_.swap_weights(state);
    }
    return found;
}

/// True if the iteration that started at beginning_ changed only rounding errors.
bool LinearisedXpbd::is_at_rest(const State& state) {
    const auto& x = state.particles.position;
    double move = 0; // largest move over (1 m + distance from the origin)
    for (std::size_t i = 0; i < x.size(); ++i) {
        move = std::max(move, glm::length(xyz(x[i] - beginning_[i])) / (1 + glm::length(xyz(x[i]))));
    }
    double largest = 0; // largest magnitude of a multiplier
    for (const double lambda : state.lambda) {
        largest = std::max(largest, std::abs(lambda));
    }
    const double changed = largest_magnitude(change_);
    const bool rest = move <= kNoMove && move >= kShrinks * last_move_ && changed <= kNoChange * largest &&
                      changed >= kShrinks * last_change_;
    last_move_ = move;
    last_change_ = changed;
    return rest;
}

/// Lists the slots, and resets the patterns of the systems, if the model or its free particles have changed. A gradient
/// of zero stays in the pattern.
void LinearisedXpbd::prepare(const Substep& substep, const State& state) {
    const auto& x = state.particles.position;
    std::vector<bool> free(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        free[i] = x[i].w > 0;
    }
    if (slots_of_ == substep.model.identity && free_ == free) {
        return;
    }
    slots_of_ = substep.model.identity;
    free_ = std::move(free);
    rows_.resize(substep.model.constraint_count());
    slots_.clear();
    first_slot_.assign(1, 0);
    for_each_constraint(substep.model, [&](const auto& constraint) {
        for (const int particle : constraint.particles()) {
            if (free_[index_of(particle)]) {
                slots_.push_back({static_cast<int>(constraint.index), particle});
            }
        }
        first_slot_.push_back(slots_.size());
    });
    forget_patterns();
}

void LinearisedXpbd::linearise(const Substep& substep, State& state) {
    const auto& x = state.particles.position;
    for_each_constraint(substep.model, [&](const auto& constraint) {
        Row& row = rows_[constraint.index];
        row = {};
        std::size_t slot = first_slot_[constraint.index];
        for (std::size_t s = slot; s < first_slot_[constraint.index + 1]; ++s) {
            slots_[s].gradient = Vec3(0);
        }
        if (is_torn(state, constraint.index) || (is_volume(constraint) && !solves_volumes_)) {
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
            if (free_[p]) {
                slots_[slot++].gradient = gradient;
                row.moves = row.moves || gradient != Vec3(0);
            }
        }
        if constexpr (std::remove_cvref_t<decltype(constraint)>::info().is_norm) {
            if (directions_.has_turned(constraint, evaluation)) {
                state.lambda[constraint.index] *= -1;
            }
        }
    });
}

/// The right side of X16 eq. 26; each row is divided by its own 1 + gamma to keep the matrix symmetric.
void LinearisedXpbd::set_right_side(const State& state) {
    double largest = 0;
    for (const Slot& slot : slots_) {
        const double w = state.particles.position[index_of(slot.particle)].w;
        largest = std::max(largest, w * glm::dot(slot.gradient, slot.gradient));
    }
    right_side_.resize(rows_.size());
    for (std::size_t j = 0; j < rows_.size(); ++j) {
        Row& row = rows_[j];
        const double scale = 1 / (1 + row.k.g);
        // A row without a gradient may have no compliance either, but needs a diagonal entry; its change is zero.
        row.d = row.moves ? scale * row.k.a + regularisation() * largest : 1;
        right_side_[j] = row.moves ? -scale * (row.value + row.k.a * state.lambda[j] + row.k.g * row.moved) : 0;
    }
}

bool LinearisedXpbd::is_finite_system() const {
    return all_finite(right_side_) && std::all_of(slots_.begin(), slots_.end(), [](const Slot& slot) {
               return std::isfinite(slot.gradient.x + slot.gradient.y + slot.gradient.z);
           });
}

/// Adds the change to the multipliers, and M^-1 J' change to the positions.
void LinearisedXpbd::move(const Substep&, State& state) {
    for (std::size_t j = 0; j < rows_.size(); ++j) {
        state.lambda[j] += change_[j];
    }
    for (const Slot& slot : slots_) {
        Vec4& p = state.particles.position[index_of(slot.particle)];
        p += Vec4(p.w * change_[index_of(slot.constraint)] * slot.gradient, 0);
    }
}

} // namespace xpbd
