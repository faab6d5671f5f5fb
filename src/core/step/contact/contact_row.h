#pragma once

#include "core/base/types.h"

#include <algorithm>
#include <glm/glm.hpp>

namespace xpbd {

/// The part of a vector that is tangential to a surface with this unit normal.
inline Vec3 along_surface(const Vec3& v, const Vec3& normal) {
    return v - glm::dot(v, normal) * normal;
}

/// A contact with Coulomb friction as a row of an augmented Lagrangian (AC91). `error` is the gap minus the distance to
/// keep [m], `slip` the tangential motion since the start of the substep [m]. All forces are multiplied by h^2, as
/// multipliers are [N s^2]:
///
///     normal force    r_n = max(0, lambda_n - rho_n error)
/// friction force  r_t = y, shortened to `limit`;   y = lambda_t - rho_t slip
///
/// The row is solved if r_n = lambda_n and r_t = lambda_t, with limit = mu lambda_n: then the gap is closed or the
/// force is zero, and a particle sticks with a force inside the friction cone or slides with a force on it. For a fixed
/// limit both forces are the negative gradient of a convex energy, so that the stiffness is symmetric; the limit is
/// taken from the normal force of the previous iterate.
struct ContactRow {
    double normal = 0;  ///< lambda_n >= 0
    Vec3 tangent{0};    ///< lambda_t
    double limit = 0;   ///< upper limit of the friction force
    double mass = 0;    ///< effective mass of the contact [kg]
    double penalty = 0; ///< rho_n [kg]
    double hold = 0;    ///< rho_t [kg]

    /// Friction force and its derivative by the slip, -(across (I - n n') + along d d'); n is the normal.
    struct Friction {
        Vec3 force{0};
        double across = 0; ///< [kg]
        double along = 0;  ///< [kg]
        Vec3 direction{0}; ///< d, the unit vector along y
    };

    /// r_n, the normal force
    double push(double error) const { return std::max(0.0, normal - penalty * error); }
    /// y, the friction force before it is limited
    Vec3 pull(const Vec3& slip) const { return tangent - hold * slip; }
    /// r_t. Sticking: a spring fixed at the contact's first position. Sliding: a friction force of constant length.
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
    /// The energy whose negative gradient both forces are.
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

/// `force`, shortened to at most `longest`.
inline Vec3 cut_to(const Vec3& force, double longest) {
    const double size = glm::length(force);
    return size > longest ? force * (longest / size) : force;
}

} // namespace xpbd
