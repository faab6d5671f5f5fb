// The short program xpbd_on_one_page.h computes the same motion of a rope as the textbook engine.
#include "core/textbook/xpbd_on_one_page.h"

#include "core/methods.h"
#include "core/step/measure/measure.h"
#include "scenes/scenes.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace xpbd::scenes {
namespace {

/// The scene of a hanging rope for both programs, with the timestep and the settings that the scene suggests.
struct RopeScene {
    Model model;
    Settings settings{.engine = Engine::textbook};
    double dt = 1.0 / 120; // s

    RopeScene() {
        SceneSpec spec;
        spec.name = "rope_hanging";
        Result<Model> built = build(spec);
        EXPECT_TRUE(built) << built.error().message;
        model = std::move(*built);
        settings.method = find_method("xpbd");
        settings.engine = Engine::textbook;
        settings.iterations = 20;
        settings.stretch_compliance = 3e-4; // m/N
        settings.velocity_damping = 0;      // the paper has no damping
    }

    one_page::Rope rope() const {
        one_page::Rope rope;
        rope.x = model.rest_position;
        rope.v = model.rest_velocity;
        for (const double mass : model.mass) {
            rope.w.push_back(mass > 0 ? 1 / mass : 0);
        }
        for (const auto& rest : model.of_type<Distance>().rest) {
            rope.d.push_back(rest[0]);
        }
        rope.alpha = settings.stretch_compliance;
        return rope;
    }
};

/// Largest distance between a particle of the short program and of the textbook engine within 300 frames [m].
double worst_difference(const RopeScene& scene, one_page::Rope rope) {
    const Control control; // gravity only
    State state = initial_state(scene.model);
    const auto solver = make_solver(scene.settings);
    double worst = 0;
    for (int frame = 0; frame < 300; ++frame) {
        solver->step(scene.model, state, control, scene.settings, scene.dt);
        one_page::step(rope, control.gravity, scene.dt, scene.settings.iterations);
        for (std::size_t i = 0; i < rope.x.size(); ++i) {
            worst = std::max(worst, glm::length(rope.x[i] - xyz(state.particles.position[i])));
        }
    }
    return worst;
}

TEST(XpbdOnOnePage, IsTheTextbookEngineOver300FramesOfTheRope) {
    const RopeScene scene;
    ASSERT_EQ(scene.model.constraint_count(), 30u) << "the rope is its segments and nothing else";
    EXPECT_LT(worst_difference(scene, scene.rope()), 1e-12);
}

TEST(XpbdOnOnePage, IsTheTextbookEngineForARigidRope) {
    RopeScene scene;
    scene.settings.stretch_compliance = 0;
    EXPECT_LT(worst_difference(scene, scene.rope()), 1e-12);
}

TEST(XpbdOnOnePage, AnotherComplianceIsAnotherMotion) {
    const RopeScene scene;
    one_page::Rope rope = scene.rope();
    rope.alpha *= 1 + 1e-6;
    EXPECT_GT(worst_difference(scene, rope), 1e-9) << "the comparison would see a change in the sixth digit";
}

TEST(XpbdOnOnePage, MultipliersAreTheTensions) {
    const RopeScene scene;
    one_page::Rope rope = scene.rope();
    const Control control;
    State state = initial_state(scene.model);
    const auto solver = make_solver(scene.settings);
    for (int frame = 0; frame < 60; ++frame) {
        solver->step(scene.model, state, control, scene.settings, scene.dt);
        one_page::step(rope, control.gravity, scene.dt, scene.settings.iterations);
    }
    const auto readings = read_constraints(scene.model, state);
    for (std::size_t j = 0; j < rope.lambda.size(); ++j) {
        EXPECT_NEAR(-rope.lambda[j] / (scene.dt * scene.dt), readings[j].force, 1e-6 * readings[0].force);
    }
}

} // namespace
} // namespace xpbd::scenes
