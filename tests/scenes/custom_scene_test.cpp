#include "scenes/scenes.h"

#include <gtest/gtest.h>
#include <limits>

namespace xpbd::scenes {
namespace {

SceneSpec chain() {
    SceneSpec spec;
    spec.name = "custom";
    spec.custom = CustomScene{};
    for (int i = 0; i < 4; ++i) {
        spec.custom->particles.push_back({{0, -i, i == 3 ? 1.0 : 0.0}, i == 0 ? 0.0 : 1.0, {0, 0, 0}});
    }
    spec.custom->distance = {{{0, 1}, 0.5, 1e-8, 0.25, 3}, {{1, 2}, {}, {}, {}, {}}};
    spec.custom->bending = {{{1, 2, 0, 3}, 0.25, {}, {}, {}}};
    return spec;
}

std::string refusal(const SceneSpec& spec) {
    const Result<Model> model = build(spec);
    return model ? "accepted" : model.error().message;
}

template <class Spoil>
std::string refusal_after(Spoil&& spoil) {
    SceneSpec spec = chain();
    spoil(*spec.custom);
    return refusal(spec);
}

TEST(CustomScene, TakesWhatIsGivenAndTheShapeForTheRest) {
    const Result<Model> model = build(chain());
    ASSERT_TRUE(model) << model.error().message;
    const auto& batch = model->batch<Distance>();
    EXPECT_EQ(batch.rest[0].length, 0.5);
    EXPECT_EQ(batch.rest[1].length, 1);
    EXPECT_EQ(batch.material[0].compliance, 1e-8);
    EXPECT_EQ(batch.material[0].stiffness, 0.25);
    EXPECT_EQ(batch.material[0].damping, 3);
    EXPECT_FALSE(batch.material[1].compliance);
    EXPECT_EQ(model->batch<Dihedral>().rest[0].angle, 0.25);
    EXPECT_EQ(model->segments.size(), 2u);
}

TEST(CustomScene, NamesTheFaultAndItsPlace) {
    using C = CustomScene;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto has = [](const std::string& text, const char* word) { return text.find(word) != std::string::npos; };
    EXPECT_TRUE(has(refusal_after([](C& c) {
                        c.distance[1].particles = {1, 9};
                    }),
                    "distance[1].particles[1]: index 9"));
    EXPECT_TRUE(has(refusal_after([](C& c) { c.distance[1].particles = {1, -1}; }), "distance[1].particles[1]"));
    EXPECT_TRUE(has(refusal_after([](C& c) { c.distance[1].particles = {1, 1}; }), "named twice"));
    EXPECT_TRUE(has(refusal_after([](C& c) { c.distance[1].particles = {1}; }), "it needs 2"));
    EXPECT_TRUE(has(refusal_after([](C& c) { c.bending[0].particles = {1, 2}; }), "bending[0].particles"));
    EXPECT_TRUE(has(refusal_after([](C& c) { c.distance[0].rest = -1; }), "distance[0].rest"));
    EXPECT_TRUE(has(refusal_after([&](C& c) { c.distance[0].rest = nan; }), "distance[0]"));
    EXPECT_TRUE(has(refusal_after([](C& c) { c.distance[0].stiffness = 1.1; }), "distance[0].stiffness"));
    EXPECT_TRUE(has(refusal_after([](C& c) { c.distance[0].compliance = -1; }), "distance[0].compliance"));
    EXPECT_TRUE(has(refusal_after([](C& c) { c.particles[2].mass = -2; }), "particles[2].mass"));
    EXPECT_TRUE(has(refusal_after([&](C& c) { c.particles[2].position.y = nan; }), "particles[2].position"));
    EXPECT_TRUE(has(refusal_after([&](C& c) { c.particles[1].velocity.x = nan; }), "particles[1].velocity"));
    EXPECT_TRUE(has(refusal_after([](C& c) { c.particles.clear(); }), "particles: there are none"));
    EXPECT_TRUE(has(refusal_after([](C& c) { c.planes.push_back({0, 0, 0, 1}); }), "planes[0]"));
    EXPECT_TRUE(has(refusal_after([](C& c) { c.spheres.push_back({0, 0, 0, -1}); }), "spheres[0]"));
    EXPECT_TRUE(has(refusal_after([](C& c) { c.friction = -0.1; }), "friction"));
}

TEST(CustomScene, NormalisesPlanes) {
    SceneSpec spec = chain();
    spec.custom->planes = {{0, 2, 0, -3}};
    const Result<Model> model = build(spec);
    ASSERT_TRUE(model);
    EXPECT_EQ(std::get<Plane>(model->colliders[0].shape).normal, Vec3(0, 1, 0));
}

} // namespace
} // namespace xpbd::scenes
