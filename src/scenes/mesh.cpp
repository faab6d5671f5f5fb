// The scene "mesh": a triangle mesh from an OBJ file as cloth, of springs or of a fabric.
#include "core/base/math/elementary.h"
#include "core/model/fabric.h"
#include "scenes/parts/builders.h"
#include "scenes/parts/edges.h"
#include "scenes/parts/fabric_rows.h"
#include "scenes/parts/surface.h"
#include "scenes/parts/values.h"
#include "scenes/scenes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

namespace xpbd::scenes {
namespace {

constexpr ParameterInfo kMeshOwnRows[] = {
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
     .tooltip =
         "Added to the height of every particle of the file. Where a particle would start inside the ground or the "
         "ball, the whole mesh is lifted onto it."},
    {.key = "weld",
     .label = "Weld",
     .unit = "m",
     .scale = Scale::logarithmic,
     .min = 1e-9,
     .max = 1,
     .default_value = {0, 0, 0},
     .zero_allowed = true,
     .zero_label = "Off",
     .tooltip = "Vertices of the file that are at most this far apart become one particle, as at the seams that a "
                "modeller leaves between its parts. Triangles that this leaves without a place are dropped."},
    {.key = "thickness",
     .label = "Thickness",
     .unit = "m",
     .scale = Scale::logarithmic,
     .min = 1e-6,
     .max = 1,
     .default_value = {0, 0, 0},
     .zero_allowed = true,
     .zero_label = "Off",
     .tooltip = "Distance that particles of the mesh keep from each other; 0 lets it pass through itself. From about "
                "the length of an edge on nothing fits through."},
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

/// Source of the warp direction. The order is that of kWarpAxisChoices.
enum class WarpAxis { texture, x, y, z };
constexpr std::string_view kWarpAxisChoices[] = {"texture", "x", "y", "z"};
constexpr std::string_view kWarpAxisLabels[] = {"Texture coordinates, else y", "x", "y", "z"};
constexpr ParameterInfo kWarpAxisRow{
    .key = kWarpAxis,
    .label = "Warp along",
    .unit = "",
    .scale = Scale::choice,
    .min = 0,
    .max = 3,
    .default_value = {0, 0, 0},
    .choices = kWarpAxisChoices,
    .choice_labels = kWarpAxisLabels,
    .tooltip =
        "Of a fabric. texture: along the v of the file's texture coordinates, y where it has none. x, y, z: along "
        "this axis, as it lies in each triangle's plane; where that is across the axis, along the next one."};

/// True for the rows of kFabricRows that the mesh scene has, too. A mesh has its own triangles, and kMeshOwnRows
/// contains a density that also applies to springs.
constexpr bool is_mesh_row(const ParameterInfo& row) {
    return row.key != "density" && row.key != "triangulation";
}
constexpr auto kMeshRows = [] {
    std::array<ParameterInfo, std::size(kMeshOwnRows) + kFabricRows.size() - 1> rows{};
    std::size_t count = 0;
    for (const ParameterInfo& row : kMeshOwnRows) {
        rows[count++] = row;
    }
    for (const ParameterInfo& row : kFabricRows) {
        if (is_mesh_row(row)) {
            rows[count++] = row;
        }
    }
    rows[count] = kWarpAxisRow;
    return rows;
}();
static_assert(kMeshRows.back().key == kWarpAxis);

constexpr std::pair<std::string_view, std::string_view> kMeshSuggested[] = {
    {"dt", "0.008333333333333333"}, {"iterations", "20"},        {"velocity_damping", "1"},
    {"stretch_stiffness", "0.1"},   {"bend_stiffness", "0.005"}, {"stretch_compliance", "0.005"},
    {"bend_compliance", "1000"},
};

std::string name_of(const char* array, std::size_t i) {
    return std::string(array) + "[" + std::to_string(i) + "]";
}

/// The first fault in the triangles' geometry, or "".
std::string fault_in(const Surface& surface, const std::string& file) {
    if (surface.triangles.empty()) {
        return "the mesh has no triangles; a cloth needs at least one";
    }
    for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
        const auto& triangle = surface.triangles[t];
        const auto at = [&](std::size_t corner) { return surface.positions[index_of(triangle[corner])]; };
        const Vec3 ab = at(1) - at(0);
        const Vec3 ac = at(2) - at(0);
        const double longest = std::max(glm::dot(ab, ab), glm::dot(ac, ac));
        if (!(glm::length(glm::cross(ab, ac)) > 1e-12 * longest)) {
            return place_of_triangle(surface.lines, file, t) +
                   ": has no area, or corners that are not finite numbers; it needs three corners that do not lie "
                   "on one line";
        }
    }
    return "";
}

/// Index of the last triangle that contains this edge.
std::size_t last_with(const MeshEdge& edge, const Model& model) {
    std::size_t last = 0;
    for (std::size_t t = 0; t < model.triangles.size(); ++t) {
        const auto& corners = model.triangles[t];
        const auto has = [&](int p) { return std::find(corners.begin(), corners.end(), p) != corners.end(); };
        last = has(edge.particles[0]) && has(edge.particles[1]) ? t : last;
    }
    return last;
}

/// All edges of the mesh. Fails if an edge has more than two triangles; the error names the line if the mesh comes
/// from a file.
Result<std::vector<MeshEdge>> edges_of_surface(const Model& model, const Surface& surface, const std::string& file) {
    std::vector<MeshEdge> edges = collect_edges(model.triangles);
    for (const MeshEdge& edge : edges) {
        if (edge.triangle_count > 2) {
            const std::string why =
                ": belongs to " + std::to_string(edge.triangle_count) + " triangles; a cloth's edge has one or two";
            if (!surface.lines.empty()) {
                const auto vertex = [&](int p) { return std::to_string(surface.vertex[index_of(p)] + 1); };
                return Error{file + ": line " + std::to_string(surface.lines[last_with(edge, model)]) +
                             ": the edge between the vertices " + vertex(edge.particles[0]) + " and " +
                             vertex(edge.particles[1]) + why};
            }
            return Error{"edge " + std::to_string(edge.particles[0]) + "-" + std::to_string(edge.particles[1]) + why};
        }
    }
    return edges;
}

/// Unit vectors in a triangle's plane: along the warp and along the weft.
struct YarnFrame {
    Vec3 warp{0};
    Vec3 weft{0};

