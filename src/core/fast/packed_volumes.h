#pragma once

#include "core/fast/packed_particles.h"
#include "core/simd/sweep.h"
#include "core/textbook/coefficients.h"

#include <array>
#include <cstddef>
#include <vector>

namespace xpbd {

/// The enclosed volumes of a body, as arrays for the kernels. Drawn in core/fast/LANES.md. @tparam S float or double
template <class S>
class PackedVolumes {
public:
    /// Lays out the volumes of a model. Left empty if a surface has a border: the kernels need closed surfaces.
    void lay_out(const Model& model, const PackedParticles<S>& particles);
    bool empty() const { return volumes_.empty(); }
    /// Projects the volumes one after the other, as project_volumes(). Not in Jacobi sweeps.
    void project(const simd::Kernels& kernels, const Parallel& parallel, const Substep& substep,
                 const CoefficientTable& coefficients, State& state, PackedParticles<S>& particles);

private:
    struct Surface {
        std::vector<int> own, ring; ///< as in simd::VolumeArguments
        std::vector<std::size_t> ring_begin;
        std::array<std::vector<S>, 3> gradient;
        std::vector<S> moment, weight;
        std::vector<std::size_t> lane_of; ///< per particle of Volume::particles: its lane
    };
    /// Sums over the lanes of one task.
    struct Sums {
        double moment = 0;
        double weight = 0;
    };

    bool lay_out(const Volume& volume, const PackedParticles<S>& particles, Surface& surface) const;

    std::vector<Surface> volumes_;
    std::vector<Sums> sums_;
};

} // namespace xpbd
