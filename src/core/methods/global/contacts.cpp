// Contacts as rows of an augmented Lagrangian; those with colliders.
#include "core/methods/global/global.h"

#include <algorithm>
#include <cmath>

namespace xpbd {
namespace {

constexpr double kPenalty = 1e4;  ///< over the particle's mass
constexpr double kNear = 1e-3;    ///< a particle that was nearer than this to where it must be was in contact [m]
constexpr double kSticks = 0.999; ///< share of the friction cone within which a contact stuck in the substep before

} // namespace

/// Friction is either that of a particle that sticks, a stiff spring to its place at the start of the substep, or of
/// one that slides, a force.
Vec3 GlobalSolver::Row::force(double error, const Vec3& towards, const Vec3& slip) const {
    Vec3 sum = (normal - penalty * error) * towards + tangent;
    if (sticks) {
        sum -= hold * slip;
    }
    return sum;
}

/// Adds the row's stiffness, `sign` times.
void GlobalSolver::Row::add_to(double* block, const Vec3& towards, double sign) const {
    const double across = sticks ? sign * hold : 0;
    add_turned(block, across, sign * penalty - across, towards);
}

/// A row that the system did not have tells nothing about its force: the next iteration has it, if the step led into
/// the contact. What sticks starts to slide where its force leaves the friction cone; what slides sticks where friction
/// pushes it along its way.
void GlobalSolver::Row::update(double error, const Vec3& slip, double friction) {
    normal = is_pressed ? std::max(0.0, normal - penalty * error) : 0;
    const double limit = friction * normal;
    if (!(limit > 0)) {
        tangent = Vec3(0);
        sticks = false;
        return;
    }
    if (sticks) {
        tangent -= hold * slip;
        const double size = glm::length(tangent);
        if (size > limit) {
            tangent *= limit / size;
            sticks = false;
        }
        return;
    }
    const double way = glm::length(slip);
    sticks = !(way > 0) || glm::dot(slip, tangent) > 0;
    if (!sticks) {
        tangent = slip * (-limit / way);
    }
}

void GlobalSolver::Row::start_from(double force, const Vec3& along, double friction) {
    normal = force;
    const double limit = friction * normal;
    const double size = glm::length(along);
    sticks = size < kSticks * limit;
    tangent = size > limit ? along * (limit / size) : along;
}

/// The forces of the substep before, times `scale`, are where the rows start, as far as a particle still touches.
void GlobalSolver::begin_contacts(const Substep& substep, const State& state, double scale) {
    const Model& model = substep.model;
    const std::size_t count = model.particle_count();
    rows_.assign(model.colliders.size() * count, Row{});
    pair_rows_.clear();
    if (rows_.empty() && contacts().self_pairs().empty()) {
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
            row->penalty = row->hold = kPenalty / state.particles.position[i].w;
            if (gap.distance - model.contact_distance > kNear) {
                continue;
            }
            const double normal = std::max(0.0, glm::dot(carried[i], gap.normal));
            carried[i] -= normal * gap.normal;
            row->start_from(normal, carried[i], collider.friction);
            carried[i] -= row->tangent;
        }
    }
    begin_pairs(substep, state, carried);
}

/// A particle that just touches counts as pressed: at rest it then has its force in the first iteration.
void GlobalSolver::add_contacts(const Substep& substep, const State& state) {
    const auto& x = state.particles.position;
    for_each_row(*this, substep.model, x, [&](Row& row, const Collider&, std::size_t i, const Gap& gap) {
        const double error = gap.distance - substep.model.contact_distance;
        row.is_pressed = row.presses(error);
        if (row.is_pressed) {
            const int particle = static_cast<int>(i);
            row.add_to(matrix_.diagonal(particle), gap.normal, 1);
            add_force(particle, row.force(error, gap.normal, along_surface(xyz(x[i]) - substep.start[i], gap.normal)));
        }
    });
    add_pairs(substep, state);
}

/// Takes over the forces at the end of the step, linearised.
void GlobalSolver::update_contacts(const Substep& substep, const State& state) {
    const auto& x = state.particles.position;
    for_each_row(*this, substep.model, x, [&](Row& row, const Collider& collider, std::size_t i, const Gap& gap) {
        const Vec3 step = step_of(static_cast<int>(i));
        const double error = gap.distance - substep.model.contact_distance + glm::dot(gap.normal, step);
        row.update(error, along_surface(xyz(x[i]) + step - substep.start[i], gap.normal), collider.friction);
    });
    update_pairs(substep, state);
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
    push_apart(substep, state);
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
