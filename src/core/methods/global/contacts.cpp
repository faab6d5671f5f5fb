// Contacts with colliders: rows of an augmented Lagrangian.
#include "core/methods/global/global.h"

#include <cmath>
#include <limits>

namespace xpbd {
namespace {

constexpr double kPenalty = 1e4; ///< over the particle's mass
constexpr double kNear = 1e-3;   ///< a particle that was nearer than this to where it must be was in contact [m]
constexpr double kDeep = 0.1;    ///< share of the contact distance that a particle may be too near at the end

} // namespace

/// The forces of the substep before, as far as a particle still touches, are where the rows start.
void GlobalSolver::begin_contacts(const Substep& substep, const State& state) {
    const Model& model = substep.model;
    const std::size_t count = model.particle_count();
    rows_.assign(model.colliders.size() * count, ContactRow{});
    if (rows_.empty()) {
        return;
    }
    const double scale = substep.last_force_scale * substep.scheme.h_squared;
    std::vector<Vec3> carried(count, Vec3(0));
    if (state.contact_multiplier.size() == count) {
        for (std::size_t i = 0; i < count; ++i) {
            carried[i] = scale * state.contact_multiplier[i];
        }
    }
    const auto& x = state.particles.position;
    auto row = rows_.begin();
    for (const Collider& collider : model.colliders) {
        for (std::size_t i = 0; i < count; ++i, ++row) {
            if (!free_[i]) {
                continue;
            }
            const Gap gap = gap_to(collider.shape, substep.start[i]);
            row->mass = 1 / x[i].w;
            row->penalty = kPenalty * row->mass;
            row->direction = gap.normal;
            if (gap.distance - model.contact_distance > kNear) {
                continue;
            }
            row->normal = std::max(0.0, glm::dot(carried[i], gap.normal));
            carried[i] -= row->normal * gap.normal;
            row->limit = collider.friction * row->normal;
            const double along = glm::length(carried[i]);
            if (row->limit > 0 && along > 0) {
                row->tangent = carried[i] * std::min(1.0, row->limit / along);
                carried[i] -= row->tangent;
            }
        }
    }
}

void GlobalSolver::add_contacts(const Substep& substep, const State& state) {
    const auto& x = state.particles.position;
    for_each_row(*this, substep.model, x, [&](const ContactRow& row, const Collider&, std::size_t i, const Gap& gap) {
        const double error = gap.distance - substep.model.contact_distance;
        if (!(row.push(error) > 0) && !(row.limit > 0)) {
            return;
        }
        const Vec3 moved = xyz(x[i]) - substep.start[i];
        const int particle = static_cast<int>(i);
        matrix_.add_diagonal(particle, row.stiffness(error, gap.normal, moved));
        add_force(particle, row.force(error, gap.normal, moved));
    });
}

/// Takes over the forces at the end of the step, linearised.
void GlobalSolver::update_contacts(const Substep& substep, const State& state) {
    const auto& x = state.particles.position;
    for_each_row(*this, substep.model, x,
                 [&](ContactRow& row, const Collider& collider, std::size_t i, const Gap& gap) {
                     const Vec3 step = step_of(static_cast<int>(i));
                     const double error = gap.distance - substep.model.contact_distance + glm::dot(gap.normal, step);
                     const Vec3 moved = xyz(x[i]) + step - substep.start[i];
                     row.tighten(error, gap.normal, moved, collider.friction, std::numeric_limits<double>::infinity());
                 });
}

/// A contact that was met within the last iteration is not resolved yet: what is deep inside is put on the surface.
void GlobalSolver::push_out(const Substep& substep, State& state) const {
    const Model& model = substep.model;
    auto& x = state.particles.position;
    for (const Collider& collider : model.colliders) {
        for (std::size_t i = 0; i < x.size(); ++i) {
            if (!free_[i]) {
                continue;
            }
            const Gap gap = gap_to(collider.shape, xyz(x[i]));
            const double error = gap.distance - model.contact_distance;
            if (error < -kDeep * model.contact_distance) {
                x[i] -= Vec4(error * gap.normal, 0);
            }
        }
    }
}

int GlobalSolver::finish_contacts(const Substep& substep, State& state) {
    const std::size_t count = state.particles.position.size();
    for (std::size_t c = 0; c < rows_.size(); ++c) { // for restitution
        contacts().set_normal(c / count, c % count, rows_[c].normal);
    }
    const int total = contacts().finish(substep.model, state);
    for (std::size_t c = 0; c < rows_.size(); ++c) {
        if (rows_[c].normal > 0) {
            state.contact_multiplier[c % count] += rows_[c].tangent;
        }
    }
    return total;
}

} // namespace xpbd
