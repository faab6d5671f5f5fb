// Moves particles by the residual of their balance of momentum.
#include "core/textbook/primal_residual.h"

#include "core/model/constraints/law.h"
#include "core/model/fold.h"

#include <cmath>

namespace xpbd {

namespace {

/// Adds the force and the bounds of one constraint.
template <class Constraint>
void add_force(const Constraint& constraint, const State& state, double a, std::span<const double> weight,
               std::span<Vec3> force, std::span<double> bound) {
    const auto& x = state.particles.position;
    const double lambda = state.lambda[constraint.index];
    if (lambda == 0) {
        return;
    }
    const auto evaluation = constraint.evaluate(x);
    const auto bounds = constraint.hessian_bounds(x);
    const auto& particles = constraint.particles();
    double mobility = 0; // grad C w grad C'
    for (std::size_t i = 0; i < particles.size(); ++i) {
        mobility += weight[index_of(particles[i])] * glm::dot(evaluation.gradient[i], evaluation.gradient[i]);
    }
    if (!(mobility > 0)) {
        return;
    }
    double push = std::abs(lambda);
    if constexpr (requires { constraint.array; }) { // not a volume
        push = buckling_multiplier<typename Constraint::Type>(lambda, constraint.array.rest[constraint.c]);
    }
    for (std::size_t i = 0; i < particles.size(); ++i) {
        const Vec3& gradient = evaluation.gradient[i];
        force[index_of(particles[i])] += lambda * gradient;
        bound[index_of(particles[i])] +=
            primal_stiffness(std::abs(lambda), push, a, mobility, bounds[i], glm::dot(gradient, gradient));
    }
}

} // namespace

void add_forces_of_volumes_tethers_and_pairs(const Model& model, const State& state, const Contacts& contacts,
                                             const CoefficientTable& table, std::span<const double> weight,
                                             std::span<Vec3> force, std::span<double> bound) {
    for_each_volume(model, [&](const VolumeConstraint& volume) {
        add_force(volume, state, table(volume.material()).a, weight, force, bound);
    });
    contacts.add_forces_between(model, state, force, bound);
}

void PrimalStep::begin(const State& state) {
    const auto& x = state.particles.position;
    weight_.resize(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        weight_[i] = x[i].w;
    }
}

bool PrimalStep::move(const Substep& substep, State& state, const Contacts& contacts, const CoefficientTable& table,
                      bool bounded) {
    const Model& model = substep.model;
    auto& x = state.particles.position;
    force_.assign(x.size(), Vec3(0));
    bound_.assign(x.size(), 0.0);
    for_each_type(model, [&](const auto& array, std::size_t first) {
        for (std::size_t c = 0; c < array.size(); ++c) {
            add_force(constraint_of(array, first, c), state, table(array.material[c]).a, weight_, force_, bound_);
        }
    });
    contacts.add_forces_of_colliders(model, state, force_, bound_);
    add_forces_of_volumes_tethers_and_pairs(model, state, contacts, table, weight_, force_, bound_);
    bool in_limits = true;
    residual_ = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (x[i].w > 0) {
            const Vec3 error = state.predicted[i] + x[i].w * force_[i] - xyz(x[i]); // -g/m
            const double growth = 1 + (bounded ? x[i].w * bound_[i] : 0);           // D/m
            residual_ += glm::dot(error, error) / (x[i].w * growth);
            x[i] += Vec4(error / growth, 0);
            weight_[i] = x[i].w / growth;
            in_limits = in_limits && growth <= kMostGrowth;
        }
    }
    return in_limits;
}

void PrimalStep::swap_weights(State& state) {
    auto& x = state.particles.position;
    for (std::size_t i = 0; i < x.size(); ++i) {
        std::swap(x[i].w, weight_[i]);
    }
}

} // namespace xpbd
