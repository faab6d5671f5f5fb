#pragma once

// The kernels of the fast engine. Included once per instruction set, by a file that is compiled for it and defines
// XPBD_SIMD_TARGET. Nothing in here may call an inline function that other files share, unless it is instantiated with
// a Pack: the linker keeps only one copy, which may be compiled for another processor.

#include "core/simd/pack.h" // first: names the target

#include "core/constraints/all.h"
#include "core/methods/position_based/law.h"
#include "core/order/lanes.h"
#include "core/simd/edge_kernels.h"
#include "core/simd/motion_kernels.h"
#include "core/simd/particle_kernels.h"
#include "core/simd/place_kernels.h"
#include "core/simd/sweep.h"

#include <algorithm>
#include <glm/glm.hpp>
#include <utility>

namespace xpbd::simd::XPBD_SIMD_TARGET {

/// Added to squared lengths, so that an edge of zero length does not divide by zero; far below the rounding of any
/// other edge [m^2].
template <class S>
constexpr S kNoEdge2 = S(sizeof(S) == 4 ? 1e-30 : 1e-60);

/// N particles as they lie in memory, in four rows.
template <class P>
struct Rows {
    using S = typename P::Scalar;
    P r0, r1, r2, r3;

    XPBD_SIMD_INLINE static Rows load(const S* base, const int* offset) {
        return {P::load_row(base, offset, 0), P::load_row(base, offset, 1), P::load_row(base, offset, 2),
                P::load_row(base, offset, 3)};
    }
    XPBD_SIMD_INLINE friend Rows operator-(const Rows& a, const Rows& b) {
        return {a.r0 - b.r0, a.r1 - b.r1, a.r2 - b.r2, a.r3 - b.r3};
    }
    /// Rows of particles become coordinates, and back.
    XPBD_SIMD_INLINE void transpose() { P::transpose(r0, r1, r2, r3); }
    /// Stores the particles moved by their inverse masses times c, or times -c. Fourth elements of c are 0.
    XPBD_SIMD_INLINE void store_pushed(const Rows& c, S* base, const int* offset) const {
        (r0 + r0.template spread<3>() * c.r0).store_row(base, offset, 0);
        (r1 + r1.template spread<3>() * c.r1).store_row(base, offset, 1);
        (r2 + r2.template spread<3>() * c.r2).store_row(base, offset, 2);
        (r3 + r3.template spread<3>() * c.r3).store_row(base, offset, 3);
    }
    XPBD_SIMD_INLINE void store_pulled(const Rows& c, S* base, const int* offset) const {
        (r0 - r0.template spread<3>() * c.r0).store_row(base, offset, 0);
        (r1 - r1.template spread<3>() * c.r1).store_row(base, offset, 1);
        (r2 - r2.template spread<3>() * c.r2).store_row(base, offset, 2);
        (r3 - r3.template spread<3>() * c.r3).store_row(base, offset, 3);
    }
};

/// True where a squared length is no more than what was added to it. By value: of a pack whose address is known, GCC
/// stores the last one after the loop, and with it once more what the loop stored before, which it keeps for that.
template <class P>
bool has_no_edge(P shortest) {
    using S = typename P::Scalar;
    S least = 1;
    for (int lane = 0; lane < P::size; ++lane) {
        least = shortest.v[lane] < least ? shortest.v[lane] : least;
    }
    return least <= kNoEdge2<S>;
}

/// Distance constraints, Gauss-Seidel without damping: where most of a cloth's time goes. Instead of transposing
/// positions to coordinates and back, only their differences are transposed, for the length; the corrections are
/// applied to the particles as they lie in memory.
template <class P>
bool sweep_distance(const SweepArguments<typename P::Scalar>& sweep) {
    using S = typename P::Scalar;
    constexpr std::size_t n = P::size;
    S* const x = sweep.position;
    const int* const first = sweep.offset[0];
    const int* const second = sweep.offset[1];
    S* const lambdas = sweep.lambda;
    const S* const rest = sweep.rest[0];
    const S* const compliance = sweep.a;
    const S* const gain = sweep.gain;
    P shortest(1);
    const std::size_t lanes = sweep.batches * kLanes;
    for (std::size_t i = 0; i < lanes; i += n) {
        const int* a = first + i;
        const int* b = second + i;
        const Rows<P> end_a = Rows<P>::load(x, a), end_b = Rows<P>::load(x, b);
        const Rows<P> edge = end_b - end_a;
        Rows<P> d = edge;
        d.transpose();
        const P square = (d.r0 * d.r0 + P(kNoEdge2<S>)) + (d.r1 * d.r1 + d.r2 * d.r2);
        shortest = min(shortest, square);
        const P length = sqrt(square);

        P lambda = P::load(lambdas + i);
        const P missing = P::load(rest + i) - length; // -C
        const P change = (missing - P::load(compliance + i) * lambda) * P::load(gain + i);
        lambda += change;
        lambda.store(lambdas + i);

        const P scale = change * (P(1) / length);
        const Rows<P> c{edge.r0 * scale.template spread_in_three<0>(), edge.r1 * scale.template spread_in_three<1>(),
                        edge.r2 * scale.template spread_in_three<2>(), edge.r3 * scale.template spread_in_three<3>()};
        end_a.store_pulled(c, x, a);
        end_b.store_pushed(c, x, b);
    }
    return has_no_edge(shortest);
}

/// P::size lanes of a block, from lane `first` on: coordinates and inverse masses. Lane i takes those of lane i + turn.
template <class P, int turn>
struct Corner {
    using S = typename P::Scalar;
    P x, y, z, w;

