#pragma once

// Order statistics of a few values. Included once per instruction set, as sweep_kernels.h.

#include "core/fast/simd/pack.h" // first: defines XPBD_SIMD_TARGET

#include "core/fast/simd/places.h"

#include <array>
#include <cstddef>
#include <limits>

namespace xpbd::simd::XPBD_SIMD_TARGET {

/// Value i is at place k of the sorted values if it has at most k values below and more than k not above it. The counts
/// need no branch, while a sort mispredicts about half of its branches.
template <class P>
std::array<double, 2> find_places(const FewValues& values, const std::array<std::size_t, 2>& places) {
    constexpr std::size_t size = P::size;
    P found[2] = {P(-std::numeric_limits<double>::infinity()), P(-std::numeric_limits<double>::infinity())};
    for (std::size_t i = 0; i < values.size(); i += size) {
        const P value = P::load(values.data() + i);
        P below(0), not_above(values.size());
        for (const double other : values) {
            below += select(P(other) < value, P(1), P(0));
            not_above -= select(value < P(other), P(1), P(0));
        }
        for (std::size_t k = 0; k < 2; ++k) {
            const P place(static_cast<double>(places[k]) + 0.5); // counts are integers; equal values have equal counts
            found[k] = select(both(below < place, place < not_above), value, found[k]);
        }
    }
    return {largest(found[0]), largest(found[1])};
}

} // namespace xpbd::simd::XPBD_SIMD_TARGET
