// Computes the terms from materials, and multipliers from the terms.
#include "core/step/terms.h"

#include "core/model/fold.h"

#include <limits>

namespace xpbd {
namespace {

/// B of ObjectiveTerm, for a compliant constraint.
double damping_term(const ConstraintMaterial& material, const TimeScheme& scheme) {
    return scheme.h_squared * scheme.velocity_weight / scheme.h * material.damping;
}

ObjectiveTerm make_term(const Material& material, const Substep& substep, double value, double weight,
                        double rigid_factor, bool is_norm) {
    ObjectiveTerm term;
    term.reference_value = value;
    term.effective_mass = weight > 0 ? 1 / weight : 0;
    const ConstraintMaterial m = material_of(material, substep.settings);
    term.rigid = m.compliance == 0;
    term.carries = term.rigid && !is_norm;
    if (term.rigid) {
        term.stiffness = rigid_factor * term.effective_mass;
    } else {
        term.stiffness = substep.scheme.h_squared / m.compliance;
        term.damping = damping_term(m, substep.scheme);
    }
    return term;
}

} // namespace

double curvature_of(const ConstraintMaterial& material, const TimeScheme& scheme) {
    return material.compliance > 0 ? scheme.h_squared / material.compliance + damping_term(material, scheme)
                                   : std::numeric_limits<double>::infinity();
}

void prepare_terms(const Substep& substep, const State& state, double rigid_factor, std::vector<ObjectiveTerm>& terms) {
    const Model& model = substep.model;
    terms.assign(model.constraint_count(), ObjectiveTerm{});
    std::vector<Vec4> reference(state.particles.position);
    for (std::size_t i = 0; i < reference.size(); ++i) {
        reference[i] = Vec4(substep.reference[i], reference[i].w);
    }
    for_each_constraint(model, [&](const auto& constraint) {
        if (is_torn(state, constraint.index)) {
            return;
        }
        const auto evaluation = constraint.evaluate(reference);
        const auto& particles = constraint.particles();
        double weight = 0;
        double reach = 0;
        for (std::size_t i = 0; i < particles.size(); ++i) {
            const double square = glm::dot(evaluation.gradient[i], evaluation.gradient[i]);
            weight += reference[index_of(particles[i])].w * square;
            reach += square;
        }
        terms[constraint.index] = make_term(constraint.material(), substep, evaluation.value, weight, rigid_factor,
                                            constraint.info().is_norm);
        terms[constraint.index].reach = reach;
    });
}

void write_lambda(const Model& model, const std::vector<ObjectiveTerm>& terms, State& state) {
    for_each_constraint(model, [&](const auto& constraint) {
        const double value = constraint.evaluate(state.particles.position).value;
        state.lambda[constraint.index] = terms[constraint.index].lambda(value);
    });
}

std::vector<Vec3> unbalanced(const Model& model, const State& state) {
    const auto& x = state.particles.position;
    std::vector<Vec3> rest(x.size(), Vec3(0));
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (x[i].w > 0) {
            rest[i] = (xyz(x[i]) - state.predicted[i]) / x[i].w;
        }
    }
    for_each_constraint(model, [&](const auto& constraint) {
        const auto evaluation = constraint.evaluate(x);
        const auto& particles = constraint.particles();
        for (std::size_t i = 0; i < particles.size(); ++i) {
            rest[index_of(particles[i])] -= state.lambda[constraint.index] * evaluation.gradient[i];
        }
    });
    return rest;
}

} // namespace xpbd
