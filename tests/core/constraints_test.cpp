// src/core/FORMULAS.md, experiment 15, for every type of the list, and the degenerate cases.
#include "bodies.h"
#include "core/model/constraints/all.h"
#include "core/model/constraints/hessian.h"
#include "core/model/constraints/law.h"

#include <cmath>
#include <random>

namespace xpbd::test {
namespace {

template <class ConstraintType>
Points<double, ConstraintType::arity> random_points(std::mt19937& random) {
    std::uniform_real_distribution<double> coordinate(-1, 1);
    Points<double, ConstraintType::arity> points;
    for (auto& p : points) {
        p = {coordinate(random), coordinate(random), coordinate(random)};
    }
    return points;
}

/// A rest shape that the constraint supports: isometric bending supports flat rest shapes only, so its triangles are
/// unfolded.
template <class ConstraintType>
Points<double, ConstraintType::arity> random_rest(std::mt19937& random) {
    auto points = random_points<ConstraintType>(random);
    if constexpr (std::is_same_v<ConstraintType, Isometric>) {
        for (auto& p : points) {
            p.z = 0;
        }
        const auto side = [&](std::size_t i) { return glm::cross(points[1] - points[0], points[i] - points[0]).z; };
        return side(2) * side(3) < -0.01 ? points : random_rest<ConstraintType>(random);
    }
    return points;
}

template <class ConstraintType>
void expect_gradient_of_finite_differences(const Points<double, ConstraintType::arity>& x,
                                           const typename ConstraintType::template Rest<double>& rest) {
    const auto at = ConstraintType::template eval<double>(x, rest);
    const double step = 1e-6;
    for (std::size_t i = 0; i < ConstraintType::arity; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            auto ahead = x;
            auto behind = x;
            ahead[i][axis] += step;
            behind[i][axis] -= step;
            const double slope = (ConstraintType::template eval<double>(ahead, rest).value -
                                  ConstraintType::template eval<double>(behind, rest).value) /
                                 (2 * step);
            EXPECT_NEAR(at.gradient[i][axis], slope, 1e-7 * std::max(1.0, std::abs(slope)))
                << ConstraintType::info.key << " particle " << i << " axis " << axis;
        }
    }
}

template <class ConstraintType>
void expect_hessian_of_finite_differences(const Points<double, ConstraintType::arity>& x,
                                          const typename ConstraintType::template Rest<double>& rest) {
    const auto exact = second_order<ConstraintType>(x, rest);
    const auto plain = ConstraintType::template eval<double>(x, rest);
    EXPECT_DOUBLE_EQ(exact.first.value, plain.value);
    const double step = 1e-5;
    for (std::size_t column = 0; column < exact.size; ++column) {
        auto ahead = x;
        auto behind = x;
        ahead[column / 3][static_cast<int>(column % 3)] += step;
        behind[column / 3][static_cast<int>(column % 3)] -= step;
        const auto front = ConstraintType::template eval<double>(ahead, rest);
        const auto back = ConstraintType::template eval<double>(behind, rest);
        for (std::size_t row = 0; row < exact.size; ++row) {
            const int axis = static_cast<int>(row % 3);
            const double slope = (front.gradient[row / 3][axis] - back.gradient[row / 3][axis]) / (2 * step);
            EXPECT_NEAR(exact.hessian[row][column], slope, 1e-6 * std::max(1.0, std::abs(slope)))
                << ConstraintType::info.key << " row " << row << " column " << column;
        }
    }
}

template <class ConstraintType>
struct GradientTest {
    GradientTest() {
        std::mt19937 random(7);
        int checked = 0;
        while (checked < 50) {
            const auto x = random_points<ConstraintType>(random);
            for (const auto& rest : rests_of<ConstraintType>(random_rest<ConstraintType>(random))) {
                // Skips slivers and the cut at +-pi, where finite differences are unreliable, and places where the
                // constraint has no gradient.
                const auto e = ConstraintType::template eval<double>(x, rest);
                double steepest = 0;
                for (const auto& gradient : e.gradient) {
                    steepest = std::max(steepest, glm::length(gradient));
                }
                if (std::abs(e.value) < 3 && steepest > 0 && steepest < 5) {
                    expect_gradient_of_finite_differences<ConstraintType>(x, rest);
                    expect_hessian_of_finite_differences<ConstraintType>(x, rest);
                    ++checked;
                }
            }
        }
    }
};

TEST(Constraints, GradientsAndHessiansEqualFiniteDifferences) {
    [[maybe_unused]] const ForEachConstraint<GradientTest> run_all;
}

template <class ConstraintType>
struct RestTest {
    RestTest() {
        std::mt19937 random(11);
        for (int i = 0; i < 20; ++i) {
            const auto x = random_rest<ConstraintType>(random);
            for (const auto& rest : rests_of<ConstraintType>(x)) {
                const auto e = ConstraintType::template eval<double>(x, rest);
                double steepness = 1; // how much a rounding error of the positions is amplified
                for (const auto& gradient : e.gradient) {
                    steepness += glm::length(gradient);
                }
                EXPECT_NEAR(e.value, 0, 1e-14 * steepness);
            }
        }
    }
};

TEST(Constraints, AreZeroInTheShapeThatGaveTheirRestData) {
    [[maybe_unused]] const ForEachConstraint<RestTest> run_all;
}

template <class ConstraintType>
struct InvarianceTest {
    InvarianceTest() {
        std::mt19937 random(13);
        for (int i = 0; i < 20; ++i) {
            const auto x = random_points<ConstraintType>(random);
            for (const auto& rest : rests_of<ConstraintType>(random_rest<ConstraintType>(random))) {
                const auto e = ConstraintType::template eval<double>(x, rest);
                Vec3 force(0);
                Vec3 torque(0);
                for (std::size_t p = 0; p < ConstraintType::arity; ++p) {
                    force += e.gradient[p];
                    torque += glm::cross(x[p], e.gradient[p]);
                }
                if constexpr (IsTiedToWorld<ConstraintType>) {
                    // The world takes the force up, along the line to its place.
                    torque -= glm::cross(Vec3(rest[0], rest[1], rest[2]), force);
                    EXPECT_NEAR(glm::length(force), 1, 1e-11);
                } else {
                    EXPECT_LT(glm::length(force), 1e-11);
                }
                EXPECT_LT(glm::length(torque), 1e-11);
            }
        }
    }
};

TEST(Constraints, ExertNoForceAndNoTorqueOnTheWhole) {
    [[maybe_unused]] const ForEachConstraint<InvarianceTest> run_all;
}

TEST(Distance, CoincidentPointsHaveADefinedUnitDirection) {
    const auto e = Distance::eval<double>({Vec3(1, 2, 3), Vec3(1, 2, 3)}, {0.5});
    EXPECT_DOUBLE_EQ(e.value, -0.5);
    EXPECT_DOUBLE_EQ(glm::length(e.gradient[0]), 1);
    EXPECT_EQ(e.gradient[0], -e.gradient[1]);
}

/// A hinge opened to theta: both wings of length one on a unit edge along x.
template <class S>
Points<S, 4> hinge(S theta) {
    using V = glm::vec<3, S>;
    return {V(0, 0, 0), V(1, 0, 0), V(S(0.5), 0, 1), V(S(0.5), std::sin(theta), -std::cos(theta))};
}

TEST(Dihedral, IsTheSignedAngleOfAHinge) {
    for (const double theta : {-3.0, -1.5, -1e-9, 0.0, 1e-9, 1e-4, 0.5, 2.0, 3.1}) {
        EXPECT_NEAR(std::abs(Dihedral::eval<double>(hinge(theta), {}).value), std::abs(theta), 1e-12);
    }
    EXPECT_LT(Dihedral::eval<double>(hinge(0.5), {}).value * Dihedral::eval<double>(hinge(-0.5), {}).value, 0);
}

/// C^2/2 = 3 |e|^2 (1 - cos theta)/(A0 + A1) where the triangles keep their shape: here |e| = 1, A0 = A1 = 1/2.
TEST(Isometric, EnergyOfARigidHingeIsThatOfItsAngle) {
    const auto flat = Isometric::rest<double>(hinge(0.0));
    for (const double theta : {-3.0, -1.5, -1e-3, 0.0, 1e-3, 0.5, 2.0, 3.1}) {
        const double value = Isometric::eval<double>(hinge(theta), flat).value;
        EXPECT_NEAR(value * value / 2, 3 * (1 - std::cos(theta)), 1e-14) << theta;
    }
}

TEST(Dihedral, ResolvesAnglesInFloatWhereArccosReadsZero) {
    const float theta = 2e-4f;
    const auto x = hinge(theta);
    EXPECT_NEAR(std::abs(Dihedral::eval<float>(x, {}).value), theta, 1e-8f);
    const auto a = glm::normalize(glm::cross(x[0] - x[2], x[1] - x[2]));
    const auto b = glm::normalize(glm::cross(x[1] - x[3], x[0] - x[3]));
    const float by_arccos = std::acos(std::min(1.0f, glm::dot(a, b)));
    EXPECT_GT(std::abs(by_arccos - theta), 0.1f * theta);
}

TEST(Dihedral, TakesTheShortWayAcrossPi) {
    // Rest at +3.1 rad, now at -3.1: 0.083 rad apart, not 6.2.
    const auto rest = Dihedral::rest<double>(hinge(3.1));
    EXPECT_NEAR(std::abs(Dihedral::eval<double>(hinge(-3.1), rest).value), 2 * 3.14159265358979 - 6.2, 1e-12);
}

TEST(Dihedral, DegenerateTrianglesExertNothing) {
    const Vec3 p(0, 0, 0);
    const Vec3 q(1, 0, 0);
    const Points<double, 4> shapes[] = {
        {p, p, Vec3(0, 1, 0), Vec3(0, -1, 0)},    // no edge
        {p, q, Vec3(0.5, 0, 0), Vec3(0.5, 0, 1)}, // no area on one side
        {p, p, p, p},                             // a point
    };
    for (const auto& x : shapes) {
        const auto e = Dihedral::eval<double>(x, {0.3});
        EXPECT_EQ(e.value, 0);
        for (const Vec3& gradient : e.gradient) {
            EXPECT_EQ(gradient, Vec3(0));
        }
    }
    // Flat and fully folded hinges are not degenerate.
    for (const double theta : {0.0, 3.14159265358979323846}) {
        for (const Vec3& gradient : Dihedral::eval<double>(hinge(theta), {}).gradient) {
            EXPECT_TRUE(std::isfinite(glm::length(gradient)));
        }
    }
}

/// Relative error of the static balance m g cos(theta) = theta/alpha of a wing on a lever of 1 m, at timestep dt.
double wing_balance_error(double dt) {
    const double alpha = 0.02;
    const double mass = 0.5;
    Model model;
    model.rest_position = {{0, 0, 0}, {1, 0, 0}, {0.5, 0, 1}, {0.5, 0, -1}};
    model.mass = {0, 0, 0, mass};
    Material rigid;
    rigid.compliance = 0;
    add_distance(model, 0, 3, rigid);
    add_distance(model, 1, 3, rigid);
    add_dihedral(model, 0, 1, 2, 3, {Role::bend, alpha, {}, {}});
    EXPECT_TRUE(finalise(model));
    Trial run{model, settings_for("xpbd", 100), dt};
    run.settings.velocity_damping = 5;
    run.steps(static_cast<int>(30 / dt));
    const auto bend = read_constraints(model, run.state).back();
    const double theta = std::abs(bend.value);
    EXPECT_GT(theta, 0.05);
    expect_relative(std::abs(bend.force), theta / alpha);
    return theta / alpha / (mass * kGravity * std::cos(theta)) - 1;
}

TEST(Dihedral, XpbdCarriesAWingUpToAnErrorOfHSquared) {
    // The gradients turn within a step by h^2 g per lever, and XPBD uses those from before (X16, section 4): the force
    // balance has an error proportional to h^2, whatever the number of iterations.
    const double coarse = wing_balance_error(1.0 / 60);
    const double fine = wing_balance_error(1.0 / 120);
    EXPECT_LT(std::abs(coarse), 1e-3);
    EXPECT_NEAR(coarse / fine, 4, 0.1);
}

/// A hinge of 1 cm, folded by this angle [rad].
Points<double, 4> hinge(double angle) {
    const double a = 0.01;
    return {Vec3(0, 0, 0), Vec3(a, 0, 0), Vec3(a / 2, a, 0), Vec3(a / 2, -a * std::cos(angle), a * std::sin(angle))};
}

TEST(MultiplierChange, HasTheBitsOfTheLawWhereAnAngleTurnsByLessThanItsLimit) {
    for (const double angle : {0.0, 1e-9, 0.01, 0.3, 1.49, -1.49}) {
        const double value = Dihedral::eval<double>(hinge(angle), {0}).value;
        const Coefficients k{1, 2.5, 0};
        EXPECT_EQ(change_of<Dihedral>(k, value, 4e4, 0.01, 1e-3, Dihedral::Rest<double>{0}),
                  multiplier_change(k, value, 4e4, 0.01, 1e-3))
            << angle;
    }
}

TEST(MultiplierChange, TurnsAFoldInItsPlaneByItsLimitAndNotByPi) {
    for (const double angle : {3.14159265358979323846, 3.0, -3.0, 1.6}) {
        const double value = Dihedral::eval<double>(hinge(angle), {0}).value;
        for (const double weight : {1e-3, 4e4, 1e20}) {
            const double change =
                change_of<Dihedral>(Coefficients{}, value, weight, 0.0, 0.0, Dihedral::Rest<double>{0});
            EXPECT_NEAR(std::abs(change * weight), kLongestTurn, 1e-12) << angle;
            EXPECT_LT(change * value, 0) << "towards zero";
        }
    }
}

} // namespace
} // namespace xpbd::test
