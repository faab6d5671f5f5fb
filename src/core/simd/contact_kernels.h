#pragma once

// Contacts of the fast engine with colliders. Included once per instruction set, with sweep_kernels.h, whose rule about
// shared inline functions applies here too.

#include "core/simd/sweep_kernels.h" // first: defines XPBD_SIMD_TARGET

#include "core/simd/contact.h"

namespace xpbd::simd::XPBD_SIMD_TARGET {

/// Signed distances to a shape's surface, negative inside, and the outward unit normals there.
template <class P>
struct Gaps {
    P distance;
    Vectors<P> normal;
};

/// Three numbers, each in all lanes.
template <class P>
struct Spread {
    P x, y, z;
    XPBD_SIMD_INLINE explicit Spread(const typename P::Scalar (&v)[3]) : x(v[0]), y(v[1]), z(v[2]) {}
    XPBD_SIMD_INLINE P dot(const P& bx, const P& by, const P& bz) const { return x * bx + y * by + z * bz; }
};

/// @name gap_to() of core/model/shapes.h, on packs
/// @{
template <class P>
XPBD_SIMD_INLINE Gaps<P> gaps_to(const PackedPlane<typename P::Scalar>& plane, const P& x, const P& y, const P& z) {
    const Spread<P> normal(plane.normal);
    return {normal.dot(x, y, z) - P(plane.offset), {normal.x, normal.y, normal.z}};
}

/// Gaps to a surface at distance `radius` around a point or an axis. (x, y, z): vector to the particle from the point,
/// or from the nearest point of the axis [m]; if this vector is zero, `normal` is the direction.
template <class P>
XPBD_SIMD_INLINE Gaps<P> gaps_around(const P& x, const P& y, const P& z, typename P::Scalar radius,
                                     const typename P::Scalar (&normal)[3]) {
    const P square = x * x + y * y + z * z;
    const auto apart = square > P(0);
    const P length = sqrt(square);
    const P by = P(1) / select(apart, length, P(1));
    return {length - P(radius),
            {select(apart, x * by, P(normal[0])), select(apart, y * by, P(normal[1])),
             select(apart, z * by, P(normal[2]))}};
}

template <class P>
XPBD_SIMD_INLINE Gaps<P> gaps_to(const PackedSphere<typename P::Scalar>& sphere, const P& x, const P& y, const P& z) {
    const Spread<P> center(sphere.center);
    return gaps_around(x - center.x, y - center.y, z - center.z, sphere.radius, {0, 1, 0});
}

template <class P>
XPBD_SIMD_INLINE Gaps<P> gaps_to(const PackedCapsule<typename P::Scalar>& capsule, const P& x, const P& y, const P& z) {
    const Spread<P> a(capsule.a), axis(capsule.axis);
    const P dx = x - a.x, dy = y - a.y, dz = z - a.z;
    const P share = min(max(axis.dot(dx, dy, dz) * P(capsule.by_length2), P(0)), P(1));
    return gaps_around(dx - share * axis.x, dy - share * axis.y, dz - share * axis.z, capsule.radius, capsule.normal);
}

template <class P>
XPBD_SIMD_INLINE Gaps<P> gaps_to(const PackedBox<typename P::Scalar>& box, const P& x, const P& y, const P& z) {
    const Spread<P> center(box.center), half(box.half), u(box.axis[0]), v(box.axis[1]), w(box.axis[2]);
    const P dx = x - center.x, dy = y - center.y, dz = z - center.z;
    const P a = u.dot(dx, dy, dz), b = v.dot(dx, dy, dz), c = w.dot(dx, dy, dz);
    const P beyond_a = abs(a) - half.x, beyond_b = abs(b) - half.y, beyond_c = abs(c) - half.z;
    // Inside the box, the normal is along the axis of the nearest face; the first such axis if faces are equally near.
    const P nearest = max(max(beyond_a, beyond_b), beyond_c);
    const P not_a = select(beyond_a < nearest, P(1), P(0)), not_b = select(beyond_b < nearest, P(1), P(0));
    // Outside, the normal points from the nearest point of the box to the particle.
    const auto outside = nearest > P(0);
    const P out_a = max(beyond_a, P(0)), out_b = max(beyond_b, P(0)), out_c = max(beyond_c, P(0));
    const P length = sqrt(out_a * out_a + out_b * out_b + out_c * out_c);
    const P by = P(1) / select(outside, length, P(1));
    const auto signed_as = [](const P& value, const P& of) { return select(of < P(0), -value, value); };
    const P na = signed_as(select(outside, out_a * by, P(1) - not_a), a);
    const P nb = signed_as(select(outside, out_b * by, not_a * (P(1) - not_b)), b);
    const P nc = signed_as(select(outside, out_c * by, not_a * not_b), c);
    return {select(outside, length, nearest),
            {na * u.x + nb * v.x + nc * w.x, na * u.y + nb * v.y + nc * w.y, na * u.z + nb * v.z + nc * w.z}};
}
/// @}

/// The same as Contacts::touch(), P::size particles at a time. @tparam blocks whether the particles are in blocks
template <class P, bool blocks, class ShapeType>
[[gnu::flatten]] void touch(const ContactArguments<typename P::Scalar>& sweep, const ShapeType& shape) {
    const std::size_t lanes = sweep.batches * kLanes;
    for (std::size_t i = 0; i < lanes; i += P::size) {
        const int* offset = nullptr;
        typename P::Scalar* block = nullptr;
        const int first = static_cast<int>(i % kLanes); // the first lane of the pack in its block
        glm::vec<3, P> point;
        P w;
        if constexpr (blocks) {
            block = sweep.position + 4 * (i - i % kLanes);
            const auto corner = Corner<P, 0>::load(block, first);
            point.x = corner.x;
            point.y = corner.y;
            point.z = corner.z;
            w = corner.w;
        } else {
            offset = sweep.offset + i;
            load_corner<P>(sweep.position, offset, point, w);
        }
        const P x = point.x, y = point.y, z = point.z;
        const Gaps<P> gap = gaps_to(shape, x, y, z);
        const P missing = P(sweep.reach) - gap.distance;
        const P normal = P::load(sweep.normal + i);
        const auto moves = w > P(0);
        const auto acts = either(both(missing > P(0), moves), normal > P(0));
        if (!any(acts)) {
            continue;
        }
        const P mass = select(moves, P(1) / select(moves, w, P(1)), P(0));
        const Vectors<P> slip{x - P::load(sweep.start[0] + i), y - P::load(sweep.start[1] + i),
                              z - P::load(sweep.start[2] + i)};
        const Vectors<P> push = pressed(sweep, i, missing, mass, normal, gap.normal, slip);
        const P to_x = select(acts, x + w * push.x, x), to_y = select(acts, y + w * push.y, y),
                to_z = select(acts, z + w * push.z, z);
        if constexpr (blocks) {
            Corner<P, 0>::store(to_x, to_y, to_z, block, first);
        } else {
            store_corner<P>(sweep.position, offset, to_x, to_y, to_z, w);
        }
    }
}

template <class P, class ShapeType>
void sweep_contacts(const ContactArguments<typename P::Scalar>& sweep, const ShapeType& shape) {
    if (sweep.offset == nullptr) {
        touch<BatchPack<P>, true>(sweep, shape); // a pack must not be wider than a block
    } else {
        touch<P, false>(sweep, shape);
    }
}

template <class P>
constexpr ContactFunctions<typename P::Scalar> contact_functions() {
    using S = typename P::Scalar;
    return {{&sweep_contacts<P, PackedPlane<S>>, &sweep_contacts<P, PackedSphere<S>>,
             &sweep_contacts<P, PackedCapsule<S>>, &sweep_contacts<P, PackedBox<S>>}};
}

} // namespace xpbd::simd::XPBD_SIMD_TARGET
