#pragma once

#include "core/base/parallel.h"
#include "core/fast/packed_particles.h"
#include "core/simd/sweep.h"
#include "core/step/stepper.h"

#include <vector>

namespace xpbd {

/// Free motion of packed particles between the substeps of a frame: one pass from the end of a substep to the inertial
/// targets of the next. In double precision, in which packed numbers equal those in the state.
/// PackedParticles::reference holds the positions at the start of a substep.
class PackedMotion {
public:
    /// Moves the particles from the state's positions to the inertial targets of the first substep.
    void begin(const Frame& frame, const State& state, PackedParticles<double>& particles, const Parallel& parallel);
    /// Moves the particles from the end of a substep to the targets of the next one. False if a particle left the
    /// world; the packed numbers are then unusable. @param last true before the last substep of the frame: keeps the
    /// velocity for unpack()
    bool next_substep(const Frame& frame, const simd::Kernels& kernels, bool last, PackedParticles<double>& particles,
                      const Parallel& parallel);
    /// Writes positions, velocities, and the previous positions and velocities of the last substep to the state.
    void unpack(const Frame& frame, const PackedParticles<double>& particles, State& state,
                const Parallel& parallel) const;

private:
    static constexpr std::size_t kRange = 1024; ///< particles per task

    std::vector<double> velocity_; ///< before the last substep, packed like positions
};

} // namespace xpbd
