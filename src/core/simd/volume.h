#pragma once

#include <array>
#include <cstddef>
#include <tuple>

namespace xpbd::simd {

/// Lanes of a block of particles of a volume, which share the length of their rings.
inline constexpr std::size_t kVolumeBlock = 16;

/// The particles of an enclosed volume as the kernels read them, block after block. The triangles of a particle a are
/// those between a and two successive particles of its ring: around a there are (r_0, r_1), (r_1, r_2) and so on. Empty
/// lanes, and their rings, are spare particles. @tparam S float or double
template <class S>
struct VolumeArguments {
    S* position = nullptr;                   ///< of all: x, y, z [m], inverse mass [1/kg]
    const int* own = nullptr;                ///< offset of each lane's particle in `position`, in numbers
    const int* ring = nullptr;               ///< likewise of their rings: for every block r_0 of all lanes, then r_1
    const std::size_t* ring_begin = nullptr; ///< where in `ring` a block begins, and where the last one ends
    std::array<S*, 3> gradient{};            ///< of V, by lane [m^2]
    S* moment = nullptr;                     ///< x . gradient by lane: they add up to 3 V [m^3]
    S* weight = nullptr;                     ///< w |gradient|^2 by lane
    std::size_t begin = 0, end = 0;          ///< blocks
};

/// For one instruction set, in precision S.
template <class S>
struct VolumeFunctions {
    /// Writes the gradients of the enclosed volume, moments and weights.
    void (*evaluate)(const VolumeArguments<S>& volume);
    /// Moves the particles by their inverse masses times `change` times the gradients.
    void (*push)(const VolumeArguments<S>& volume, S change);
};

/// In both precisions.
struct VolumeKernels {
    std::tuple<VolumeFunctions<float>, VolumeFunctions<double>> functions;

    template <class S>
    const VolumeFunctions<S>& of() const {
        return std::get<VolumeFunctions<S>>(functions);
    }
};

} // namespace xpbd::simd
