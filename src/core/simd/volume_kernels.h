#pragma once

// Enclosed volumes in the fast engine. Included once per instruction set, with sweep_kernels.h, whose rule about shared
// inline functions applies here too.

#include "core/simd/sweep_kernels.h" // first: defines XPBD_SIMD_TARGET

#include "core/simd/volume.h"

namespace xpbd::simd::XPBD_SIMD_TARGET {

/// A particle's gradient counts as zero (rounding) below this share of the summed squares of the edges to its ring.
template <class S>
constexpr S kNoArea = S(sizeof(S) == 4 ? 1e-5 : 1e-12);

/// The sum of r_k x r_(k+1) around a particle a of a closed surface equals the sum of (r_k - a) x (r_(k+1) - a). The
/// latter has short edges, so that its rounding error does not grow with the distance from the origin.
template <class P>
[[gnu::flatten]] void evaluate_volume(const VolumeArguments<typename P::Scalar>& volume) {
    using S = typename P::Scalar;
    for (std::size_t block = volume.begin; block < volume.end; ++block) {
        const int* const end = volume.ring + volume.ring_begin[block + 1];
        for (std::size_t lane = 0; lane < kVolumeBlock; lane += P::size) {
            const std::size_t i = block * kVolumeBlock + lane;
            const int* ring = volume.ring + volume.ring_begin[block] + lane;
            glm::vec<3, P> a, r;
            P w, unused;
            load_corner<P>(volume.position, volume.own + i, a, w);
            load_corner<P>(volume.position, ring, r, unused);
            P bx = r.x - a.x, by = r.y - a.y, bz = r.z - a.z;
            P sx(0), sy(0), sz(0);
            P lengths2 = bx * bx + by * by + bz * bz;
            for (ring += kVolumeBlock; ring < end; ring += kVolumeBlock) {
                load_corner<P>(volume.position, ring, r, unused);
                const P cx = r.x - a.x, cy = r.y - a.y, cz = r.z - a.z;
                sx += by * cz - bz * cy;
                sy += bz * cx - bx * cz;
                sz += bx * cy - by * cx;
                lengths2 += cx * cx + cy * cy + cz * cz;
                bx = cx;
                by = cy;
                bz = cz;
            }
            sx /= P(6);
            sy /= P(6);
            sz /= P(6);
            (a.x * sx + a.y * sy + a.z * sz).store(volume.moment + i);
            const P square = sx * sx + sy * sy + sz * sz;
            const P least = P(kNoArea<S>) * lengths2;
            const auto counts = square > least * least;
            select(counts, sx, P(0)).store(volume.gradient[0] + i);
            select(counts, sy, P(0)).store(volume.gradient[1] + i);
            select(counts, sz, P(0)).store(volume.gradient[2] + i);
            select(counts, w * square, P(0)).store(volume.weight + i);
        }
    }
}

template <class P>
[[gnu::flatten]] void push_volume(const VolumeArguments<typename P::Scalar>& volume, typename P::Scalar change) {
    for (std::size_t i = volume.begin * kVolumeBlock; i < volume.end * kVolumeBlock; i += P::size) {
        glm::vec<3, P> x;
        P w;
        load_corner<P>(volume.position, volume.own + i, x, w);
        const P reach = w * P(change);
        store_corner<P>(volume.position, volume.own + i, x.x + reach * P::load(volume.gradient[0] + i),
                        x.y + reach * P::load(volume.gradient[1] + i), x.z + reach * P::load(volume.gradient[2] + i),
                        w);
    }
}

template <class P>
constexpr VolumeFunctions<typename P::Scalar> volume_functions() {
    return {&evaluate_volume<P>, &push_volume<P>};
}

} // namespace xpbd::simd::XPBD_SIMD_TARGET
