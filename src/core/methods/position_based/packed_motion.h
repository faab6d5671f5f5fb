#pragma once

#include "core/methods/position_based/packed_particles.h"
#include "core/methods/stepper.h"
#include "core/parallel.h"
#include "core/simd/sweep.h"

#include <vector>

namespace xpbd {

/// Free motion of packed particles through the substeps of a frame: from the end of each to the inertial targets of the
/// next, in one pass. In double precision, in which packed particles have the numbers of the state. Where a substep
/// began is PackedParticles::reference.
class PackedMotion {
public:
    /// From where the particles of the state are to the inertial targets of the first substep.
    void begin(const Frame& frame, const State& state, PackedParticles<double>& particles, const Parallel& parallel);
    /// From the end of a substep to the targets of the next. False where the end is out of the world: then the
    /// particles are worth nothing. @param last the next one is the last of the frame, before which unpack() wants the
    /// velocity
    bool go_on(const Frame& frame, const simd::Kernels& kernels, bool last, PackedParticles<double>& particles,
               const Parallel& parallel);
    /// Writes what the last substep has made of the state: positions, velocities and what they were before it.
    void unpack(const Frame& frame, const PackedParticles<double>& particles, State& state,
                const Parallel& parallel) const;

private:
    static constexpr std::size_t kRange = 1024; ///< particles whose motion is worth a thread

    std::vector<double> velocity_; ///< before the last substep, packed
};

} // namespace xpbd
