#include "core/methods/terms.h"

#include "core/constraints/volume.h"
#include "core/methods/points.h"

namespace xpbd {
namespace {

/// `weight` = grad C w grad C' at the reference.
Term make_term(const Material& material, const Substep& substep, double value, double weight, double rigid_factor,
               bool is_norm) {
    Term term;
    term.reference_value = value;
    term.effective_mass = weight > 0 ? 1 / weight : 0;
    const ConstraintMaterial m = material_of(material, substep.settings);
    term.rigid = m.compliance == 0;
    term.carries = term.rigid && !is_norm;
    if (term.rigid) {
        term.stiffness = rigid_factor * term.effective_mass;
    } else {
        term.stiffness = substep.scheme.h_squared / m.compliance;
        term.damping = substep.scheme.h_squared * substep.scheme.velocity_weight / substep.scheme.h * m.damping;
    }
    return term;
}

} // namespace

void prepare_terms(const Substep& substep, const State& state, double rigid_factor, std::vector<Term>& terms) {
    const Model& model = substep.model;
    terms.assign(model.constraint_count(), Term{});
    std::vector<Vec4> reference(state.particles.position);
    for (std::size_t i = 0; i < reference.size(); ++i) {
        reference[i] = Vec4(substep.reference[i], reference[i].w);
    }
    for_each_batch(model, [&](const auto& batch, std::size_t first) {
        using Kernel = typename std::remove_cvref_t<decltype(batch)>::KernelType;
        for (std::size_t c = 0; c < batch.size(); ++c) {
            if (is_torn(state, first + c)) {
                continue;
            }
            const auto evaluation = Kernel::template eval<double>(points_of(batch, c, reference), batch.rest[c]);
            double weight = 0;
            for (std::size_t i = 0; i < Kernel::arity; ++i) {
                const auto& gradient = evaluation.gradient[i];
                weight += reference[index_of(batch.particles[c][i])].w * glm::dot(gradient, gradient);
            }
            terms[first + c] =
                make_term(batch.material[c], substep, evaluation.value, weight, rigid_factor, Kernel::info.is_norm);
        }
    });
    std::vector<Vec3> gradient;
    for (std::size_t v = 0; v < model.volumes.size(); ++v) {
        const std::size_t at = model.batched_count() + v;
        if (is_torn(state, at)) {
            continue;
        }
        const Volume& volume = model.volumes[v];
        const double value = evaluate_volume(volume, reference, gradient);
        double weight = 0;
        for (std::size_t i = 0; i < gradient.size(); ++i) {
            weight += reference[index_of(volume.particles[i])].w * glm::dot(gradient[i], gradient[i]);
        }
        terms[at] = make_term(volume.material, substep, value, weight, rigid_factor, false);
    }
}

void write_lambda(const Model& model, const std::vector<Term>& terms, State& state) {
    for_each_batch(model, [&](const auto& batch, std::size_t first) {
        using Kernel = typename std::remove_cvref_t<decltype(batch)>::KernelType;
        for (std::size_t c = 0; c < batch.size(); ++c) {
            const auto points = points_of(batch, c, state.particles.position);
            const auto evaluation = Kernel::template eval<double>(points, batch.rest[c]);
            state.lambda[first + c] = terms[first + c].lambda(evaluation.value);
        }
    });
    std::vector<Vec3> gradient;
    for (std::size_t v = 0; v < model.volumes.size(); ++v) {
        const std::size_t at = model.batched_count() + v;
        state.lambda[at] = terms[at].lambda(evaluate_volume(model.volumes[v], state.particles.position, gradient));
    }
}

std::vector<Vec3> unbalanced(const Model& model, const State& state) {
    const auto& x = state.particles.position;
    std::vector<Vec3> rest(x.size(), Vec3(0));
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (x[i].w > 0) {
            rest[i] = (xyz(x[i]) - state.predicted[i]) / x[i].w;
        }
    }
    for_each_batch(model, [&](const auto& batch, std::size_t first) {
        using Kernel = typename std::remove_cvref_t<decltype(batch)>::KernelType;
        for (std::size_t c = 0; c < batch.size(); ++c) {
            const auto evaluation = Kernel::template eval<double>(points_of(batch, c, x), batch.rest[c]);
            for (std::size_t i = 0; i < Kernel::arity; ++i) {
                rest[index_of(batch.particles[c][i])] -= state.lambda[first + c] * evaluation.gradient[i];
            }
        }
    });
    std::vector<Vec3> gradient;
    for (std::size_t v = 0; v < model.volumes.size(); ++v) {
        evaluate_volume(model.volumes[v], x, gradient);
        for (std::size_t i = 0; i < gradient.size(); ++i) {
            rest[index_of(model.volumes[v].particles[i])] -= state.lambda[model.batched_count() + v] * gradient[i];
        }
    }
    return rest;
}

} // namespace xpbd
