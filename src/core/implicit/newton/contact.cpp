// Contacts as terms of the augmented Lagrangian.
#include "core/implicit/newton/newton.h"

#include <cmath>

namespace xpbd {
namespace {

constexpr double kRelativeFriction = 1e-9; ///< relative changes of a friction force below this count as none

} // namespace

Vec3 NewtonSolver::Contact::force(double error, const Vec3& towards, const Vec3& moved) const {
    return push(error) * towards + friction(slip(moved)).force;
}

glm::dmat3 NewtonSolver::Contact::stiffness(double error, const Vec3& towards, const Vec3& moved) const {
    const auto square = [](const Vec3& v) { return glm::outerProduct(v, v); };
    glm::dmat3 block(0);
    if (push(error) > 0) {
        block += penalty * square(towards);
    }
    const Friction acting = friction(slip(moved));
    if (acting.across > 0) {
        block += acting.across * (glm::dmat3(1) - square(direction)) + acting.along * square(acting.direction);
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
        const Vec3 held = cut_to(pull(slip(moved)), cone);
        const double nothing = tolerance * mass; // a force that moves nothing by more than the tolerance
        off = off || glm::length(held - tangent) > kRelativeFriction * (cone + limit) + nothing ||
              std::abs(cone - limit) > kRelativeFriction * cone + nothing;
        tangent = held;
        limit = cone;
        direction = towards;
    }
    if (normal > 0 && wrong > tolerance) {
        const double growth = wrong > kPassReduction * violation ? kPenaltyGrowth : 1;
        penalty *= growth;
        hold *= growth;
    }
    violation = wrong;
    return off;
}

} // namespace xpbd
