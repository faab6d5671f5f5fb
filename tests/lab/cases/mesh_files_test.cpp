// Meshes that modelling programs write: the files of tests/cases/obj, and more of each kind.
#include "lab/study/output.h"

#include "case.h"

#include "lab/files/obj.h"
#include "lab/text/start_text.h"

#include <algorithm>
#include <numeric>

namespace xpbd::lab {
namespace {

scenes::SceneSpec spec_of(scenes::Mesh mesh) {
    scenes::SceneSpec spec;
    spec.name = "mesh";
    spec.file = "m.obj";
    spec.mesh = std::move(mesh);
    return spec;
}

/// The scene of a file of tests/cases/obj.
scenes::SceneSpec case_spec(const std::string& name) {
    Result<scenes::Mesh> mesh = load_obj(test::source_folder() + "/tests/cases/obj/" + name);
    EXPECT_TRUE(mesh) << mesh.error().message;
    return spec_of(mesh ? std::move(*mesh) : scenes::Mesh{});
}

scenes::SceneSpec text_spec(const std::string& text) {
    Result<scenes::Mesh> mesh = parse_obj(text, "m.obj");
    EXPECT_TRUE(mesh) << mesh.error().message << "\n" << text;
    return spec_of(mesh ? std::move(*mesh) : scenes::Mesh{});
}

std::string refusal(const std::string& text) {
    const Result<scenes::Mesh> mesh = parse_obj(text, "m.obj");
    if (!mesh) {
        return mesh.error().message;
    }
    const Result<Model> model = scenes::build(spec_of(*mesh));
    return model ? "accepted" : model.error().message;
}

double area_of(const Vec3& a, const Vec3& b, const Vec3& c) {
    return glm::length(glm::cross(b - a, c - a)) / 2;
}

double area(const scenes::SceneSpec& spec) {
    const Result<Model> model = scenes::build(spec);
    EXPECT_TRUE(model) << model.error().message;
    double sum = 0;
    for (const auto& [a, b, c] : model->triangles) {
        const auto at = [&](int i) { return model->rest_position[index_of(i)]; };
        sum += area_of(at(a), at(b), at(c));
    }
    return sum;
}

/// The lines that the command `run` prints about this scene when it starts.
std::string said(const scenes::SceneSpec& spec) {
    const Result<Model> model = scenes::build(spec);
    EXPECT_TRUE(model) << model.error().message;
    const std::vector<std::string> lines = start_lines(spec, *model);
    return std::accumulate(lines.begin(), lines.end(), std::string(),
                           [](std::string all, const std::string& line) { return std::move(all) + line + "\n"; });
}

bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST(MeshFiles, PolygonsKeepTheirAreaAndTheirCorners) {
    EXPECT_NEAR(area(case_spec("concave_quad.obj")), 4.5, 1e-12);
    EXPECT_EQ(case_spec("concave_quad.obj").mesh->triangles.size(), 2u);
    EXPECT_NEAR(area(case_spec("comb.obj")), 13.25, 1e-12);
    EXPECT_EQ(case_spec("comb.obj").mesh->triangles.size(), 16u);
    EXPECT_NEAR(area(case_spec("rectangle_with_mid_edge_corners.obj")), 4, 1e-12);
    EXPECT_EQ(case_spec("rectangle_with_mid_edge_corners.obj").mesh->triangles.size(), 4u);
    // A square with a further corner in the middle of every side.
    const scenes::SceneSpec square =
        text_spec("v 0 0 0\nv 1 0 0\nv 2 0 0\nv 2 1 0\nv 2 2 0\nv 1 2 0\nv 0 2 0\nv 0 1 0\nf 1 2 3 4 5 6 7 8\n");
    EXPECT_EQ(square.mesh->triangles.size(), 6u);
    EXPECT_NEAR(area(square), 4, 1e-12);
    const scenes::SceneSpec triangle = text_spec("v 0 0 0\nv 1 0 0\nv 2 0 0\nv 3 0 0\nv 0 3 0\nf 1 2 3 4 5\n");
    EXPECT_EQ(triangle.mesh->triangles.size(), 3u);
    EXPECT_NEAR(area(triangle), 4.5, 1e-12);
}

TEST(MeshFiles, PolygonsThatCannotBeCutAreRefusedWithTheirLine) {
    const std::string square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 2 0 0\nv 3 0 0\nv 0.2 3 0\n";
    EXPECT_TRUE(holds(refusal(square + "f 1 2 3\nf 1 3 2 7\n"), "m.obj: line 9: face 2 of 4 corners"))
        << refusal(square + "f 1 2 3\nf 1 3 2 7\n");
    EXPECT_TRUE(holds(refusal(square + "f 1 2 5 6\n"), "m.obj: line 8: face 1 of 4 corners has no area"));
    EXPECT_TRUE(holds(refusal(square + "f 1 2 3 1 4\n"), "m.obj: line 8: a face names vertex 1 twice"));
}

TEST(MeshFiles, AreReadAsPeopleWriteThem) {
    EXPECT_EQ(case_spec("bom_first_vertex_lost.obj").mesh->positions.front(), Vec3(0, 1, 0));
    EXPECT_NEAR(area(case_spec("bom_first_vertex_lost.obj")), 1, 1e-12);
    EXPECT_NEAR(area(case_spec("comment_after_face.obj")), 0.5, 1e-12);
    EXPECT_NEAR(area(case_spec("continued_line.obj")), 0.5, 1e-12);
    const std::string three = "v 0 1 0\nv 1 1 0\nv 1 2 0\n";
    const std::string of_a_modeller =
        "v 0 1 0 0.5 0.5 0.5\nv 1 1 \\\n0 1 0 0#red\nv 1 2 0 1\nmtllib a.mtl # C:\\\no x\n"
        "g a b\ns off\nf -3 -2 -1\n";
    for (const std::string& text : std::vector<std::string>{
             "\xEF\xBB\xBF" + three + "f 1 2 3", // no end of line
             "\xEF\xBB\xBF# by a modeller\r\n" + three + "f 1 2 3\r\n",
             three + "\tf\t1//7 \t2//7 3//7 # with normals\n", // tabs
             three + "f 1 \\\r\n 2 \\  \r\n3\r\n",
             of_a_modeller,
             "f 1 2 3\n" + three, // the face is before its vertices
             three + "f 1 2 3 3\n",
         }) {
        EXPECT_NEAR(area(text_spec(text)), 0.5, 1e-12) << text;
    }
}

TEST(MeshFiles, WhatIsLeftOutIsCountedAndNamed) {
    const scenes::SceneSpec unused = case_spec("unused_vertex.obj");
    EXPECT_TRUE(holds(said(unused), "3 vertices, 1 triangle, 1 piece")) << said(unused);
    EXPECT_TRUE(holds(said(unused), "1 vertex dropped that no triangle names")) << said(unused);
    EXPECT_TRUE(holds(said(case_spec("same_triangle_twice.obj")), "face 2 (line 5) repeats face 1 (line 4): left out"));
    const std::string three = "v 0 1 0\nv 1 1 0\nv 1 2 0\n";
    const std::string text = said(text_spec(three + "l 1 2\nl 2 3\np 1\nf 1 2 3\nf 1 1 2\nf 3 2 1\nF 1 2 3\n"));
    EXPECT_TRUE(holds(text, "2 x line (\"l\", line 4 and others) left out")) << text;
    EXPECT_TRUE(holds(text, "1 x point (\"p\", line 6) left out")) << text;
    EXPECT_TRUE(holds(text, "1 triangle without area left out (face 2 (line 8))")) << text;
    EXPECT_TRUE(holds(text, "face 3 (line 9) repeats face 1 (line 7): left out")) << text;
    EXPECT_TRUE(holds(text, "1 x unknown statement (\"F\", line 10) left out")) << text;
    const Result<scenes::Mesh> lines = load_obj(test::source_folder() + "/tests/cases/obj/lines_only.obj");
    ASSERT_FALSE(lines);
    EXPECT_TRUE(holds(lines.error().message, "there are no faces")) << lines.error().message;
    EXPECT_TRUE(holds(lines.error().message, "1 x line (\"l\", line 4) left out, only faces are read"));
    EXPECT_TRUE(holds(refusal(three + "v 5 0 0\nv 6 0 0\nv 7 0 0\nf 1 2 3\nf 1 2 4\nf 2 1 5\n"),
                      "m.obj: line 9: the edge between the vertices 1 and 2: belongs to 3 triangles"));
}

TEST(MeshFiles, PinsNameVerticesOfTheFileWhateverIsDropped) {
    scenes::SceneSpec spec = case_spec("unused_vertex.obj");
    spec.pins = {3};
    const Result<Model> model = scenes::build(spec);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->mass[2], 0) << "vertex 3 of 0 to 3 is the last particle";
    spec.pins = {0};
    EXPECT_TRUE(holds(scenes::build(spec).error().message, "scene.pins[0]: vertex 0 of the mesh belongs to no"));
}

TEST(MeshFiles, ASeamIsToldAndWelded) {
    scenes::SceneSpec spec = case_spec("seam_of_coincident_vertices.obj");
    EXPECT_TRUE(holds(said(spec), "6 vertices, 2 triangles, 2 pieces")) << said(spec);
    EXPECT_TRUE(holds(said(spec), "2 coincident vertices, 2 pieces")) << said(spec);
    spec.values["weld"] = {1e-6, 0, 0};
    spec.pins = {5};
    const Result<Model> model = scenes::build(spec);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->particle_count(), 4u);
    EXPECT_EQ(model->of_type<Dihedral>().size(), 1u) << "it bends across the seam";
    EXPECT_EQ(model->mass[3], 0) << "the pin follows its vertex";
    EXPECT_TRUE(holds(said(spec), "2 vertices joined to another one by weld")) << said(spec);
    EXPECT_TRUE(holds(said(spec), "1 piece")) << said(spec);
    spec.values["weld"] = {1, 0, 0};
    EXPECT_TRUE(holds(scenes::build(spec).error().message, "weld: 1 m joins the corners of every triangle"));
}

