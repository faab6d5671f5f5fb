// Numbers never explode without a report, and momentum is kept if no force acts.
#include "bodies.h"
#include "core/model/constraints/all.h"

#include <cmath>
#include <string>
#include <tuple>

namespace xpbd::test {
namespace {

/// A square grid with stretch, shear and dihedral bending, pinned at two corners where `pinned`.
Model patch(int side, bool pinned) {
    Model model;
    const double spacing = 0.1;
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            model.rest_position.push_back({column * spacing, -row * spacing, 0.01 * ((row * 7 + column * 3) % 5)});
            const bool pin = pinned && row == 0 && (column == 0 || column == side - 1);
            model.mass.push_back(pin ? 0 : 0.02);
        }
    }
    const auto at = [&](int row, int column) { return row * side + column; };
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            if (column + 1 < side) {
                add_distance(model, at(row, column), at(row, column + 1), {});
            }
            if (row + 1 < side) {
                add_distance(model, at(row, column), at(row + 1, column), {});
            }
            if (row + 1 < side && column + 1 < side) {
                add_distance(model, at(row, column), at(row + 1, column + 1), {Role::shear, {}, {}, {}});
                add_distance(model, at(row, column + 1), at(row + 1, column), {Role::shear, {}, {}, {}});
                add_dihedral(model, at(row, column + 1), at(row + 1, column), at(row, column), at(row + 1, column + 1),
                             {Role::bend, {}, {}, {}});
            }
        }
    }
    EXPECT_TRUE(finalise(model));
    return model;
}

using Extreme = std::tuple<std::string_view, int, double, double, double>;
class SliderExtremes : public testing::TestWithParam<Extreme> {};

TEST_P(SliderExtremes, NeverGiveNanUnnoticedIn600Frames) {
    const auto [method, iterations, k, alpha, dt] = GetParam();
    const bool slow = method == "direct" || method == "vbd" || method == "avbd" || method == "mgpbd";
    const Model model = patch(slow ? 3 : iterations > 1 ? 4 : 6, true);
    Trial run{model, settings_for(method, iterations), dt};
    run.settings.stretch_stiffness = run.settings.shear_stiffness = run.settings.bend_stiffness = k;
    run.settings.stretch_compliance = run.settings.shear_compliance = run.settings.bend_compliance = alpha;
    for (int frame = 0; frame < 600; ++frame) {
        run.steps(1);
        ASSERT_TRUE(is_finite(run.state)) << "frame " << frame;
        if (!run.last.finite) {
            return; // noticed: the program stops such a pane and reports it
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Sliders, SliderExtremes,
                         testing::Combine(testing::Values("pbd", "pbd_corrected", "xpbd", "hpbd", "direct", "vbd",
                                                          "avbd", "mgpbd"),
                                          testing::Values(1, 200), testing::Values(0.0, 1.0), testing::Values(0.0, 1.0),
                                          testing::Values(1e-3, 1e-1)));

TEST(Divergence, IsReportedWhereTheStateLeavesTheWorld) {
    Model model;
    model.rest_position = {{0, 0, 0}};
    model.rest_velocity = {{1e300, 0, 0}};
    model.mass = {1};
    ASSERT_TRUE(finalise(model));
    Trial run{model, settings_for("xpbd", 1)};
    EXPECT_FALSE(run.steps(1).last.finite);
}

class FreeCloth : public testing::TestWithParam<std::string_view> {};

TEST_P(FreeCloth, KeepsItsMomentumWithoutGravity) {
    Model model = patch(6, false);
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        model.rest_velocity[i] = glm::cross(Vec3(0.5, 2, 1), model.rest_position[i]) + Vec3(0.3, 0.1, -0.2);
    }
    Trial run{model, settings_for(GetParam(), 6), 1.0 / 60, {Vec3(0), {}}};
    run.settings.stretch_compliance = 1e-4;
    run.settings.bend_compliance = 1e-2;
    const Vec3 momentum = run.measured().momentum;
    run.steps(60);
    EXPECT_LT(glm::length(run.measured().momentum - momentum), 1e-12 * glm::length(momentum));
}

/// A projection exerts no torque at the positions where it acts: ExertNoForceAndNoTorqueOnTheWhole. A velocity is from
/// two positions, before and after a step: angular momentum has an error of order h, as in implicit Euler.
TEST_P(FreeCloth, KeepsItsAngularMomentumUpToTheOrderOfTheStep) {
    Model model = patch(6, false);
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        model.rest_velocity[i] = glm::cross(Vec3(0.5, 2, 1), model.rest_position[i]) + Vec3(0.3, 0.1, -0.2);
    }
    const auto drift = [&](int steps_per_second) {
        Trial run{model, settings_for(GetParam(), 6), 1.0 / steps_per_second, {Vec3(0), {}}};
        run.settings.stretch_compliance = 1e-4;
        run.settings.bend_compliance = 1e-2;
        const auto angular = [&] {
            Vec3 sum(0);
            for (std::size_t i = 0; i < model.particle_count(); ++i) {
                sum += model.mass[i] * glm::cross(run.position(i), run.state.particles.velocity[i]);
            }
            return sum;
        };
        const Vec3 before = angular();
        run.steps(steps_per_second);
        return glm::length(angular() - before) / glm::length(before);
    };
    const double coarse = drift(240);
    const double fine = drift(960);
    EXPECT_LT(fine, 0.02);
    EXPECT_NEAR(coarse / fine, 4, 1);
}

