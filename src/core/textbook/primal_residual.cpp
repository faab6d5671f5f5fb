// Moves particles by the residual of their balance of momentum.
#include "core/textbook/primal_residual.h"

#include "core/model/fold.h"

#include <cmath>

namespace xpbd {

namespace {

/// Adds the force and the bounds of one constraint.
template <class Constraint>
void add_force(const Constraint& constraint, const State& state, std::span<Vec3> force, std::span<double> bound) {
    const auto& x = state.particles.position;
    const double lambda = state.lambda[constraint.index];
    if (lambda == 0) {
        return;
    }
    const auto evaluation = constraint.evaluate(x);
    const auto bounds = constraint.hessian_bounds(x);
    const auto& particles = constraint.particles();
    for (std::size_t i = 0; i < particles.size(); ++i) {
        force[index_of(particles[i])] += lambda * evaluation.gradient[i];
        bound[index_of(particles[i])] += std::abs(lambda) * bounds[i];
    }
}

} // namespace

void add_forces_of_volumes_tethers_and_pairs(const Model& model, const State& state, const Contacts& contacts,
                                             std::span<Vec3> force, std::span<double> bound) {
    for_each_volume(model, [&](const VolumeConstraint& volume) { add_force(volume, state, force, bound); });
    contacts.add_forces_between(model, state, force, bound);
}

void PrimalStep::move(const Substep& substep, State& state, const Contacts& contacts, bool bounded) {
    const Model& model = substep.model;
    auto& x = state.particles.position;
    force_.assign(x.size(), Vec3(0));
    bound_.assign(x.size(), 0.0);
    for_each_type(model, [&](const auto& array, std::size_t first) {
        for (std::size_t c = 0; c < array.size(); ++c) {
            add_force(constraint_of(array, first, c), state, force_, bound_);
        }
    });
    contacts.add_forces_of_colliders(model, state, force_, bound_);
    add_forces_of_volumes_tethers_and_pairs(model, state, contacts, force_, bound_);
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (x[i].w > 0) {
            const Vec3 error = state.predicted[i] + x[i].w * force_[i] - xyz(x[i]); // -g/m
            x[i] += Vec4(error / (1 + (bounded ? x[i].w * bound_[i] : 0)), 0);
        }
    }
}

} // namespace xpbd
