#pragma once

// The measures of distance constraints. Included once per instruction set, under the rules of simd/sweep_kernels.h.

#include "core/simd/pack.h" // first: names the target

#include "core/constraints/distance.h"
#include "core/measure/edges.h"

#include <array>
#include <cstddef>
#include <glm/glm.hpp>

namespace xpbd::XPBD_SIMD_TARGET {

using simd::XPBD_SIMD_TARGET::Pack;

/// As many constraints as a pack has lanes, or fewer: what is read of them. @tparam Full as many
template <class P, bool Full>
struct EdgeLanes {
    static constexpr std::size_t size = P::size;
    std::size_t used; ///< the other lanes repeat the last one
    alignas(P) int first[size];  ///< place of their first particle in EdgeArguments::position
    alignas(P) int second[size]; ///< likewise
    P rest;
    P lambda;

    /// The constraints from c on.
    XPBD_SIMD_INLINE EdgeLanes(const EdgeArguments& edges, std::size_t c) : used(Full ? size : edges.count - c) {
        for (std::size_t lane = 0; lane < size; ++lane) {
            const std::size_t from = c + (lane < used ? lane : used - 1);
            first[lane] = 4 * edges.particles[2 * from];
            second[lane] = 4 * edges.particles[2 * from + 1];
        }
        rest = load(edges.rest + c);
        lambda = load(edges.lambda + c);
    }

    XPBD_SIMD_INLINE P load(const double* numbers) const {
        if constexpr (Full) {
            return P::load(numbers);
        }
        alignas(P) double lanes[size];
        for (std::size_t lane = 0; lane < size; ++lane) {
            lanes[lane] = numbers[lane < used ? lane : used - 1];
        }
        return P::load(lanes);
    }

    /// Calls f(lane) for each constraint, in order.
    template <class F>
    XPBD_SIMD_INLINE void each(F f) const {
        const std::size_t end = Full ? size : used; // a number that the compiler knows
        for (std::size_t lane = 0; lane < end; ++lane) {
            f(lane);
        }
    }

    /// Adds to a sum, one after the other.
    XPBD_SIMD_INLINE void add(const P& terms, double& sum) const {
        alignas(P) double lanes[size];
        terms.store(lanes);
        each([&](std::size_t lane) __attribute__((always_inline)) { sum += lanes[lane]; });
    }

    /// x1 - x0 [m]
    XPBD_SIMD_INLINE glm::vec<3, P> edge(const double* position) const {
        P x = P::load_row(position, second, 0) - P::load_row(position, first, 0);
        P y = P::load_row(position, second, 1) - P::load_row(position, first, 1);
        P z = P::load_row(position, second, 2) - P::load_row(position, first, 2);
        P w = P::load_row(position, second, 3) - P::load_row(position, first, 3);
        P::transpose(x, y, z, w);
        return {x, y, z};
    }

    /// Velocities of the particles at these places [m/s].
    XPBD_SIMD_INLINE static glm::vec<3, P> velocity(const double* velocity, const int* place) {
        alignas(P) double v[3][size];
        for (std::size_t lane = 0; lane < size; ++lane) {
            for (int axis = 0; axis < 3; ++axis) {
                v[axis][lane] = velocity[place[lane] / 4 * 3 + axis];
            }
        }
        return {P::load(v[0]), P::load(v[1]), P::load(v[2])};
    }

    /// Adds the multipliers along their gradients to the particles, one constraint after the other.
    XPBD_SIMD_INLINE void push(const glm::vec<3, P>& direction, double* force) const {
        using Quad = Pack<4, double>;
        P rows[4] = {lambda * direction.x, lambda * direction.y, lambda * direction.z, P(0)};
        P::transpose(rows[0], rows[1], rows[2], rows[3]);
        alignas(P) double along[4][size];
        for (int row = 0; row < 4; ++row) {
            rows[row].store(along[row]);
        }
        each([&](std::size_t lane) __attribute__((always_inline)) {
            const Quad change = Quad::load(along[lane % 4] + lane / 4 * 4);
            (Quad::load(force + first[lane]) - change).store(force + first[lane]);
            (Quad::load(force + second[lane]) + change).store(force + second[lane]);
        });
    }
};

template <class P, bool Full>
XPBD_SIMD_INLINE void read_lanes(const EdgeArguments& edges, std::size_t c, EdgeSums& sum) {
    using Vec = glm::vec<3, P>;
    const EdgeLanes<P, Full> lanes(edges, c);
    // Of the particles only their difference counts.
    const auto now = Distance::eval<P>({Vec(P(0)), lanes.edge(edges.position)}, {lanes.rest});
    const P& value = now.value;
    P rate(0);
    if (edges.beta > 0) {
        rate += glm::dot(now.gradient[0], lanes.velocity(edges.velocity, lanes.first));
        rate += glm::dot(now.gradient[1], lanes.velocity(edges.velocity, lanes.second));
    }
    const P residual = material_residual(value, rate, lanes.lambda, edges.alpha, edges.beta, edges.force_scale);
    const P floor = P(edges.least_strain) * lanes.rest;
    lanes.add(residual * residual, sum.dual);
    lanes.add(value * value + floor * floor, sum.scale);
    if (edges.alpha > 0) {
        lanes.add(elastic_energy(value, edges.alpha), sum.energy);
    }
    if (edges.force != nullptr) {
        lanes.push(now.gradient[1], edges.force);
    }
    if (edges.strain) {
        alignas(P) double strain[P::size];
        select(lanes.rest > P(0), abs(value) / lanes.rest, P(0)).store(strain);
        lanes.each([&](std::size_t lane) __attribute__((always_inline)) {
            sum.strain += strain[lane];
            sum.max_strain = sum.max_strain < strain[lane] ? strain[lane] : sum.max_strain;
        });
    }
    if (edges.stiffness != nullptr) {
        alignas(P) double stiffness[P::size];
        alignas(P) double above[P::size];
        (-lanes.lambda * P(edges.force_scale) / value).store(stiffness);
        (abs(value) - P(edges.noise) * lanes.rest).store(above);
        lanes.each([&](std::size_t lane) __attribute__((always_inline)) { // no branch: it would be guessed wrong
            edges.stiffness[sum.stiffnesses] = stiffness[lane];
            sum.stiffnesses += above[lane] > 0 ? 1 : 0;
        });
    }
}

template <class P>
void read_edges(const EdgeArguments& edges, EdgeSums& sums) {
    EdgeSums sum = sums;
    std::size_t c = 0;
    for (; c + P::size <= edges.count; c += P::size) {
        read_lanes<P, true>(edges, c, sum);
    }
    if (c < edges.count) {
        read_lanes<P, false>(edges, c, sum);
    }
    sums = sum;
}

} // namespace xpbd::XPBD_SIMD_TARGET
