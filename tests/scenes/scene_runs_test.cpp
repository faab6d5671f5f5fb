// Every scene, as it opens, in every method.
#include "core/measure.h"
#include "core/methods.h"
#include "scenes/scenes.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <tuple>

namespace xpbd::scenes {
namespace {

/// The settings and the world with which a scene opens in a method.
std::pair<Settings, World> suggested_for(const SceneInfo& scene, const MethodInfo& method) {
    Settings settings;
    World world;
    for (const auto& [key, text] : scene.suggested) {
        std::string_view name = key;
        if (const auto dot = name.find('.'); dot != std::string_view::npos) {
            if (name.substr(0, dot) != method.key) {
                continue;
            }
            name.remove_prefix(dot + 1);
        }
        if (const auto* setting = find_settings_parameter(name)) {
            setting->set(settings, (*parse_value(setting->info, text))[0]);
        } else if (const auto* shared = find_world_parameter(name)) {
            shared->set(world, *parse_value(shared->info, text));
        }
    }
    settings.method = find_method(method.key);
    return {settings, world};
}

/// The scene, small enough for the slowest method.
SceneSpec small(const SceneInfo& scene) {
    SceneSpec spec;
    spec.name = std::string(scene.key);
    const auto set = [&](std::string_view key, const Value& value) {
        if (find_scene_parameter(scene, key) != nullptr) {
            spec.values[std::string(key)] = value;
        }
    };
    set("resolution", {8, 8, 0});
    set("segments", {10, 0, 0});
    set("detail", {1, 0, 0});
    if (scene.key == "twisted_rod") {
        set("twist", {360, 0, 0});
    }
    return spec;
}

class SceneRuns : public testing::TestWithParam<std::tuple<std::size_t, std::size_t, Engine>> {};

TEST_P(SceneRuns, StaysWhole) {
    const SceneInfo& scene = scene_table()[std::get<0>(GetParam())];
    const MethodInfo& method = methods()[std::get<1>(GetParam())];
    if (scene.key == "mesh" || scene.key == "custom") {
        return; // what they hold comes from files
    }
    const Result<Model> model = build(small(scene));
    ASSERT_TRUE(model) << model.error().message;
    auto [settings, world] = suggested_for(scene, method);
    settings.engine = std::get<2>(GetParam());
    if (settings.engine == Engine::fast && !uses_parameter(method, "engine")) {
        return;
    }
    const auto solver = make_solver(settings);
    State state = initial_state(*model);
    const bool slow = method.key == "newton" || method.key == "direct" || method.key == "vbd" || method.key == "avbd";
    for (int frame = 0; frame < (slow ? 30 : 120); ++frame) {
        const StepStats stats = solver->step(*model, state, control_of(world), settings, world.dt);
        ASSERT_TRUE(stats.finite) << "frame " << frame;
    }
    const Measure measured = measure(*model, state, settings, world.gravity, world.dt);
    EXPECT_TRUE(std::isfinite(measured.max_strain));
    EXPECT_LT(measured.mean_strain, 3) << "it flies apart";
}

/// Experiment 17 of src/core/README.md: v = g (sin th - mu cos th) t down the slope; at rest where the friction holds.
class InclineScene : public testing::TestWithParam<std::size_t> {};

TEST_P(InclineScene, SlidesAndSticksByTheLawOfFriction) {
    for (const double friction : {0.2, 0.7}) {
        SceneSpec spec;
        spec.name = "incline";
        spec.values["angle"] = {25, 0, 0};
        spec.values["friction"] = {friction, 0, 0};
        spec.values["resolution"] = {4, 4, 0};
        const Result<Model> model = build(spec);
        ASSERT_TRUE(model) << model.error().message;
        const auto [settings, world] = suggested_for(*find_scene("incline"), methods()[GetParam()]);
        const auto solver = make_solver(settings);
        State state = initial_state(*model);
        const auto mean = [&] {
            Vec3 sum(0);
            for (const Vec3& v : state.particles.velocity) {
                sum += v;
            }
            return sum / static_cast<double>(model->particle_count());
        };
        const int settle = 30; // until it lies on the slope
        const int steps = 60;
        Vec3 before(0);
        for (int frame = 0; frame < settle + steps; ++frame) {
            if (frame == settle) {
                before = mean();
            }
            solver->step(*model, state, control_of(world), settings, world.dt);
        }
        const double theta = 25 * std::numbers::pi / 180;
        const double exact = std::max(0.0, 9.81 * (std::sin(theta) - friction * std::cos(theta))) * steps * world.dt;
        EXPECT_NEAR(glm::length(mean() - before), exact, 0.01 * 9.81 * steps * world.dt) << "friction " << friction;
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, InclineScene, testing::Range(std::size_t{0}, methods().size()),
                         [](const auto& row) { return std::string(methods()[row.param].key); });

INSTANTIATE_TEST_SUITE_P(ScenesAndMethods, SceneRuns,
                         testing::Combine(testing::Range(std::size_t{0}, scene_table().size()),
                                          testing::Range(std::size_t{0}, methods().size()),
                                          testing::Values(Engine::textbook, Engine::fast)),
                         [](const auto& row) {
                             return std::string(scene_table()[std::get<0>(row.param)].key) + "_" +
                                    std::string(methods()[std::get<1>(row.param)].key) + "_" +
                                    std::string(engine_names()[static_cast<std::size_t>(std::get<2>(row.param))]);
                         });

} // namespace
} // namespace xpbd::scenes
