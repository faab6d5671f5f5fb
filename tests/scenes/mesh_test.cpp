#include "core/model/fold.h"
#include "core/step/measure/fabric_reader.h"
#include "scenes/parts/body_material.h"
#include "scenes/parts/fabric_rows.h"
#include "scenes/scenes.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>
#include <vector>

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
    EXPECT_EQ(refusal(spec), "accepted") << "a vertex that no triangle names is dropped";
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

/// A grid cloth of a fabric, and its particles and triangles as a mesh. The mesh has texture coordinates, turned by
/// `degrees` against the cloth.
struct Pair {
    SceneSpec grid;
    SceneSpec mesh;
    Model model; ///< the grid's model
};
Pair grid_and_mesh(double degrees, double law) {
    Pair pair;
    pair.grid.name = "cloth";
    pair.grid.values = {{"resolution", {6, 8, 0}},   {"size", {1, 1.3, 0}}, {"gather", {0, 0, 0}},
                        {"noise", {0, 0, 0}},        {"tilt", {0, 0, 0}},   {"bending", {1, 0, 0}},
                        {"triangulation", {3, 0, 0}}};
    const std::map<std::string, Value, std::less<>> fabric = {
        {"material", {1, 0, 0}},         {"law", {law, 0, 0}},
        {"modulus_warp", {900, 0, 0}},   {"modulus_weft", {300, 0, 0}},
        {"poisson", {0.2, 0, 0}},        {"shear_modulus", {40, 0, 0}},
        {"rigidity_warp", {5e-5, 0, 0}}, {"rigidity_weft", {1e-5, 0, 0}},
        {"rigidity_bias", {2e-5, 0, 0}}, {"density", {0.3, 0, 0}}};
    pair.grid.values.insert(fabric.begin(), fabric.end());
    Result<Model> model = build(pair.grid);
    EXPECT_TRUE(model) << model.error().message;
    pair.model = std::move(*model);
    pair.mesh.name = "mesh";
    pair.mesh.values = fabric;
    pair.mesh.values["ground"] = {0, 0, 0}; // the mesh hangs below the ground, which would lift it
    pair.mesh.mesh = Mesh{pair.model.rest_position, pair.model.triangles, {}};
    const double c = std::cos(degrees * std::numbers::pi / 180);
    const double s = std::sin(degrees * std::numbers::pi / 180);
    for (const auto& triangle : pair.model.triangles) {
        auto& corners = pair.mesh.mesh->texture.emplace_back();
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3& at = pair.model.rest_position[index_of(triangle[k])];
            corners[k] = {0.1 * (c * at.x - s * at.y), 0.1 * (s * at.x + c * at.y)}; // any scale will do
        }
    }
    return pair;
}

/// Energy of each type of constraint after the body is bent, stretched and sheared in the same way [J].
std::vector<double> energies(const Model& model) {
    std::vector<Vec4> positions;
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        const Vec3& x = model.rest_position[i];
        positions.emplace_back(1.1 * x.x + 0.2 * x.y, 0.97 * x.y, 0.2 * x.x * x.x + 0.3 * x.y * x.x, 1);
    }
    std::vector<double> sums;
    for_each_type(model, [&](const auto& array, std::size_t first) {
        double sum = 0;
        for (std::size_t c = 0; c < array.size(); ++c) {
            const auto row = constraint_of(array, first, c);
            const double value = row.evaluate(positions).value;
            sum += value * value / (2 * *row.material().compliance);
        }
        sums.push_back(sum);
    });
    return sums;
}

