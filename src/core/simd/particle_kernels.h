#pragma once

// Energy, momentum and residual of particles. Included once per instruction set, as sweep_kernels.h.

#include "core/simd/pack.h" // first: defines XPBD_SIMD_TARGET

#include "core/simd/in_order.h"
#include "core/simd/particles.h"

#include <cstddef>
#include <cstring>
#include <glm/glm.hpp>

namespace xpbd::simd::XPBD_SIMD_TARGET {

/// P::size particles, one per lane. @tparam Full whether all lanes hold a particle (InOrder)
template <class P, bool Full>
struct ParticleLanes {
    static constexpr std::size_t size = P::size;
    using Vec = glm::vec<3, P>;

    std::size_t first; ///< index of the particle in lane 0
    InOrder<P, Full> order;

    /// Reads an array of one number per particle.
    XPBD_SIMD_INLINE P one(const double* array) const {
        return read<1>(array, [](const double* from) { return P::load(from); });
    }
    /// Reads an array of three numbers per particle.
    XPBD_SIMD_INLINE Vec three(const double* array) const {
        return read<3>(
            array, [](const double* from) __attribute__((always_inline)) {
                Vec result;
                P::load_three(from, result.x, result.y, result.z);
                return result;
            });
    }
    /// Reads the first three of four numbers per particle.
    XPBD_SIMD_INLINE Vec three_of_four(const double* array) const {
        return read<4>(
            array, [](const double* from) __attribute__((always_inline)) {
                constexpr int places[8] = {0, 4, 8, 12, 16, 20, 24, 28};
                P x = P::load_row(from, places, 0), y = P::load_row(from, places, 1);
                P z = P::load_row(from, places, 2), w = P::load_row(from, places, 3);
                P::transpose(x, y, z, w);
                return Vec(x, y, z);
            });
    }

private:
    /// Calls f(pointer to the numbers of the lanes' particles). A pack that is not full reads a copy padded with zeros.
    template <std::size_t Numbers, class F>
    XPBD_SIMD_INLINE auto read(const double* array, F f) const {
        const double* const from = array + Numbers * first;
        if constexpr (Full) {
            return f(from);
        } else {
            double room[Numbers * size] = {};
            std::memcpy(room, from, Numbers * order.used * sizeof(double));
            return f(room);
        }
    }
};

/// Calls f(lanes) for packs of particles in order; the last pack may not be full.
template <class P, class F>
XPBD_SIMD_INLINE void each_pack(std::size_t count, F f) {
    constexpr std::size_t size = P::size;
    std::size_t i = 0;
    for (; i + size <= count; i += size) {
        f(ParticleLanes<P, true>{i, {size}});
    }
    if (i < count) {
        f(ParticleLanes<P, false>{i, {count - i}});
    }
}

template <class P>
BodySums sum_body(const BodyArguments& body) {
    using Quad = Pack<4, double>;
    using Vec = glm::vec<3, P>;
    const BodySums none;
    Quad motion(0), turn(0), push(0); // kinetic energy, momentum; potential energy, angular momentum; 0, contact force
    Quad lowest(none.lowest), highest(none.highest);
    const Vec gravity(P(body.gravity[0]), P(body.gravity[1]), P(body.gravity[2]));
    each_pack<P>(
        body.count, [&](const auto& lanes) __attribute__((always_inline)) {
            const P m = lanes.one(body.mass);
            const Vec x = lanes.three_of_four(body.position);
            const Vec v = lanes.three(body.velocity);
            const Vec contact = P(body.force_scale) * lanes.three(body.contact);
            const Vec momentum = m * v;
            const Vec angular = glm::cross(x, momentum);
            const P kinetic = P(0.5) * m * glm::dot(v, v);
            const P potential = -(m * glm::dot(gravity, x));
            const auto add_to = [](Quad & sum) __attribute__((always_inline)) {
                return [&sum](std::size_t, const Quad& four) __attribute__((always_inline)) {
                    sum += four;
                };
            };
            lanes.order.each_quad(kinetic, momentum.x, momentum.y, momentum.z, add_to(motion));
            lanes.order.each_quad(potential, angular.x, angular.y, angular.z, add_to(turn));
            lanes.order.each_quad(P(0), contact.x, contact.y, contact.z, add_to(push));
            lanes.order.each([&](std::size_t lane)
                                 __attribute__((always_inline)) { // of 0 and -0 the earlier one is kept
                                     const Quad place = Quad::load(body.position + 4 * (lanes.first + lane));
                                     lowest = min(place, lowest);
                                     highest = max(place, highest);
                                 });
        });
    return {motion.v[0],
            turn.v[0],
            {motion.v[1], motion.v[2], motion.v[3]},
            {turn.v[1], turn.v[2], turn.v[3]},
            {push.v[1], push.v[2], push.v[3]},
            lowest.v[1],
            highest.v[1]};
}

template <class P>
BalanceSums sum_balance(const BalanceArguments& body) {
    using Quad = Pack<4, double>;
    using Vec = glm::vec<3, P>;
    using std::sqrt;
    Quad sums(0), more(0);
    each_pack<P>(
        body.count, [&](const auto& lanes) __attribute__((always_inline)) {
            const P m = lanes.one(body.mass);
            const Vec inertia = m * (lanes.three_of_four(body.position) - lanes.three(body.predicted));
            const Vec force = lanes.three_of_four(body.force);
            const Vec residual = inertia - force;
            const auto free = m > P(0);
            const P square = select(free, glm::dot(residual, residual), P(0));
            lanes.order.each_quad(
                square, sqrt(square), select(free, P(sqrt(glm::dot(inertia, inertia))), P(0)),
                select(free, P(1), P(0)), [&](std::size_t, const Quad& four) __attribute__((always_inline)) {
                    sums += four;
                });
            lanes.order.each_quad(
                select(free, m, P(0)), select(free, P(0), P(sqrt(glm::dot(force, force)))), P(0),
                P(0), [&](std::size_t, const Quad& four) __attribute__((always_inline)) { more += four; });
        });
    return {sums.v[0], sums.v[1], sums.v[2], sums.v[3], more.v[0], more.v[1]};
}

} // namespace xpbd::simd::XPBD_SIMD_TARGET
