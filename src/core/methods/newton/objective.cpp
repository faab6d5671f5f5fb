// The objective's value and gradient.
#include "core/methods/newton/newton.h"

#include "core/constraints/fold.h"

#include <algorithm>
#include <cmath>

namespace xpbd {

/// Movement along the surface since the start of the substep.
Vec3 NewtonSolver::slip_of(const Contact& contact, const Substep& substep, const Vec3& x, std::size_t i) const {
    const Vec3 moved = x - substep.start[i];
    return moved - glm::dot(moved, contact.direction) * contact.direction;
}

NewtonSolver::Energy NewtonSolver::energy(const Substep& substep, const State& state,
                                          const std::vector<Vec4>& x) const {
    const Model& model = substep.model;
    Energy sum;
    const auto add = [&](double part) {
        sum.value += part;
        sum.size += std::abs(part);
    };
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (unknown_[i] >= 0) {
            const Vec3 away = xyz(x[i]) - state.predicted[i];
            add(0.5 * glm::dot(away, away) / x[i].w);
        }
    }
    for_each_constraint(model, [&](const auto& constraint) {
        const Term& term = terms_[constraint.index];
        if (term.acts()) {
            add(term.energy(constraint.evaluate(x).value));
        }
    });
    auto contact = contacts_.begin();
    for (const Collider& collider : model.colliders) {
        for (std::size_t i = 0; i < x.size(); ++i, ++contact) {
            if (unknown_[i] < 0) {
                continue;
            }
            const double gap = gap_to(collider.shape, xyz(x[i])).distance - model.contact_distance;
            const double normal = std::max(0.0, contact->normal - contact->penalty * gap);
            add(0.5 * normal * normal / contact->penalty);
            if (contact->limit > 0) {
                const double pull =
                    glm::length(contact->tangent - contact->penalty * slip_of(*contact, substep, xyz(x[i]), i));
                add((pull <= contact->limit ? 0.5 * pull * pull : contact->limit * (pull - 0.5 * contact->limit)) /
                    contact->penalty);
            }
        }
    }
    return sum;
}

/// Fills gradient_ and scale_; returns the gradient's norm.
double NewtonSolver::gradient(const Substep& substep, const State& state) {
    const Model& model = substep.model;
    const auto& x = state.particles.position;
    std::vector<Vec3> sum(x.size(), Vec3(0));
    std::vector<Vec3> force(x.size(), Vec3(0));
    double inertia = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (unknown_[i] >= 0) {
            sum[i] = (xyz(x[i]) - state.predicted[i]) / x[i].w;
            inertia += glm::dot(sum[i], sum[i]);
        }
    }
    for_each_constraint(model, [&](const auto& constraint) {
        const Term& term = terms_[constraint.index];
        if (!term.acts()) {
            return;
        }
        const auto evaluation = constraint.evaluate(x);
        const auto& particles = constraint.particles();
        const double lambda = term.lambda(evaluation.value);
        for (std::size_t i = 0; i < particles.size(); ++i) {
            force[index_of(particles[i])] += lambda * evaluation.gradient[i];
        }
    });
    auto contact = contacts_.begin();
    for (const Collider& collider : model.colliders) {
        for (std::size_t i = 0; i < x.size(); ++i, ++contact) {
            if (unknown_[i] < 0) {
                continue;
            }
            const Gap gap = gap_to(collider.shape, xyz(x[i]));
            const double normal =
                std::max(0.0, contact->normal - contact->penalty * (gap.distance - model.contact_distance));
            force[i] += normal * gap.normal;
            if (contact->limit > 0) {
                const Vec3 pull = contact->tangent - contact->penalty * slip_of(*contact, substep, xyz(x[i]), i);
                const double size = glm::length(pull);
                force[i] += size > contact->limit ? pull * (contact->limit / size) : pull;
            }
        }
    }
    double forces = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (unknown_[i] >= 0) {
            forces += glm::dot(force[i], force[i]);
            const Vec3 g = sum[i] - force[i];
            gradient_.segment<3>(unknown_[i]) = Eigen::Vector3d(g.x, g.y, g.z);
        }
    }
    scale_ = std::sqrt(inertia) + std::sqrt(forces);
    return gradient_.norm();
}

} // namespace xpbd
