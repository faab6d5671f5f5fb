#pragma once

#include "core/types.h"

#include <algorithm>
#include <glm/glm.hpp>

namespace xpbd {

/// The part of a vector along a surface with this unit normal.
inline Vec3 along_surface(const Vec3& v, const Vec3& normal) {
    return v - glm::dot(v, normal) * normal;
}

/// A contact with Coulomb friction as a row of an augmented Lagrangian (AC91). `error` is how much larger the gap is
/// than it must be [m], `slip` the motion along the surface since the start of the substep [m]. All forces are times
/// h^2, as multipliers [N s^2]:
///
///     normal force    r_n = max(0, lambda_n - rho_n error)
///     friction force  r_t = y, and no longer than `limit`;   y = lambda_t - rho_t slip
///
/// The row is met where r_n = lambda_n and r_t = lambda_t, with limit = mu lambda_n: then the gap is closed or the
/// force is zero, and a particle sticks inside the friction cone or slides against a force on it. For a given limit
/// both are the gradient of a convex energy, so that the stiffness is symmetric; the limit follows from the normal
/// force of the iterate before.
struct ContactRow {
    double normal = 0;  ///< lambda_n >= 0
    Vec3 tangent{0};    ///< lambda_t
    double limit = 0;   ///< of the friction force
    double mass = 0;    ///< effective, of what the contact moves [kg]
    double penalty = 0; ///< rho_n [kg]
    double hold = 0;    ///< rho_t [kg]

    /// Friction, and how it changes with the slip: -(across (I - n n') + along d d'), n being the normal.
    struct Friction {
        Vec3 force{0};
        double across = 0; ///< [kg]
        double along = 0;  ///< [kg]
        Vec3 direction{0}; ///< d
    };

    /// r_n.
    double push(double error) const { return std::max(0.0, normal - penalty * error); }
    /// y.
    Vec3 pull(const Vec3& slip) const { return tangent - hold * slip; }
    /// r_t: where it sticks, a spring to the place where the contact stood; where it slides, a force that only turns.
    Friction friction(const Vec3& slip) const {
        if (!(limit > 0)) {
            return {};
        }
        const Vec3 y = pull(slip);
        const double size = glm::length(y);
        if (size <= limit) {
            return {y, hold, 0, Vec3(0)};
        }
        const double across = hold * limit / size;
        return {y * (limit / size), across, -across, y / size};
    }
    /// The energy that both forces are the gradient of, with the other sign.
    double energy(double error, const Vec3& slip) const {
        const double pressed = push(error);
        double sum = 0.5 * pressed * pressed / penalty;
        if (limit > 0) {
            const double size = glm::length(pull(slip));
            sum += (size <= limit ? 0.5 * size * size : limit * (size - 0.5 * limit)) / hold;
        }
        return sum;
    }
};

/// `force`, cut to a length.
inline Vec3 cut_to(const Vec3& force, double longest) {
    const double size = glm::length(force);
    return size > longest ? force * (longest / size) : force;
}

} // namespace xpbd
