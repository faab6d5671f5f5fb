#pragma once

// The kernels of the fast engine: each projects a pack of constraints at a time. One source for all instruction sets.
//
//   sweep_avx512.cpp ─┐
//   sweep_avx2.cpp   ─┼─ #define XPBD_SIMD_TARGET, #include "make_kernels.h" ──> kernels in a namespace of their own
//   sweep_baseline.cpp┘                                                          sweep.cpp picks one set at run time
//
//   one pack of P::size lanes in sweep_any():
//
//     lane             0        1        2        3     ...
//     load_corner   x y z w  x y z w  x y z w  x y z w        four particles in rows of x y z w
//        transpose     |        |        |        |           then coordinates: all x, all y, all z, all w
//     eval           C, grad  C, grad  C, grad  C, grad       C and its gradients, by the type's own eval()
//     change_of      dlambda  dlambda  dlambda  dlambda       law of the multiplier (law.h)
//        transpose     |        |        |        |
//     store_corner  x y z w  x y z w  x y z w  x y z w        no particle is in two lanes of a pack
//
//   sweep_distance  the same for distances; only differences of positions are transposed
//   sweep_blocks    the same for distances of a lattice: particles are stored as coordinates, nothing is transposed
//   sweep_pairs     pairs of particles kept apart
//
// This file must not call an inline function that other files share, unless it is instantiated with a Pack: the linker
// keeps one copy of a shared function, which may be compiled for another processor.

#include "core/simd/pack.h" // first: defines XPBD_SIMD_TARGET

#include "core/model/constraints/all.h"
#include "core/model/constraints/law.h"
#include "core/simd/batch_size.h"
#include "core/simd/sweep.h"

#include <algorithm>
#include <glm/glm.hpp>
#include <utility>

namespace xpbd::simd::XPBD_SIMD_TARGET {

/// Added to squared lengths, so that an edge of zero length does not divide by zero. Below the rounding of the squared
/// length of any real edge [m^2].
template <class S>
constexpr S kNoEdge2 = S(sizeof(S) == 4 ? 1e-30 : 1e-60);

/// P::size particles in four rows, in the layout of memory: quad i of row r is particle 4 i + r.
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
    /// Turns rows of particles into rows of coordinates, or back.
    XPBD_SIMD_INLINE void transpose() { P::transpose(r0, r1, r2, r3); }
    /// Adds (store_pushed) or subtracts (store_pulled) w c and stores the particles; w is the particle's inverse mass,
    /// the fourth element of c is 0.
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

/// True if the smallest squared length is only kNoEdge2, so that an edge has no direction. `shortest` is copied: if its
/// address escaped, GCC would repeat the last stores of the caller's loop after that loop.
template <class P>
bool has_no_edge(P shortest) {
    using S = typename P::Scalar;
    S least = 1;
    for (int lane = 0; lane < P::size; ++lane) {
        least = shortest.v[lane] < least ? shortest.v[lane] : least;
    }
    return least <= kNoEdge2<S>;
}

/// w_a + w_b of pairs of particles.
template <class P>
XPBD_SIMD_INLINE P weights_of(const Rows<P>& end_a, const Rows<P>& end_b) {
    Rows<P> sum{end_a.r0 + end_b.r0, end_a.r1 + end_b.r1, end_a.r2 + end_b.r2, end_a.r3 + end_b.r3};
    sum.transpose();
    return sum.r3;
}

/// The change of a distance's multiplier, and that change over the length. @tparam weighs `gain` is only the factor
/// relax
template <bool weighs, class P>
XPBD_SIMD_INLINE P distance_change(const P& missing, const P& compliance, const P& lambda, const P& gain,
                                   const P& weight, const P& length, P& scale) {
    if constexpr (weighs) {
        const P denominator = select(weight > P(0), weight + compliance, P(1)); // two fixed particles have gain 0
        const P inverse = P(1) / (denominator * length);                        // one division for both results
        const P change = (missing - compliance * lambda) * (gain * (length * inverse));
        scale = change * (denominator * inverse);
        return change;
    } else {
        const P change = (missing - compliance * lambda) * gain;
        scale = change * (P(1) / length);
        return change;
    }
}

/// Distance constraints in a Gauss-Seidel sweep without damping: the largest part of a cloth's step. Only the
/// differences of positions are transposed, to compute the lengths; the corrections are added to whole particles.
template <class P, bool weighs>
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
        const P missing = P::load(rest + i) - length; // -C [m]
        P scale(0), weight(0);
        if constexpr (weighs) {
            weight = weights_of(end_a, end_b);
        }
        const P change =
            distance_change<weighs>(missing, P::load(compliance + i), lambda, P::load(gain + i), weight, length, scale);
        lambda += change;
        lambda.store(lambdas + i);