TEST(MeshFabric, TextureThatIsTurnedGivesTheFabricOfAGridWhoseWarpIsTurned) {
    for (const double law : {0.0, 1.0}) {
        for (const double degrees : {0.0, 30.0, 90.0}) {
            Pair pair = grid_and_mesh(degrees, law);
            pair.grid.values["warp_angle"] = {-degrees, 0, 0}; // v points up, the grid's warp down
            const Result<Model> grid = build(pair.grid);
            const Result<Model> mesh = build(pair.mesh);
            ASSERT_TRUE(grid) << grid.error().message;
            ASSERT_TRUE(mesh) << mesh.error().message;
            EXPECT_EQ(mesh->fabric.size(), mesh->triangles.size());
            const std::vector<double> wanted = energies(*grid);
            const std::vector<double> found = energies(*mesh);
            ASSERT_EQ(found.size(), wanted.size());
            int types = 0;
            for (std::size_t type = 0; type < wanted.size(); ++type) {
                EXPECT_NEAR(found[type], wanted[type], 1e-11 * wanted[type]) << law << " " << degrees << " " << type;
                types += wanted[type] > 0 ? 1 : 0;
            }
            EXPECT_EQ(types, 2) << "woven yarns or membranes, and hinges";
            const auto moduli = nominal_moduli(*mesh);
            EXPECT_NEAR(moduli.warp, 900, 1e-9);
            EXPECT_NEAR(moduli.weft, 300, 1e-9);
            EXPECT_NEAR(moduli.shear, 40, 1e-9);
        }
        // 30 and 0 degrees differ by far more than the tolerance.
        const double at_30 = energies(*build(grid_and_mesh(30, law).mesh))[ConstraintTypes::place_of<Membrane>] +
                             energies(*build(grid_and_mesh(30, law).mesh))[ConstraintTypes::place_of<Woven>];
        const double at_0 = energies(*build(grid_and_mesh(0, law).mesh))[ConstraintTypes::place_of<Membrane>] +
                            energies(*build(grid_and_mesh(0, law).mesh))[ConstraintTypes::place_of<Woven>];
        EXPECT_GT(std::abs(at_30 / at_0 - 1), 0.05);
    }
}

TEST(MeshFabric, WithoutTextureTheWarpRunsAlongTheAxisThatIsNamed) {
    Pair pair = grid_and_mesh(90, 1);
    const std::vector<double> along_x = energies(*build(pair.mesh)); // the texture turns the warp to x
    pair.mesh.mesh->texture.clear();
    pair.grid.values["warp_angle"] = {0, 0, 0};
    const std::vector<double> down = energies(*build(pair.grid));
    for (const auto& [axis, wanted] : {std::pair(0.0, &down), {1.0, &along_x}, {2.0, &down}, {3.0, &along_x}}) {
        // Choice 0 (texture) takes y, because the mesh lacks a texture. Choice 3 (z, across the sheet) takes the next
        // axis, x.
        pair.mesh.values["warp_axis"] = {axis, 0, 0};
        const Result<Model> model = build(pair.mesh);
        ASSERT_TRUE(model) << model.error().message;
        const std::vector<double> found = energies(*model);
        for (std::size_t type = 0; type < found.size(); ++type) {
            EXPECT_NEAR(found[type], (*wanted)[type], 1e-11 * (*wanted)[type]) << axis << " " << type;
        }
    }
    // Turned by 90 degrees about the triangles' normals, y becomes x.
    pair.mesh.values["warp_axis"] = {2, 0, 0};
    pair.mesh.values["warp_angle"] = {90, 0, 0};
    const std::vector<double> turned = energies(*build(pair.mesh));
    EXPECT_NEAR(turned[ConstraintTypes::place_of<Membrane>], along_x[ConstraintTypes::place_of<Membrane>], 1e-10);
}

TEST(MeshFabric, TextureWithoutAreaIsNamedAndAnAxisHelps) {
    Pair pair = grid_and_mesh(0, 1);
    pair.mesh.mesh->texture[7] = {{{0.1, 0.2}, {0.2, 0.3}, {0.3, 0.4}}}; // on a line
    EXPECT_EQ(refusal(pair.mesh), "scene.mesh: triangles[7]: its texture coordinates have no area, so that they give a "
                                  "fabric no warp; mend the file, or give the scene the warp_axis x, y or z");
    pair.mesh.values["warp_axis"] = {2, 0, 0};
    EXPECT_EQ(refusal(pair.mesh), "accepted");
    pair.mesh.values["warp_axis"] = {0, 0, 0};
    pair.mesh.values["material"] = {0, 0, 0};
    EXPECT_EQ(refusal(pair.mesh), "accepted") << "springs have no warp";
}

TEST(MeshFabric, HasTheMassOfItsMaterialAndTheRowsThatAct) {
    SceneSpec spec = square();
    EXPECT_EQ(unused_reason(spec, "density"), "");
    EXPECT_NE(unused_reason(spec, "warp_axis"), "");
    EXPECT_NE(unused_reason(spec, "modulus_warp"), "");
    EXPECT_EQ(scene_value(spec, "density")[0], 0.25);
    for (std::size_t i = 0; i < kMaterialChoices.size(); ++i) {
        if (kMaterialChoices[i] == "denim") {
            choose_material(spec, static_cast<double>(i));
        }
    }
    ASSERT_NE(measured_fabric(spec), nullptr);
    EXPECT_EQ(scene_value(spec, "density")[0], measured_fabric(spec)->density);
    EXPECT_EQ(unused_reason(spec, "warp_axis"), "");
    const Result<Model> model = build(spec);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_NEAR(std::accumulate(model->mass.begin(), model->mass.end(), 0.0), 4 * measured_fabric(spec)->density,
                1e-12);
    EXPECT_TRUE(model->has_material);
    EXPECT_FALSE(model->has_triangulation) << "it has its own";
}

