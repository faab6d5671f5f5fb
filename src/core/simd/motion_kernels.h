#pragma once

// Free motion of packed particles (core/simd/motion.h). Included once per instruction set, as sweep_kernels.h.

#include "core/simd/pack.h" // first: defines XPBD_SIMD_TARGET

#include "core/simd/batch_size.h"
#include "core/simd/motion.h"

#include <algorithm>
#include <limits>

namespace xpbd::simd::XPBD_SIMD_TARGET {

/// Moves one pack of coordinates, whose inverse masses are w. Returns in which lanes coordinate and velocity are in
/// bounds; `counts` is 0 in lanes that hold no coordinate, else 1.
template <class P>
struct Moving {
    P h, kept, limit;
    P infinity = P(std::numeric_limits<double>::infinity());

    XPBD_SIMD_INLINE auto move(const MotionArguments& motion, std::size_t at, const P& w, const P& fall,
                               const P& counts) const {
        const P x = P::load(motion.position + at);
        const P v = (x - P::load(motion.start + at)) / h;
        const auto free = w > P(0);
        x.store(motion.start + at);
        select(free, x + kept * (h * v) + fall, x).store(motion.position + at);
        if (motion.velocity != nullptr) {
            select(free, v, P(0)).store(motion.velocity + at);
        }
        return both(abs(x * counts) < limit, abs(v) < infinity);
    }
};

template <class P>
bool move_on(const MotionArguments& motion) {
    if (motion.in_blocks) {
        const Moving<P> moving{P(motion.h), P(motion.kept), P(motion.limit)};
        auto inside = P(0) < P(1);
        for (std::size_t block = 0; block < motion.numbers; block += 4 * kLanes) {
            for (std::size_t i = block; i < block + kLanes; i += P::size) {
                const P w = P::load(motion.position + i + 3 * kLanes);
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    inside = both(inside, moving.move(motion, i + axis * kLanes, w, P(motion.fall[axis]), P(1)));
                }
            }
        }
        return all(inside);
    }
    using Quad = Pack<4, double>;
    const Moving<Quad> moving{Quad(motion.h), Quad(motion.kept), Quad(motion.limit)};
    const double fall[4] = {motion.fall[0], motion.fall[1], motion.fall[2], 0};
    const double counts[4] = {1, 1, 1, 0}; // the fourth number is an inverse mass and has no limit
    const Quad down = Quad::load(fall), counted = Quad::load(counts);
    auto inside = Quad(0) < Quad(1);
    for (std::size_t i = 0; i < motion.numbers; i += 4) {
        const Quad w = Quad::load(motion.position + i).template spread<3>();
        inside = both(inside, moving.move(motion, i, w, down, counted));
    }
    return all(inside);
}

/// The kernel with N lanes, at most kLanes: a pack must not be wider than a block.
template <int N>
constexpr MotionFunction make_motion() {
    return &move_on<Pack<std::min(N, static_cast<int>(kLanes)), double>>;
}

} // namespace xpbd::simd::XPBD_SIMD_TARGET
