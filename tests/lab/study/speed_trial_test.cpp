// The assumptions of the speed figure: all cases do the same work, and the fast ones converge as well.
#include "lab/study/speed_trial.h"

#include "core/methods.h"
#include "core/step/measure/measure.h"
#include "fixtures.h"
#include "scenes/scenes.h"

namespace xpbd::lab {
namespace {

Model cloth(int side) {
    scenes::SceneSpec spec;
    spec.name = "cloth";
    spec.values["resolution"] = {double(side), double(side), 0};
    return std::move(*scenes::build(spec));
}

/// RMS of C + alpha~ lambda (the dual residual) after one step of `iterations`, in double precision.
double residual_after(const Model& model, SweepOrder sweep, int iterations) {
    Settings settings{.engine = Engine::textbook};
    settings.method = find_method("xpbd");
    settings.sweep = sweep;
    settings.iterations = iterations;
    State state = initial_state(model);
    make_solver(settings)->step(model, state, {}, settings, 1.0 / 60);
    return measure(model, state, settings, {0, -9.81, 0}, 1.0 / 60).residual_dual;
}

class Convergence : public testing::TestWithParam<int> {};

TEST_P(Convergence, OfTheFastOrderAfterTwoMoreIterationsIsThatOfTheMeshOrder) {
    const Model model = cloth(GetParam());
    Model row_by_row = model;
    sort_in_mesh_order(row_by_row);
    ASSERT_TRUE(finalise(row_by_row));
    const double fast = residual_after(model, SweepOrder::coloured, 22);
    EXPECT_LE(fast, residual_after(row_by_row, SweepOrder::listed, 20)) << "row by row";
    // Successive constraints of the scenes' own order share no particle. It is 4 % better than the coloured order at
    // 64 x 64.
    EXPECT_LE(fast, 1.04 * residual_after(model, SweepOrder::listed, 20)) << "as the scene lists them";
}

INSTANTIATE_TEST_SUITE_P(Sides, Convergence, testing::Values(64, 128, 256));

TEST(SpeedTrial, EveryCaseProjectsTheSameConstraints) {
    using Who = SpeedCase::Who;
    for (const Who who : {Who::plain_mesh_order, Who::plain_listed, Who::textbook, Who::fast}) {
        for (const bool shuffled : {false, true}) {
            SpeedTrial trial({.side = 12, .bending = "dihedral", .who = who, .shuffled = shuffled});
            EXPECT_GT(trial.run(), 0);
            EXPECT_GT(trial.step_seconds(), 0);
            EXPECT_EQ(trial.projections(), 20 * cloth(12).typed_count() - 20 * (2 * 12 * 10) + 20 * (3 * 11 * 11 - 22));
        }
    }
}

} // namespace
} // namespace xpbd::lab
