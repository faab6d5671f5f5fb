#include "core/methods.h"
#include "core/model/parameters.h"
#include "scenes/scenes.h"

#include <cmath>
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
    spec.custom->of<Distance>() = {{{0, 1}, 0.5, {1e-8, 0.25, 3}}, {{1, 2}, {}}};
    spec.custom->of<Dihedral>() = {{{1, 2, 0, 3}, 0.25}};
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
    const auto& array = model->of_type<Distance>();
    EXPECT_EQ(array.rest[0][0], 0.5);
    EXPECT_EQ(array.rest[1][0], 1);
    EXPECT_EQ(array.material[0].compliance, 1e-8);
    EXPECT_EQ(array.material[0].stiffness, 0.25);
    EXPECT_EQ(array.material[0].damping, 3);
    EXPECT_FALSE(array.material[1].compliance);
    EXPECT_EQ(model->of_type<Dihedral>().rest[0][0], 0.25);
    EXPECT_EQ(model->segments.size(), 2u);
}

TEST(CustomScene, NamesTheFaultAndItsPlace) {
    using C = CustomScene;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto has = [](const std::string& text, const char* word) { return text.find(word) != std::string::npos; };
    EXPECT_TRUE(has(refusal_after([](C& c) {
                        c.of<Distance>()[1].particles = {1, 9};
                    }),
                    "distance[1].particles[1]: index 9"));
    EXPECT_TRUE(has(refusal_after([](C& c) { c.of<Distance>()[1].particles = {1, -1}; }), "distance[1].particles[1]"));
    EXPECT_TRUE(has(refusal_after([](C& c) { c.of<Distance>()[1].particles = {1, 1}; }), "named twice"));
    EXPECT_TRUE(has(refusal_after([](C& c) { c.of<Distance>()[1].particles = {1}; }), "it needs 2"));
    EXPECT_TRUE(has(refusal_after([](C& c) { c.of<Dihedral>()[0].particles = {1, 2}; }), "dihedral[0].particles"));
    EXPECT_TRUE(has(refusal_after([](C& c) { c.of<Distance>()[0].rest = -1; }), "distance[0].rest"));
    EXPECT_TRUE(has(refusal_after([&](C& c) { c.of<Distance>()[0].rest = nan; }), "distance[0]"));
    EXPECT_TRUE(
        has(refusal_after([](C& c) { c.of<Distance>()[0].material.stiffness = 1.1; }), "distance[0].stiffness"));
    EXPECT_TRUE(
        has(refusal_after([](C& c) { c.of<Distance>()[0].material.compliance = -1; }), "distance[0].compliance"));
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

/// A custom scene with an entry of every kind: the triangles of a tetrahedron, and the joint of a rod.
SceneSpec everything() {
    SceneSpec spec;
    spec.name = "custom";
    CustomScene custom;
    for (const Vec3& at : {Vec3(0, 2, 0), Vec3(1, 2, 0), Vec3(0, 3, 0), Vec3(0, 2, 1)}) {
        custom.particles.push_back({at, 1, Vec3(0)});
    }
    for (const Vec3& at : {Vec3(3, 2, 0), Vec3(4, 2, 0), Vec3(5, 2.2, 0), Vec3(3.5, 3, 0), Vec3(4.5, 3, 0.3)}) {
        custom.particles.push_back({at, 0.5, Vec3(0)});
    }
    custom.particles[4].mass = 0;
    for (const auto& [a, b] :
         {std::pair(0, 1), std::pair(0, 2), std::pair(0, 3), std::pair(1, 2), std::pair(2, 3), std::pair(1, 3),
          std::pair(4, 5), std::pair(5, 6), std::pair(4, 7), std::pair(5, 7), std::pair(5, 8), std::pair(6, 8)}) {
        custom.of<Distance>().push_back({{a, b}, {}});
    }
    custom.of<DihedralArccos>() = {{{0, 1, 2, 3}, 0.25, {}}};
    custom.of<Isometric>() = {{{1, 2, 0, 3}, {}, {}}};
    custom.of<Angle>() = {{{4, 5, 6}, 0.5, {0.1, {}, {}}}};
    custom.bend_twist = {{{4, 5, 6}, {7, 8}, {0.2, {}, {}}, {0.3, {}, {}}}};
    custom.volume = {{{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}, 1.5, {}}};
    custom.triangles = {{4, 5, 7}};
    custom.planes = {{0, 1, 0, 0}};
    custom.spheres = {{0, 0, 0, 0.5}};
    custom.capsules = {{2, 0.5, 0, 3, 0.5, 0, 0.25}};
    custom.boxes = {{-2, 0.5, 0, 0.5, 0.5, 0.5, 2, 0, 0, 0}};
    custom.friction = 0.2;
    custom.restitution = 0.4;
    custom.thickness = 0.05;
    spec.custom = custom;
    return spec;
}

TEST(CustomScene, HoldsEveryConstraintAndEveryCollider) {
    const Result<Model> model = build(everything());
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->of_type<DihedralArccos>().rest[0][0], 0.25);
    EXPECT_EQ(model->of_type<Isometric>().size(), 1u);
    EXPECT_EQ(model->of_type<Angle>().rest[0][0], 0.5);
    EXPECT_EQ(model->of_type<Angle>().material[0].compliance, 0.1);
    ASSERT_EQ(model->of_type<BendTwist>().size(), 3u);
    EXPECT_EQ(model->of_type<BendTwist>().material[0].compliance, 0.2);
    EXPECT_EQ(model->of_type<BendTwist>().material[2].compliance, 0.3);
    ASSERT_EQ(model->volumes.size(), 1u);
    EXPECT_NEAR(model->volumes[0].rest, 1.0 / 6, 1e-15);
    EXPECT_EQ(model->volumes[0].pressure, 1.5);
    EXPECT_EQ(model->triangles.size(), 5u);
    ASSERT_EQ(model->colliders.size(), 4u);
    EXPECT_EQ(std::get<Box>(model->colliders[3].shape).rotation.w, 1) << "normalised";
    for (const Collider& collider : model->colliders) {
        EXPECT_EQ(collider.friction, 0.2);
        EXPECT_EQ(collider.restitution, 0.4);
    }
    EXPECT_EQ(model->self_distance, 0.05);
    EXPECT_EQ(model->self_friction, 0.2);
    EXPECT_EQ(model->self_restitution, 0.4);
}

