#pragma once

// Arguments and function types of the contact kernels.

#include "core/model/shapes.h"

#include <array>
#include <cstddef>
#include <glm/glm.hpp>
#include <tuple>

namespace xpbd::simd {

/// @name Shapes of colliders as the kernels read them
/// In precision S, relative to the origin of the packed particles. Plain arrays, because a kernel must not call GLM's
/// vector functions, of which the linker may keep a copy compiled for another processor. @tparam S float or double
/// @{
template <class S>
struct PackedPlane {
    S normal[3];
    S offset;
};
template <class S>
struct PackedSphere {
    S center[3];
    S radius;
};
template <class S>
struct PackedCapsule {
    S a[3], axis[3];
    S by_length2; ///< 1/|axis|^2 [1/m^2]; 0 for a capsule of zero length
    S radius;
    S normal[3]; ///< outward direction for a point on the axis, where the distance has no gradient
};
template <class S>
struct PackedBox {
    S center[3], half[3];
    S axis[3][3]; ///< unit vectors of the box's axes, in world coordinates
};

template <class S>
void pack_vector(const Vec3& v, S (&to)[3]) {
    for (int i = 0; i < 3; ++i) {
        to[i] = static_cast<S>(v[i]);
    }
}
template <class S>
PackedPlane<S> packed_shape(const Plane& plane, const Vec3& origin) {
    PackedPlane<S> packed{};
    pack_vector(plane.normal, packed.normal);
    packed.offset = static_cast<S>(plane.offset - glm::dot(plane.normal, origin));
    return packed;
}
template <class S>
PackedSphere<S> packed_shape(const Sphere& sphere, const Vec3& origin) {
    PackedSphere<S> packed{};
    pack_vector(sphere.center - origin, packed.center);
    packed.radius = static_cast<S>(sphere.radius);
    return packed;
}
template <class S>
PackedCapsule<S> packed_shape(const Capsule& capsule, const Vec3& origin) {
    PackedCapsule<S> packed{};
    const Vec3 axis = capsule.b - capsule.a;
    const double length2 = glm::dot(axis, axis);
    pack_vector(capsule.a - origin, packed.a);
    pack_vector(axis, packed.axis);
    packed.by_length2 = static_cast<S>(length2 > 0 ? 1 / length2 : 0);
    packed.radius = static_cast<S>(capsule.radius);
    pack_vector(gap_to(capsule, capsule.a).normal, packed.normal);
    return packed;
}
template <class S>
PackedBox<S> packed_shape(const Box& box, const Vec3& origin) {
    PackedBox<S> packed{};
    pack_vector(box.center - origin, packed.center);
    pack_vector(box.half, packed.half);
    const glm::dmat3 rotation = glm::mat3_cast(box.rotation);
    for (int k = 0; k < 3; ++k) {
        pack_vector(rotation[k], packed.axis[k]);
    }
    return packed;
}
/// @}

/// Particles and their contacts with one collider, as the kernels read them: batches of kLanes particles.
template <class S>
struct ContactArguments {
    S* position = nullptr; ///< all particles: x, y, z [m], inverse mass [1/kg]; or the blocks (Order::blocks)
    /// Per particle: index of its x in `position`. Null if the particles are in blocks; each block is then one batch.
    const int* offset = nullptr;
    std::array<const S*, 3> start{}; ///< x^n [m], from which friction measures motion
    S* normal = nullptr;             ///< accumulated lambda_n >= 0
    std::array<S*, 3> tangent{};     ///< accumulated lambda_t
    S reach = 0;                     ///< distance that is kept between particle and surface [m]
    S friction = 0;                  ///< Coulomb's mu [1]
    S release = 0; ///< 1: a contact with more force than it needs reduces it (Contacts::project); 0: it keeps it
    std::size_t batches = 0;
};

/// Projects all particles once, batch after batch: C = gap - reach >= 0, then Coulomb friction, as Contacts::project.
template <class S, class ShapeType>
using ContactFunction = void (*)(const ContactArguments<S>&, const ShapeType&);

/// One kernel for every shape.
template <class S>
struct ContactFunctions {
    std::tuple<ContactFunction<S, PackedPlane<S>>, ContactFunction<S, PackedSphere<S>>,
               ContactFunction<S, PackedCapsule<S>>, ContactFunction<S, PackedBox<S>>>
        functions;

    template <class ShapeType>
    void operator()(const ContactArguments<S>& sweep, const ShapeType& shape) const {
        std::get<ContactFunction<S, ShapeType>>(functions)(sweep, shape);
    }
};

} // namespace xpbd::simd