TEST(MeshFiles, ASeamOfVerticesThatAreAlmostCoincidentIsWelded) {
    scenes::SceneSpec spec =
        text_spec("v 0 1 0\nv 1 1 0\nv 1 2 0\nv 1e-4 1 0\nv 1 2.0001 0\nv 0 2 0\nf 1 2 3\nf 4 5 6\n");
    EXPECT_FALSE(holds(said(spec), "coincident"));
    spec.values["weld"] = {2e-4, 0, 0};
    EXPECT_EQ(scenes::build(spec)->particle_count(), 4u);
    spec.values["weld"] = {0.5e-4, 0, 0};
    EXPECT_EQ(scenes::build(spec)->particle_count(), 6u);
}

/// The largest kinetic energy within some frames from the start [J].
double most_kinetic_energy(const scenes::SceneSpec& scene, int frames) {
    Session session = *default_session("mesh");
    session.scene = scene;
    Experiment experiment = test::started(session);
    double most = 0;
    for (int frame = 1; frame <= frames; ++frame) {
        experiment.step();
        for (std::size_t pane = 0; pane < experiment.panes().size(); ++pane) {
            most = std::max(most, test::reading(experiment, "kinetic_energy", pane));
        }
    }
    return most;
}

TEST(MeshInsideTheGround, IsLiftedOntoItAndSaysSo) {
    const scenes::SceneSpec spec = case_spec("below_the_ground.obj");
    const Result<Model> model = scenes::build(spec);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_NEAR(model->rest_lowest, model->contact_distance, 1e-12);
    EXPECT_TRUE(holds(said(spec), "lowest point -0.125 m")) << said(spec);
    EXPECT_TRUE(holds(said(spec), "lifted by 0.135 m")) << said(spec);
    EXPECT_LT(most_kinetic_energy(spec, 5), 0.01) << "of a sheet of 16 g that begins to fall over";
}

