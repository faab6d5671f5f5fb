#pragma once

// Energy, residual, strain and stiffness of distance constraints. Included once per instruction set, as
// sweep_kernels.h.

#include "core/simd/pack.h" // first: defines XPBD_SIMD_TARGET

#include "core/model/constraints/distance.h"
#include "core/simd/edges.h"
#include "core/simd/in_order.h"

#include <cstddef>
#include <glm/glm.hpp>

namespace xpbd::simd::XPBD_SIMD_TARGET {

/// P::size distance constraints, one per lane. @tparam Full whether all lanes hold a constraint (InOrder)
template <class P, bool Full>
struct EdgeLanes {
    static constexpr std::size_t size = P::size;
    using Quad = Pack<4, double>;
    using Vec = glm::vec<3, P>;

    const int* particles; ///< EdgeArguments::particles of the constraints in these lanes
    P rest;
    P lambda;
    InOrder<P, Full> order;

    /// Index into EdgeArguments::position of the particle at one end (0 or 1) of a lane's constraint.
    XPBD_SIMD_INLINE std::ptrdiff_t place(std::size_t lane, std::size_t end) const {
        return std::ptrdiff_t{4} * particles[2 * lane + end];
    }

    /// x1 - x0 of each constraint [m]; writes w0 + w1 to `inverse_mass` [1/kg].
    XPBD_SIMD_INLINE Vec edge(const double* position, P& inverse_mass) const {
        constexpr double kSigns[4] = {1, 1, 1, -1};
        const Quad signs = Quad::load(kSigns);
        const auto row = [&](std::size_t first) __attribute__((always_inline)) {
            return P::of_quads([&](int i) __attribute__((always_inline)) {
                const std::size_t lane = first + 4 * static_cast<std::size_t>(i);
                return (Quad::load(position + place(lane, 1)) - signs * Quad::load(position + place(lane, 0))).v;
            });
        };
        P x = row(0), y = row(1), z = row(2), w = row(3);
        P::transpose(x, y, z, w);
        inverse_mass = w;
        return {x, y, z};
    }

    /// Velocities of the particles at end 0 or 1 [m/s].
    XPBD_SIMD_INLINE Vec velocity(const double* velocity, std::size_t end) const {
        alignas(P) double v[3][size];
        for (std::size_t lane = 0; lane < size; ++lane) {
            for (int axis = 0; axis < 3; ++axis) {
                v[axis][lane] = velocity[place(lane, end) / 4 * 3 + axis];
            }
        }
        return {P::load(v[0]), P::load(v[1]), P::load(v[2])};
    }

    /// Adds grad C' lambda to the forces on the particles, one constraint after the other.
    XPBD_SIMD_INLINE void push(const Vec& direction, double* force) const {
        const auto push_two = [&](std::size_t lane, const Quad& change) __attribute__((always_inline)) {
            double* const first = force + place(lane, 0);
            double* const second = force + place(lane, 1);
            (Quad::load(first) - change).store(first);
            (Quad::load(second) + change).store(second);
        };
        order.each_quad(lambda * direction.x, lambda * direction.y, lambda * direction.z, P(0), push_two);
    }
};

/// EdgeSums in registers: four sums per quad, so that one addition serves all four.
template <class P>
struct EdgeTotals {
    using Quad = Pack<4, double>;

    Quad four;    ///< dual, movable, energy, strain
    Quad weighed; ///< weighed_dual, weighed_scale; unmet; multipliers
    P max_strain;
    std::size_t stiffnesses;

    XPBD_SIMD_INLINE explicit EdgeTotals(const EdgeSums& sums)
        : max_strain(sums.max_strain), stiffnesses(sums.stiffnesses) {
        const double numbers[4] = {sums.dual, sums.movable, sums.energy, sums.strain};
        four = Quad::load(numbers);
        const double more[4] = {sums.weighed_dual, sums.weighed_scale, sums.unmet, sums.multipliers};
        weighed = Quad::load(more);
    }
    XPBD_SIMD_INLINE EdgeSums sums() const {
        return {four.v[2],    weighed.v[2], four.v[0], four.v[1],           weighed.v[0],
                weighed.v[1], weighed.v[3], four.v[3], largest(max_strain), stiffnesses};
    }
};

/// The terms that one pack of constraints adds to EdgeSums. @tparam Damped whether the damping ratio is not zero
template <class P, bool Full, bool Damped>
struct EdgeReading {
    EdgeLanes<P, Full> lanes;
    glm::vec<3, P> direction; ///< grad C of the second particle [1]
    P dual;                   ///< terms of EdgeSums::dual; the following members are named after their sums too
    P movable;
    P weighed_dual;
    P weighed_scale;
    P unmet{0};
    P energy{0};
    P strain{0};
    P stiffness; ///< tension over elongation T/C [N/m]
    P above;     ///< |C| minus the noise [m]; the stiffness counts where this is positive

