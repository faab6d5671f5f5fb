#include "core/effects/damping.h"

namespace xpbd {

void damp_towards_rigid_motion(State& state, double share) {
    auto& particles = state.particles;
    const std::size_t count = particles.position.size();
    double mass = 0;
    Vec3 center(0);
    Vec3 momentum(0);
    for (std::size_t i = 0; i < count; ++i) {
        if (particles.position[i].w > 0) {
            const double m = 1 / particles.position[i].w;
            mass += m;
            center += m * xyz(particles.position[i]);
            momentum += m * particles.velocity[i];
        }
    }
    if (!(mass > 0)) {
        return;
    }
    center /= mass;
    const Vec3 mean = momentum / mass;
    Vec3 angular(0); // L
    glm::dmat3 inertia(0);
    for (std::size_t i = 0; i < count; ++i) {
        if (particles.position[i].w > 0) {
            const double m = 1 / particles.position[i].w;
            const Vec3 r = xyz(particles.position[i]) - center;
            angular += m * glm::cross(r, particles.velocity[i]);
            inertia += m * (glm::dot(r, r) * glm::dmat3(1) - glm::outerProduct(r, r));
        }
    }
    // A straight rope or a single particle has no inertia about some axis, and no momentum about it either. A small
    // multiple of the identity makes the matrix regular and does not change the result.
    const double size = inertia[0][0] + inertia[1][1] + inertia[2][2];
    const Vec3 spin = size > 0 ? glm::inverse(inertia + 1e-12 * size * glm::dmat3(1)) * angular : Vec3(0);
    for (std::size_t i = 0; i < count; ++i) {
        if (particles.position[i].w > 0) {
            const Vec3 rigid = mean + glm::cross(spin, xyz(particles.position[i]) - center);
            particles.velocity[i] += share * (rigid - particles.velocity[i]);
        }
    }
}

} // namespace xpbd
