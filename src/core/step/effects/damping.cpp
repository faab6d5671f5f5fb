// Finds connected bodies and damps velocities towards their rigid motion.
#include "core/step/effects/damping.h"

#include "core/base/sets.h"
#include "core/model/fold.h"

namespace xpbd {

int number_bodies(const Model& model, std::span<const std::uint8_t> torn, std::vector<int>& body) {
    Sets sets(model.particle_count());
    for_each_constraint(model, [&](const auto& constraint) {
        if (!torn.empty() && torn[constraint.index] != 0) {
            return;
        }
        int first = -1;
        for (const int particle : constraint.particles()) {
            if (model.mass[index_of(particle)] > 0) {
                first = first < 0 ? particle : first;
                sets.join(first, particle);
            }
        }
    });
    int count = 0;
    body.assign(model.particle_count(), -1);
    for (std::size_t i = 0; i < body.size(); ++i) {
        if (model.mass[i] > 0) {
            const int name = sets.name(static_cast<int>(i));
            body[i] = index_of(name) == i ? count++ : body[index_of(name)];
        }
    }
    return count;
}

void Bodies::find(const Model& model, const State& state) {
    if (model_ == model.identity && torn_ == state.torn) {
        return;
    }
    model_ = model.identity;
    torn_ = state.torn;
    count_ = number_bodies(model, torn_, body_);
}

std::vector<RigidMotion> rigid_motions(const Particles& particles, std::span<const double> mass,
                                       std::span<const int> body, int count) {
    std::vector<RigidMotion> motions(index_of(count));
    for (std::size_t i = 0; i < mass.size(); ++i) {
        if (mass[i] > 0) {
            RigidMotion& motion = motions[index_of(body[i])];
            motion.mass += mass[i];
            motion.center += mass[i] * xyz(particles.position[i]);
            motion.mean += mass[i] * particles.velocity[i];
        }
    }
    for (RigidMotion& motion : motions) {
        if (motion.mass > 0) { // else all of its particles are left out
            motion.center /= motion.mass;
            motion.mean /= motion.mass;
        }
    }
    for (std::size_t i = 0; i < mass.size(); ++i) {
        if (mass[i] > 0) {
            RigidMotion& motion = motions[index_of(body[i])];
            const Vec3 r = xyz(particles.position[i]) - motion.center;
            motion.angular += mass[i] * glm::cross(r, particles.velocity[i]);
            motion.inertia += mass[i] * (glm::dot(r, r) * glm::dmat3(1) - glm::outerProduct(r, r));
        }
    }
    for (RigidMotion& motion : motions) {
        // A straight rope or a single particle has no inertia about some axis, and no momentum about it. A small
        // multiple of the identity makes the matrix regular without changing the result.
        const double size = motion.inertia[0][0] + motion.inertia[1][1] + motion.inertia[2][2];
        motion.spin = size > 0 ? glm::inverse(motion.inertia + 1e-12 * size * glm::dmat3(1)) * motion.angular : Vec3(0);
    }
    return motions;
}

void damp_towards_rigid_motion(const Bodies& bodies, State& state, double share) {
    auto& particles = state.particles;
    std::vector<double> mass(particles.position.size(), 0.0); // a fixed or grabbed particle has none
    for (std::size_t i = 0; i < mass.size(); ++i) {
        const double w = particles.position[i].w;
        mass[i] = w > 0 && bodies.of(i) != Bodies::kNone ? 1 / w : 0;
    }
    const std::vector<RigidMotion> motions = rigid_motions(particles, mass, bodies.of_particles(), bodies.count());
    for (std::size_t i = 0; i < mass.size(); ++i) {
        if (mass[i] > 0) {
            const Vec3 rigid = motions[index_of(bodies.of(i))].at(xyz(particles.position[i]));
            particles.velocity[i] += share * (rigid - particles.velocity[i]);
        }
    }
}

} // namespace xpbd