TEST(MeshInsideTheGround, IsLiftedOffTheBallToo) {
    scenes::SceneSpec spec = case_spec("below_the_ground.obj");
    spec.values["sphere_radius"] = {0.3, 0, 0};
    const Result<Model> model = scenes::build(spec);
    ASSERT_TRUE(model) << model.error().message;
    for (const Vec3& p : model->rest_position) {
        EXPECT_GT(glm::length(p - Vec3(0, 0.3, 0)), 0.31 - 1e-9);
    }
    EXPECT_LT(most_kinetic_energy(spec, 5), 0.01);
    spec.values["ground"] = {0, 0, 0};
    spec.values["sphere_radius"] = {0, 0, 0};
    EXPECT_NEAR(scenes::build(spec)->rest_lowest, -0.125, 1e-12) << "nothing to lie inside of";
}

/// A square of particles in a custom scene, level at this height, with springs along its sides.
std::string custom_square(double height, const std::string& masses, const std::string& collider) {
    std::string particles, sides;
    for (int i = 0; i < 4; ++i) {
        particles += std::string(i > 0 ? "," : "") + R"({"position":[)" + (i == 1 || i == 2 ? "0.1" : "-0.1") + "," +
                     std::to_string(height) + "," + (i >= 2 ? "0.1" : "-0.1") + R"(],"mass":)" +
                     masses.substr(2 * static_cast<std::size_t>(i), 1) + "}";
        sides += std::string(i > 0 ? "," : "") + R"({"particles":[)" + std::to_string(i) + "," +
                 std::to_string((i + 1) % 4) + "]}";
    }
    return R"({"format":"xpbd-lab","version":2,"scene":{"name":"custom","particles":[)" + particles +
           R"(],"distance":[)" + sides + R"(],"colliders":[)" + collider + R"(]},"panes":[{}]})";
}

