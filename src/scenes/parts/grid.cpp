#include "scenes/parts/grid.h"

#include "core/math/elementary.h"
#include "scenes/parts/curve.h"
#include "scenes/parts/edges.h"

#include <cmath>
#include <numbers>

namespace xpbd::scenes {
namespace {

/// Uniform in [-1, 1], the same on every machine (SplitMix64: Steele, Lea, Flood 2014).
double noise_at(std::uint64_t seed, std::uint64_t index) {
    std::uint64_t z = (seed << 32) + index + 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return static_cast<double>(z >> 11) * 0x1p-52 - 1;
}

void add_flat_particles(Model& model, const GridCloth& cloth) {
    const double dx = cloth.width / (cloth.columns - 1);
    const double dy = cloth.height / (cloth.rows - 1);
    for (int row = 0; row < cloth.rows; ++row) {
        for (int column = 0; column < cloth.columns; ++column) {
            model.rest_position.emplace_back(column * dx - cloth.width / 2, -row * dy, 0);
            model.flat.push_back({column * dx, row * dy});
        }
    }
    const double count = static_cast<double>(model.rest_position.size());
    model.mass.assign(model.rest_position.size(), cloth.mass / count);
}

/// Two triangles per quad, counter-clockwise from the front. The diagonal alternates like a chessboard, so that neither
/// the shading nor the dihedral angles prefer a direction.
void add_triangles(Model& model, const GridCloth& cloth) {
    for (int row = 0; row + 1 < cloth.rows; ++row) {
        for (int column = 0; column + 1 < cloth.columns; ++column) {
            const int a = cloth.index(column, row);     // a d
            const int b = cloth.index(column, row + 1); // b c
            const int c = cloth.index(column + 1, row + 1);
            const int d = cloth.index(column + 1, row);
            if ((row + column) % 2 == 0) {
                model.triangles.push_back({a, b, c});
                model.triangles.push_back({a, c, d});
            } else {
                model.triangles.push_back({a, b, d});
                model.triangles.push_back({b, c, d});
            }
        }
    }
}

/// Distance constraints from every particle to the one (dc, dr) further, in two passes over blocks of `stride` places
/// along the direction: within a pass no two share a particle.
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

void add_bend_across(Model& model, const MeshEdge& edge, Bending bending) {
    const std::array<int, 4> particles = {edge.particles[0], edge.particles[1], edge.opposite[0], edge.opposite[1]};
    const Material material{Role::bend, {}, {}, {}};
    if (bending == Bending::isometric) {
        add_constraint<Isometric>(model, particles, material);
    } else if (bending == Bending::arccos) {
        add_constraint<DihedralArccos>(model, particles, material);
    } else {
        add_constraint<Dihedral>(model, particles, material);
    }
}

void add_constraints(Model& model, const GridCloth& cloth) {
    add_family(model, cloth, 1, 0, Role::stretch);
    add_family(model, cloth, 0, 1, Role::stretch);
    add_family(model, cloth, 1, 1, Role::shear);
    add_family(model, cloth, -1, 1, Role::shear);
    if (cloth.bending == Bending::skip_one) {
        add_family(model, cloth, 2, 0, Role::bend);
        add_family(model, cloth, 0, 2, Role::bend);
    } else if (cloth.bending != Bending::none) {
        // The grid's own triangles have neither holes nor shared edges of three.
        for (const MeshEdge& edge : collect_edges(model.triangles)) {
            if (edge.triangle_count == 2) {
                add_bend_across(model, edge, cloth.bending);
            }
        }
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
    case GridPins::none:
        break;
    }
}

/// Moves the flat cloth into its start pose.
void pose(Model& model, const GridCloth& cloth) {
    const double angle = cloth.tilt * std::numbers::pi / 180;
    const Vec3 down(0, -math::cos(angle), math::sin(angle));
    const Vec3 front(0, math::sin(angle), math::cos(angle));
    const double dy = cloth.height / (cloth.rows - 1);
    const std::vector<CurvePoint> wave = make_wave(cloth.columns - 1, cloth.width, 1 - cloth.gather, cloth.folds);
    for (int row = 0; row < cloth.rows; ++row) {
        for (int column = 0; column < cloth.columns; ++column) {
            const auto i = static_cast<std::size_t>(cloth.index(column, row));
            const CurvePoint& p = wave[static_cast<std::size_t>(column)];
            const double noise = model.mass[i] > 0 ? cloth.noise * noise_at(cloth.seed, i) : 0;
            model.rest_position[i] = cloth.top + Vec3(p.along, 0, 0) + row * dy * down + (p.across + noise) * front;
        }
    }
}

} // namespace

Model make_grid_cloth(const GridCloth& cloth) {
    Model model;
    model.grid = {cloth.columns, cloth.rows};
    add_flat_particles(model, cloth);
    add_triangles(model, cloth);
    add_constraints(model, cloth);
    add_pins(model, cloth);
    pose(model, cloth);
    return model;
}

} // namespace xpbd::scenes
