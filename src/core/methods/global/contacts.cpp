// Contacts with colliders: rows of an augmented Lagrangian.
#include "core/methods/global/global.h"

#include <algorithm>
#include <cmath>

namespace xpbd {
namespace {

constexpr double kPenalty = 1e4;  ///< over the particle's mass
constexpr double kNear = 1e-3;    ///< a particle that was nearer than this to where it must be was in contact [m]
constexpr double kSticks = 0.999; ///< share of the friction cone within which a contact stuck in the substep before
constexpr double kDeep = 0.1;     ///< share of the contact distance that a particle may be too near at the end

Vec3 along_surface(const Vec3& v, const Vec3& normal) {
    return v - glm::dot(v, normal) * normal;
}

} // namespace

/// The forces of the substep before, times `scale`, are where the rows start, as far as a particle still touches.
void GlobalSolver::begin_contacts(const Substep& substep, const State& state, double scale) {
    const Model& model = substep.model;
    const std::size_t count = model.particle_count();
    rows_.assign(model.colliders.size() * count, Row{});
    if (rows_.empty()) {
        return;
    }
    std::vector<Vec3> carried(count, Vec3(0));
    if (scale > 0 && state.contact_multiplier.size() == count) {
        for (std::size_t i = 0; i < count; ++i) {
            carried[i] = scale * state.contact_multiplier[i];
        }
    }
    auto row = rows_.begin();
    for (const Collider& collider : model.colliders) {
        for (std::size_t i = 0; i < count; ++i, ++row) {
            if (!free_[i]) {
                continue;
            }
            const Gap gap = gap_to(collider.shape, substep.start[i]);
            row->penalty = kPenalty / state.particles.position[i].w;
            if (gap.distance - model.contact_distance > kNear) {
                continue;
            }
            row->normal = std::max(0.0, glm::dot(carried[i], gap.normal));
            carried[i] -= row->normal * gap.normal;
            const double limit = collider.friction * row->normal;
            const double size = glm::length(carried[i]);
            row->sticks = size < kSticks * limit;
            row->tangent = size > limit ? carried[i] * (limit / size) : carried[i];
            carried[i] -= row->tangent;
        }
    }
}

/// A particle that just touches counts as pressed: at rest it then has its force in the first iteration. Friction is
/// either that of a particle that sticks, a stiff spring to its place at the start of the substep, or of one that
/// slides, a force.
void GlobalSolver::add_contacts(const Substep& substep, const State& state) {
    const auto& x = state.particles.position;
    for_each_row(*this, substep.model, x, [&](Row& row, const Collider&, std::size_t i, const Gap& gap) {
        const double error = gap.distance - substep.model.contact_distance;
        row.is_pressed = row.normal >= row.penalty * error;
        if (!row.is_pressed) {
            return;
        }
        const Eigen::Vector3d n(gap.normal.x, gap.normal.y, gap.normal.z);
        Eigen::Matrix3d block = row.penalty * n * n.transpose();
        Vec3 force = (row.normal - row.penalty * error) * gap.normal + row.tangent;
        if (row.sticks) {
            force -= row.penalty * along_surface(xyz(x[i]) - substep.start[i], gap.normal);
            block = row.penalty * Eigen::Matrix3d::Identity();
        }
        const int particle = static_cast<int>(i);
        matrix_.add_diagonal(particle, block);
        add_force(particle, force);
    });
}

/// Takes over the forces at the end of the step, linearised. A row that the system did not have tells nothing about its
/// force: the next iteration has it, if the step led into the collider. What sticks starts to slide where its force
/// leaves the friction cone; what slides sticks where friction pushes it along its way.
void GlobalSolver::update_contacts(const Substep& substep, const State& state) {
    const auto& x = state.particles.position;
    for_each_row(*this, substep.model, x, [&](Row& row, const Collider& collider, std::size_t i, const Gap& gap) {
        const Vec3 step = step_of(static_cast<int>(i));
        const double error = gap.distance - substep.model.contact_distance + glm::dot(gap.normal, step);
        row.normal = row.is_pressed ? std::max(0.0, row.normal - row.penalty * error) : 0;
        const double limit = collider.friction * row.normal;
        if (!(limit > 0)) {
            row.tangent = Vec3(0);
            row.sticks = false;
            return;
        }
        const Vec3 slip = along_surface(xyz(x[i]) + step - substep.start[i], gap.normal);
        if (row.sticks) {
            row.tangent -= row.penalty * slip;
            const double size = glm::length(row.tangent);
            if (size > limit) {
                row.tangent *= limit / size;
                row.sticks = false;
            }
            return;
        }
        const double way = glm::length(slip);
        row.sticks = !(way > 0) || glm::dot(slip, row.tangent) > 0;
        if (!row.sticks) {
            row.tangent = slip * (-limit / way);
        }
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
