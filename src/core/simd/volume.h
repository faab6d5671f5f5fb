#pragma once

// Arguments and function types of the kernels of enclosed volumes.

#include <array>
#include <cstddef>

namespace xpbd::simd {

/// Lanes of a block of a volume's particles. All particles of a block have rings of equal length.
inline constexpr std::size_t kVolumeBlock = 16;

/// The particles of an enclosed volume as the kernels read them, in blocks. The ring of particle a lists its neighbours
/// in order: the triangles of a are (a, r_0, r_1), (a, r_1, r_2), ... Empty lanes and their rings refer to spare
/// particles.
/// @tparam S float or double
template <class S>
struct VolumeArguments {
    S* position = nullptr;    ///< all particles: x, y, z [m], inverse mass [1/kg]
    const int* own = nullptr; ///< per lane: index of its particle's x in `position`
    const int* ring =
        nullptr; ///< indices of the ring's particles; per block: r_0 of all lanes, then r_1 of all lanes, ...
    const std::size_t* ring_begin =
        nullptr;                    ///< index in `ring` of each block's first number, and the end of the last block
    std::array<S*, 3> gradient{};   ///< gradient of V per lane [m^2]
    S* moment = nullptr;            ///< x . gradient per lane; the sum over all lanes is 3 V [m^3]
    S* weight = nullptr;            ///< w |gradient|^2 per lane [m^4/kg]
    std::size_t begin = 0, end = 0; ///< range of blocks
};

/// The kernels of volumes.
template <class S>
struct VolumeFunctions {
    /// Writes `gradient`, `moment` and `weight` of all particles.
    void (*evaluate)(const VolumeArguments<S>& volume);
    /// Adds w change gradient to every particle.
    void (*push)(const VolumeArguments<S>& volume, S change);
};

} // namespace xpbd::simd
