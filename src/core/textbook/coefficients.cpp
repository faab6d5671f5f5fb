// Coefficients per material, crowding for Jacobi, and the projection of volumes.
#include "core/textbook/coefficients.h"

#include "core/textbook/project.h"

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
    for_each_type(model, [&](const auto& array, std::size_t) {
        for (const auto& particles : array.particles) {
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
    for_each_type(model, [&](const auto& array, std::size_t) {
        for (const auto& particles : array.particles) {
            result.push_back(most(particles));
        }
    });
    result.resize(model.constraint_count(), 1.0); // crowding of volumes is 1: they are projected alone
    return result;
}

Coefficients volume_coefficients(const Substep& substep, const CoefficientTable& coefficients,
                                 const VolumeConstraint& volume) {
    Coefficients k = coefficients(volume.material());
    k.relax *= sweep_relaxation(substep.settings, 1);
    return k;
}

void project_volumes(const Substep& substep, const CoefficientTable& coefficients, State& state) {
    auto& x = state.particles.position;
    for_each_volume(substep.model, [&](const VolumeConstraint& volume) {
        if (!is_torn(state, volume.index)) {
            project(volume, volume_coefficients(substep, coefficients, volume), state.lambda[volume.index], x, x,
                    substep.reference);
        }
    });
}

} // namespace xpbd
