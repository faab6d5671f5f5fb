#pragma once

#include "core/model/state.h"

#include <cstddef>
#include <span>
#include <vector>

namespace xpbd {

/// Particles that are stopped on their way to x~ within a substep, because they would pass an obstacle. A stop moves
/// the inertial target, so that every method solves for a body that has not passed; its impulse counts as a contact
/// force.
class Stops {
public:
    void clear();
    /// Moves a particle's inertial target and position. A particle may be stopped several times. `collider`: what stops
    /// it; -1: another particle.
    void add(State& state, std::size_t particle, const Vec3& target, int collider = -1);

    bool empty() const { return particles_.empty(); }
    /// The stopped particles.
    std::span<const int> particles() const { return particles_; }
    /// The inertial target of particles()[k] before its first stop [m].
    const Vec3& target_before(std::size_t k) const { return target_[k]; }
    /// Call it after the solve, before the inverse masses change: restores the inertial targets. The impulses then
    /// count as forces: add_forces().
    void restore_targets(State& state);
    /// Takes the impulses out of forces that a method has computed from the inertial targets, if those are restored
    /// [N s^2].
    void take_out_of(std::span<Vec3> forces) const;
    /// Adds the impulses to state.contact_multiplier.
    void add_forces(State& state) const;
    /// Sum of the impulses on particles()[k] [N s^2].
    const Vec3& impulse(std::size_t k) const { return impulse_[k]; }

    /// One stop by a collider.
    struct Push {
        std::size_t collider;
        std::size_t particle;
        Vec3 impulse; ///< on the particle [N s^2]
    };
    std::span<const Push> pushes() const { return pushes_; }

private:
    std::vector<int> particles_;
    std::vector<Vec3> target_;
    std::vector<Vec3> impulse_; ///< [N s^2]
    std::vector<int> entry_;    ///< per particle: its index in particles_, or -1
    std::vector<Push> pushes_;
    bool are_restored_ = false; ///< the inertial targets
};

} // namespace xpbd
