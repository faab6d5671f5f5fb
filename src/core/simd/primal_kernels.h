#pragma once

// The primal step of XPBD on packs (core/simd/primal.h). Included once per instruction set, with sweep_kernels.h, whose
// rule about shared inline functions applies here too. Positions do not change while forces are summed, so that the
// packs of a run do not wait for each other.

#include "core/simd/sweep_kernels.h" // first: defines XPBD_SIMD_TARGET

#include "core/simd/contact_kernels.h"
#include "core/simd/primal.h"

namespace xpbd::simd::XPBD_SIMD_TARGET {

/// primal_stiffness() of distances, whose gradients are unit vectors. The weight of two fixed particles is zero, and
/// lambda with it.
template <class P>
XPBD_SIMD_INLINE P edge_stiffness(const P& lambda, const P& a, const P& weight, const P& bound) {
    using S = typename P::Scalar;
    return primal_stiffness(abs(lambda), max(lambda, P(0)), a, weight + P(kNoEdge2<S>), bound, P(1));
}

/// Distances: the force is s (x_b - x_a) with s = lambda/length.
template <class P>
void pull_distance(const PullArguments<typename P::Scalar>& pull) {
    using S = typename P::Scalar;
    const std::size_t lanes = pull.batches * kLanes;
    for (std::size_t i = 0; i < lanes; i += P::size) {
        const int* const a = pull.offset[0] + i;
        const int* const b = pull.offset[1] + i;
        const Rows<P> end_a = Rows<P>::load(pull.position, a), end_b = Rows<P>::load(pull.position, b);
        Rows<P> c = end_b - end_a;
        c.transpose();
        const P square = (c.r0 * c.r0 + P(kNoEdge2<S>)) + (c.r1 * c.r1 + c.r2 * c.r2);
        const P lambda = P::load(pull.lambda + i);
        const P inverse = P(1) / sqrt(square);
        const P s = lambda * inverse;
        const P weight = weights_of(end_a, end_b);
        c = {s * c.r0, s * c.r1, s * c.r2, P(0)};
        Rows<P> bound{P(0), P(0), P(0),
                      edge_stiffness<P>(lambda, P::load(pull.a + i), weight, inverse) * P(pull.bound)};
        c.transpose();
        bound.transpose();
        const Rows<P> sums_a = Rows<P>::load(pull.sums, a), sums_b = Rows<P>::load(pull.sums, b);
        const Rows<P> to_a = sums_a - (c - bound);
        to_a.r0.store_row(pull.sums, a, 0);
        to_a.r1.store_row(pull.sums, a, 1);
        to_a.r2.store_row(pull.sums, a, 2);
        to_a.r3.store_row(pull.sums, a, 3);
        (sums_b.r0 + (c.r0 + bound.r0)).store_row(pull.sums, b, 0);
        (sums_b.r1 + (c.r1 + bound.r1)).store_row(pull.sums, b, 1);
        (sums_b.r2 + (c.r2 + bound.r2)).store_row(pull.sums, b, 2);
        (sums_b.r3 + (c.r3 + bound.r3)).store_row(pull.sums, b, 3);
    }
}

/// One batch of pull_blocks(), whose second particles are in lanes shifted by `turn`.
template <class P, int turn>
XPBD_SIMD_INLINE void pull_batch(const typename P::Scalar* position_a, const typename P::Scalar* position_b,
                                 typename P::Scalar* sums_a, typename P::Scalar* sums_b,
                                 const typename P::Scalar* lambdas, const typename P::Scalar* compliance, P factor) {
    using S = typename P::Scalar;
    for (int i = 0; i < static_cast<int>(kLanes); i += P::size) {
        const auto a = Corner<P, 0>::load(position_a, i);
        const auto b = Corner<P, turn>::load(position_b, i);
        const P dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
        const P square = (dx * dx + P(kNoEdge2<S>)) + (dy * dy + dz * dz);
        const P lambda = P::load(lambdas + i);
        const P inverse = P(1) / sqrt(square);
        const P s = lambda * inverse;
        const P bound = edge_stiffness<P>(lambda, P::load(compliance + i), a.w + b.w, inverse) * factor;
        const P fx = s * dx, fy = s * dy, fz = s * dz;
        const auto of_a = Corner<P, 0>::load(sums_a, i);
        const auto of_b = Corner<P, turn>::load(sums_b, i);
        Corner<P, 0>::store(of_a.x - fx, of_a.y - fy, of_a.z - fz, of_a.w + bound, sums_a, i);
        Corner<P, turn>::store(of_b.x + fx, of_b.y + fy, of_b.z + fz, of_b.w + bound, sums_b, i);
    }
}

/// The distances of a lattice, as pull_distance().
template <class P>
void pull_blocks(const PullArguments<typename P::Scalar>& pull) {
    using S = typename P::Scalar;
    using Arguments = BlockArguments<S>;
    const int* batch = pull.batch;
    const S* lambda = pull.lambda;
    const P factor(pull.bound);
    for (std::size_t i = 0; i < pull.batches; ++i, batch += Arguments::kPerBatch, lambda += kLanes) {
        const int turn = batch[1] & (Arguments::kTurnUp | Arguments::kTurnDown);
        const int a = batch[0];
        const int b = batch[1] - turn;
        const S* const compliance = pull.coefficients + batch[2] + kLanes;
        if (turn == 0) {
            pull_batch<P, 0>(pull.position + a, pull.position + b, pull.sums + a, pull.sums + b, lambda, compliance,
                             factor);
        } else if (turn == Arguments::kTurnUp) {
            pull_batch<P, 1>(pull.position + a, pull.position + b, pull.sums + a, pull.sums + b, lambda, compliance,
                             factor);
        } else {
            pull_batch<P, -1>(pull.position + a, pull.position + b, pull.sums + a, pull.sums + b, lambda, compliance,
                              factor);
        }
    }
}

/// Units of `rows` constraints of any branchless type: the many-laned form of PrimalStep's loop over constraints.
template <class P, class ConstraintType, std::size_t rows>
[[gnu::flatten]] void pull_any(const PullArguments<typename P::Scalar>& pull) {
    constexpr std::size_t n = ConstraintType::arity;
    const std::size_t lanes = pull.batches * kLanes;
    for (std::size_t i = 0; i < lanes; i += P::size) {
        Points<P, n> points;
        Points<P, n> force;
        P bound[n], inverse_mass[n];
        XPBD_SIMD_UNROLL
        for (std::size_t k = 0; k < n; ++k) {
            load_corner<P>(pull.position, pull.offset[k] + i, points[k], inverse_mass[k]);
            force[k].x = force[k].y = force[k].z = bound[k] = P(0);
        }
        for (std::size_t row = 0; row < rows; ++row) {
            const std::size_t at = i + (i / kWidestPack * (rows - 1) + row) * kWidestPack;
            typename ConstraintType::template Rest<P> rest;
            XPBD_SIMD_UNROLL
            for (std::size_t k = 0; k < rest.size(); ++k) {
                rest[k] = P::load(pull.rest[k] + at);
            }
            const P lambda = P::load(pull.lambda + at);
            const P push = buckling_multiplier<ConstraintType>(lambda, rest);
            const Evaluation<P, n> evaluation = ConstraintType::template eval<P>(points, rest);
            const std::array<P, n> bounds = ConstraintType::template hessian_bounds<P>(points, rest);
            P slope2[n];
            P weight(0);
            XPBD_SIMD_UNROLL
            for (std::size_t k = 0; k < n; ++k) {
                slope2[k] = glm::dot(evaluation.gradient[k], evaluation.gradient[k]);
                weight += inverse_mass[k] * slope2[k];
            }
            const auto acts = weight > P(0);
            const P divisor = select(acts, weight, P(1));
            const P a = P::load(pull.a + at);
            XPBD_SIMD_UNROLL
            for (std::size_t k = 0; k < n; ++k) {
                force[k].x += lambda * evaluation.gradient[k].x;
                force[k].y += lambda * evaluation.gradient[k].y;
                force[k].z += lambda * evaluation.gradient[k].z;
                const P stiffness = primal_stiffness(P(abs(lambda)), push, a, divisor, bounds[k], slope2[k]);
                bound[k] += select(acts, stiffness, P(0)) * P(pull.bound);
            }
        }
        XPBD_SIMD_UNROLL
        for (std::size_t k = 0; k < n; ++k) {
            glm::vec<3, P> sum;
            P sum_of_bounds;
            load_corner<P>(pull.sums, pull.offset[k] + i, sum, sum_of_bounds);
            store_corner<P>(pull.sums, pull.offset[k] + i, sum.x + force[k].x, sum.y + force[k].y, sum.z + force[k].z,
                            sum_of_bounds + bound[k]);
        }
    }
}

template <class P, class ConstraintType>
void pull_type(const PullArguments<typename P::Scalar>& pull) {
    if constexpr (IsEdge<ConstraintType>) {
        pull.is_wide ? pull_distance<P>(pull) : pull_distance<BatchPack<P>>(pull);
    } else if (pull.rows == 1) {
        pull_any<P, ConstraintType, 1>(pull);
    } else if constexpr (kRowsTogether<ConstraintType> > 1) {
        pull_any<P, ConstraintType, kRowsTogether<ConstraintType>>(pull);
    }
}

template <class P, class ConstraintType>
constexpr PullFunction<typename P::Scalar> any_pull() {
    if constexpr (ConstraintType::branchless) {
        return &pull_type<P, ConstraintType>;
    } else {
        return nullptr;
    }
}

/// Contacts with one collider, P::size particles at a time. @tparam blocks whether the particles are in blocks
template <class P, bool blocks, class ShapeType>
[[gnu::flatten]] void pull_touching(const ContactPullArguments<typename P::Scalar>& contacts, const ShapeType& shape) {
    const std::size_t lanes = contacts.batches * kLanes;
    for (std::size_t i = 0; i < lanes; i += P::size) {
        const P normal = P::load(contacts.normal + i);
        if (!any(normal > P(0))) {
            continue;
        }
        const std::size_t block = 4 * (i - i % kLanes);
        const int first = static_cast<int>(i % kLanes); // the first lane of the pack in its block
        glm::vec<3, P> x, sum;
        P bound;
        if constexpr (blocks) {
            const auto corner = Corner<P, 0>::load(contacts.position + block, first);
            const auto sums = Corner<P, 0>::load(contacts.sums + block, first);
            x.x = corner.x;
            x.y = corner.y;
            x.z = corner.z;
            sum.x = sums.x;
            sum.y = sums.y;
            sum.z = sums.z;
            bound = sums.w;
        } else {
            P unused;
            load_corner<P>(contacts.position, contacts.offset + i, x, unused);
            load_corner<P>(contacts.sums, contacts.offset + i, sum, bound);
        }
        const P px = x.x, py = x.y, pz = x.z;
        const Gaps<P> gap = gaps_to(shape, px, py, pz);
        const auto acts = normal > P(0);
        sum.x += select(acts, normal * gap.normal.x + P::load(contacts.tangent[0] + i), P(0));
        sum.y += select(acts, normal * gap.normal.y + P::load(contacts.tangent[1] + i), P(0));
        sum.z += select(acts, normal * gap.normal.z + P::load(contacts.tangent[2] + i), P(0));
        bound += normal * P(contacts.curvature);
        if constexpr (blocks) {
            Corner<P, 0>::store(sum.x, sum.y, sum.z, bound, contacts.sums + block, first);
        } else {
            store_corner<P>(contacts.sums, contacts.offset + i, sum.x, sum.y, sum.z, bound);
        }
    }
}

template <class P, class ShapeType>
void pull_contacts(const ContactPullArguments<typename P::Scalar>& contacts, const ShapeType& shape) {
    if (contacts.offset == nullptr) {
        pull_touching<BatchPack<P>, true>(contacts, shape); // a pack must not be wider than a block
    } else {
        pull_touching<P, false>(contacts, shape);
    }
}

/// x + (x~ + w force - x)/growth for coordinates of free particles; growth = 1 + w bound.
template <class P>
XPBD_SIMD_INLINE P balanced(const P& x, const P& target, const P& w, const P& force, const P& growth) {
    return select(w > P(0), x + (target + w * force - x) / growth, x);
}

/// Lanes of `so_far`, and zero in those whose growth is too large or not a number.
template <class P>
XPBD_SIMD_INLINE P in_limits(const P& so_far, const P& growth) {
    return select(growth < P(typename P::Scalar(kMostGrowth)), so_far, P(0));
}

template <class P>
bool move_primal(const PrimalArguments<typename P::Scalar>& step) {
    using S = typename P::Scalar;
    if (step.in_blocks) {
        P fits(1);
        for (std::size_t block = 0; block < step.numbers; block += 4 * kLanes) {
            for (std::size_t i = block; i < block + kLanes; i += P::size) {
                const std::size_t last = i + 3 * kLanes;
                const P w = P::load(step.target + last);
                const P growth = P(1) + w * P::load(step.sums + last);
                fits = in_limits(fits, growth);
                XPBD_SIMD_UNROLL
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    const std::size_t at = i + axis * kLanes;
                    balanced(P::load(step.position + at), P::load(step.target + at), w, P::load(step.sums + at), growth)
                        .store(step.position + at);
                    P(0).store(step.sums + at);
                }
                (w / growth).store(step.position + last);
                P(0).store(step.sums + last);
            }
        }
        return !any(fits < P(1));
    }
    using Quad = Pack<4, S>;
    const S counts[4] = {1, 1, 1, 0}; // the fourth number is the inverse mass
    const Quad moves = Quad::load(counts);
    Quad fits(1);
    for (std::size_t i = 0; i < step.numbers; i += 4) {
        const Quad target = Quad::load(step.target + i);
        const Quad sums = Quad::load(step.sums + i);
        const Quad w = target.template spread<3>();
        const Quad growth = Quad(1) + w * sums.template spread<3>();
        fits = in_limits(fits, growth);
        const Quad moved = balanced(Quad::load(step.position + i), target, w, sums, growth);
        select(moves > Quad(0), moved, w / growth).store(step.position + i);
        Quad(0).store(step.sums + i);
    }
    return !any(fits < Quad(1));
}

template <class P, class... ConstraintType>
constexpr PrimalFunctions<typename P::Scalar> primal_functions(ConstraintList<ConstraintType...>) {
    using S = typename P::Scalar;
    return {{any_pull<P, ConstraintType>()...},
            &pull_blocks<BatchPack<P>>,
            {{&pull_contacts<P, PackedPlane<S>>, &pull_contacts<P, PackedSphere<S>>,
              &pull_contacts<P, PackedCapsule<S>>, &pull_contacts<P, PackedBox<S>>}},
            &move_primal<BatchPack<P>>};
}

} // namespace xpbd::simd::XPBD_SIMD_TARGET
