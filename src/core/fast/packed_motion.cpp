// Free motion of packed particles between substeps.
#include "core/fast/packed_motion.h"

#include <algorithm>
#include <atomic>

namespace xpbd {

void PackedMotion::begin(const Frame& frame, const State& state, PackedParticles<double>& particles,
                         const Parallel& parallel) {
    particles.reference = particles.position;
    velocity_.assign(particles.position.size(), 0.0);
    const TimeScheme& scheme = frame.substep.scheme;
    in_chunks(parallel, particles.count(), kRange, [&](std::size_t p) {
        if (state.particles.position[p].w > 0) {
            const Vec3 motion = scheme.h * state.particles.velocity[p];
            const Vec3 x = xyz(state.particles.position[p]);
            const Vec3 target = x + frame.kept * motion + scheme.h_squared * frame.substep.gravity;
            for (int axis = 0; axis < 3; ++axis) {
                particles.position[index_of(particles.offset(p) + axis * particles.between)] = target[axis];
            }
        }
    });
}

bool PackedMotion::next_substep(const Frame& frame, const simd::Kernels& kernels, bool last,
                                PackedParticles<double>& particles, const Parallel& parallel) {
    const TimeScheme& scheme = frame.substep.scheme;
    const Vec3 fall = scheme.h_squared * frame.substep.gravity;
    std::atomic<bool> inside = true;
    in_ranges(parallel, particles.position.size(), 4 * kRange, [&](std::size_t begin, std::size_t end) {
        if (!kernels.motion({particles.position.data() + begin,
                             particles.reference.data() + begin,
                             last ? velocity_.data() + begin : nullptr,
                             end - begin,
                             particles.in_blocks(),
                             scheme.h,
                             frame.kept,
                             {fall.x, fall.y, fall.z},
                             kWorldLimit})) {
            inside.store(false, std::memory_order_relaxed);
        }
    });
    return inside;
}

void PackedMotion::unpack(const Frame& frame, const PackedParticles<double>& particles, State& state,
                          const Parallel& parallel) const {
    const std::size_t count = particles.count();
    state.previous_position.resize(count);
    state.previous_velocity.resize(count);
    in_chunks(parallel, count, kRange, [&](std::size_t p) {
        particles.prefetch(p);
        Vec4& particle = state.particles.position[p];
        if (particle.w > 0) {
            particle = Vec4(particles.unpack(state, p), particle.w);
        }
        const Vec3 start = particles.at(particles.reference, p);
        state.previous_position[p] = start;
        state.previous_velocity[p] = particles.at(velocity_, p);
        state.particles.velocity[p] = (xyz(particle) - start) / frame.substep.scheme.h;
    });
}

} // namespace xpbd
