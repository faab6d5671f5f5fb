// Numbers never explode silently, and momentum is kept where nothing acts.
#include "bodies.h"

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
    const Model model = patch(6, true);
    Trial run{model, settings_for(method, iterations), dt};
    run.settings.stretch_stiffness = run.settings.shear_stiffness = run.settings.bend_stiffness = k;
    run.settings.stretch_compliance = run.settings.shear_compliance = run.settings.bend_compliance = alpha;
    for (int frame = 0; frame < 600; ++frame) {
        run.steps(1);
        ASSERT_EQ(run.last.finite, is_finite(run.state)) << "frame " << frame;
        if (!run.last.finite) {
            return; // the pane stops and says so
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Sliders, SliderExtremes,
                         testing::Combine(testing::Values("pbd", "pbd_corrected", "xpbd"), testing::Values(1, 200),
                                          testing::Values(0.0, 1.0), testing::Values(0.0, 1.0),
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

INSTANTIATE_TEST_SUITE_P(Methods, FreeCloth, testing::Values("pbd", "pbd_corrected", "xpbd"));

class Orders : public testing::TestWithParam<Sweep> {};

TEST_P(Orders, LeadToTheSameConvergedSag) {
    const Model model = hanging_chain(10);
    Trial run{model, settings_for("xpbd", 200)};
    run.settings.sweep = GetParam();
    run.settings.stretch_compliance = 1e-3;
    run.settings.velocity_damping = 5;
    run.steps(3000);
    expect_relative(run.measured().sag, 1e-3 * kGravity * 55);
}

INSTANTIATE_TEST_SUITE_P(Sweeps, Orders, testing::Values(Sweep::listed, Sweep::reversed, Sweep::coloured));

TEST(Orders, AreDifferentSweeps) {
    const Model model = hanging_chain(10);
    const auto after = [&](Sweep order) {
        Trial run{model, settings_for("xpbd", 2)};
        run.settings.sweep = order;
        return hash(run.steps(10).state);
    };
    EXPECT_NE(after(Sweep::listed), after(Sweep::reversed));
    EXPECT_NE(after(Sweep::listed), after(Sweep::coloured));
}

} // namespace
} // namespace xpbd::test
