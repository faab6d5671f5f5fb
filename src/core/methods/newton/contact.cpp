// A contact in the augmented Lagrangian.
#include "core/methods/newton/newton.h"

#include <cmath>

namespace xpbd {
namespace {

constexpr double kRelativeFriction = 1e-9; ///< change of a friction force that is none

} // namespace

double NewtonSolver::Contact::energy(double error, const Vec3& moved) const {
    const double pressed = push(error);
    double sum = 0.5 * pressed * pressed;
    if (limit > 0) {
        const double size = glm::length(pull(moved));
        sum += size <= limit ? 0.5 * size * size : limit * (size - 0.5 * limit);
    }
    return sum / penalty;
}

Vec3 NewtonSolver::Contact::force(double error, const Vec3& towards, const Vec3& moved) const {
    Vec3 sum = push(error) * towards;
    if (limit > 0) {
        const Vec3 along = pull(moved);
        const double size = glm::length(along);
        sum += size > limit ? along * (limit / size) : along;
    }
    return sum;
}

Eigen::Matrix3d NewtonSolver::Contact::stiffness(double error, const Vec3& towards, const Vec3& moved) const {
    const auto vector = [](const Vec3& v) { return Eigen::Vector3d(v.x, v.y, v.z); };
    Eigen::Matrix3d block = Eigen::Matrix3d::Zero();
    if (push(error) > 0) {
        block += penalty * vector(towards) * vector(towards).transpose();
    }
    if (limit > 0) {
        const Vec3 held = pull(moved);
        const double size = glm::length(held);
        Eigen::Matrix3d along = Eigen::Matrix3d::Identity() - vector(direction) * vector(direction).transpose();
        double share = 1;
        if (size > limit) {
            along -= vector(held / size) * vector(held / size).transpose();
            share = limit / size;
        }
        block += share * penalty * along;
    }
    return block;
}

bool NewtonSolver::Contact::tighten(double error, const Vec3& towards, const Vec3& moved, double friction,
                                    double tolerance) {
    const double wrong = std::abs(error);
    normal = push(error);
    bool off = normal > 0 && wrong > tolerance;
    const double cone = friction * normal;
    if (cone > 0 || limit > 0) {
        const Vec3 along = pull(moved);
        const double size = glm::length(along);
        const Vec3 held = size > cone ? along * (cone / size) : along;
        const double nothing = tolerance * mass; // moves nothing by more than the tolerance
        off = off || glm::length(held - tangent) > kRelativeFriction * (cone + limit) + nothing ||
              std::abs(cone - limit) > kRelativeFriction * cone + nothing;
        tangent = held;
        limit = cone;
        direction = towards;
    }
    if (normal > 0 && wrong > tolerance) {
        penalty *= wrong > kPassReduction * violation ? kPenaltyGrowth : 1;
    }
    violation = wrong;
    return off;
}

} // namespace xpbd