INSTANTIATE_TEST_SUITE_P(Methods, FreeCloth, testing::Values("pbd", "pbd_corrected", "xpbd"));

class Orders : public testing::TestWithParam<SweepOrder> {};

TEST_P(Orders, LeadToTheSameConvergedSag) {
    const Model model = hanging_chain(10);
    Trial run{model, settings_for("xpbd", 200)};
    run.settings.sweep = GetParam();
    run.settings.stretch_compliance = 1e-3;
    run.settings.velocity_damping = 5;
    run.steps(3000);
    expect_relative(run.measured().sag, 1e-3 * kGravity * 55);
}

INSTANTIATE_TEST_SUITE_P(Sweeps, Orders,
                         testing::Values(SweepOrder::listed, SweepOrder::reversed, SweepOrder::coloured));

TEST(Orders, AreDifferentSweeps) {
    const Model model = hanging_chain(10);
    const auto after = [&](SweepOrder order) {
        Trial run{model, settings_for("xpbd", 2)};
        run.settings.sweep = order;
        return hash(run.steps(10).state);
    };
    EXPECT_NE(after(SweepOrder::listed), after(SweepOrder::reversed));
    EXPECT_NE(after(SweepOrder::listed), after(SweepOrder::coloured));
}

/// A body in a degenerate pose: a direction, area or volume is zero.
struct Degenerate {
    const char* name;
    std::vector<Vec3> pose; ///< six points
};

const std::vector<Degenerate>& degenerate_poses() {
    static const std::vector<Degenerate> poses = {
        {"all_in_one_point", {Vec3(0), Vec3(0), Vec3(0), Vec3(0), Vec3(0), Vec3(0)}},
        {"two_coincide", {Vec3(0), Vec3(0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(1, 1, 0)}},
        {"in_line", {Vec3(0), Vec3(1, 0, 0), Vec3(2, 0, 0), Vec3(3, 0, 0), Vec3(4, 0, 0), Vec3(5, 0, 0)}},
        {"folded_back", {Vec3(0), Vec3(1, 0, 0), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 0, 0), Vec3(1, 0, 0)}},
        {"flat", {Vec3(0), Vec3(1, 0, 0), Vec3(0.5, 0, 1), Vec3(0.5, 0, -1), Vec3(1.5, 0, -1), Vec3(-0.5, 0, 1)}},
        {"folded_by_180_degrees",
         {Vec3(0), Vec3(1, 0, 0), Vec3(0.5, 0, 1), Vec3(0.5, 0, 1), Vec3(0.2, 0, 1), Vec3(0.8, 0, 1)}},
        {"without_area", {Vec3(0), Vec3(1, 0, 0), Vec3(0.5, 0, 0), Vec3(0.5, 0, 1), Vec3(0.2, 0, 0), Vec3(0.8, 0, 0)}},
    };
    return poses;
}

