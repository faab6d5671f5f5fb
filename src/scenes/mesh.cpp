#include "scenes/parts/builders.h"
#include "scenes/parts/edges.h"
#include "scenes/parts/values.h"

#include <algorithm>
#include <cmath>

namespace xpbd::scenes {
namespace {

constexpr ParameterInfo kMeshRows[] = {
    {.key = "density",
     .label = "Density",
     .unit = "kg/m^2",
     .scale = Scale::logarithmic,
     .min = 1e-3,
     .max = 1e3,
     .default_value = {0.25, 0, 0},
     .tooltip = "Mass per area of the surface; each triangle's mass goes in thirds to its corners."},
    {.key = "scale",
     .label = "Scale",
     .unit = "",
     .scale = Scale::logarithmic,
     .min = 1e-3,
     .max = 1e3,
     .default_value = {1, 0, 0},
     .tooltip = "Factor from the file's units to metres."},
    {.key = "height",
     .label = "Height",
     .unit = "m",
     .scale = Scale::linear,
     .min = -100,
     .max = 100,
     .default_value = {0, 0, 0},
     .tooltip = "Added to the height of every particle of the file."},
    {.key = "sphere_radius",
     .label = "Sphere radius",
     .unit = "m",
     .scale = Scale::linear,
     .min = 0,
     .max = 10,
     .default_value = {0, 0, 0},
     .tooltip = "Of a ball at rest on the ground below the origin; 0 leaves it out."},
    {.key = "ground",
     .label = "Ground",
     .unit = "",
     .scale = Scale::toggle,
     .default_value = {1, 0, 0},
     .tooltip = "A solid floor at height 0."},
    friction_row(),
};

constexpr std::pair<std::string_view, std::string_view> kMeshSuggested[] = {
    {"dt", "0.008333333333333333"}, {"iterations", "20"},        {"velocity_damping", "1"},
    {"stretch_stiffness", "0.1"},   {"bend_stiffness", "0.005"}, {"stretch_compliance", "0.005"},
    {"bend_compliance", "1000"},
};

std::string name_of(const char* array, std::size_t i) {
    return std::string(array) + "[" + std::to_string(i) + "]";
}

/// The first fault of the triangles themselves, or "".
std::string fault_in(const Model& model) {
    const auto count = static_cast<int>(model.particle_count());
    if (model.triangles.empty()) {
        return "the mesh has no triangles; a cloth needs at least one";
    }
    std::vector<bool> used(model.particle_count(), false);
    for (std::size_t t = 0; t < model.triangles.size(); ++t) {
        const auto& triangle = model.triangles[t];
        for (const int p : triangle) {
            if (p < 0 || p >= count) {
                return name_of("triangles", t) + ": index " + std::to_string(p) + " is out of range, there are " +
                       std::to_string(count) + " particles (0 to " + std::to_string(count - 1) + ")";
            }
            used[static_cast<std::size_t>(p)] = true;
        }
        if (triangle[0] == triangle[1] || triangle[1] == triangle[2] || triangle[2] == triangle[0]) {
            return name_of("triangles", t) + ": a corner is named twice, it needs three";
        }
        const auto at = [&](int corner) { return model.rest_position[static_cast<std::size_t>(corner)]; };
        const Vec3 ab = at(triangle[1]) - at(triangle[0]);
        const Vec3 ac = at(triangle[2]) - at(triangle[0]);
        const double longest = std::max(glm::dot(ab, ab), glm::dot(ac, ac));
        if (!(glm::length(glm::cross(ab, ac)) > 1e-12 * longest)) {
            return name_of("triangles", t) + ": has no area, or corners that are not finite numbers";
        }
    }
    const auto loose = std::find(used.begin(), used.end(), false);
    if (loose != used.end()) {
        return name_of("particles", static_cast<std::size_t>(loose - used.begin())) + ": belongs to no triangle";
    }
    return "";
}

constexpr SceneReadout kMeshReadouts[] = {{"sag"}, {"effective_stiffness"}, {"mean_strain"}};

Result<Model> build_mesh(const SceneSpec& spec) {
    if (!spec.mesh) {
        return Error{"scene.file: the mesh scene needs an OBJ file, such as \"file\": \"shirt.obj\""};
    }
    const double scale = number(spec, "scale");
    const Vec3 lift(0, number(spec, "height"), 0);
    Model model;
    for (const Vec3& p : spec.mesh->positions) {
        model.rest_position.push_back(scale * p + lift);
    }
    model.triangles = spec.mesh->triangles;
    model.mass.assign(model.particle_count(), 0);
    const std::string fault = fault_in(model);
    if (!fault.empty()) {
        return Error{"scene.mesh: " + fault};
    }
    const double density = number(spec, "density");
    for (const auto& triangle : model.triangles) {
        const auto at = [&](std::size_t corner) {
            return model.rest_position[static_cast<std::size_t>(triangle[corner])];
        };
        const double area = glm::length(glm::cross(at(1) - at(0), at(2) - at(0))) / 2;
        for (const int p : triangle) {
            model.mass[static_cast<std::size_t>(p)] += density * area / 3;
        }
    }
    for (std::size_t i = 0; i < spec.pins.size(); ++i) {
        const int pin = spec.pins[i];
        if (pin < 0 || static_cast<std::size_t>(pin) >= model.particle_count()) {
            return Error{"scene." + name_of("pins", i) + ": index " + std::to_string(pin) +
                         " is out of range, there are " + std::to_string(model.particle_count()) + " particles (0 to " +
                         std::to_string(model.particle_count() - 1) + ")"};
        }
        model.mass[static_cast<std::size_t>(pin)] = 0;
    }
    const double friction = number(spec, "friction");
    const double radius = number(spec, "sphere_radius");
    if (toggled(spec, "ground")) {
        model.colliders.push_back({Plane{{0, 1, 0}, 0}, friction});
    }
    if (radius > 0) {
        model.colliders.push_back({Sphere{{0, radius, 0}, radius}, friction});
    }
    model.contact_distance = 0.01;
    const Status added = add_mesh_constraints(model);
    if (!added) {
        return Error{"scene.mesh: " + added.error().message};
    }
    return finished(std::move(model));
}

} // namespace

Status add_mesh_constraints(Model& model) {
    const std::string fault = fault_in(model);
    if (!fault.empty()) {
        return Error{fault};
    }
    const std::vector<MeshEdge> edges = collect_edges(model.triangles);
    for (const MeshEdge& edge : edges) {
        if (edge.triangle_count > 2) {
            return Error{"edge " + std::to_string(edge.particles[0]) + "-" + std::to_string(edge.particles[1]) +
                         ": belongs to " + std::to_string(edge.triangle_count) +
                         " triangles; a cloth's edge has one or two"};
        }
        add_distance(model, edge.particles[0], edge.particles[1], {Role::stretch, {}, {}, {}});
    }
    for (const MeshEdge& edge : edges) {
        if (edge.triangle_count == 2) {
            add_dihedral(model, edge.particles[0], edge.particles[1], edge.opposite[0], edge.opposite[1],
                         {Role::bend, {}, {}, {}});
        }
    }
    return ok();
}

const SceneInfo kMesh{
    "mesh",
    "Cloth from a file",
    "Any triangle mesh as a cloth: stretch along every edge, bending across every inner one. Bring your own "
    "OBJ file and pin particles by their number.",
    kMeshRows,
    kMeshSuggested,
    kMeshReadouts,
    &build_mesh};

} // namespace xpbd::scenes
