// Tests every row of the table of scenes.
#include "core/methods.h"
#include "core/step/measure/measure.h"
#include "scenes/scenes.h"

#include <cmath>
#include <gtest/gtest.h>
#include <set>

namespace xpbd::scenes {
namespace {

/// A valid spec: "mesh" and "custom" get the data that they need.
SceneSpec buildable(const SceneInfo& scene) {
    SceneSpec spec;
    spec.name = std::string(scene.key);
    if (spec.name == "mesh") {
        spec.file = "square.obj";
        spec.mesh = Mesh{{{0, 1, 0}, {1, 1, 0}, {1, 1, 1}, {0, 1, 1}}, {{0, 2, 1}, {0, 3, 2}}};
    }
    if (spec.name == "custom") {
        spec.custom = CustomScene{};
        spec.custom->particles = {{{0, 0, 0}, 0, {}}, {{1, 0, 0}, 1, {}}};
        spec.custom->of<Distance>() = {{{0, 1}, {}}};
    }
    return spec;
}

void expect_sound(const Model& model, std::string_view what) {
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        ASSERT_TRUE(std::isfinite(glm::length(model.rest_position[i]))) << what << " particle " << i;
        ASSERT_GE(model.mass[i], 0) << what;
    }
    EXPECT_GT(model.constraint_count(), 0u) << what;
}

TEST(SceneTable, EveryRowIsCompleteAndBuildsAtItsDefaults) {
    std::set<std::string_view> keys;
    for (const SceneInfo& scene : scene_table()) {
        EXPECT_TRUE(keys.insert(scene.key).second) << scene.key;
        EXPECT_GT(scene.caption.size(), 40u) << scene.key;
        const Result<Model> model = build(buildable(scene));
        ASSERT_TRUE(model) << scene.key << ": " << model.error().message;
        expect_sound(*model, scene.key);
        for (const ParameterInfo& info : scene.parameters) {
            EXPECT_TRUE(validate(info, info.default_value)) << scene.key << "." << info.key;
            EXPECT_GT(info.tooltip.size(), 15u) << scene.key << "." << info.key;
        }
    }
}

bool is_different(const Model& a, const Model& b) {
    const auto first_collider_differs = [&] {
        return !a.colliders.empty() && !b.colliders.empty() &&
               (a.colliders[0].shape != b.colliders[0].shape || a.colliders[0].friction != b.colliders[0].friction ||
                a.colliders[0].restitution != b.colliders[0].restitution);
    };
    const auto rest_length = [](const Model& m) {
        return m.of_type<Distance>().size() > 0 ? m.of_type<Distance>().rest[0][0] : 0;
    };
    return a.drives != b.drives || a.rest_position != b.rest_position || a.mass != b.mass ||
           a.constraint_count() != b.constraint_count() || a.presentation.rope_radius != b.presentation.rope_radius ||
           a.colliders.size() != b.colliders.size() || first_collider_differs() || a.self_friction != b.self_friction ||
           a.self_distance != b.self_distance || rest_length(a) != rest_length(b) ||
           (!a.volumes.empty() && a.volumes[0].pressure != b.volumes[0].pressure) ||
           a.of_type<Membrane>().material != b.of_type<Membrane>().material ||
           a.of_type<Membrane>().rest != b.of_type<Membrane>().rest ||
           a.of_type<Woven>().rest != b.of_type<Woven>().rest ||
           a.of_type<Dihedral>().material != b.of_type<Dihedral>().material ||
           a.of_type<Distance>().material != b.of_type<Distance>().material ||
           a.of_type<Angle>().material != b.of_type<Angle>().material ||
           a.of_type<BendTwist>().material != b.of_type<BendTwist>().material;
}

TEST(SceneTable, EveryParameterBuildsAtItsEndsAndChangesTheModel) {
    for (const SceneInfo& scene : scene_table()) {
        for (const ParameterInfo& info : scene.parameters) {
            SceneSpec common = buildable(scene);
            if (!unused_reason(common, info.key).empty()) { // needs a material instead of springs, or the reverse
                common.values["material"] = {info.key == "mass" ? 0.0 : 1.0, 0, 0};
                if (find_scene_parameter(scene, "law") != nullptr) {
                    common.values["law"] = {info.key == "compression" ? 0.0 : 1.0, 0, 0};
                } else if (!unused_reason(common, info.key).empty()) {
                    common.values["material"] = {2, 0, 0}; // a round rod
                }
            }
            if (info.key == "seed" && find_scene_parameter(scene, "triangulation") != nullptr) {
                common.values["triangulation"] = {3, 0, 0}; // irregular: on a regular specimen the seed has no effect
            }
            ASSERT_EQ(unused_reason(common, info.key), "") << scene.key << "." << info.key;
            const Result<Model> standard = build(common);
            bool differs = false;
            const double most = info.key == "resolution" ? 40 : info.key == "poisson" ? 0.5 : info.max;
            const double least = info.key == "warp_axis" ? 1 : info.min; // 0 is z, like 3: level, no texture
            for (const double end : {least, most}) {
                SceneSpec spec = common;
                spec.values[std::string(info.key)] = {end, info.components > 1 ? end : 0, 0};
                const Result<Model> model = build(spec);
                if (!model && info.key == "span") {
                    continue; // longer than the rope: a message of its own, tested below
                }
                if (!model && info.key == "length") {
                    continue;
                }
                if (!model && info.key.starts_with("modulus")) {
                    continue; // too small for the fabric's Poisson's ratio: a message of its own
                }
                if (!model && info.key == "weld") {
                    differs = true; // it joins all corners: a message of its own
                    continue;
                }
                ASSERT_TRUE(model) << scene.key << "." << info.key << " = " << end << ": " << model.error().message;
                expect_sound(*model, info.key);
                differs = differs || is_different(*model, *standard);
            }
            EXPECT_TRUE(differs) << scene.key << "." << info.key << " changes nothing";
        }
    }
}

TEST(SceneTable, SuggestedParametersExistAndAreAllowed) {
    for (const SceneInfo& scene : scene_table()) {
        for (const auto& [key, text] : scene.suggested) {
            std::string_view name = key;
            if (const auto dot = name.find('.'); dot != std::string_view::npos) {
                EXPECT_GE(find_method(name.substr(0, dot)), 0) << key;
                name.remove_prefix(dot + 1);
            }
            const auto* setting = find_settings_parameter(name);
            const auto* world = find_world_parameter(name);
            const ParameterInfo* info = setting != nullptr ? &setting->info : world != nullptr ? &world->info : nullptr;
            ASSERT_NE(info, nullptr) << scene.key << " suggests " << key;
            EXPECT_TRUE(parse_value(*info, text)) << scene.key << " " << key;
        }
    }
}

TEST(SceneTable, UnknownNamesAndParametersNameTheNearest) {
    SceneSpec spec;
    spec.name = "clot";
    EXPECT_NE(build(spec).error().message.find("\"cloth\""), std::string::npos);
    spec.name = "cloth";
    spec.values["resolutoin"] = {3, 3, 0};
    EXPECT_NE(build(spec).error().message.find("\"resolution\""), std::string::npos);
    spec.values.clear();
    spec.values["mass"] = {-1, 0, 0};
    EXPECT_NE(build(spec).error().message.find("scene.mass"), std::string::npos);
}

TEST(Rope, ASpanLongerThanTheRopeIsRefused) {
    SceneSpec spec;
    spec.name = "rope_span";
    spec.values["span"] = {3, 0, 0};
    const Result<Model> model = build(spec);
    ASSERT_FALSE(model);
    EXPECT_NE(model.error().message.find("longer than the rope"), std::string::npos);
}

TEST(Rope, HangsAsTheCatenaryOfItsSpan) {
    SceneSpec spec;
    spec.name = "rope_span";
    spec.values["segments"] = {20, 0, 0};
    const Result<Model> model = build(spec);
    ASSERT_TRUE(model);
    Settings settings{.engine = Engine::textbook};
    settings.method = find_method("xpbd");
    settings.stretch_compliance = 0;
    settings.iterations = 200;
    settings.velocity_damping = 3;
    State state = initial_state(*model);
    const auto solver = make_solver(settings);
    for (int i = 0; i < 3000; ++i) {
        solver->step(*model, state, {}, settings, 1.0 / 240);
    }
    double lowest = 0;
    for (const Vec4& p : state.particles.position) {
        lowest = std::min(lowest, p.y);
    }
    // Experiment 14 of src/core/FORMULAS.md: span 1.2, length 2, discrete N = 20. Rigid links, 200 sweeps, h = 1/240.
    EXPECT_NEAR(-lowest, 0.726905, 2e-4);
}

TEST(Rope, TipMassIsTheLastParticles) {
    SceneSpec spec;
    spec.name = "rope_tip";
    spec.values["tip_mass"] = {77, 0, 0};
    const Result<Model> model = build(spec);
    ASSERT_TRUE(model);
    EXPECT_EQ(model->mass.back(), 77);
    EXPECT_EQ(model->mass.front(), 0);
}

} // namespace
} // namespace xpbd::scenes
