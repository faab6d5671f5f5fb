// The system for the multipliers: J M^-1 J' + D.
#include "core/implicit/direct/direct.h"

#include "core/base/group_by.h"
#include "core/model/fold.h"

#include <utility>

namespace xpbd {

void DirectSolver::prepare_dual(const Model& model) {
    if (std::exchange(dual_ready_, true)) {
        return;
    }
    group_by(free_.size(), first_meets_, meeting_, [&](const auto& add) {
        for (std::size_t s = 0; s < slots_.size(); ++s) {
            add(index_of(slots_[s].particle), static_cast<int>(s));
        }
    });
    std::vector<std::pair<int, int>> pairs;
    for_each_meeting([&](const Slot& a, const Slot& b) { pairs.emplace_back(a.constraint, b.constraint); });
    std::vector<Vec3> middles(rows_.size(), Vec3(0));
    for_each_constraint(model, [&](const auto& constraint) {
        const auto& particles = constraint.particles();
        for (const int particle : particles) {
            middles[constraint.index] +=
                model.rest_position[index_of(particle)] / static_cast<double>(particles.size());
        }
    });
    dual_.set_pattern(static_cast<int>(rows_.size()), pairs, middles, {interrupt_, {}});
}

/// Calls f(slot, slot) for all pairs of constraints at a particle, particle by particle.
template <class F>
void DirectSolver::for_each_meeting(F&& f) const {
    for (std::size_t p = 0; p + 1 < first_meets_.size(); ++p) {
        for (int later = first_meets_[p]; later < first_meets_[p + 1]; ++later) {
            for (int earlier = first_meets_[p]; earlier < later; ++earlier) {
                f(slots_[index_of(meeting_[index_of(later)])], slots_[index_of(meeting_[index_of(earlier)])]);
            }
        }
    }
}

void DirectSolver::assemble_dual(const State& state) {
    const auto w = [&](const Slot& slot) { return state.particles.position[index_of(slot.particle)].w; };
    dual_.set_zero();
    std::size_t pair = 0;
    for_each_meeting([&](const Slot& a, const Slot& b) {
        const double value = w(a) * glm::dot(a.gradient, b.gradient);
        dual_.add_pair(pair++, &value);
    });
    for (const Slot& slot : slots_) {
        *dual_.diagonal(slot.constraint) += w(slot) * glm::dot(slot.gradient, slot.gradient);
    }
    for (std::size_t j = 0; j < rows_.size(); ++j) {
        *dual_.diagonal(static_cast<int>(j)) += rows_[j].d;
    }
}

/// Computes change_. False if the matrix is not positive definite, or the solver is interrupted.
bool DirectSolver::solve_dual(const Substep& substep, const State& state) {
    prepare_dual(substep.model);
    if (interrupted()) { // the analysis is incomplete and is repeated next time
        dual_ready_ = false;
        return false;
    }
    assemble_dual(state);
    change_ = right_side_;
    // A factorisation is slow and cannot be interrupted.
    return !interrupted() && dual_.factorise_and_solve(change_, parallel_);
}

} // namespace xpbd
