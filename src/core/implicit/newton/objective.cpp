// Value and gradient of the objective.
#include "core/implicit/newton/newton.h"

#include "core/model/fold.h"

#include <algorithm>
#include <cmath>

namespace xpbd {
NewtonSolver::Energy NewtonSolver::energy(const Substep& substep, const State& state,
                                          const std::vector<Vec4>& x) const {
    const Model& model = substep.model;
    Energy sum;
    const auto add = [&](double part) {
        sum.value += part;
        sum.size += std::abs(part);
    };
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (is_free(i)) {
            const Vec3 away = xyz(x[i]) - state.predicted[i];
            add(0.5 * glm::dot(away, away) / x[i].w);
        }
    }
    for_each_constraint(model, [&](const auto& constraint) {
        const ObjectiveTerm& term = terms_[constraint.index];
        if (term.acts()) {
            add(term.energy(constraint.evaluate(x).value));
        }
    });
    for_each_contact(
        contacts_, model, x, [&](const Contact& contact, const Collider& collider, std::size_t i, const Gap& gap) {
            add(contact.energy(gap.distance - model.contact_distance, xyz(x[i]) - collider.carried(substep.start[i])));
        });
    for (const Touch& touch : touches_) {
        add(touch.energy(stance_of(touch, substep, x).error, Vec3(0)));
    }
    return sum;
}

/// Computes gradient_, scale_ and rounding_; returns the norm of the gradient.
double NewtonSolver::gradient(const Substep& substep, const State& state) {
    const auto& x = state.particles.position;
    force_.assign(x.size(), Vec3(0));
    rounding_ = 0;
    add_constraint_forces(substep, state);
    add_contact_forces(substep, state);
    add_touch_forces(substep, state);
    double inertia = 0;
    double forces = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (is_free(i)) {
            const Vec3 moved = (xyz(x[i]) - state.predicted[i]) / x[i].w;
            inertia += glm::dot(moved, moved);
            forces += glm::dot(force_[i], force_[i]);
            const Vec3 g = moved - force_[i];
            std::copy_n(&g.x, 3, gradient_.begin() + unknown_[i]);
        }
    }
    scale_ = std::sqrt(inertia) + std::sqrt(forces);
    rounding_ = std::sqrt(rounding_);
    return norm(gradient_);
}

/// Adds the constraints' forces to force_, and squares of their rounding errors to rounding_. A rounding error e of the
/// positions changes C by up to |grad C| e, and the force by the curvature times |grad C|^2 e.
void NewtonSolver::add_constraint_forces(const Substep& substep, const State& state) {
    const auto& x = state.particles.position;
    for_each_constraint(substep.model, [&](const auto& constraint) {
        const ObjectiveTerm& term = terms_[constraint.index];
        if (!term.acts()) {
            return;
        }
        const auto evaluation = constraint.evaluate(x);
        const auto& particles = constraint.particles();
        const auto& gradients = evaluation.gradient;
        const double lambda = term.lambda(evaluation.value);
        double off = 0;   // sum of |grad C|^2 |x|^2: square of the rounding of C over kLastBit^2
        double reach = 0; // |grad C|^2
        for (std::size_t i = 0; i < particles.size(); ++i) {
            const Vec3 place = xyz(x[index_of(particles[i])]);
            const double size = glm::dot(gradients[i], gradients[i]);
            force_[index_of(particles[i])] += lambda * gradients[i];
            off += size * glm::dot(place, place);
            reach += size;
        }
        const double wrong = kLastBit * term.curvature();
        rounding_ += wrong * wrong * off * reach;
    });
}

void NewtonSolver::add_contact_forces(const Substep& substep, const State& state) {
    const auto& x = state.particles.position;
    for_each_contact(contacts_, substep.model, x,
                     [&](const Contact& contact, const Collider& collider, std::size_t i, const Gap& gap) {
                         const double error = gap.distance - substep.model.contact_distance;
                         force_[i] += contact.force(error, gap.normal, xyz(x[i]) - collider.carried(substep.start[i]));
                         if (contact.push(error) > 0) {
                             const double wrong = kLastBit * contact.penalty;
                             rounding_ += wrong * wrong * glm::dot(xyz(x[i]), xyz(x[i]));
                         }
                     });
}

} // namespace xpbd
