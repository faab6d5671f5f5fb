#pragma once

#include "core/base/types.h"

#include <glm/glm.hpp>

namespace xpbd {

/// A contact of one vertex with a collider, while the other vertices do not move. Forces are multiplied by h^2, as
/// multipliers are [N s^2].
struct VertexTouch {
    Vec3 towards{0};     ///< the collider's outward normal
    double error = 0;    ///< gap minus the distance to keep [m]
    Vec3 slip{0};        ///< motion along the surface since the start of the substep [m]
    double friction = 0; ///< Coulomb's mu [1]
    double normal = 0;   ///< force along the normal, >= 0
    Vec3 tangent{0};     ///< friction force

    Vec3 force() const { return normal * towards + tangent; }
};

/// Finds the contact's force and the resulting move = free + compliance force. Afterwards either the gap is closed or
/// the force is zero; and the vertex either sticks with a force inside the friction cone, or slides with a force on the
/// cone.
/// @param compliance inverse of the vertex's 3 x 3 Hessian [1/kg]; @param move in and out [m]: on input it includes the
/// effect of touch.force()
void solve_touch(const glm::dmat3& compliance, VertexTouch& touch, Vec3& move);

} // namespace xpbd
