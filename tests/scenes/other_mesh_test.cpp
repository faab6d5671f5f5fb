// One body in meshes of different resolutions: which particles correspond, and how pins and grabs are mapped.
#include "built.h"
#include "scenes/changes/other_mesh.h"
#include "scenes/changes/pins.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace xpbd::scenes {
namespace {

using test::built;

SceneSpec cloth(double columns, double rows) {
    SceneSpec spec;
    spec.name = "cloth";
    spec.values["resolution"] = {columns, rows, 0};
    spec.values["gather"] = {0, 0, 0};
    spec.values["noise"] = {0, 0, 0};
    return spec;
}

double distance(const Model& one, int i, const Model& other, std::size_t j) {
    return glm::distance(one.rest_position[index_of(i)], other.rest_position[j]);
}

TEST(OtherMesh, TheSamePlaceIsTheNearestParticleInTheRestShape) {
    const std::vector<Model> meshes = {built(cloth(9, 9)), built(cloth(4, 7)), built(cloth(20, 13)),
                                       built(cloth(2, 2))};
    for (const Model& from : meshes) {
        for (const Model& to : meshes) {
            for (int i = 0; index_of(i) < from.particle_count(); ++i) {
                double nearest = distance(from, i, to, 0);
                for (std::size_t j = 1; j < to.particle_count(); ++j) {
                    nearest = std::min(nearest, distance(from, i, to, j));
                }
                const int same = same_place(from, i, to);
                ASSERT_GE(same, 0);
                ASSERT_LT(index_of(same), to.particle_count());
                EXPECT_NEAR(distance(from, i, to, index_of(same)), nearest, 1e-12) << i;
            }
            EXPECT_EQ(same_place(from, -1, to), -1);
            EXPECT_EQ(same_place(from, static_cast<int>(from.particle_count()), to), -1);
        }
    }
}

TEST(OtherMesh, APlaceOnASurfaceLiesBetweenItsParticles) {
    const std::vector<Model> meshes = {built(cloth(9, 9)), built(cloth(4, 7)), built(cloth(20, 13)),
                                       built(cloth(2, 2))};
    for (const Model& from : meshes) {
        for (const Model& to : meshes) {
            std::vector<glm::vec3> flat; // the rest shape, so that every place is on a triangle
            for (const Vec3& place : to.rest_position) {
                flat.emplace_back(place);
            }
            for (int i = 0; index_of(i) < from.particle_count(); ++i) {
                const glm::vec3 own(from.rest_position[index_of(i)]);
                EXPECT_LT(glm::distance(place_in(from, i, to, flat), own), 1e-6f) << i;
            }
        }
    }
}

TEST(OtherMesh, AParticleOfACoarserMeshComesBackFromAFinerOne) {
    const Model coarse = built(cloth(8, 6));
    const Model fine = built(cloth(32, 24));
    for (int i = 0; index_of(i) < coarse.particle_count(); ++i) {
        EXPECT_EQ(same_place(fine, same_place(coarse, i, fine), coarse), i);
    }
}

TEST(OtherMesh, KeepsTheProportionOfTheScene) {
    EXPECT_EQ(grid_with({36, 24}, 18), (std::array{18, 12}));
    EXPECT_EQ(grid_with({24, 36}, 18), (std::array{12, 18}));
    EXPECT_EQ(grid_with({32, 32}, 1), (std::array{2, 2}));
    EXPECT_EQ(grid_with({64, 2}, 16), (std::array{16, 2})) << "a side has at least two";
    for (const SceneInfo& scene : scene_table()) {
        SceneSpec spec;
        spec.name = scene.key;
        if (find_scene_parameter(scene, "resolution") == nullptr) {
            continue;
        }
        const Model own = built(spec);
        ASSERT_GT(resolution_of(own), 0) << scene.key;
        const Model other = built(with_mesh(spec, own, {10, 0, -1}));
        EXPECT_EQ(resolution_of(other), 10) << scene.key;
        EXPECT_EQ(other.grid, grid_with(own.grid, 10)) << scene.key;
        // Numbered row by row: the corners are the same.
        const int last = static_cast<int>(own.particle_count()) - 1;
        EXPECT_EQ(same_place(own, 0, other), 0);
        EXPECT_EQ(index_of(same_place(own, last, other)), other.particle_count() - 1);
        EXPECT_EQ(same_place(own, own.grid[0] - 1, other), other.grid[0] - 1);
    }
}

TEST(OtherMesh, PinsMoveToTheNearestParticlesAndStayWhereTheyWere) {
    const SceneSpec spec = cloth(9, 9);
    const Model own = built(spec);
    const Model coarse = built(with_mesh(spec, own, {3, 0, -1}));
    // 40 is the middle; 41 beside it maps to the same particle: the first pin stays.
    const Changes pins = changes_in({{{40, {1, 2, 3}}, {41, {4, 5, 6}}}, {0}}, own, coarse);
    EXPECT_EQ(pins.pinned, (std::vector<Pin>{{4, {1, 2, 3}}}));
    EXPECT_EQ(pins.released, std::vector<int>{0});
    // A free particle cannot be released.
    EXPECT_TRUE(changes_in({{}, {40}}, own, coarse).released.empty());
}

TEST(OtherMesh, ARowOfPinsIsReleasedWithoutGaps) {
    SceneSpec spec = cloth(9, 9);
    spec.values["pins"] = {1, 0, 0}; // the whole top edge
    const Model own = built(spec);
    Changes all;
    for (int i = 0; i < 9; ++i) {
        all.released.push_back(i);
    }
    for (const int side : {4, 30}) {
        const Model other = built(with_mesh(spec, own, {side, 0, -1}));
        EXPECT_EQ(changes_in(all, own, other).released.size(), static_cast<std::size_t>(side)) << side;
        SceneSpec changed = with_mesh(spec, own, {side, 0, -1});
        changed.changes = changes_in(all, own, other);
        const Model free = built(changed);
        EXPECT_EQ(std::count(free.mass.begin(), free.mass.end(), 0.0), 0) << side;
    }
}

TEST(OtherMesh, APinThatIsSeenInACoarseMeshIsTheOneThatTheUserSet) {
    SceneSpec spec = cloth(32, 32);
    const Model own = built(spec);
    const Model coarse = built(with_mesh(spec, own, {16, 0, -1}));
    const int pinned = 5 * 32 + 5; // its nearest coarse particle is nearer to another fine one
    const int seen = same_place(own, pinned, coarse);
    EXPECT_NE(same_place(coarse, seen, own), pinned);
    pin(spec, pinned, {0, 0, 0}, false);
    EXPECT_EQ(own_particle(spec, own, seen, coarse), pinned);
    EXPECT_EQ(own_particle(spec, own, 0, coarse), 0);
}

TEST(OtherMesh, OfTwoGrabsOnOneParticleTheFirstStays) {
    const SceneSpec spec = cloth(9, 9);
    const Model own = built(spec);
    const Model coarse = built(with_mesh(spec, own, {3, 0, -1}));
    const std::vector<Grab> held = grabs_in({{40, {1, 2, 3}}, {41, {4, 5, 6}}, {80, {7, 8, 9}}}, own, coarse);
    ASSERT_EQ(held.size(), 2u);
    EXPECT_EQ(held[0].particle, 4);
    EXPECT_EQ(held[0].target, Vec3(1, 2, 3));
    EXPECT_EQ(held[1].particle, 8);
}

} // namespace
} // namespace xpbd::scenes
