// The scene "balloon": an inflated skin of distance, bending and volume constraints that falls to the ground.
#include "core/model/volume.h"
#include "scenes/parts/builders.h"
#include "scenes/parts/edges.h"
#include "scenes/parts/seen.h"
#include "scenes/parts/values.h"

#include <cmath>
#include <map>
#include <utility>

namespace xpbd::scenes {
namespace {

constexpr ParameterInfo kBalloonRows[] = {
    {.key = "detail",
     .label = "Detail",
     .unit = "",
     .scale = Scale::integer,
     .min = 1,
     .max = 5,
     .default_value = {3, 0, 0},
     .tooltip = "Times that an icosahedron's triangles are cut in four: 3 gives 642 "
                "particles, each step four times as many."},
    {.key = "radius",
     .label = "Radius",
     .unit = "m",
     .scale = Scale::logarithmic,
     .min = 0.05,
     .max = 10,
     .default_value = {0.5, 0, 0},
     .tooltip = "Of the balloon at rest."},
    mass_row(0.5),
    {.key = "pressure",
     .label = "Pressure",
     .unit = "",
     .scale = Scale::linear,
     .min = 0,
     .max = 5,
     .default_value = {1.3, 0, 0},
     .tooltip = "Volume asked for over the volume at rest: below 1 it goes limp.",
     .formula = "C = V - p V_0"},
    {.key = "drop",
     .label = "Drop height",
     .unit = "m",
     .scale = Scale::logarithmic,
     .min = 0.01,
     .max = 10,
     .default_value = {0.3, 0, 0},
     .tooltip = "Of the balloon's lowest point above the ground."},
    friction_row(),
    restitution_row(),
};

constexpr std::pair<std::string_view, std::string_view> kBalloonSuggested[] = {
    {"dt", "0.008333333333333333"}, {"engine", "fast"},
    {"iterations", "20"},           {"velocity_damping", "1"},
    {"stretch_stiffness", "0.1"},   {"bend_stiffness", "0.1"},
    {"volume_stiffness", "1"},      {"stretch_compliance", "0.01"},
    {"bend_compliance", "10"},      {"volume_compliance", "0"}};

/// Adds a unit sphere: an icosahedron whose faces are subdivided `detail` times, counter-clockwise seen from outside.
void add_sphere(Model& model, int detail) {
    const double g = (1 + std::sqrt(5.0)) / 2;
    for (const double a : {-1.0, 1.0}) {
        for (const double b : {-g, g}) {
            model.rest_position.insert(model.rest_position.end(), {{0, a, b}, {a, b, 0}, {b, 0, a}});
        }
    }
    auto& x = model.rest_position;
    // Three vertices form a face if every two of them are one edge apart. Edges have the length 2.
    const auto near = [&](int a, int b) { return glm::length(x[index_of(a)] - x[index_of(b)]) < 2.1; };
    for (int a = 0; a < 12; ++a) {
        for (int b = a + 1; b < 12; ++b) {
            for (int c = b + 1; c < 12; ++c) {
                if (near(a, b) && near(b, c) && near(a, c)) {
                    const double side = glm::dot(x[index_of(a)], glm::cross(x[index_of(b)], x[index_of(c)]));
                    model.triangles.push_back(side > 0 ? std::array{a, b, c} : std::array{a, c, b});
                }
            }
        }
    }
    for (int cut = 0; cut < detail; ++cut) {
        std::map<std::pair<int, int>, int> middles;
        const auto middle = [&](int a, int b) {
            const auto [place, fresh] = middles.emplace(std::minmax(a, b), static_cast<int>(x.size()));
            if (fresh) {
                x.push_back(x[index_of(a)] + x[index_of(b)]);
            }
            return place->second;
        };
        std::vector<std::array<int, 3>> finer;
        for (const auto& [a, b, c] : model.triangles) {
            const int ab = middle(a, b);
            const int bc = middle(b, c);
            const int ca = middle(c, a);
            finer.insert(finer.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
        }
        for (Vec3& p : x) {
            p = glm::normalize(p);
        }
        model.triangles = std::move(finer);
    }
}

/// Orders the edges so that each is followed by its mirror images in the planes x = 0 and z = 0 and by its image under
/// a half turn about y.
///
/// A Gauss-Seidel sweep favours the constraints at its end. In the order of collect_edges() every iteration pushes the
/// skin off the ground towards one side, and the balloon rolls away. With the images next to each other the pushes
/// cancel.
std::vector<MeshEdge> by_symmetry(const std::vector<MeshEdge>& edges, const std::vector<Vec3>& sphere) {
    std::map<std::array<double, 3>, int> at; // mirrored coordinates are exact, as only signs change
    for (std::size_t i = 0; i < sphere.size(); ++i) {
        at.emplace(std::array{sphere[i].x, sphere[i].y, sphere[i].z}, static_cast<int>(i));
    }
    std::map<std::pair<int, int>, std::size_t> between;
    for (std::size_t e = 0; e < edges.size(); ++e) {
        between.emplace(std::minmax(edges[e].particles[0], edges[e].particles[1]), e);
    }
    std::vector<MeshEdge> ordered;
    std::vector<bool> taken(edges.size(), false);
    for (const MeshEdge& edge : edges) {
        for (const auto& [x, z] : {std::array{1.0, 1.0}, {-1.0, -1.0}, {-1.0, 1.0}, {1.0, -1.0}}) {
            const auto image = [&, x = x, z = z](int particle) {
                const Vec3& p = sphere[index_of(particle)];
                return at.at({x * p.x, p.y, z * p.z});
            };
            const std::size_t e = between.at(std::minmax(image(edge.particles[0]), image(edge.particles[1])));
            if (!taken[e]) {
                taken[e] = true;
                ordered.push_back(edges[e]);
            }
        }
    }
    return ordered;
}

constexpr SceneReadout kBalloonReadouts[] = {
    {"volume"}, {"height", "", "From the ground, or the balloon's lowest point, to its top."}, {"mean_strain"}};

Result<Model> build_balloon(const SceneSpec& spec) {
    Model model;
    add_sphere(model, whole(spec, "detail"));
    const std::vector<MeshEdge> edges = by_symmetry(collect_edges(model.triangles), model.rest_position);
    const double radius = number(spec, "radius");
    for (Vec3& p : model.rest_position) {
        p = radius * p + Vec3(0, radius + number(spec, "drop"), 0);
    }
    model.mass.assign(model.rest_position.size(),
                      number(spec, "mass") / static_cast<double>(model.rest_position.size()));
    for (const MeshEdge& edge : edges) {
        add_distance(model, edge.particles[0], edge.particles[1], {Role::stretch, {}, {}, {}});
        add_dihedral(model, edge.particles[0], edge.particles[1], edge.opposite[0], edge.opposite[1],
                     {Role::bend, {}, {}, {}});
    }
    add_volume(model, model.triangles, number(spec, "pressure"), {Role::volume, {}, {}, {}});
    model.colliders.push_back({Plane{}, number(spec, "friction"), number(spec, "restitution")});
    model.contact_distance = 0.01;
    add_seen_ring(model, {0, 0.1 * radius, 0}, 1.1 * radius);
    add_seen_ring(model, {0, radius, 0}, 1.12 * radius);
    add_seen_ring(model, {0, 2.1 * radius, 0}, 0.75 * radius);
    return finished(std::move(model));
}

} // namespace

const SceneInfo kBalloon{
    "balloon",
    "Balloon",
    "A closed skin falls on the ground, and one constraint over all its triangles holds the air in; raise "
    "Volume compliance and the air can be squeezed. It rests because its edges are listed in pairs across "
    "its middle: choose the coloured sweep, and its last projection rolls it away.",
    "Drag Pressure from 0 to 3: how tight does the skin become?",
    {"pressure", "volume_compliance"},
    kBalloonRows,
    kBalloonSuggested,
    kBalloonReadouts,
    &build_balloon,
    {.tension = 1}};

} // namespace xpbd::scenes
