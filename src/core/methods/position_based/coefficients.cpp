#include "core/methods/position_based/coefficients.h"

#include "core/constraints/volume.h"

#include <algorithm>

namespace xpbd {

CoefficientTable::CoefficientTable(CoefficientRule rule, const Substep& substep) : rule_(rule), substep_(substep) {
    for (std::size_t r = 0; r < kRoleCount; ++r) {
        by_role_[r] = work_out({static_cast<Role>(r), {}, {}, {}});
    }
}

Coefficients CoefficientTable::operator()(const Material& material) const {
    const bool plain = !material.compliance && !material.stiffness && !material.damping;
    return plain ? by_role_[static_cast<std::size_t>(material.role)] : work_out(material);
}

Coefficients CoefficientTable::work_out(const Material& material) const {
    return rule_(material_of(material, substep_.settings), substep_.scheme, substep_.settings.iterations);
}

std::vector<double> crowding(const Model& model) {
    std::vector<double> meeting(model.particle_count(), 0);
    for_each_batch(model, [&](const auto& batch, std::size_t) {
        for (const auto& particles : batch.particles) {
            for (const int p : particles) {
                ++meeting[index_of(p)];
            }
        }
    });
    std::vector<double> result;
    result.reserve(model.constraint_count());
    const auto most = [&](const auto& particles) {
        double count = 1;
        for (const int p : particles) {
            count = model.mass[index_of(p)] > 0 ? std::max(count, meeting[index_of(p)]) : count;
        }
        return count;
    };
    for_each_batch(model, [&](const auto& batch, std::size_t) {
        for (const auto& particles : batch.particles) {
            result.push_back(most(particles));
        }
    });
    result.resize(model.constraint_count(), 1.0); // a volume is projected alone, after the others
    return result;
}

void project_volumes(const Substep& substep, const CoefficientTable& coefficients, State& state,
                     std::vector<Vec3>& gradient) {
    const Model& model = substep.model;
    auto& x = state.particles.position;
    for (std::size_t v = 0; v < model.volumes.size(); ++v) {
        const Volume& volume = model.volumes[v];
        const std::size_t at = model.batched_count() + v;
        const double value = evaluate_volume(volume, x, gradient);
        double weight = 0;
        double damping = 0;
        for (std::size_t i = 0; i < volume.particles.size(); ++i) {
            const std::size_t p = index_of(volume.particles[i]);
            weight += x[p].w * glm::dot(gradient[i], gradient[i]);
            damping += glm::dot(gradient[i], xyz(x[p]) - substep.reference[p]);
        }
        if (!(weight > 0)) {
            continue; // a surface crushed to a point has no direction in which its volume grows
        }
        Coefficients k = coefficients(volume.material);
        // One constraint over all particles meets no other of its kind: Jacobi does not divide it, SOR does relax it.
        k.relax *= sweep_relaxation(substep.settings, 1);
        if (is_torn(state, at)) {
            k.relax = 0;
        }
        const double change = multiplier_change(k, value, weight, damping, state.lambda[at]);
        state.lambda[at] += change;
        for (std::size_t i = 0; i < volume.particles.size(); ++i) {
            Vec4& particle = x[index_of(volume.particles[i])];
            particle += Vec4(particle.w * change * gradient[i], 0);
        }
    }
}

} // namespace xpbd
