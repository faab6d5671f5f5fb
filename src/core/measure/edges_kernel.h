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

/// As many constraints as a pack has lanes: what is read of them.
template <class P>
struct EdgeLanes {
    static constexpr std::size_t size = P::size;
    alignas(P) int first[size];  ///< place of their first particle in EdgeArguments::position
    alignas(P) int second[size]; ///< likewise
    alignas(P) double rest[size];
    alignas(P) double lambda[size];

    /// `used` constraints from c on; the other lanes repeat the last one.
    XPBD_SIMD_INLINE void load(const EdgeArguments& edges, std::size_t c, std::size_t used) {
        const auto take = [&](std::size_t lane, std::size_t from) __attribute__((always_inline)) {
            first[lane] = 4 * edges.particles[2 * from];
            second[lane] = 4 * edges.particles[2 * from + 1];
            rest[lane] = edges.rest[from];
            lambda[lane] = edges.lambda[from];
        };
        if (used == size) {
            for (std::size_t lane = 0; lane < size; ++lane) {
                take(lane, c + lane);
            }
        } else {
            for (std::size_t lane = 0; lane < size; ++lane) {
                take(lane, c + (lane < used ? lane : used - 1));
            }
        }
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
    XPBD_SIMD_INLINE void push(const glm::vec<3, P>& direction, std::size_t used, double* force) const {
        using Quad = Pack<4, double>;
        const P multiplier = P::load(lambda);
        P rows[4] = {multiplier * direction.x, multiplier * direction.y, multiplier * direction.z, P(0)};
        P::transpose(rows[0], rows[1], rows[2], rows[3]);
        alignas(P) double along[4][size];
        for (int row = 0; row < 4; ++row) {
            rows[row].store(along[row]);
        }
        for (std::size_t lane = 0; lane < used; ++lane) {
            const Quad change = Quad::load(along[lane % 4] + lane / 4 * 4);
            (Quad::load(force + first[lane]) - change).store(force + first[lane]);
            (Quad::load(force + second[lane]) + change).store(force + second[lane]);
        }
    }
};

/// Adds the first `used` lanes to a sum, in their order.
template <class P>
XPBD_SIMD_INLINE void add(const P& terms, std::size_t used, double& sum) {
    alignas(P) double lanes[P::size];
    terms.store(lanes);
    for (std::size_t lane = 0; lane < used; ++lane) {
        sum += lanes[lane];
    }
}

template <class P>
void read_edges(const EdgeArguments& edges, EdgeSums& sums) {
    using Vec = glm::vec<3, P>;
    EdgeSums sum = sums;
    EdgeLanes<P> lanes;
    for (std::size_t c = 0; c < edges.count; c += lanes.size) {
        const std::size_t used = edges.count - c < lanes.size ? edges.count - c : lanes.size;
        lanes.load(edges, c, used);
        const P rest = P::load(lanes.rest);
        const P lambda = P::load(lanes.lambda);
        // Of the particles only their difference counts.
        const auto now = Distance::eval<P>({Vec(P(0)), lanes.edge(edges.position)}, {rest});
        const P& value = now.value;
        P rate(0);
        if (edges.beta > 0) {
            rate += glm::dot(now.gradient[0], lanes.velocity(edges.velocity, lanes.first));
            rate += glm::dot(now.gradient[1], lanes.velocity(edges.velocity, lanes.second));
        }
        const P residual = material_residual(value, rate, lambda, edges.alpha, edges.beta, edges.force_scale);
        const P floor = P(edges.least_strain) * rest;
        add(residual * residual, used, sum.dual);
        add(value * value + floor * floor, used, sum.scale);
        if (edges.alpha > 0) {
            add(elastic_energy(value, edges.alpha), used, sum.energy);
        }
        if (edges.force != nullptr) {
            lanes.push(now.gradient[1], used, edges.force);
        }
        if (edges.strain) {
            alignas(P) double strain[P::size];
            select(rest > P(0), abs(value) / rest, P(0)).store(strain);
            for (std::size_t lane = 0; lane < used; ++lane) {
                sum.strain += strain[lane];
                sum.max_strain = sum.max_strain < strain[lane] ? strain[lane] : sum.max_strain;
            }
        }
        if (edges.stiffness != nullptr) {
            alignas(P) double stiffness[P::size];
            alignas(P) double above[P::size];
            (-lambda * P(edges.force_scale) / value).store(stiffness);
            (abs(value) - P(edges.noise) * rest).store(above);
            for (std::size_t lane = 0; lane < used; ++lane) { // without a branch, which would be guessed wrong
                edges.stiffness[sum.stiffnesses] = stiffness[lane];
                sum.stiffnesses += above[lane] > 0 ? 1 : 0;
            }
        }
    }
    sums = sum;
}

} // namespace xpbd::XPBD_SIMD_TARGET