        const Rows<P> c{edge.r0 * scale.template spread_in_three<0>(), edge.r1 * scale.template spread_in_three<1>(),
                        edge.r2 * scale.template spread_in_three<2>(), edge.r3 * scale.template spread_in_three<3>()};
        end_a.store_pulled(c, x, a);
        end_b.store_pushed(c, x, b);
    }
    return has_no_edge(shortest);
}

/// Coordinates and inverse masses of P::size lanes of a block, from lane `first` on. Lane i holds the block's lane
/// (first + i + turn) mod kLanes.
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
    XPBD_SIMD_INLINE static void store(P x, P y, P z, P w, S* block, int first) {
        store(x, y, z, block, first);
        put(w, block + 3 * kLanes, first);
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

/// Projects one batch of sweep_blocks(), whose second particles are in lanes shifted by `turn`.
template <class P, int turn, bool weighs>
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
        const P missing = P::load(coefficients + i) - length; // -C [m]
        P scale(0);
        const P change = distance_change<weighs>(missing, P::load(coefficients + kLanes + i), lambda,
                                                 P::load(coefficients + 2 * kLanes + i), a.w + b.w, length, scale);
        lambda += change;
        lambda.store(lambdas + i);

        const P cx = dx * scale, cy = dy * scale, cz = dz * scale;
        Corner<P, 0>::store(a.x - a.w * cx, a.y - a.w * cy, a.z - a.w * cz, first, i);
        Corner<P, turn>::store(b.x + b.w * cx, b.y + b.w * cy, b.z + b.w * cz, second, i);
    }
}

/// Distance constraints of a lattice: as sweep_distance(), with two block indices per batch instead of two indices per
/// constraint, and without transposing.
template <class P, bool weighs>
bool sweep_all_blocks(const BlockArguments<typename P::Scalar>& sweep) {
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
            project_blocks<P, 0, weighs>(first, second, coefficients, lambda, shortest);
        } else if (turn == Arguments::kTurnUp) {
            project_blocks<P, 1, weighs>(first, second, coefficients, lambda, shortest);
        } else {
            project_blocks<P, -1, weighs>(first, second, coefficients, lambda, shortest);
        }
    }
    return has_no_edge(shortest);
}

template <class P>
bool sweep_blocks(const BlockArguments<typename P::Scalar>& sweep) {
    return sweep.weighs ? sweep_all_blocks<P, true>(sweep) : sweep_all_blocks<P, false>(sweep);
}

/// Loads particles as coordinates and inverse masses. Written component by component, as in sweep_any(), because GCC
/// would copy whole vectors of packs through the stack.
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