    XPBD_SIMD_INLINE static Corner load(const S* block, int first) {
        return {one(block, first), one(block + kLanes, first), one(block + 2 * kLanes, first),
                one(block + 3 * kLanes, first)};
    }
    XPBD_SIMD_INLINE static void store(P x, P y, P z, S* block, int first) {
        put(x, block, first);
        put(y, block + kLanes, first);
        put(z, block + 2 * kLanes, first);
    }

private:
    static constexpr int kAll = static_cast<int>(kLanes);
    XPBD_SIMD_INLINE static P one(const S* row, int first) {
        if constexpr (turn == 0) {
            return P::load(row + first);
        } else if constexpr (P::size == kAll) {
            return P::load(row).template turned<turn>();
        } else {
            S lanes[P::size];
            for (int i = 0; i < P::size; ++i) {
                lanes[i] = row[(first + i + turn + kAll) % kAll];
            }
            return P::load(lanes);
        }
    }
    XPBD_SIMD_INLINE static void put(const P& numbers, S* row, int first) {
        if constexpr (turn == 0) {
            numbers.store(row + first);
        } else if constexpr (P::size == kAll) {
            numbers.template turned<-turn>().store(row);
        } else {
            S lanes[P::size];
            numbers.store(lanes);
            for (int i = 0; i < P::size; ++i) {
                row[(first + i + turn + kAll) % kAll] = lanes[i];
            }
        }
    }
};

/// One batch of sweep_blocks().
template <class P, int turn>
XPBD_SIMD_INLINE void project_blocks(typename P::Scalar* first, typename P::Scalar* second,
                                     const typename P::Scalar* coefficients, typename P::Scalar* lambdas, P& shortest) {
    using S = typename P::Scalar;
    for (int i = 0; i < static_cast<int>(kLanes); i += P::size) {
        const auto a = Corner<P, 0>::load(first, i);
        const auto b = Corner<P, turn>::load(second, i);
        const P dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
        const P square = (dx * dx + P(kNoEdge2<S>)) + (dy * dy + dz * dz);
        shortest = min(shortest, square);
        const P length = sqrt(square);

        P lambda = P::load(lambdas + i);
        const P missing = P::load(coefficients + i) - length; // -C
        const P change =
            (missing - P::load(coefficients + kLanes + i) * lambda) * P::load(coefficients + 2 * kLanes + i);
        lambda += change;
        lambda.store(lambdas + i);

        const P scale = change * (P(1) / length);
        const P cx = dx * scale, cy = dy * scale, cz = dz * scale;
        Corner<P, 0>::store(a.x - a.w * cx, a.y - a.w * cy, a.z - a.w * cz, first, i);
        Corner<P, turn>::store(b.x + b.w * cx, b.y + b.w * cy, b.z + b.w * cz, second, i);
    }
}

/// As sweep_distance(), where all lanes of a batch find their particles side by side: no index per particle, nothing to
/// transpose.
template <class P>
bool sweep_blocks(const BlockArguments<typename P::Scalar>& sweep) {
    using S = typename P::Scalar;
    using Arguments = BlockArguments<S>;
    P shortest(1);
    const int* batch = sweep.batch;
    S* lambda = sweep.lambda;
    for (std::size_t i = 0; i < sweep.batches; ++i, batch += Arguments::kPerBatch, lambda += kLanes) {
        const int turn = batch[1] & (Arguments::kTurnUp | Arguments::kTurnDown);
        S* const first = sweep.position + batch[0];
        S* const second = sweep.position + (batch[1] - turn);
        const S* const coefficients = sweep.coefficients + batch[2];
        if (turn == 0) {
            project_blocks<P, 0>(first, second, coefficients, lambda, shortest);
        } else if (turn == Arguments::kTurnUp) {
            project_blocks<P, 1>(first, second, coefficients, lambda, shortest);
        } else {
            project_blocks<P, -1>(first, second, coefficients, lambda, shortest);
        }
    }
    return has_no_edge(shortest);
}

/// Particles as coordinates: positions and inverse masses. Written component by component, here and below, because GCC
/// copies whole vectors of packs through the stack.
template <class P>
XPBD_SIMD_INLINE void load_corner(const typename P::Scalar* base, const int* offset, glm::vec<3, P>& x, P& w) {
    P r0 = P::load_row(base, offset, 0), r1 = P::load_row(base, offset, 1), r2 = P::load_row(base, offset, 2),
      r3 = P::load_row(base, offset, 3);
    P::transpose(r0, r1, r2, r3);
    x.x = r0;
    x.y = r1;
    x.z = r2;
    w = r3;
}

template <class P>
XPBD_SIMD_INLINE void store_corner(typename P::Scalar* base, const int* offset, P x, P y, P z, P w) {
    P::transpose(x, y, z, w);
    x.store_row(base, offset, 0);
    y.store_row(base, offset, 1);
    z.store_row(base, offset, 2);
    w.store_row(base, offset, 3);
}

/// Constraints of any kernel: the same lines as the textbook engine's project(), P::size units at a time. The `rows`
/// constraints of a unit are projected one after the other, on particles that stay in registers.
/// Code of its own for each kind of sweep: with a branch per batch it is a quarter slower. `backwards` matters where
/// rows differ in kind.
template <class P, class ConstraintType, std::size_t rows, bool backwards, bool damped, bool jacobi>
[[gnu::flatten]] void sweep_any(const SweepArguments<typename P::Scalar>& sweep) {
    constexpr std::size_t n = ConstraintType::arity;
    constexpr std::size_t size = P::size;
    // The rows of a unit wait for each other. Two units that share no particle take each row in turn, so that one is
    // computed while the other waits; sixteen lanes are two batches already, and only neighbours share nothing.
    constexpr std::size_t abreast = rows > 1 && size < kWidestPack ? 2 : 1;
    const std::size_t lanes = sweep.batches * kLanes;
    for (std::size_t i = 0; i < lanes; i += abreast * size) {
        Points<P, n> points[abreast];
        P inverse_mass[abreast][n];
        Points<P, n> before[abreast]; // where damping measures motion from
        XPBD_SIMD_UNROLL
        for (std::size_t u = 0; u < abreast; ++u) {
            XPBD_SIMD_UNROLL
            for (std::size_t k = 0; k < n; ++k) {
                const int* offset = sweep.offset[k] + i + u * size;
                load_corner<P>(sweep.from, offset, points[u][k], inverse_mass[u][k]);
                if constexpr (damped) {
                    P unused;
                    load_corner<P>(sweep.reference, offset, before[u][k], unused);
                }
            }
        }
        const auto project_row = [&]<std::size_t row, std::size_t u>() __attribute__((always_inline)) {
            const std::size_t unit = i + u * size;
            const std::size_t at = unit + (unit / kWidestPack * (rows - 1) + row) * kWidestPack;
            typename ConstraintType::template Rest<P> rest;
            XPBD_SIMD_UNROLL
            for (std::size_t k = 0; k < rest.size(); ++k) {
                rest[k] = P::load(sweep.rest[k] + at);
            }
            const Evaluation<P, n> evaluation = [&]() __attribute__((always_inline)) {
                if constexpr (rows > 1 && kRowsDiffer<ConstraintType>) {
                    constexpr std::size_t number = backwards ? rows - 1 - row : row;
                    return ConstraintType::template eval_row<number, P>(points[u], rest);
                } else {
                    return ConstraintType::template eval<P>(points[u], rest);
                }
            }
            ();
            P weight(0); // grad C w grad C'
            XPBD_SIMD_UNROLL
            for (std::size_t k = 0; k < n; ++k) {
                weight += inverse_mass[u][k] * glm::dot(evaluation.gradient[k], evaluation.gradient[k]);
            }
            P g(0);
            P motion(0); // grad C . (x - x_reference)
            if constexpr (damped) {
                g = P::load(sweep.g + at);
                XPBD_SIMD_UNROLL
                for (std::size_t k = 0; k < n; ++k) {
                    motion += glm::dot(evaluation.gradient[k], points[u][k] - before[u][k]);
                }
            }
            P lambda = P::load(sweep.lambda + at);
            const CoefficientsOf<P> law{P::load(sweep.relax + at), P::load(sweep.a + at), g};
            P change = change_of<ConstraintType>(law, evaluation.value, weight, motion, lambda, rest);
            if constexpr (ConstraintType::info.is_norm) {
                change = limited_to_least(change, evaluation.value, weight, ConstraintType::template least<P>(rest));
            }
            change = select(weight > P(0), change, P(0)); // where nothing can move, or there is no direction
            lambda += change;
            lambda.store(sweep.lambda + at);
            XPBD_SIMD_UNROLL
            for (std::size_t k = 0; k < n; ++k) {
                const int* offset = sweep.offset[k] + unit;
                glm::vec<3, P> x = points[u][k];
                if constexpr (jacobi) {
                    load_corner<P>(sweep.position, offset, x, inverse_mass[u][k]);
                }
                const P reach = inverse_mass[u][k] * change;
                const auto& gradient = evaluation.gradient[k];
                x.x += reach * gradient.x;
                x.y += reach * gradient.y;
                x.z += reach * gradient.z;
                if constexpr (!jacobi) {
                    points[u][k] = x;
                }
                if (jacobi || row + 1 == rows) {
                    store_corner<P>(sweep.position, offset, x.x, x.y, x.z, inverse_mass[u][k]);
                }
            }
        };
        // Rows one by one, not in a loop: a tenth quicker.
        [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
            (project_row.template operator()<I / abreast, I % abreast>(), ...);
        }
        (std::make_index_sequence<rows * abreast>{});
    }
}

/// A vector per lane.
template <class P>
struct Vectors {
    P x, y, z;
};

/// A contact's push along its normal n, and Coulomb's friction against the slip since x^n: what both add to its
/// multipliers, which are stored at lane i of `sweep`, pairs or contacts. @param missing to the distance that is kept
/// [m], @param mass effective [kg], @param normal the multiplier so far, @param slip with what of it is along n
template <class P, class Sweep>
XPBD_SIMD_INLINE Vectors<P> pressed(const Sweep& sweep, std::size_t i, const P& missing, const P& mass, P normal,
                                    const Vectors<P>& n, const Vectors<P>& slip) {
    const P change = max(missing * mass, P(0));
    normal += change;
    normal.store(sweep.normal + i);

    // The push is along the normal and adds nothing to the slip.
    const P along = slip.x * n.x + slip.y * n.y + slip.z * n.z;
    const P tx = P::load(sweep.tangent[0] + i), ty = P::load(sweep.tangent[1] + i), tz = P::load(sweep.tangent[2] + i);
    P ux = tx - (slip.x - along * n.x) * mass, uy = ty - (slip.y - along * n.y) * mass,
      uz = tz - (slip.z - along * n.z) * mass;
    const P size = sqrt(ux * ux + uy * uy + uz * uz);
    const P limit = P(sweep.friction) * normal;
    const P kept = select(size > limit, limit / size, P(1));
    ux *= kept;
    uy *= kept;
    uz *= kept;
    ux.store(sweep.tangent[0] + i);
    uy.store(sweep.tangent[1] + i);
    uz.store(sweep.tangent[2] + i);
    return {change * n.x + (ux - tx), change * n.y + (uy - ty), change * n.z + (uz - tz)};
}

/// Pairs of particles: as SelfCollision::project(), P::size pairs at a time; particles as they lie in memory, as in
/// sweep_distance().
template <class P>
void sweep_pairs(const PairArguments<typename P::Scalar>& sweep) {
    constexpr std::size_t n = P::size;
    typename P::Scalar* const x = sweep.position;
    const int* const first = sweep.offset[0];
    const int* const second = sweep.offset[1];
    const std::size_t lanes = sweep.batches * kLanes;
    for (std::size_t i = 0; i < lanes; i += n) {
        const int* a = first + i;
        const int* b = second + i;
        const Rows<P> end_a = Rows<P>::load(x, a), end_b = Rows<P>::load(x, b);
        Rows<P> apart = end_b - end_a;
        apart.transpose();
        const P dx = apart.r0, dy = apart.r1, dz = apart.r2;
        const P square = dx * dx + dy * dy + dz * dz;
        const P distance = P::load(sweep.distance + i);
        const P normal = P::load(sweep.normal + i);
        const auto overlaps = square < distance * distance;
        const auto pushes = normal > P(0);
        if (!any(either(overlaps, pushes))) {
            continue;
        }
        // Both in one point: the direction that they had at x^n.
        const P ox = P::load(sweep.start[0] + i), oy = P::load(sweep.start[1] + i), oz = P::load(sweep.start[2] + i);
        const P start_square = ox * ox + oy * oy + oz * oz;
        const auto now = square > P(0);
        const auto then = start_square > P(0);
        const P root = sqrt(select(now, square, select(then, start_square, P(1))));
        const P length = select(now, root, P(0));
        const P by = P(1) / root;
        const P nx = by * select(now, dx, ox);
        const P ny = by * select(now, dy, select(then, oy, P(1)));
        const P nz = by * select(now, dz, oz);

        const Vectors<P> push = pressed(sweep, i, distance - length, P::load(sweep.mass + i), normal,
                                        Vectors<P>{nx, ny, nz}, Vectors<P>{dx - ox, dy - oy, dz - oz});
        Rows<P> c{push.x, push.y, push.z, P(0)};
        c.transpose();
        end_a.store_pulled(c, x, a);
        end_b.store_pushed(c, x, b);
    }
}

template <class P, class ConstraintType, std::size_t rows, bool backwards = false>
void sweep_units(const SweepArguments<typename P::Scalar>& sweep) {
    const bool damped = sweep.reference != nullptr;
    if (sweep.position != sweep.from) {
        damped ? sweep_any<P, ConstraintType, rows, backwards, true, true>(sweep)
               : sweep_any<P, ConstraintType, rows, backwards, false, true>(sweep);
    } else {
        damped ? sweep_any<P, ConstraintType, rows, backwards, true, false>(sweep)
               : sweep_any<P, ConstraintType, rows, backwards, false, false>(sweep);
    }
}

template <class P, class ConstraintType>
bool sweep_type(const SweepArguments<typename P::Scalar>& sweep) {
    if (sweep.rows == 1) {
        sweep_units<P, ConstraintType, 1>(sweep);
    } else if constexpr (kRowsTogether<ConstraintType> > 1) {
        constexpr std::size_t rows = kRowsTogether<ConstraintType>;
        if (kRowsDiffer<ConstraintType> && sweep.backwards) {
            sweep_units<P, ConstraintType, rows, kRowsDiffer<ConstraintType>>(sweep);
        } else {
            sweep_units<P, ConstraintType, rows>(sweep);
        }
    }
    return false;
}

template <class P, class ConstraintType>
constexpr SweepFunction<typename P::Scalar> any_sweep() {
    if constexpr (ConstraintType::branchless) {
        return &sweep_type<P, ConstraintType>;
    } else {
        return nullptr;
    }
}

/// A pack of at most one batch.
template <class P>
using BatchPack = Pack<std::min(P::size, static_cast<int>(kLanes)), typename P::Scalar>;

/// Where a pack of two batches would have to wait for what the one before it has stored, sixteen lanes take longer than
/// eight; where not, a fifth less.
template <class P>
bool sweep_distances(const SweepArguments<typename P::Scalar>& sweep) {
    return sweep.is_wide ? sweep_distance<P>(sweep) : sweep_distance<BatchPack<P>>(sweep);
}

template <class P, class... ConstraintType>
constexpr KernelsOf<typename P::Scalar> kernels_of(ConstraintList<ConstraintType...>) {
    return {{any_sweep<P, ConstraintType>()...}, &sweep_distances<P>, &sweep_blocks<BatchPack<P>>, &sweep_pairs<P>};
}

/// Floats N at a time; doubles half as many, but never less than a particle's four.
template <int N>
using FloatPack = Pack<N, float>;
template <int N>
using DoublePack = Pack<(N > 8 ? N / 2 : 4), double>;

template <int N>
constexpr Kernels make_kernels(std::string_view name, const DenseKernels& dense, const ContactKernels& contacts,
                               const VolumeKernels& volumes) {
    return {name,
            kernels_of<FloatPack<N>>(ConstraintTypes{}),
            kernels_of<DoublePack<N>>(ConstraintTypes{}),
            dense,
            contacts,
            volumes,
            make_motion<DoublePack<N>::size>(),
            &read_edges<DoublePack<N>>,
            &sum_body<DoublePack<N>>,
            &sum_balance<DoublePack<N>>,
            &find_places<DoublePack<N>>};
}

} // namespace xpbd::simd::XPBD_SIMD_TARGET
