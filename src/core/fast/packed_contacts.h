#pragma once

#include "core/fast/packed_particles.h"
#include "core/simd/sweep.h"
#include "core/step/contact/contacts.h"

#include <array>
#include <cstddef>
#include <vector>

namespace xpbd {

/// Contacts of particles with colliders, as arrays over PackedParticles::lanes() for the kernels.
/// @tparam S float or double
template <class S>
class PackedContacts {
public:
    /// Allocates the arrays for a model.
    void lay_out(const Model& model, const PackedParticles<S>& particles);
    /// Starts a substep, with zero multipliers. Call set_start() for every particle next, then carry_starts() if any
    /// collider moves.
    void begin(const Model& model);
    /// True if a collider moves in this substep.
    bool any_moves() const { return !moving_.empty(); }
    /// Sets the position of a particle at x^n [m]. The particle must be packed at its inertial target.
    void set_start(const PackedParticles<S>& particles, std::size_t p, const Vec3& start, const Vec3& predicted) {
        const std::size_t lane = particles.lane(p);
        const auto target = particles.at(particles.position, p);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto i = static_cast<int>(axis);
            start_[axis][lane] = target[i] + static_cast<S>(start[i] - predicted[i]);
        }
    }
    /// Makes the starts of the lanes [begin, end) that moving colliders carry along. @param origin of the particles [m]
    void carry_starts(const Model& model, const Vec3& origin, std::size_t begin, std::size_t end);
    /// Projects the contacts of the lanes [begin, end) with all colliders, once. `begin`: multiple of kWidestPack.
    /// @param release as in Contacts::project
    void project(const simd::Kernels& kernels, const Model& model, std::size_t begin, std::size_t end, bool release,
                 PackedParticles<S>& particles);
    /// Adds forces and bounds of the lanes [begin, end) to PackedParticles::pull. @param bounded false: no bounds
    void pull(const simd::Kernels& kernels, const Model& model, std::size_t begin, std::size_t end, bool bounded,
              PackedParticles<S>& particles) const;
    /// Writes the multipliers to `contacts`. @param particle_at the particle in each lane; negative for an empty lane
    /// @param zeros also writes those that are zero
    void unpack(const std::vector<int>& particle_at, bool zeros, Contacts& contacts) const;

private:
    struct OfCollider {
        std::vector<S> normal;
        std::array<std::vector<S>, 3> tangent;
        std::array<std::vector<S>, 3> start; ///< start_, carried by the collider; empty until it moves
    };
    std::vector<int> offset_;
    std::array<std::vector<S>, 3> start_;
    std::vector<OfCollider> of_collider_;
    std::vector<std::size_t> moving_; ///< colliders that move in this substep
};

} // namespace xpbd
