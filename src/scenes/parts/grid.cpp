#include "scenes/parts/grid.h"

#include "core/base/math/elementary.h"
#include "core/model/constraints/all.h"
#include "scenes/parts/curve.h"
#include "scenes/parts/edges.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace xpbd::scenes {
namespace {

/// True if the springs are the grid's edges and diagonals and every particle is on the grid.
bool is_lattice_of_springs(const GridCloth& cloth) {
    if (cloth.fabric) {
        return false;
    }
    return cloth.triangulation == Triangulation::alternating || cloth.triangulation == Triangulation::one_way;
}

/// True if the fabric bends like a plate. See GridCloth::fabric.
bool bends_as_plate(const GridCloth& cloth) {
    return cloth.fabric && cloth.triangulation != Triangulation::irregular && cloth.bending == Bending::plate;
}

void add_flat_particles(Model& model, const GridCloth& cloth, const Rectangle& rectangle) {
    const double dx = cloth.width / (cloth.columns - 1);
    const double dy = cloth.height / (cloth.rows - 1);
    for (const auto& [column, row] : rectangle.places) {
        model.rest_position.emplace_back(column * dx - cloth.width / 2, -row * dy, 0);
        model.flat.push_back({column * dx, row * dy});
    }
    model.triangles = rectangle.triangles;
}

/// Area of a triangle in the flat cloth [m^2].
double flat_area(const Model& model, const std::array<int, 3>& triangle) {
    const auto& a = model.flat[index_of(triangle[0])];
    const auto& b = model.flat[index_of(triangle[1])];
    const auto& c = model.flat[index_of(triangle[2])];
    return std::abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
}

void add_mass(Model& model, const GridCloth& cloth, bool is_lattice) {
    if (is_lattice) {
        const double count = static_cast<double>(model.rest_position.size());
        model.mass.assign(model.rest_position.size(), cloth.mass / count);
        return;
    }
    const double density = cloth.mass / (cloth.width * cloth.height);
    model.mass.assign(model.rest_position.size(), 0);
    for (const auto& triangle : model.triangles) {
        for (const int p : triangle) {
            model.mass[index_of(p)] += density * flat_area(model, triangle) / 3;
        }
    }
}

/// Adds distance constraints from every particle to the one (dc, dr) steps away, in two passes over blocks of `stride`
/// particles along that direction. Within a pass no two constraints share a particle.
void add_family(Model& model, const GridCloth& cloth, int dc, int dr, Role role) {
    const int stride = std::max(std::abs(dc), std::abs(dr));
    for (int pass = 0; pass < 2; ++pass) {
        for (int row = 0; row + dr < cloth.rows; ++row) {
            for (int column = std::max(0, -dc); column + std::max(0, dc) < cloth.columns; ++column) {
                const int place = dr != 0 ? row : column;
                if (place / stride % 2 == pass) {
                    add_distance(model, cloth.index(column, row), cloth.index(column + dc, row + dr),
                                 {role, {}, {}, {}});
                }
            }
        }
    }
}

void add_bend_across(Model& model, const MeshEdge& edge, Bending bending, const Material& material) {
    const std::array<int, 4> particles = {edge.particles[0], edge.particles[1], edge.opposite[0], edge.opposite[1]};
    if (bending == Bending::isometric) {
        add_constraint<Isometric>(model, particles, material);
    } else if (bending == Bending::arccos) {
        add_constraint<DihedralArccos>(model, particles, material);
    } else {
        add_constraint<Dihedral>(model, particles, material);
    }
}

/// Coordinates of a particle in the flat cloth: along the warp, along the weft [m].
std::array<double, 2> along_yarns(const Model& model, const GridCloth& cloth, int particle) {
    const double angle = cloth.warp_angle * std::numbers::pi / 180;
    const double c = math::cos(angle);
    const double s = math::sin(angle);
    const auto [across, down] = model.flat[index_of(particle)];
    return {c * down + s * across, c * across - s * down};
}

/// Per triangle and corner: the far corner of the neighbour across the opposite edge. All three are -1 if a neighbour
/// is missing or two neighbours have the same far corner.
std::vector<std::array<int, 3>> far_corners(const Model& model, const std::vector<MeshEdge>& edges) {
    std::vector<std::array<int, 3>> far(model.triangles.size(), {-1, -1, -1});
    for (const MeshEdge& edge : edges) {
        for (std::size_t side = 0; side < 2 && edge.triangle_count == 2; ++side) {
            const auto& triangle = model.triangles[index_of(edge.triangles[side])];
            const auto corner = std::find(triangle.begin(), triangle.end(), edge.opposite[side]) - triangle.begin();
            far[index_of(edge.triangles[side])][static_cast<std::size_t>(corner)] = edge.opposite[1 - side];
        }
    }
    for (auto& [a, b, c] : far) {
        if (a < 0 || b < 0 || c < 0 || a == b || b == c || c == a) {
            a = b = c = -1;
        }
    }
    return far;
}

/// Adds a plate's bending to all triangles with three neighbours. Returns per triangle whether it got one.
std::vector<bool> add_curvatures(Model& model, const GridCloth& cloth, const std::vector<MeshEdge>& edges) {
    std::vector<bool> has_curvature(model.triangles.size(), false);
    const std::vector<std::array<int, 3>> far = far_corners(model, edges);
    for (std::size_t t = 0; t < model.triangles.size(); ++t) {
        if (far[t][0] < 0) {
            continue;
        }
        has_curvature[t] = true;
        const auto& [a, b, c] = model.triangles[t];
        const std::array<int, 6> particles = {a, b, c, far[t][0], far[t][1], far[t][2]};
        FlatPatch flat;
        std::transform(particles.begin(), particles.end(), flat.begin(),
                       [&](int p) { return along_yarns(model, cloth, p); });
        add_fabric_curvature(model, particles, flat, *cloth.fabric, cloth.triangulation == Triangulation::crossed);
    }
    return has_curvature;
}

/// Adds a hinge across every edge that two triangles share, with the fabric's rigidity or the pane's compliance.
/// `has_curvature` is per triangle, or empty: a hinge has half of its stiffness for each of its triangles without
/// curvature.
void add_hinges(Model& model, const GridCloth& cloth, const std::vector<MeshEdge>& edges,
                const std::vector<bool>& has_curvature) {
    for (const MeshEdge& edge : edges) {
        if (edge.triangle_count != 2) {
            continue; // the rim; no edge of a grid cloth has three triangles
        }
        const auto lacks = [&](std::size_t side) {
            return has_curvature.empty() || !has_curvature[index_of(edge.triangles[side])];
        };
        if (!lacks(0) && !lacks(1)) {
            continue;
        }
        Material material{Role::bend, {}, {}, {}};
        if (cloth.fabric) {
            const auto from = along_yarns(model, cloth, edge.particles[0]);
            const auto to = along_yarns(model, cloth, edge.particles[1]);
            const auto area = [&](std::size_t side) {
                return flat_area(model, model.triangles[index_of(edge.triangles[side])]);
            };
            double compliance = hinge_compliance(*cloth.fabric, {to[0] - from[0], to[1] - from[1]}, area(0), area(1));
            if (!std::isfinite(compliance)) {
                continue; // infinite: no rigidity in this direction, so no hinge
            }
            if (cloth.bending == Bending::isometric) {
                compliance *= 3;
            }
            if (!lacks(0) || !lacks(1)) {
                compliance *= 2;
            }
            material.compliance = compliance;
            material.damping_scale = bending_damping_scale(*cloth.fabric, compliance);
        }
        add_bend_across(model, edge, cloth.bending, material);
    }
}

/// Adds the springs of a grid in the order that make_grid_cloth() documents.
void add_lattice(Model& model, const GridCloth& cloth) {
    add_family(model, cloth, 1, 0, Role::stretch);
    add_family(model, cloth, 0, 1, Role::stretch);
    add_family(model, cloth, 1, 1, Role::shear);
    add_family(model, cloth, -1, 1, Role::shear);
    if (cloth.bending == Bending::skip_one) {
        add_family(model, cloth, 2, 0, Role::bend);
        add_family(model, cloth, 0, 2, Role::bend);
    }
}

void add_constraints(Model& model, const GridCloth& cloth, bool is_lattice) {
    std::vector<MeshEdge> edges;
    if (!is_lattice || cloth.bending != Bending::skip_one) {
        edges = collect_edges(model.triangles);
    }
    if (cloth.fabric) {
        for (const auto& triangle : model.triangles) {
            add_fabric_triangle(model, triangle,
                                {along_yarns(model, cloth, triangle[0]), along_yarns(model, cloth, triangle[1]),
                                 along_yarns(model, cloth, triangle[2])},
                                *cloth.fabric);
        }
    } else if (is_lattice) {
        add_lattice(model, cloth);
        if (cloth.bending == Bending::skip_one) {
            return;
        }
    } else {
        for (const MeshEdge& edge : edges) {
            add_distance(model, edge.particles[0], edge.particles[1], {Role::stretch, {}, {}, {}});
        }
    }
    if (cloth.bending != Bending::none) {
        std::vector<bool> has_curvature;
        if (bends_as_plate(cloth)) {
            has_curvature = add_curvatures(model, cloth, edges);
        }
        add_hinges(model, cloth, edges, has_curvature);
    }
}

void add_pins(Model& model, const GridCloth& cloth) {
    const int last_column = cloth.columns - 1;
    const int last_row = cloth.rows - 1;
    const auto pin = [&](int column, int row) { model.mass[static_cast<std::size_t>(cloth.index(column, row))] = 0; };
    switch (cloth.pins) {
    case GridPins::all_corners:
        pin(0, last_row);
        pin(last_column, last_row);
        [[fallthrough]];
    case GridPins::corners:
        pin(last_column, 0);
        [[fallthrough]];
    case GridPins::one_corner:
        pin(0, 0);
        break;
    case GridPins::edge:
        for (int column = 0; column < cloth.columns; ++column) {
            pin(column, 0);
        }
        break;
    case GridPins::clips:
        for (int column = 0; column < cloth.columns; ++column) {
            const double from_side = std::min(column, last_column - column) * cloth.width / last_column;
            if (from_side < kClip * (1 + 1e-9)) {
                pin(column, 0);
            }
        }
        break;
    case GridPins::none:
        break;
    }
}

/// Moves the flat cloth into its start pose.
void pose(Model& model, const GridCloth& cloth, const Rectangle& rectangle) {
    const double angle = cloth.tilt * std::numbers::pi / 180;
    const Vec3 down(0, -math::cos(angle), math::sin(angle));
    const Vec3 front(0, math::sin(angle), math::cos(angle));
    const double dy = cloth.height / (cloth.rows - 1);
    const std::vector<CurvePoint> wave = make_wave(cloth.columns - 1, cloth.width, 1 - cloth.gather, cloth.folds);
    for (std::size_t i = 0; i < rectangle.places.size(); ++i) {
        const auto [column, row] = rectangle.places[i];
        const auto before = std::min(static_cast<std::size_t>(column), wave.size() - 2);
        const double past = column - static_cast<double>(before);
        const CurvePoint& from = wave[before];
        const CurvePoint& to = wave[before + 1];
        // Particles of the grid get the points of the wave without interpolation, whose rounding would move them.
        const CurvePoint p = past == 0   ? from
                             : past == 1 ? to
                                         : CurvePoint{from.along + past * (to.along - from.along),
                                                      from.across + past * (to.across - from.across)};
        const double noise = model.mass[i] > 0 ? cloth.noise * noise_at(cloth.seed, i) : 0;
        model.rest_position[i] = cloth.top + Vec3(p.along, 0, 0) + row * dy * down + (p.across + noise) * front;
    }
}

} // namespace

Model make_grid_cloth(const GridCloth& cloth) {
    Model model;
    model.grid = {cloth.columns, cloth.rows};
    const double step_ratio = cloth.height / (cloth.rows - 1) / (cloth.width / (cloth.columns - 1));
    const Rectangle rectangle = triangulate(cloth.columns, cloth.rows, cloth.triangulation, step_ratio, cloth.seed);
    add_flat_particles(model, cloth, rectangle);
    const bool is_lattice = is_lattice_of_springs(cloth);
    add_mass(model, cloth, is_lattice);
    add_constraints(model, cloth, is_lattice);
    add_pins(model, cloth);
    pose(model, cloth, rectangle);
    return model;
}

void add_material(Model& model, const GridCloth& cloth) {
    add_mass(model, cloth, false);
    add_constraints(model, cloth, false);
}

} // namespace xpbd::scenes
