// Newton's method on a balloon: large terms of the objective cancel, so that rounding hides a small decrease. The line
// search must not look for it.
#include "built.h"
#include "core/methods.h"

namespace xpbd::test {
namespace {

TEST(NewtonOnABalloon, NeedsFewIterationsWhereRoundingHidesTheGain) {
    const Model model = built(scene_of("balloon"));
    Settings settings;
    settings.method = find_method("newton");
    settings.stretch_compliance = 0.01;
    settings.bend_compliance = 10;
    settings.velocity_damping = 0.2;
    const auto solver = make_solver(settings);
    State state = initial_state(model);
    for (int frame = 0; frame < 10; ++frame) { // in free fall: up to 55 iterations if only the objective decides
        const StepStats stats = solver->step(model, state, {}, settings, 1.0 / 120);
        ASSERT_TRUE(stats.finite);
        EXPECT_LT(stats.iterations, 25) << "frame " << frame;
    }
}

} // namespace
} // namespace xpbd::test
