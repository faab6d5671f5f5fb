// Finds connected bodies and damps velocities towards their rigid motion.
#include "core/step/effects/damping.h"

#include "core/base/sets.h"
#include "core/model/fold.h"

namespace xpbd {
namespace {

/// Mass, momentum and inertia of one body, and its rigid motion.
struct Motion {
    double mass = 0;
    Vec3 center{0};
    Vec3 mean{0};
    Vec3 angular{0}; ///< angular momentum about the centre [kg m^2/s]
    glm::dmat3 inertia{0};
    Vec3 spin{0};
};

} // namespace

void Bodies::find(const Model& model, const State& state) {
    if (model_ == model.identity && torn_ == state.torn) {
        return;
    }
    model_ = model.identity;
    torn_ = state.torn;
    Sets sets(model.particle_count());
    for_each_constraint(model, [&](const auto& constraint) {
        if (is_torn(state, constraint.index)) {
            return;
        }
        int first = kNone;
        for (const int particle : constraint.particles()) {
            if (model.mass[index_of(particle)] > 0) {
                first = first == kNone ? particle : first;
                sets.join(first, particle);
            }
        }
    });
    count_ = 0;
    body_.assign(model.particle_count(), kNone);
    for (std::size_t i = 0; i < body_.size(); ++i) {
        if (model.mass[i] > 0) {
            const int name = sets.name(static_cast<int>(i));
            body_[i] = index_of(name) == i ? count_++ : body_[index_of(name)];
        }
    }
}

void damp_towards_rigid_motion(const Bodies& bodies, State& state, double share) {
    auto& particles = state.particles;
    const std::size_t count = particles.position.size();
    std::vector<Motion> motions(static_cast<std::size_t>(bodies.count()));
    const auto for_each_free = [&](const auto& f) {
        for (std::size_t i = 0; i < count; ++i) {
            if (particles.position[i].w > 0 && bodies.of(i) != Bodies::kNone) {
                f(i, motions[index_of(bodies.of(i))]);
            }
        }
    };
    for_each_free([&](std::size_t i, Motion& motion) {
        const double m = 1 / particles.position[i].w;
        motion.mass += m;
        motion.center += m * xyz(particles.position[i]);
        motion.mean += m * particles.velocity[i];
    });
    for (Motion& motion : motions) {
        if (motion.mass > 0) { // else all of its particles are grabbed
            motion.center /= motion.mass;
            motion.mean /= motion.mass;
        }
    }
    for_each_free([&](std::size_t i, Motion& motion) {
        const double m = 1 / particles.position[i].w;
        const Vec3 r = xyz(particles.position[i]) - motion.center;
        motion.angular += m * glm::cross(r, particles.velocity[i]);
        motion.inertia += m * (glm::dot(r, r) * glm::dmat3(1) - glm::outerProduct(r, r));
    });
    for (Motion& motion : motions) {
        // A straight rope or a single particle has no inertia about some axis, and no momentum about it. A small
        // multiple of the identity makes the matrix regular without changing the result.
        const double size = motion.inertia[0][0] + motion.inertia[1][1] + motion.inertia[2][2];
        motion.spin = size > 0 ? glm::inverse(motion.inertia + 1e-12 * size * glm::dmat3(1)) * motion.angular : Vec3(0);
    }
    for_each_free([&](std::size_t i, const Motion& motion) {
        const Vec3 rigid = motion.mean + glm::cross(motion.spin, xyz(particles.position[i]) - motion.center);
        particles.velocity[i] += share * (rigid - particles.velocity[i]);
    });
}

} // namespace xpbd
