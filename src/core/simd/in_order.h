#pragma once

// Visits the lanes of a pack one after the other. Included once per instruction set, as sweep_kernels.h.

#include "core/simd/pack.h" // first: defines XPBD_SIMD_TARGET

#include <cstddef>
#include <utility>

namespace xpbd::simd::XPBD_SIMD_TARGET {

/// Calls a function for the lanes of a pack one after the other: a sum over them has the same bits on every instruction
/// set. @tparam Full whether all lanes count, or only the first `used` lanes
template <class P, bool Full>
struct InOrder {
    static constexpr std::size_t size = P::size;
    using Quad = Pack<4, double>;

    std::size_t used;

    /// Calls f(lane) for each lane.
    template <class F>
    XPBD_SIMD_INLINE void each(F f) const {
        [&]<std::size_t... Lane>(std::index_sequence<Lane...>) __attribute__((always_inline)) {
            ((Full || Lane < used ? f(Lane) : void()), ...);
        }
        (std::make_index_sequence<size>{});
    }

    /// Calls f(lane, quad) for each lane, quad being the lane's numbers in r0 to r3. Quads stay in registers, because
    /// the memory ports are busy with the stores to particles.
    template <class F>
    XPBD_SIMD_INLINE void each_quad(P r0, P r1, P r2, P r3, F f) const {
        P::transpose(r0, r1, r2, r3);
        const P rows[4] = {r0, r1, r2, r3};
        each([&](std::size_t lane) __attribute__((always_inline)) {
            const P& row = rows[lane % 4];
            if constexpr (size == 4) {
                f(lane, Quad(row));
            } else {
                f(lane, lane < 4 ? Quad(__builtin_shufflevector(row.v, row.v, 0, 1, 2, 3))
                                 : Quad(__builtin_shufflevector(row.v, row.v, 4, 5, 6, 7)));
            }
        });
    }
};

} // namespace xpbd::simd::XPBD_SIMD_TARGET
