#pragma once

// The kernels of the fast engine. Included once per instruction set, by a file that is compiled for it and defines
// XPBD_SIMD_TARGET; nothing in here may call an inline function that other files share, unless it is instantiated with
// a Pack: the linker would pick one copy for all processors.

#include "core/simd/pack.h" // first: names the target

#include "core/constraints/angle.h"
#include "core/constraints/dihedral.h"
#include "core/constraints/distance.h"
#include "core/constraints/isometric.h"
#include "core/lanes.h"
#include "core/simd/sweep.h"

#include <glm/glm.hpp>

namespace xpbd::simd::XPBD_SIMD_TARGET {

/// Added to squared lengths, so that an edge without length divides by something; far below what another one rounds by
/// [m^2].
constexpr float kNoEdge2 = 1e-30f;

/// Distance constraints, Gauss-Seidel without damping: what most of a cloth's time goes into. Instead of transposing
/// positions to coordinates and back, only their differences are transposed, for the length; the corrections are
/// applied to the particles as they lie in memory.
template <int N>
bool sweep_distance(const Sweep& sweep) {
    using P = Pack<N>;
    float* const x = sweep.position;
    float* const lambdas = sweep.lambda;
    const float* const rest = sweep.rest[0];
    const float* const compliance = sweep.a;
    const float* const gain = sweep.gain;
    P shortest(1);
    const std::size_t lanes = sweep.batches * kLanes;
    for (std::size_t i = 0; i < lanes; i += N) {
        const int* a = sweep.offset[0] + i;
        const int* b = sweep.offset[1] + i;
        const P a0 = P::load_row(x, a, 0), a1 = P::load_row(x, a, 1), a2 = P::load_row(x, a, 2),
                a3 = P::load_row(x, a, 3);
        const P b0 = P::load_row(x, b, 0), b1 = P::load_row(x, b, 1), b2 = P::load_row(x, b, 2),
                b3 = P::load_row(x, b, 3);
        const P d0 = b0 - a0, d1 = b1 - a1, d2 = b2 - a2, d3 = b3 - a3;
        P dx = d0, dy = d1, dz = d2, dw = d3;
        P::transpose(dx, dy, dz, dw);
        const P square = dx * dx + dy * dy + dz * dz + P(kNoEdge2);
        shortest = min(shortest, square);
        const P length = sqrt(square);

        P lambda = P::load(lambdas + i);
        const P missing = P::load(rest + i) - length; // -C
        const P change = (missing - P::load(compliance + i) * lambda) * P::load(gain + i);
        lambda += change;
        lambda.store(lambdas + i);

        const P scale = change * (P(1) / length);
        const P c0 = (d0 * scale.template spread<0>()).without_fourth();
        const P c1 = (d1 * scale.template spread<1>()).without_fourth();
        const P c2 = (d2 * scale.template spread<2>()).without_fourth();
        const P c3 = (d3 * scale.template spread<3>()).without_fourth();
        (a0 - a0.template spread<3>() * c0).store_row(x, a, 0);
        (a1 - a1.template spread<3>() * c1).store_row(x, a, 1);
        (a2 - a2.template spread<3>() * c2).store_row(x, a, 2);
        (a3 - a3.template spread<3>() * c3).store_row(x, a, 3);
        (b0 + b0.template spread<3>() * c0).store_row(x, b, 0);
        (b1 + b1.template spread<3>() * c1).store_row(x, b, 1);
        (b2 + b2.template spread<3>() * c2).store_row(x, b, 2);
        (b3 + b3.template spread<3>() * c3).store_row(x, b, 3);
    }
    float least = 1;
    for (int lane = 0; lane < N; ++lane) {
        least = shortest.v[lane] < least ? shortest.v[lane] : least;
    }
    return least <= kNoEdge2;
}

template <int N>
XPBD_SIMD_INLINE void load_rest(const Sweep& sweep, std::size_t i, Distance::Rest<Pack<N>>& rest) {
    rest.length = Pack<N>::load(sweep.rest[0] + i);
}
template <int N>
XPBD_SIMD_INLINE void load_rest(const Sweep& sweep, std::size_t i, Dihedral::Rest<Pack<N>>& rest) {
    rest.angle = Pack<N>::load(sweep.rest[0] + i);
}
template <int N>
XPBD_SIMD_INLINE void load_rest(const Sweep& sweep, std::size_t i, Angle::Rest<Pack<N>>& rest) {
    rest.angle = Pack<N>::load(sweep.rest[0] + i);
}
template <int N>
XPBD_SIMD_INLINE void load_rest(const Sweep& sweep, std::size_t i, Isometric::Rest<Pack<N>>& rest) {
    for (std::size_t k = 0; k < 4; ++k) {
        rest.weight[k] = Pack<N>::load(sweep.rest[k] + i);
    }
}

/// Particles as coordinates.
template <int N>
struct Corner {
    glm::vec<3, Pack<N>> x;
    Pack<N> w;
};

template <int N>
XPBD_SIMD_INLINE Corner<N> load_corner(const float* base, const int* offset) {
    using P = Pack<N>;
    P r0 = P::load_row(base, offset, 0), r1 = P::load_row(base, offset, 1), r2 = P::load_row(base, offset, 2),
      r3 = P::load_row(base, offset, 3);
    P::transpose(r0, r1, r2, r3);
    return {{r0, r1, r2}, r3};
}

template <int N>
XPBD_SIMD_INLINE void store_corner(float* base, const int* offset, const Corner<N>& corner) {
    using P = Pack<N>;
    P r0 = corner.x.x, r1 = corner.x.y, r2 = corner.x.z, r3 = corner.w;
    P::transpose(r0, r1, r2, r3);
    r0.store_row(base, offset, 0);
    r1.store_row(base, offset, 1);
    r2.store_row(base, offset, 2);
    r3.store_row(base, offset, 3);
}

/// Constraints of any kernel: the same lines as the textbook engine's project(), N constraints at a time.
template <int N, class Kernel, bool damped, bool jacobi>
[[gnu::flatten]] bool sweep_any(const Sweep& sweep) {
    using P = Pack<N>;
    constexpr std::size_t n = Kernel::arity;
    const std::size_t lanes = sweep.batches * kLanes;
    for (std::size_t i = 0; i < lanes; i += N) {
        Points<P, n> points;
        P inverse_mass[n];
        for (std::size_t k = 0; k < n; ++k) {
            const Corner<N> corner = load_corner<N>(sweep.from, sweep.offset[k] + i);
            points[k] = corner.x;
            inverse_mass[k] = corner.w;
        }
        typename Kernel::template Rest<P> rest;
        load_rest<N>(sweep, i, rest);
        const Evaluation<P, n> evaluation = Kernel::template eval<P>(points, rest);
        P weight(0); // grad C w grad C'
        for (std::size_t k = 0; k < n; ++k) {
            weight += inverse_mass[k] * glm::dot(evaluation.gradient[k], evaluation.gradient[k]);
        }
        P lambda = P::load(sweep.lambda + i);
        const P a = P::load(sweep.a + i);
        P missing = -evaluation.value - a * lambda;
        P mobility = weight;
        if constexpr (damped) {
            P motion(0); // grad C . (x - x_reference)
            for (std::size_t k = 0; k < n; ++k) {
                const Corner<N> before = load_corner<N>(sweep.reference, sweep.offset[k] + i);
                motion += glm::dot(evaluation.gradient[k], points[k] - before.x);
            }
            const P g = P::load(sweep.g + i);
            missing -= g * motion;
            mobility *= P(1) + g;
        }
        // Where nothing can move, or there is no direction, nothing happens.
        const P change = select(weight > P(0), P::load(sweep.relax + i) * missing / (mobility + a), P(0));
        lambda += change;
        lambda.store(sweep.lambda + i);
        for (std::size_t k = 0; k < n; ++k) {
            Corner<N> corner{points[k], inverse_mass[k]};
            if constexpr (jacobi) {
                corner = load_corner<N>(sweep.position, sweep.offset[k] + i);
            }
            const P reach = corner.w * change;
            corner.x = corner.x + glm::vec<3, P>(reach * evaluation.gradient[k].x, reach * evaluation.gradient[k].y,
                                                 reach * evaluation.gradient[k].z);
            store_corner<N>(sweep.position, sweep.offset[k] + i, corner);
        }
    }
    return false;
}

template <int N, class Kernel>
constexpr std::array<SweepFunction, 4> any_sweeps() {
    return {&sweep_any<N, Kernel, false, false>, &sweep_any<N, Kernel, true, false>, &sweep_any<N, Kernel, false, true>,
            &sweep_any<N, Kernel, true, true>};
}

template <int N>
constexpr Kernels make_kernels(std::string_view name) {
    Kernels result{
        name,
        {any_sweeps<N, Distance>(), any_sweeps<N, Dihedral>(), any_sweeps<N, Isometric>(), any_sweeps<N, Angle>()}};
    result.sweep[0][0] = &sweep_distance<N>;
    return result;
}

} // namespace xpbd::simd::XPBD_SIMD_TARGET
