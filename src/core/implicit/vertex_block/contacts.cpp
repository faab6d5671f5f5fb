// Contacts of vertices with colliders.
#include "core/implicit/vertex_block/vertex_block.h"
#include "core/step/contact/contact_row.h"

#include <algorithm>

namespace xpbd {
namespace {

constexpr double kNear = 1e-3;         ///< a vertex with a smaller gap may have been in contact in the last substep [m]
constexpr int kMostColliderRounds = 8; ///< rounds over the colliders that one vertex touches, at most

} // namespace

/// Moves each vertex in contact to where its mass alone would take it, with friction in the cone of that push, or of
/// the last substep's force if nothing pushes. A body that sticks or slides as a whole then starts with that
/// motion; sweeps would need many iterations to find it, more for a stiffer body.
void VertexBlockSolver::guess_contacts(const Substep& substep, State& state) const {
    const Model& model = substep.model;
    auto& x = state.particles.position;
    for (const Collider& collider : model.colliders) {
        for (std::size_t i = 0; i < x.size(); ++i) {
            const Gap gap = gap_to(collider.shape, xyz(x[i]));
            const double error = gap.distance - model.contact_distance;
            if (x[i].w == 0 || error >= kNear) {
                continue;
            }
            const double pushed = std::max(0.0, -error / x[i].w);
            const Vec3 carried = substep.last_force_scale * substep.scheme.h_squared * state.contact_multiplier[i];
            const double normal = pushed > 0 ? pushed : glm::dot(carried, gap.normal);
            const Vec3 slip = along_surface(xyz(x[i]) - collider.carried(substep.start[i]), gap.normal);
            const Vec3 tangent = cut_to(-slip / x[i].w, std::max(0.0, collider.friction * normal));
            x[i] += Vec4(x[i].w * (pushed * gap.normal + tangent), 0);
        }
    }
}

/// Corrects the vertex's move by the forces of its contacts, and writes the forces to contacts(). If the vertex
/// touches several colliders, the contacts are solved one after the other until no force changes.
void VertexBlockSolver::touch_colliders(const Substep& substep, const State& state, std::size_t i,
                                        const glm::dmat3& compliance, Vec3& move) {
    const Model& model = substep.model;
    touches_.assign(model.colliders.size(), VertexTouch{});
    const Vec3 place = xyz(state.particles.position[i]);
    for (std::size_t c = 0; c < touches_.size(); ++c) {
        const Collider& collider = model.colliders[c];
        const Gap gap = gap_to(collider.shape, place);
        touches_[c].towards = gap.normal;
        touches_[c].error = gap.distance - model.contact_distance;
        touches_[c].slip = along_surface(place - collider.carried(substep.start[i]), gap.normal);
        touches_[c].friction = collider.friction;
    }
    for (int round = 0; round < kMostColliderRounds; ++round) {
        bool changes = false;
        for (VertexTouch& touch : touches_) {
            const Vec3 before = touch.force();
            solve_touch(compliance, touch, move);
            changes = changes || touch.force() != before;
        }
        if (!changes || touches_.size() == 1) {
            break;
        }
    }
    for (std::size_t c = 0; c < touches_.size(); ++c) {
        contacts().set(c, i, touches_[c].normal, touches_[c].tangent);
    }
}

/// Moves the vertex out of curved surfaces: its move followed the tangent plane and ended slightly inside.
void VertexBlockSolver::put_on_surface(const Substep& substep, State& state, std::size_t i) const {
    Vec4& x = state.particles.position[i];
    for (const Collider& collider : substep.model.colliders) {
        const Gap gap = gap_to(collider.shape, xyz(x));
        const double error = gap.distance - substep.model.contact_distance;
        if (error < 0) {
            x -= Vec4(error * gap.normal, 0);
        }
    }
}

} // namespace xpbd