TEST(CustomScene, NamesTheFaultOfWhatBendsAndHoldsAir) {
    const auto refused = [](auto&& spoil) {
        SceneSpec spec = everything();
        spoil(*spec.custom);
        return refusal(spec);
    };
    using C = CustomScene;
    EXPECT_EQ(refused([](C& c) { c.of<Isometric>()[0].rest = 1; }),
              "isometric[0].rest_angle: isometric bending is flat at rest and takes none");
    EXPECT_EQ(refused([](C& c) { c.of<Angle>()[0].rest = -1; }), "angle[0].rest_angle: must be an angle >= 0 [rad]");
    EXPECT_EQ(refused([](C& c) {
                  c.of<BendTwist>() = {{{4, 5, 6, 7, 8}, {}}};
              }),
              "bend_twist: is not given one by one");
    EXPECT_EQ(refused([](C& c) {
                  c.bend_twist[0].ghosts = {7, 5};
              }),
              "bend_twist[0].ghosts: particle 5 is on the rod itself");
    EXPECT_EQ(refused([](C& c) { c.bend_twist[0].twist.damping = -1; }),
              "bend_twist[0].twist.damping: must be a finite number >= 0");
    EXPECT_EQ(refused([](C& c) {
                  c.volume[0].triangles[2] = {0, 3, 9};
              }),
              "volume[0].triangles[2][2]: index 9 is out of range, there are 9 particles (0 to 8)");
    EXPECT_EQ(refused([](C& c) { c.volume[0].triangles.pop_back(); }),
              "volume[0].triangles: not a closed surface; every edge needs two triangles that run along it in opposite "
              "directions");
    EXPECT_EQ(refused([](C& c) {
                  for (auto& t : c.volume[0].triangles) {
                      std::swap(t[0], t[1]);
                  }
              }),
              "volume[0].triangles: enclose no volume; list each triangle counter-clockwise as seen from outside");
    EXPECT_EQ(refused([](C& c) { c.volume[0].pressure = -1; }), "volume[0].pressure: must be a finite number >= 0");
    EXPECT_EQ(refused([](C& c) { c.triangles[0] = {4, 4, 7}; }), "triangles[0][0]: particle 4 is named twice");
    EXPECT_EQ(refused([](C& c) { c.capsules[0][6] = 0; }), "capsules[0]: needs two finite ends and a radius > 0 [m]");
    EXPECT_EQ(refused([](C& c) { c.boxes[0][4] = 0; }),
              "boxes[0]: needs a finite centre, half edges > 0 [m] and a rotation that is not 0");
    EXPECT_EQ(refused([](C& c) { c.restitution = 1.1; }), "restitution: must lie in 0 to 1");
    EXPECT_EQ(refused([](C& c) { c.thickness = -1; }), "thickness: must be a finite number >= 0 [m]");
}

TEST(CustomScene, AThicknessThatPairsEveryParticleWithEveryOtherIsRefused) {
    constexpr int kSide = 30;
    SceneSpec spec;
    spec.name = "custom";
    spec.custom = CustomScene{};
    for (int i = 0; i < kSide * kSide; ++i) {
        spec.custom->particles.push_back({{0.01 * (i % kSide), 0, 0.01 * (i / kSide)}, 1, {}});
    }
    spec.custom->thickness = 10;
    const Result<Model> refused = build(spec);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message.rfind("thickness: 10 m is too large for particles this close", 0), 0u)
        << refused.error().message;
    spec.custom->thickness = 0.03; // [m], three edges
    EXPECT_TRUE(build(spec));
    // Pairs of two fixed particles do not count, so that any thickness is allowed.
    spec.custom->thickness = 10;
    for (CustomParticle& particle : spec.custom->particles) {
        particle.mass = 0;
    }
    EXPECT_TRUE(build(spec));
}

TEST(CustomScene, RunsInEveryMethod) {
    const Result<Model> model = build(everything());
    ASSERT_TRUE(model);
    for (const MethodTraits& method : methods()) {
        Settings settings{.engine = Engine::textbook};
        settings.method = find_method(method.key);
        settings.iterations = 10;
        settings.volume_compliance = 1e-6;
        State state = initial_state(*model);
        const auto solver = make_solver(settings);
        for (int frame = 0; frame < 120; ++frame) {
            solver->step(*model, state, control_of(World{}), settings, 1.0 / 120);
        }
        for (const Vec4& x : state.particles.position) {
            ASSERT_TRUE(std::isfinite(x.x + x.y + x.z)) << method.key;
            EXPECT_GT(x.y, -0.05) << method.key << ": nothing falls through the plane";
        }
    }
}

} // namespace
} // namespace xpbd::scenes
