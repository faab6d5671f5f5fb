// What the user puts into a scene, moves and takes away: the model after each.
#include "built.h"
#include "core/model/constraints/distance.h"
#include "scenes/changes/other_mesh.h"
#include "scenes/changes/pins.h"
#include "scenes/changes/things.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <string>

namespace xpbd::scenes {
namespace {

using test::built;

SceneSpec small(const char* name) {
    SceneSpec spec;
    spec.name = name;
    spec.values["resolution"] = {4, 4, 0};
    return spec;
}

Placement shifted(const Vec3& shift) {
    return {{{1, 0, 0, 0}, shift}, 1};
}

/// Index of the first ball.
int ball_of(const Model& model) {
    for (std::size_t c = 0; c < model.colliders.size(); ++c) {
        if (std::holds_alternative<Sphere>(model.colliders[c].shape)) {
            return static_cast<int>(c);
        }
    }
    ADD_FAILURE() << "no ball";
    return 0;
}

template <class S>
S shape_of(const Model& model, std::size_t collider) {
    return std::get<S>(model.colliders.at(collider).shape);
}

std::string refusal(const Thing& thing, const char* scene = "cloth") {
    SceneSpec spec = small(scene);
    spec.changes.things = {thing};
    const Result<Model> model = build(spec);
    return model ? "" : model.error().message;
}

TEST(Things, AddedCollidersComeAfterTheScenesOwn) {
    SceneSpec spec = small("cloth_sphere");
    const std::size_t own = built(spec).colliders.size();
    spec.changes.things = {AddedCollider{Sphere{{1, 2, 3}, 0.1}, 0.7, Vec3(0)},
                           AddedCollider{Capsule{{0, 0, -1}, {0, 0, 1}, 0.2}, 0.3, {0, 0, 5}}};
    const Model model = built(spec);
    ASSERT_EQ(model.colliders.size(), own + 2);
    EXPECT_EQ(shape_of<Sphere>(model, own).center, Vec3(1, 2, 3));
    EXPECT_EQ(model.colliders[own].friction, 0.7);
    ASSERT_EQ(model.drives.size(), 1u);
    EXPECT_EQ(model.drives[0].colliders, std::vector<int>{static_cast<int>(own) + 1});
}

TEST(Things, PlacingOneIsRelativeToWhereTheModelHasIt) {
    SceneSpec spec = small("cloth_sphere");
    const Model before = built(spec);
    const int ball = ball_of(before);
    const Sphere own = shape_of<Sphere>(before, index_of(ball));
    place_collider(spec, before, ball, {{{1, 0, 0, 0}, {1, 0, 0}}, 2});
    place_collider(spec, built(spec), ball, shifted({0, 2, 0}));
    EXPECT_EQ(spec.changes.things.size(), 1u) << "a second drag changes the same entry";
    const Model model = built(spec);
    const Sphere moved = shape_of<Sphere>(model, index_of(ball));
    EXPECT_EQ(moved.center, own.center + Vec3(1, 2, 0));
    EXPECT_EQ(moved.radius, 2 * own.radius);
    spec.changes.things.emplace_back(AddedCollider{Sphere{{1, 2, 3}, 0.1}, 0.3, Vec3(0)});
    place_collider(spec, built(spec), static_cast<int>(model.colliders.size()), shifted({0, 0, 1}));
    EXPECT_EQ(std::get<Sphere>(std::get<AddedCollider>(spec.changes.things[1]).shape).center, Vec3(1, 2, 4));
}

TEST(Things, ARemovedColliderIsGoneAndTheOthersKeepTheirMotions) {
    SceneSpec spec = small("wringing");
    spec.values.clear();
    spec.changes.things = {AddedCollider{Sphere{{5, 5, 5}, 0.1}, 0.3, Vec3(0)},
                           AddedCollider{Box{{7, 7, 7}, Vec3(0.1)}, 0.3, {0, 3, 0}}};
    const Model before = built(spec);
    const auto ball = static_cast<int>(before.colliders.size()) - 2;
    remove_collider(spec, before, ball);
    const Model after = built(spec);
    ASSERT_EQ(after.colliders.size(), before.colliders.size() - 1);
    EXPECT_EQ(shape_of<Box>(after, index_of(ball)).center, Vec3(7, 7, 7));
    EXPECT_EQ(after.drives.back().colliders, std::vector<int>{ball});

    SceneSpec sphere = small("cloth_sphere");
    const Model own = built(sphere);
    sphere.changes.things = {AddedCollider{Box{{7, 7, 7}, Vec3(0.1)}, 0.3, {0, 3, 0}}};
    remove_collider(sphere, built(sphere), 0);
    const Model less = built(sphere);
    ASSERT_EQ(less.colliders.size(), own.colliders.size());
    EXPECT_EQ(shape_of<Box>(less, less.colliders.size() - 1).center, Vec3(7, 7, 7));
    // The number of a collider of the model leads to the same thing after one before it was taken away.
    place_collider(sphere, less, static_cast<int>(less.colliders.size()) - 1, shifted({0, 0, 1}));
    const Model moved = built(sphere);
    EXPECT_EQ(shape_of<Box>(moved, moved.colliders.size() - 1).center, Vec3(7, 7, 8));
}

TEST(Things, AMovedDrumTurnsAboutItsOwnAxis) {
    SceneSpec spec;
    spec.name = "drum";
    const Model before = built(spec);
    ASSERT_FALSE(before.drives.empty());
    const int drum = before.drives[0].colliders.at(0);
    place_collider(spec, before, drum, shifted({3, 0, 0}));
    const Model after = built(spec);
    const Vec3 center = center_of(after.colliders[index_of(drum)].shape);
    EXPECT_NEAR(glm::length(center - center_of(before.colliders[index_of(drum)].shape) - Vec3(3, 0, 0)), 0, 1e-12);
    bool turns = false;
    for (const Drive& drive : after.drives) {
        for (const int collider : drive.colliders) {
            if (collider == drum) {
                turns = true;
                EXPECT_NEAR(glm::length(pose_at(drive.motion, 0.7).at(center) - center), 0, 1e-9);
                EXPECT_GT(glm::length(pose_at(drive.motion, 0.7).at(center + Vec3(0, 1, 0)) - center - Vec3(0, 1, 0)),
                          1e-3);
            }
        }
    }
    EXPECT_TRUE(turns);
}

TEST(Things, AWeightAddsItsMassAndAStringHasItsLength) {
    SceneSpec spec = small("cloth");
    const Model before = built(spec);
    set_weight(spec, 14, 0.5);
    set_weight(spec, 14, 0.25); // in the place of the first
    spec.changes.things.emplace_back(String{{5, 14}, Vec3(0), 0.123, 1e-3});
    EXPECT_EQ(weight_on(spec, 14), 0.25);
    const Model model = built(spec);
    EXPECT_EQ(model.mass[14], before.mass[14] + 0.25);
    ASSERT_EQ(model.of_type<Distance>().size(), before.of_type<Distance>().size() + 1);
    EXPECT_EQ(model.of_type<Distance>().rest.back()[0], 0.123);
    EXPECT_EQ(model.of_type<Distance>().material.back().compliance, 1e-3);
    State state = initial_state(before);
    carry_over(before, model, state);
    place_pins(model, spec, state);
    EXPECT_EQ(state.particles.position[14].w, 1 / model.mass[14]);
    set_weight(spec, 14, 0);
    EXPECT_EQ(built(spec).mass[14], before.mass[14]);
}

TEST(Things, WhatIsTornStaysTornWhenAStringIsTied) {
    SceneSpec spec = small("cloth");
    const Model before = built(spec);
    State state = initial_state(before);
    state.torn.assign(before.constraint_count(), 0);
    state.torn[3] = 1;
    state.torn.back() = 1;
    state.lambda.assign(before.constraint_count(), 0);
    state.lambda.back() = 7;
    spec.changes.things.emplace_back(String{{5, 14}, Vec3(0), 0.1, 0});
    const Model after = built(spec);
    carry_over(before, after, state);
    ASSERT_EQ(state.torn.size(), after.constraint_count());
    EXPECT_EQ(state.torn[3], 1);
    EXPECT_EQ(state.torn[first_of<Distance>(after) + after.of_type<Distance>().size() - 1], 0);
    EXPECT_EQ(std::count(state.torn.begin(), state.torn.end(), 1), 2);
    EXPECT_EQ(state.lambda.back(), before.of_type<Distance>().size() == before.constraint_count() ? 0 : 7);
    carry_over(after, before, state);
    EXPECT_EQ(state.torn.size(), before.constraint_count());
    EXPECT_EQ(state.torn[3], 1);
}

TEST(Things, AnotherMeshKeepsCollidersAndItsOwnParticlesCarryTheRest) {
    SceneSpec spec = small("cloth");
    const Model own = built(spec);
    spec.changes.things = {AddedCollider{Sphere{{5, 5, 5}, 0.1}, 0.3, Vec3(0)}, Weight{15, 0.5}, Weight{14, 0.25},
                           String{{14, 15}, Vec3(0), 0.1, 0}, String{{0, 15}, Vec3(0), 0.1, 0}};
    const SceneSpec fine = with_mesh(spec, own, {7, 0, -1});
    const Model other = built(fine);
    const Changes changes = changes_in(spec.changes, own, other);
    ASSERT_EQ(changes.things.size(), 5u);
    EXPECT_EQ(std::get<Weight>(changes.things[1]).particle, 48);
    const SceneSpec coarse = with_mesh(spec, own, {2, 0, -1});
    const Changes few = changes_in(spec.changes, own, built(coarse));
    ASSERT_EQ(few.things.size(), 3u) << "both weights hang at one particle, and the short string has no length";
    EXPECT_EQ(std::get<Weight>(few.things[1]).mass, 0.75);

    set_value(spec, "resolution", {5, 5, 0});
    ASSERT_EQ(spec.changes.things.size(), 1u) << "particles have other numbers, the ball stays";
    EXPECT_TRUE(build(spec));
}

TEST(Things, ABodyThatStartsInAnAddedColliderIsStillBuilt) {
    SceneSpec spec = small("cloth");
    const Model before = built(spec);
    spec.changes.things = {AddedCollider{Sphere{before.rest_position[9], 0.05}, 0.3, Vec3(0)}};
    EXPECT_TRUE(build(spec));
}

TEST(Things, EveryFaultNamesItsEntry) {
    const auto names = [](const std::string& message, const char* needed) {
        EXPECT_EQ(message.rfind("scene.things[0]", 0), 0u) << message;
        EXPECT_NE(message.find(needed), std::string::npos) << message;
        EXPECT_EQ(message.find('\n'), std::string::npos);
    };
    names(refusal(MovedCollider{0, {}, false}), "the scene has 0 colliders");
    names(refusal(MovedCollider{9, {}, true}, "cloth_sphere"), "needs 0 to ");
    names(refusal(MovedCollider{0, {{}, 0}, false}, "cloth_sphere"), "size");
    names(refusal(MovedCollider{0, shifted({std::nan(""), 0, 0}), false}, "cloth_sphere"), "finite");
    names(refusal(AddedCollider{Sphere{{0, 0, 0}, -1}, 0.3, Vec3(0)}), "lengths");
    names(refusal(AddedCollider{Sphere{{0, 0, 0}, 1}, -0.3, Vec3(0)}), "friction");
    names(refusal(AddedCollider{Sphere{{9, 9, 9}, 1}, 0.3, Vec3(std::numeric_limits<double>::infinity())}), "finite");
    names(refusal(Weight{16, 1}), "particle 16 does not exist, needs 0 to 15");
    names(refusal(Weight{1, 0}), "mass");
    names(refusal(String{{1, 1}, Vec3(0), 1, 0}), "both ends");
    names(refusal(String{{1, -2}, Vec3(0), 1, 0}), "does not exist");
    names(refusal(String{{-1, -1}, Vec3(0), 1, 0}), "does not exist");
    names(refusal(String{{1, -1}, Vec3(std::nan("")), 1, 0}), "finite");
    names(refusal(String{{1, 2}, Vec3(0), 0, 0}), "length");
    SceneSpec twice = small("cloth_sphere");
    twice.changes.things = {MovedCollider{0, {}, false}, MovedCollider{0, {}, true}};
    EXPECT_NE(build(twice).error().message.find("again"), std::string::npos);
    twice.changes.things.assign(kMostThings + 1, Weight{1, 1});
    EXPECT_NE(build(twice).error().message.find("at most"), std::string::npos);
}

} // namespace
} // namespace xpbd::scenes