TEST(BodyInsideACollider, IsMovedOutAsAWholeAndSaysSo) {
    for (const char* collider :
         {R"({"plane":[0,1,0,0]})", R"({"box":[0,-0.5,0,2,0.5,2]})", R"({"capsule":[-1,-0.2,0,1,-0.2,0,0.25]})"}) {
        const Result<Session> session = parse_session(custom_square(-0.15, "1 1 1 1", collider), "s");
        ASSERT_TRUE(session) << session.error().message;
        const Result<Model> model = scenes::build(session->scene);
        ASSERT_TRUE(model) << model.error().message;
        EXPECT_NEAR(glm::length(model->rest_position[1] - model->rest_position[0]), 0.2, 1e-12);
        for (const Vec3& p : model->rest_position) {
            EXPECT_GE(gap_to(model->colliders[0].shape, p).distance, -1e-6) << collider;
        }
        EXPECT_TRUE(holds(said(session->scene), "4 particles started inside a collider")) << said(session->scene);
    }
    const Result<Session> held = parse_session(custom_square(-0.15, "0 1 1 1", R"({"plane":[0,1,0,0]})"), "s");
    ASSERT_FALSE(held);
    EXPECT_TRUE(holds(held.error().message, "particle 1 starts 0.15 m inside a collider")) << held.error().message;
    const Result<Session> above = parse_session(custom_square(0.5, "1 1 1 1", R"({"plane":[0,1,0,0]})"), "s");
    EXPECT_EQ(said(above->scene), "");
}

} // namespace
} // namespace xpbd::lab
