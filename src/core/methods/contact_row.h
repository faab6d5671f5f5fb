#pragma once

#include "core/types.h"

#include <Eigen/Core>
#include <algorithm>
#include <limits>

namespace xpbd {

/// A contact in an augmented Lagrangian: of one particle with one collider, or of two particles. `error`: by how much
/// the gap is larger than it must be [m]; `moved`: along which way since the start of the substep [m]. Forces are times
/// h^2, as the multipliers of constraints [N s^2].
struct ContactRow {
    static constexpr double kPenaltyGrowth = 100;
    static constexpr double kPassReduction = 0.1; ///< a pass that leaves more of a violation stiffens its penalty

    double normal = 0; ///< mu_n >= 0
    Vec3 tangent{0};   ///< mu_t
    double limit = 0;  ///< friction cone, mu mu_n of the pass before
    Vec3 direction{0}; ///< normal at the start of the pass, for the slip
    double mass = 0;   ///< effective, of what it moves [kg]
    double penalty = 0;
    double violation = std::numeric_limits<double>::infinity(); ///< after the pass before [m]

    /// Force along the normal.
    double push(double error) const { return std::max(0.0, normal - penalty * error); }
    /// Force along the surface, before the friction cone limits it.
    Vec3 pull(const Vec3& moved) const { return tangent - penalty * (moved - glm::dot(moved, direction) * direction); }
    double energy(double error, const Vec3& moved) const;
    Vec3 force(double error, const Vec3& towards, const Vec3& moved) const;
    /// What the objective's Hessian has of it.
    Eigen::Matrix3d stiffness(double error, const Vec3& towards, const Vec3& moved) const;
    /// After a pass: takes over the forces just found, with friction in the cone of the normal force, and stiffens
    /// the penalty where the error is above the tolerance. True where anything was off.
    bool tighten(double error, const Vec3& towards, const Vec3& moved, double friction, double tolerance);
};

} // namespace xpbd