/// Constraints of any branchless type, P::size units at a time. A unit has `rows` constraints over the same particles,
/// which are projected one after the other while the particles stay in registers. For one row, without damping, this
/// is the many-laned form of
///
///     for (std::size_t c = 0; c < count; ++c) {
///         const auto [C, grad] = ConstraintType::eval(positions of particles[c], rest[c]);
///         double weight = 0; // grad C w grad C'
///         for (int k = 0; k < n; ++k) {
///             weight += w[particles[c][k]] * dot(grad[k], grad[k]);
///         }
///         if (weight > 0) { // else no particle can move, or C has no direction
///             const double change = relax[c] * (-C - a[c] * lambda[c]) / (weight + a[c]); // law.h
///             lambda[c] += change;
///             for (int k = 0; k < n; ++k) {
///                 x[particles[c][k]] += w[particles[c][k]] * change * grad[k];
///             }
///         }
///     }
///
/// The scalar code itself is project() of the textbook engine. The kind of sweep is a set of template parameters: a
/// branch per batch would make it a quarter slower. `backwards`: rows are stored last row first.
template <class P, class ConstraintType, std::size_t rows, bool backwards, bool damped, bool jacobi>
[[gnu::flatten]] void sweep_any(const SweepArguments<typename P::Scalar>& sweep) {
    constexpr std::size_t n = ConstraintType::arity;
    constexpr std::size_t size = P::size;
    // Each row of a unit needs the result of the previous one. Two packs of units that share no particle are
    // interleaved row by row, which hides the latency. A pack of 16 lanes is two batches already, and the next two may
    // share particles.
    constexpr std::size_t abreast = rows > 1 && size < kWidestPack ? 2 : 1;
    const std::size_t lanes = sweep.batches * kLanes;
    for (std::size_t i = 0; i < lanes; i += abreast * size) {
        Points<P, n> points[abreast];
        P inverse_mass[abreast][n];
        Points<P, n> before[abreast]; // positions from which damping measures motion
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
            change = select(weight > P(0), change, P(0)); // 0 if no particle can move, or C has no direction
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
        // Unrolled by a fold expression: a tenth quicker than a loop.
        [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
            (project_row.template operator()<I / abreast, I % abreast>(), ...);
        }
        (std::make_index_sequence<rows * abreast>{});
    }
}

/// One vector per lane.
template <class P>
struct Vectors {
    P x, y, z;
};

/// Projects contacts or pairs: pushes along the normal n until `missing` is 0, then applies Coulomb friction against
/// the slip since x^n. Returns the sum of both impulses. Updates the multipliers of lanes i, i + 1, ... in `sweep`.
/// @param missing distance to keep minus distance [m]
/// @param mass effective mass [kg]
/// @param normal accumulated normal multiplier
/// @param slip relative motion since x^n, including its part along n [m]
template <class P, class Sweep>
XPBD_SIMD_INLINE Vectors<P> pressed(const Sweep& sweep, std::size_t i, const P& missing, const P& mass, P normal,
                                    const Vectors<P>& n, const Vectors<P>& slip) {
    const P change = max(missing * mass, P(0) - P(sweep.release) * normal);
    normal += change;
    normal.store(sweep.normal + i);

    // Tangential part of the slip; the push is along n and does not change it.
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

/// Pairs of particles: the same as SelfCollision::project(), P::size pairs at a time; particles are loaded and stored
/// as in sweep_distance().
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
        // If both particles of a pair are in one point, their direction at x^n is used; if none, (0, 1, 0).
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

/// A pack of no more lanes than a batch.
template <class P>
using BatchPack = Pack<std::min(P::size, static_cast<int>(kLanes)), typename P::Scalar>;

/// Wide runs (Order::Run) use the full pack, which takes a fifth less time. In a run of batches of eight, a pack of 16
/// would wait for the stores of the previous pack and take longer than two packs of eight.
template <class P>
bool sweep_distances(const SweepArguments<typename P::Scalar>& sweep) {
    if (sweep.weighs) {
        return sweep.is_wide ? sweep_distance<P, true>(sweep) : sweep_distance<BatchPack<P>, true>(sweep);
    }
    return sweep.is_wide ? sweep_distance<P, false>(sweep) : sweep_distance<BatchPack<P>, false>(sweep);
}

} // namespace xpbd::simd::XPBD_SIMD_TARGET