/// Adds one constraint of each type and kind on the six particles, with rest data from a shape that is not degenerate.
struct EveryConstraint {
    Model& model;
    template <class ConstraintType>
    void add() const {
        std::array<int, ConstraintType::arity> particles;
        Points<double, ConstraintType::arity> shape;
        const Vec3 proper[] = {{0, 0, 0}, {1, 0, 0}, {0.4, 0.1, 1}, {0.6, 0.2, -1}, {1.4, 0.3, -0.8}, {-0.5, 0.1, 0.9}};
        for (std::size_t i = 0; i < ConstraintType::arity; ++i) {
            particles[i] = static_cast<int>(i);
            shape[i] = proper[i];
        }
        for (const auto& rest : rests_of<ConstraintType>(shape)) {
            model.of_type<ConstraintType>().add(particles, rest, {Role::stretch, {}, {}, {}});
        }
    }
};
template <class ConstraintType>
struct AddOne {
    static void to(Model& model) { EveryConstraint{model}.add<ConstraintType>(); }
};
template <class... Each>
void add_each(Model& model, const std::tuple<Each...>*) {
    (Each::to(model), ...);
}

constexpr int kTypes = static_cast<int>(std::tuple_size_v<Constraints>); ///< without the volume
constexpr int kAll = -1;

/// Six particles in this pose. `only`: index of the one type of constraint (kTypes: the volume), or kAll.
Model degenerate_body(const std::vector<Vec3>& pose, int only) {
    Model model;
    model.rest_position = pose;
    model.mass = {1, 1, 1, 1, 1, 1};
    add_each(model, static_cast<const ForEachConstraint<AddOne>*>(nullptr));
    int type = 0;
    for_each_type(model, [&](auto& array, std::size_t) {
        if (only != kAll && type != only) {
            array = {};
        }
        ++type;
    });
    if (only == kAll || only == kTypes) {
        Volume volume;
        volume.triangles = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {0, 2, 3}};
        volume.rest = 0.2;
        model.volumes.push_back(volume);
    }
    EXPECT_TRUE(finalise(model));
    return model;
}

class DegenerateBodies : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

/// Every method, every constraint type alone and all together, rigid and soft.
TEST_P(DegenerateBodies, GiveDefinedResults) {
    const auto [method, pose] = GetParam();
    for (const double alpha : {0.0, 1e-3}) {
        for (int only = kAll; only <= kTypes; ++only) {
            SCOPED_TRACE(testing::Message() << "alpha " << alpha << ", constraint type " << only);
            const Model model = degenerate_body(degenerate_poses()[pose].pose, only);
            Trial run{model, settings_for(methods()[index_of(method)].key, 10)};
            run.settings.stretch_compliance = run.settings.volume_compliance = alpha;
            for (int frame = 0; frame < 30; ++frame) {
                run.steps(1);
                ASSERT_TRUE(is_finite(run.state)) << "frame " << frame;
                if (only == kAll && !run.last.finite) {
                    break; // contradicting rigid constraints may drive a body out of the world; the run reports it
                }
                ASSERT_TRUE(run.last.finite) << "frame " << frame;
                const Measure measured = run.measured();
                ASSERT_TRUE(std::isfinite(measured.residual_dual) && std::isfinite(measured.elastic_energy));
                ASSERT_EQ(std::isfinite(measured.residual_primal), methods()[index_of(method)].has_forces);
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(MethodsAndPoses, DegenerateBodies,
                         testing::Combine(testing::Range(0, static_cast<int>(methods().size())),
                                          testing::Range(std::size_t{0}, degenerate_poses().size())),
                         [](const auto& row) {
                             return std::string(methods()[index_of(std::get<0>(row.param))].key) + "_" +
                                    degenerate_poses()[std::get<1>(row.param)].name;
                         });

} // namespace
} // namespace xpbd::test
