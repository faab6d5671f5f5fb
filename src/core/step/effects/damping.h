#pragma once

#include "core/model/model.h"
#include "core/model/state.h"

#include <cstdint>
#include <span>
#include <vector>

namespace xpbd {

/// Numbers the bodies of a model: sets of free particles that constraints connect, directly or through other free
/// particles. Fixed particles do not connect, because they transfer no motion; neither do contacts, nor the constraints
/// in `torn` (as State::torn). `body` becomes the number of every particle's body, -1 for a fixed particle. Returns
/// the number of bodies.
int number_bodies(const Model& model, std::span<const std::uint8_t> torn, std::vector<int>& body);

/// The bodies of a model, as number_bodies() finds them: a body that tears apart becomes two bodies.
class Bodies {
public:
    static constexpr int kNone = -1; ///< body of a fixed particle

    /// Finds the bodies, if the model or its torn constraints have changed since the last call.
    void find(const Model& model, const State& state);
    int count() const { return count_; }
    int of(std::size_t particle) const { return body_[particle]; }
    /// of(particle) for every particle.
    const std::vector<int>& of_particles() const { return body_; }

private:
    std::uint64_t model_ = 0; ///< identity of the model that body_ belongs to
    std::vector<std::uint8_t> torn_;
    std::vector<int> body_; ///< per particle: number of its body, or kNone
    int count_ = 0;
};

/// Mass, momentum and inertia of one body, and its motion as a rigid body.
struct RigidMotion {
    double mass = 0; ///< [kg]
    Vec3 center{0};  ///< centre of mass [m]
    Vec3 mean{0};    ///< velocity of the centre [m/s]
    Vec3 angular{0}; ///< angular momentum about the centre [kg m^2/s]
    glm::dmat3 inertia{0};
    Vec3 spin{0}; ///< angular velocity [rad/s]

    /// Velocity of the rigid body at a point [m/s].
    Vec3 at(const Vec3& x) const { return mean + glm::cross(spin, x - center); }
};

/// The rigid motions of `count` bodies. Per particle: its mass [kg], where 0 leaves the particle out, and the number of
/// its body.
std::vector<RigidMotion> rigid_motions(const Particles& particles, std::span<const double> mass,
                                       std::span<const int> body, int count);

/// PBD's global damping (P07 section 3.5), per body: moves every free particle's velocity by `share` in [0, 1] towards
/// the rigid motion of its body. Conserves linear and angular momentum of every body.
void damp_towards_rigid_motion(const Bodies& bodies, State& state, double share);

} // namespace xpbd