    std::array<double, 2> place(const Vec3& way) const { return {glm::dot(way, warp), glm::dot(way, weft)}; }
};

/// Direction in a triangle with edges e1 and e2 in which v grows and u is constant; std::nullopt if the triangle has no
/// area in the texture.
std::optional<Vec3> along_v(const std::array<std::array<double, 2>, 3>& texture, const Vec3& e1, const Vec3& e2) {
    const double u1 = texture[1][0] - texture[0][0], v1 = texture[1][1] - texture[0][1];
    const double u2 = texture[2][0] - texture[0][0], v2 = texture[2][1] - texture[0][1];
    const double twice = u1 * v2 - u2 * v1;
    if (!(std::abs(twice) > 1e-9 * std::max(u1 * u1 + v1 * v1, u2 * u2 + v2 * v2)) || !std::isfinite(twice)) {
        return std::nullopt;
    }
    return (u1 * e2 - u2 * e1) / twice;
}

/// Projection of a coordinate axis onto the plane with this normal. If the axis is almost parallel to the normal, the
/// next axis is projected.
Vec3 along_axis(int axis, const Vec3& normal) {
    constexpr double kLeast = 1e-3;
    Vec3 way(0);
    for (int tries = 0; tries < 3; ++tries) {
        Vec3 unit(0);
        unit[(axis + tries) % 3] = 1;
        way = unit - glm::dot(unit, normal) * normal;
        if (glm::length(way) > kLeast) {
            break;
        }
    }
    return way;
}

/// The yarn frame of every triangle, taken from the file's texture coordinates or from an axis, then turned by
/// `warp_angle` about the triangle's normal.
Result<std::vector<YarnFrame>> yarn_frames(const SceneSpec& spec, const Model& model, const Surface& surface) {
    const auto source = static_cast<WarpAxis>(whole(spec, kWarpAxis));
    const auto& texture = surface.texture;
    const bool textured = source == WarpAxis::texture && texture.size() == model.triangles.size();
    const int axis = source == WarpAxis::texture ? 1 : static_cast<int>(source) - 1;
    const double angle = number(spec, "warp_angle") * std::numbers::pi / 180;
    const double c = math::cos(angle);
    const double s = math::sin(angle);
    std::vector<YarnFrame> frames;
    for (std::size_t t = 0; t < model.triangles.size(); ++t) {
        const auto& triangle = model.triangles[t];
        const auto at = [&](std::size_t corner) { return model.rest_position[index_of(triangle[corner])]; };
        const Vec3 e1 = at(1) - at(0);
        const Vec3 e2 = at(2) - at(0);
        const Vec3 normal = glm::normalize(glm::cross(e1, e2));
        const std::optional<Vec3> way = textured ? along_v(texture[t], e1, e2) : along_axis(axis, normal);
        if (!way) {
            return Error{"scene.mesh: " + place_of_triangle(surface.lines, spec.file, t) +
                         ": its texture coordinates have no area, so that they give a fabric no warp; mend the file, "
                         "or give the scene the warp_axis x, y or z"};
        }
        const Vec3 warp = glm::normalize(*way);
        const Vec3 weft = glm::cross(normal, warp);
        frames.push_back({c * warp + s * weft, c * weft - s * warp});
    }
    return frames;
}

/// Adds a membrane and hinges. Hinges are at rest in the mesh's initial curvature.
Status add_fabric(Model& model, const SceneSpec& spec, const Surface& surface, const Fabric& fabric) {
    const Result<std::vector<MeshEdge>> edges = edges_of_surface(model, surface, spec.file);
    if (!edges) {
        return Error{"scene.mesh: " + edges.error().message};
    }
    const Result<std::vector<YarnFrame>> frames = yarn_frames(spec, model, surface);
    if (!frames) {
        return frames.error();
    }
    const auto way = [&](int from, int to) {
        return model.rest_position[index_of(to)] - model.rest_position[index_of(from)];
    };
    for (std::size_t t = 0; t < model.triangles.size(); ++t) {
        const auto [a, b, c] = model.triangles[t];
        add_fabric_triangle(model, {a, b, c}, {{{0, 0}, (*frames)[t].place(way(a, b)), (*frames)[t].place(way(a, c))}},
                            fabric);
    }
    for (const MeshEdge& edge : *edges) {
        if (edge.triangle_count != 2) {
            continue;
        }
        const auto area = [&](std::size_t side) {
            const auto [a, b, c] = model.triangles[index_of(edge.triangles[side])];
            return glm::length(glm::cross(way(a, b), way(a, c))) / 2;
        };
        // Yarn directions can differ between the two triangles: the hinge gets the mean of both rigidities.
        const auto stiffness = [&](std::size_t side) {
            const YarnFrame& frame = (*frames)[index_of(edge.triangles[side])];
            return 1 /
                   hinge_compliance(fabric, frame.place(way(edge.particles[0], edge.particles[1])), area(0), area(1));
        };
        const double compliance = 2 / (stiffness(0) + stiffness(1));
        if (std::isfinite(compliance)) { // infinite: no rigidity in this direction, so no hinge
            add_dihedral(model, edge.particles[0], edge.particles[1], edge.opposite[0], edge.opposite[1],
                         {Role::bend, compliance, {}, {}, bending_damping_scale(fabric, compliance)});
        }
    }
    return ok();
}

constexpr SceneReadout kMeshReadouts[] = {{"sag", "Sag"}, {"effective_stiffness"}, {"mean_strain"}};

/// Adds a spring along every edge, and a hinge across every edge that has two triangles.
void add_springs(Model& model, const std::vector<MeshEdge>& edges) {
    for (const MeshEdge& edge : edges) {
        add_distance(model, edge.particles[0], edge.particles[1], {Role::stretch, {}, {}, {}});
    }
    for (const MeshEdge& edge : edges) {
        if (edge.triangle_count == 2) {
            add_dihedral(model, edge.particles[0], edge.particles[1], edge.opposite[0], edge.opposite[1],
                         {Role::bend, {}, {}, {}});
        }
    }
}

/// Gives a third of each triangle's mass to each of its corners.
void set_masses(Model& model, double density) {
    model.mass.assign(model.particle_count(), 0);
    for (const auto& triangle : model.triangles) {
        const auto at = [&](std::size_t corner) { return model.rest_position[index_of(triangle[corner])]; };
        const double area = glm::length(glm::cross(at(1) - at(0), at(2) - at(0))) / 2;
        for (const int p : triangle) {
            model.mass[index_of(p)] += density * area / 3;
        }
    }
}

/// Fixes the particles of the pinned vertices. `spec.pins` holds vertex indices of the file.
Status pin_vertices(Model& model, const SceneSpec& spec, const Surface& surface) {
    for (std::size_t i = 0; i < spec.pins.size(); ++i) {
        const int pin = spec.pins[i];
        if (pin < 0 || static_cast<std::size_t>(pin) >= surface.particle.size()) {
            return Error{"scene." + name_of("pins", i) + ": index " + std::to_string(pin) +
                         " is out of range, there are " + std::to_string(surface.particle.size()) +
                         " particles (0 to " + std::to_string(surface.particle.size() - 1) + ")"};
        }
        const int particle = surface.particle[index_of(pin)];
        if (particle < 0) {
            return Error{"scene." + name_of("pins", i) + ": vertex " + std::to_string(pin) +
                         " of the mesh belongs to no triangle, so that it cannot be pinned"};
        }
        model.mass[index_of(particle)] = 0;
    }
    return ok();
}

/// Lifts the whole mesh until no moving particle is inside a collider. Without this, contacts would push particles out
/// within one step, at a speed of depth/step.
void lift_onto(Model& model, bool ground, double radius) {
    constexpr double kNoDepth = 1e-12; // smaller depths are rounding errors [m]
    const double near = model.contact_distance;
    double lift = 0;
    // Limit for meshes far from the origin, where rounding can leave a small depth after every lift.
    constexpr int kMostLifts = 1000;
    bool again = true;
    // Lifting a particle out of the ground can move it into the ball.
    for (int tries = 0; again && tries < kMostLifts; ++tries) {
        double more = 0;
        for (std::size_t i = 0; i < model.particle_count(); ++i) {
            if (model.mass[i] == 0) {
                continue;
            }
            const Vec3 at = model.rest_position[i] + Vec3(0, lift, 0);
            if (ground) {
                more = std::max(more, near - at.y);
            }
            const double reach = radius + near;
            const double beside2 = at.x * at.x + at.z * at.z;
            if (radius > 0 && beside2 < reach * reach) {
                // Half the length of the vertical chord through the ball at this place.
                const double half = std::sqrt(reach * reach - beside2);
                if (std::abs(at.y - radius) < half) {
                    more = std::max(more, half - (at.y - radius));
                }
            }
        }
        again = more > kNoDepth && lift + more > lift;
        lift += again ? more : 0;
    }
    for (Vec3& p : model.rest_position) {
        p.y += lift;
    }
}

Result<Model> build_mesh(const SceneSpec& spec) {
    if (!spec.mesh) {
        return Error{"scene.file: the mesh scene needs an OBJ file, such as \"file\": \"shirt.obj\""};
    }
    Result<Surface> surface = surface_of(spec);
    if (!surface) {
        return Error{"scene.mesh: " + surface.error().message};
    }
    if (const std::string fault = fault_in(*surface, spec.file); !fault.empty()) {
        return Error{"scene.mesh: " + fault};
    }
    Model model;
    model.rest_position = surface->positions;
    model.triangles = surface->triangles;
    set_masses(model, number(spec, "density"));
    if (const Status pinned = pin_vertices(model, spec, *surface); !pinned) {
        return pinned.error();
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
    model.self_distance = number(spec, "thickness");
    model.self_friction = friction;
    lift_onto(model, toggled(spec, "ground"), radius);
    if (const auto material = fabric_of(spec)) {
        const Status added = add_fabric(model, spec, *surface, material->fabric);
        if (!added) {
            return added.error();
        }
    } else {
        const Result<std::vector<MeshEdge>> edges = edges_of_surface(model, *surface, spec.file);
        if (!edges) {
            return Error{"scene.mesh: " + edges.error().message};
        }
        add_springs(model, *edges);
    }
    return finished(std::move(model));
}

} // namespace

Result<Surface> surface_of(const SceneSpec& spec) {
    return make_surface(*spec.mesh, spec.file, number(spec, "scale"), number(spec, "height"), number(spec, "weld"));
}

const SceneInfo kMesh{
    "mesh",
    "Mesh from a file",
    "Any triangle mesh (.obj) as a cloth: springs along every edge, or a fabric whose warp follows the file's texture "
    "coordinates. Drop your own on the window: it hangs from its top.",
    "Drag Iterations: PBD stiffens, XPBD does not.",
    {"stretch_compliance", "material"},
    kMeshRows,
    kMeshSuggested,
    kMeshReadouts,
    &build_mesh};

} // namespace xpbd::scenes