TEST(MeshFabric, OfASurfaceThatIsBentIsAtRestAsItIs) {
    SceneSpec spec = square();
    choose_material(spec, 1);
    spec.mesh->positions[2].y = 1.7;
    const Result<Model> model = build(spec);
    ASSERT_TRUE(model) << model.error().message;
    for_each_type(*model, [&](const auto& array, std::size_t first) {
        for (std::size_t c = 0; c < array.size(); ++c) {
            std::vector<Vec4> positions;
            for (const Vec3& x : model->rest_position) {
                positions.emplace_back(x, 1);
            }
            EXPECT_NEAR(constraint_of(array, first, c).evaluate(positions).value, 0, 1e-12);
        }
    });
    EXPECT_EQ(model->of_type<Dihedral>().size(), 1u);
}

/// Two rectangles, one above the other, with this total height and depth, and a vertex above them without triangles.
Mesh strip(double height, double depth) {
    Mesh mesh;
    for (int row = 0; row < 3; ++row) {
        for (const double x : {0.0, 1.0}) {
            mesh.positions.emplace_back(x, 5 + height * row / 2, 3 + depth * row / 2);
        }
    }
    mesh.triangles = {{0, 1, 3}, {0, 3, 2}, {2, 3, 5}, {2, 5, 4}};
    mesh.positions.emplace_back(0.5, 5 + 2 * height, 3);
    return mesh;
}

TEST(HangingMesh, IsPinnedAtTheVerticesOfItsTopAndHangsFreely) {
    const SceneSpec spec = hanging_mesh(strip(2, 0), "s.obj");
    EXPECT_EQ(spec.name, "mesh");
    EXPECT_EQ(spec.file, "s.obj");
    EXPECT_EQ(spec.pins, (std::vector<int>{4, 5}));
    const Result<Model> model = build(spec);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_NEAR(model->rest_lowest, 0.5, 1e-12) << "a quarter of its height is free below it";
}

TEST(HangingMesh, PinsWhatLiesWithinTwoPercentOfItsHeightAndAlwaysTwo) {
    Mesh mesh = strip(2, 0);
    mesh.positions[2].y = 7 - 0.039; // the mesh is 2 m high
    mesh.positions[3].y = 7 - 0.041;
    EXPECT_EQ(hanging_mesh(mesh, "s.obj").pins, (std::vector<int>{2, 4, 5}));
    mesh.positions[4].y = 8; // alone at the top
    EXPECT_EQ(hanging_mesh(mesh, "s.obj").pins, (std::vector<int>{4, 5}));
}

TEST(HangingMesh, ThatLiesFlatSwingsDownFromItsFarEdge) {
    const SceneSpec spec = hanging_mesh(strip(0.01, 2), "s.obj");
    EXPECT_EQ(spec.pins, (std::vector<int>{0, 1}));
    const Result<Model> model = build(spec);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_NEAR(model->rest_position[0].y + 0.01, 2.5, 1e-12) << "1.25 times its length above the ground";
}

TEST(HangingMesh, InCentimetresOrMillimetresIsReadAsSuch) {
    for (const auto& [factor, scale] :
         {std::pair(1.0, 1.0), {9.0, 1.0}, {11.0, 0.01}, {999.0, 0.01}, {1001.0, 0.001}}) {
        Mesh mesh = strip(2, 0);
        for (Vec3& at : mesh.positions) {
            at *= factor;
        }
        const SceneSpec spec = hanging_mesh(mesh, "s.obj");
        EXPECT_EQ(scene_value(spec, "scale")[0], scale) << factor;
        const Result<Model> model = build(spec);
        ASSERT_TRUE(model) << model.error().message;
        EXPECT_NEAR(model->rest_lowest, 0.25 * 2 * factor * scale, 1e-9) << factor;
    }
}

} // namespace
} // namespace xpbd::scenes
