#include "scenes/scenes.h"

#include <gtest/gtest.h>
#include <limits>
#include <numeric>

namespace xpbd::scenes {
namespace {

SceneSpec square() {
    SceneSpec spec;
    spec.name = "mesh";
    spec.file = "square.obj";
    spec.mesh = Mesh{{{0, 1, 0}, {2, 1, 0}, {2, 1, 2}, {0, 1, 2}}, {{0, 2, 1}, {0, 3, 2}}};
    return spec;
}

std::string refusal(const SceneSpec& spec) {
    const Result<Model> model = build(spec);
    return model ? "accepted" : model.error().message;
}

TEST(MeshScene, StretchesEveryEdgeOnceAndBendsAcrossTheInnerOne) {
    const Result<Model> model = build(square());
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->of_type<Distance>().size(), 5u);
    EXPECT_EQ(model->of_type<Dihedral>().size(), 1u);
}

TEST(MeshScene, MassIsDensityTimesArea) {
    SceneSpec spec = square();
    spec.values["density"] = {0.5, 0, 0};
    spec.values["scale"] = {3, 0, 0};
    const Result<Model> model = build(spec);
    ASSERT_TRUE(model);
    EXPECT_NEAR(std::accumulate(model->mass.begin(), model->mass.end(), 0.0), 0.5 * 36, 1e-12);
}

TEST(MeshScene, PinsFixParticles) {
    SceneSpec spec = square();
    spec.pins = {1, 3};
    const Result<Model> model = build(spec);
    ASSERT_TRUE(model);
    EXPECT_EQ(model->mass[1], 0);
    EXPECT_EQ(model->mass[3], 0);
    EXPECT_GT(model->mass[0], 0);
}

TEST(MeshScene, NamesTheFaultOfAMesh) {
    SceneSpec spec = square();
    spec.mesh->triangles.clear();
    EXPECT_NE(refusal(spec).find("no triangles"), std::string::npos);
    spec = square();
    spec.mesh->triangles[1][2] = 7;
    EXPECT_NE(refusal(spec).find("triangles[1]"), std::string::npos);
    spec = square();
    spec.mesh->triangles[0] = {0, 0, 1};
    EXPECT_NE(refusal(spec).find("named twice"), std::string::npos);
    spec = square();
    spec.mesh->positions[2] = {1, 1, 0}; // on the edge 0 1
    EXPECT_NE(refusal(spec).find("triangles[0]: has no area"), std::string::npos);
    spec = square();
    spec.mesh->positions[2].y = std::numeric_limits<double>::quiet_NaN();
    EXPECT_NE(refusal(spec).find("triangles[0]"), std::string::npos);
    spec = square();
    spec.mesh->positions.push_back({5, 5, 5});
    EXPECT_NE(refusal(spec).find("particles[4]: belongs to no triangle"), std::string::npos);
    spec = square();
    spec.mesh->positions.push_back({1, 3, 1});
    spec.mesh->triangles.push_back({0, 2, 4});
    EXPECT_NE(refusal(spec).find("edge 0-2: belongs to 3 triangles"), std::string::npos);
    spec = square();
    spec.pins = {4};
    EXPECT_NE(refusal(spec).find("pins[0]"), std::string::npos);
    spec = square();
    spec.mesh.reset();
    EXPECT_NE(refusal(spec).find("OBJ"), std::string::npos);
}

} // namespace
} // namespace xpbd::scenes