    XPBD_SIMD_INLINE EdgeReading(const EdgeArguments& edges, const EdgeLanes<P, Full>& read) : lanes(read) {
        using Vec = glm::vec<3, P>;
        // eval() gets the edge vector as particle 1 and zero as particle 0: C depends only on their difference.
        P inverse_mass;
        const Vec edge = lanes.edge(edges.position, inverse_mass);
        const auto now = Distance::eval<P>({Vec(P(0)), edge}, {lanes.rest});
        const P& value = now.value;
        direction = now.gradient[1];
        // Residual of the material law: C + alpha~ lambda, with damping (X16 eq. 9 and 26).
        P residual = value + P(edges.alpha * edges.force_scale) * lanes.lambda;
        if constexpr (Damped) {
            const P rate = glm::dot(now.gradient[0], lanes.velocity(edges.velocity, 0)) +
                           glm::dot(now.gradient[1], lanes.velocity(edges.velocity, 1));
            residual += P(edges.alpha * edges.beta) * rate;
        }
        const P floor = P(edges.least_strain) * lanes.rest;
        const auto moves = inverse_mass > P(0);
        const P weight = select(moves, P(1) / (inverse_mass + P(edges.alpha * edges.force_scale)), P(0));
        movable = select(moves, P(1), P(0));
        const P square = residual * residual;
        dual = movable * square;
        weighed_dual = select(abs(residual) > P(edges.rounding), weight * square, P(0));
        weighed_scale = weight * (value * value + floor * floor);
        if (edges.alpha > 0) {
            energy = elastic_energy(value, edges.alpha);
            unmet = P(0.5 / edges.alpha) * (residual * (value + value - residual));
        }
        if (edges.strain) {
            strain = select(lanes.rest > P(0), abs(value) / lanes.rest, P(0));
        }
        if (edges.stiffness != nullptr) {
            stiffness = -lanes.lambda * P(edges.force_scale) / value;
            above = abs(value) - P(edges.noise) * lanes.rest;
        }
    }

    XPBD_SIMD_INLINE void add(const EdgeArguments& edges, EdgeTotals<P>& total) const {
        using Quad = Pack<4, double>;
        lanes.order.each_quad(
            dual, movable, energy,
            strain, [&](std::size_t, const Quad& four) __attribute__((always_inline)) { total.four += four; });
        lanes.order.each_quad(
            weighed_dual, weighed_scale, unmet,
            abs(lanes.lambda), [&](std::size_t, const Quad& four) __attribute__((always_inline)) {
                total.weighed += four;
            });
        total.max_strain = select(total.max_strain < strain, strain, total.max_strain);
        if (edges.force != nullptr) {
            lanes.push(direction, edges.force);
        }
        if (edges.stiffness == nullptr) {
            return;
        }
        if (Full && all(above > P(0))) { // almost always true
            stiffness.store(edges.stiffness + total.stiffnesses);
            total.stiffnesses += P::size;
            return;
        }
        alignas(P) double values[P::size];
        alignas(P) double beyond[P::size];
        stiffness.store(values);
        above.store(beyond);
        lanes.order.each([&](std::size_t lane)
                             __attribute__((always_inline)) { // without a branch, which would often be mispredicted
                                 edges.stiffness[total.stiffnesses] = values[lane];
                                 total.stiffnesses += beyond[lane] > 0 ? 1 : 0;
                             });
    }
};

template <class P, bool Damped>
EdgeSums sum_edges(const EdgeArguments& arguments, const EdgeSums& before) {
    constexpr std::size_t size = P::size;
    const EdgeArguments edges = arguments; // a local copy: the compiler can then assume that no store changes it
    EdgeTotals<P> total(before);
    const auto full = [&](std::size_t c) __attribute__((always_inline)) {
        return EdgeReading<P, true, Damped>(
            edges, {edges.particles + 2 * c, P::load(edges.rest + c), P::load(edges.lambda + c), {size}});
    };
    std::size_t c = 0;
    if (size <= edges.count) {
        // Adds the terms of one pack while the divisions of the next pack run: hides their latency.
        auto now = full(0);
        for (c = size; c + size <= edges.count; c += size) {
            const auto next = full(c);
            now.add(edges, total);
            now = next;
        }
        now.add(edges, total);
    }
    if (c < edges.count) { // remaining lanes repeat the last constraint; InOrder skips them
        int particles[2 * size];
        double rest[size], lambda[size];
        for (std::size_t lane = 0; lane < size; ++lane) {
            const std::size_t from = c + lane < edges.count ? c + lane : edges.count - 1;
            particles[2 * lane] = edges.particles[2 * from];
            particles[2 * lane + 1] = edges.particles[2 * from + 1];
            rest[lane] = edges.rest[from];
            lambda[lane] = edges.lambda[from];
        }
        EdgeReading<P, false, Damped>(edges, {particles, P::load(rest), P::load(lambda), {edges.count - c}})
            .add(edges, total);
    }
    return total.sums();
}

template <class P>
void read_edges(const EdgeArguments& edges, EdgeSums& sums) {
    sums = edges.beta > 0 ? sum_edges<P, true>(edges, sums) : sum_edges<P, false>(edges, sums);
}

} // namespace xpbd::simd::XPBD_SIMD_TARGET
