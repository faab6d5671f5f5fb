// Contacts with colliders, as rows of an augmented Lagrangian.
#include "core/implicit/primal_dual/primal_dual.h"

#include <algorithm>
#include <cmath>

namespace xpbd {
namespace {

constexpr double kPenalty = 1e4;  ///< ratio of the penalty to the particle's mass [1]
constexpr double kNear = 1e-3;    ///< a gap smaller than this at the start of the substep counts as contact [m]
constexpr double kSticks = 0.999; ///< share of the friction cone below which a contact stuck in the last substep
constexpr double kMissed = 0.01;  ///< share of all contact forces that may violate the law of contact at the end

} // namespace

/// Decides whether the contact sticks. The test uses the mass, because a penalty stiffer than the body could turn a
/// force that is slightly too large into its opposite. If friction points along the slip, it is too large: the contact
/// sticks.
void PrimalDualSolver::Row::decide(const Vec3& slip) {
    sticks = limit > 0 && (glm::dot(slip, tangent) > 0 || glm::length(tangent - mass * slip) <= limit);
}

void PrimalDualSolver::Row::act(double error, const Vec3& slip) {
    is_pressed = is_new ? is_pressed : normal >= mass * error;
    is_new = false;
    acting = {};
    if (!is_pressed || !(limit > 0)) {
        return;
    }
    if (sticks) {
        acting = {pull(slip), hold, 0, Vec3(0)};
        return;
    }
    acting = friction(slip);
    if (acting.along == 0) { // the penalty keeps the force within the cone
        acting.force = tangent;
        acting.across = 0;
    }
}

/// Takes the contact's force from the linear system. A row that was not in the system has no force: the next system
/// includes it if the step led into contact. A sticking contact slides when its force leaves the friction cone.
void PrimalDualSolver::Row::update(double error, const Vec3& slip, const Vec3& slipped, double friction) {
    const double pressed = is_pressed ? normal - penalty * error : 0;
    normal = std::max(0.0, pressed);
    missed = normal - pressed;
    const bool had_friction = limit > 0;
    limit = friction * normal;
    const Vec3 force =
        acting.force - acting.across * slipped - acting.along * glm::dot(acting.direction, slipped) * acting.direction;
    const double size = glm::length(force);
    if (!(limit > 0)) {
        missed += size;
        tangent = Vec3(0);
        sticks = false;
        return;
    }
    if (had_friction && sticks) {
        tangent = cut_to(force, limit);
        sticks = size <= limit;
    } else {
        tangent = size > 0 ? force * (limit / size) : Vec3(0);
        decide(slip);
    }
    missed += glm::length(force - tangent);
}

void PrimalDualSolver::Row::start_from(double force, const Vec3& along, double friction) {
    normal = force;
    had_force = force > 0;
    limit = friction * normal;
    tangent = cut_to(along, limit);
    sticks = glm::length(along) < kSticks * limit;
}

void PrimalDualSolver::Row::add_to(double* block, const Vec3& towards, double sign) const {
    add_turned(block, sign * acting.across, sign * (penalty - acting.across), towards);
    if (acting.along != 0) {
        add_turned(block, 0, sign * acting.along, acting.direction);
    }
}

Vec3 PrimalDualSolver::Row::stiffness_times(const Vec3& v, const Vec3& towards) const {
    return acting.across * v + (penalty - acting.across) * glm::dot(towards, v) * towards +
           acting.along * glm::dot(acting.direction, v) * acting.direction;
}

/// Makes the rows. A row of a particle that still touches starts with the last substep's force times `scale`.
void PrimalDualSolver::begin_contacts(const Substep& substep, const State& state, double scale) {
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
            const Gap gap = gap_to(collider.shape, collider.carried(substep.start[i]));
            const Gap target_gap = gap_to(collider.shape, state.predicted[i]);
            row->mass = 1 / state.particles.position[i].w;
            row->penalty = row->hold = kPenalty * row->mass;
            const double falls_to = target_gap.distance - model.contact_distance;
            row->is_pressed = falls_to <= 0;
            if (gap.distance - model.contact_distance > kNear) {
                continue;
            }
            const double normal = std::max(0.0, glm::dot(carried[i], gap.normal));
            carried[i] -= normal * gap.normal;
            row->start_from(normal, carried[i], collider.friction);
            row->is_pressed = normal >= row->mass * falls_to;
            carried[i] -= row->tangent;
        }
    }
    begin_pairs(substep, state, carried);
}

/// Adds the rows of colliders to the linear system. A gap of exactly zero counts as pressed: a body at rest then has
/// its contact forces in the first iteration.
void PrimalDualSolver::add_contacts(const Substep& substep, const State& state) {
    const auto& x = state.particles.position;
    for_each_contact(rows_, substep.model, x, [&](Row& row, const Collider& collider, std::size_t i, const Gap& gap) {
        const double error = gap.distance - substep.model.contact_distance;
        row.act(error, along_surface(xyz(x[i]) - collider.carried(substep.start[i]), gap.normal));
        if (row.is_pressed) {
            const int particle = static_cast<int>(i);
            row.add_to(matrix_.diagonal(particle), gap.normal, 1);
            add_force(particle, row.force(error, gap.normal));
        }
    });
    add_pairs(substep, state);
}

/// Updates the rows with the forces at the end of the step, by linearisation.
void PrimalDualSolver::update_contacts(const Substep& substep, const State& state) {
    const auto& x = state.particles.position;
    for_each_contact(rows_, substep.model, x, [&](Row& row, const Collider& collider, std::size_t i, const Gap& gap) {
        const Vec3 step = step_of(static_cast<int>(i));
        const double error = gap.distance - substep.model.contact_distance + glm::dot(gap.normal, step);
        const Vec3 slipped = along_surface(step, gap.normal);
        const Vec3 slip = along_surface(xyz(x[i]) - collider.carried(substep.start[i]), gap.normal) + slipped;
        row.update(error, slip, slipped, collider.friction);
    });
    update_pairs(substep, state);
}

/// Moves particles that are deep inside a collider to its surface. Needed for contacts that began in the last
/// iteration.
void PrimalDualSolver::push_out(const Substep& substep, State& state) const {
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

/// False if the last linear system had forces that no contact can have: it pulled, or its friction left the cone. New
/// impacts do not count: the next substep has their force. A body that touches itself does not count either, because
/// some of its contacts change in every iteration.
bool PrimalDualSolver::has_met_contacts() const {
    double missed = 0;
    double forces = 0;
    const auto count = [&](const Row& row) {
        missed += row.had_force ? row.missed : 0;
        forces += std::max(row.normal, row.missed);
    };
    std::for_each(rows_.begin(), rows_.end(), count);
    return !pair_rows_.empty() || missed <= kMissed * forces;
}

int PrimalDualSolver::finish_contacts(const Substep& substep, State& state) {
    const std::size_t count = state.particles.position.size();
    for (std::size_t c = 0; c < rows_.size(); ++c) { // restitution reads the normal forces
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
