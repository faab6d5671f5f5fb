#include "scenes/parts/triangulation.h"

#include "core/base/math/elementary.h"
#include "core/base/types.h"
#include "scenes/parts/edges.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace xpbd::scenes {
namespace {

using Triangle = std::array<int, 3>;

/// Calls f(column, row, a, b, c, d) for every cell, row by row. Its corners: a top left, b bottom left, c bottom right,
/// d top right.
template <class F>
void for_each_cell(int columns, int rows, const F& f) {
    for (int row = 0; row + 1 < rows; ++row) {
        for (int column = 0; column + 1 < columns; ++column) {
            const int a = row * columns + column;
            const int b = a + columns;
            f(column, row, a, b, b + 1, a + 1);
        }
    }
}

/// Adds two triangles per cell.
void add_halves(int columns, int rows, bool alternating, std::vector<Triangle>& triangles) {
    for_each_cell(columns, rows, [&](int column, int row, int a, int b, int c, int d) {
        if (!alternating || (row + column) % 2 == 0) {
            triangles.push_back({a, b, c});
            triangles.push_back({a, c, d});
        } else {
            triangles.push_back({a, b, d});
            triangles.push_back({b, c, d});
        }
    });
}

/// Adds a particle in the middle of every cell, and four triangles around it.
void add_quarters(int columns, int rows, Rectangle& rectangle) {
    for_each_cell(columns, rows, [&](int column, int row, int a, int b, int c, int d) {
        const int middle = static_cast<int>(rectangle.places.size());
        rectangle.places.push_back({column + 0.5, row + 0.5});
        for (const auto& [from, to] : {std::array{a, b}, {b, c}, {c, d}, {d, a}}) {
            rectangle.triangles.push_back({from, to, middle});
        }
    });
}

/// Improves a triangulation: moves its inner particles and flips its edges.
class Mesh2D {
public:
    Mesh2D(Rectangle& rectangle, int columns, int rows, double step_ratio)
        : rectangle_(rectangle),
          columns_(columns),
          rows_(rows),
          ratio_(std::clamp(step_ratio, 1 / kMostRatio, kMostRatio)) {}

    /// Displaces each inner particle at random. Halves the displacement until all triangles around the particle pass
    /// is_open().
    void scatter(std::uint64_t seed) {
        const auto around = triangles_around();
        for (std::size_t i = 0; i < rectangle_.places.size(); ++i) {
            const auto [column, row] = rectangle_.places[i];
            const double right = noise_at(seed, 2 * i);
            const double down = noise_at(seed, 2 * i + 1);
            for (double reach = kReach; is_inner(i) && reach > kReach / 16; reach /= 2) {
                if (moves(i, {column + reach * right, row + reach * down}, around[i])) {
                    break;
                }
            }
        }
    }

    /// Moves each inner particle half of the way to the mean of its neighbours, unless a triangle around it would fail
    /// is_open().
    void smooth() {
        const auto around = triangles_around();
        for (std::size_t i = 0; i < rectangle_.places.size(); ++i) {
            if (!is_inner(i)) {
                continue;
            }
            std::array<double, 2> sum{};
            for (const Triangle& triangle : around[i]) { // counts each neighbour twice
                for (const int corner : triangle) {
                    sum[0] += index_of(corner) == i ? 0 : rectangle_.places[index_of(corner)][0];
                    sum[1] += index_of(corner) == i ? 0 : rectangle_.places[index_of(corner)][1];
                }
            }
            const double count = 2 * static_cast<double>(around[i].size());
            const auto [column, row] = rectangle_.places[i];
            moves(i, {0.5 * (column + sum[0] / count), 0.5 * (row + sum[1] / count)}, around[i]);
        }
    }

    /// Flips edges until all satisfy Delaunay's condition (Lawson 1977). A flip raises the smallest angle, so the loop
    /// ends.
    void flip() {
        for (int pass = 0; pass < kMostPasses; ++pass) {
            bool flipped = false;
            std::vector<bool> touched(rectangle_.triangles.size(), false);
            for (const MeshEdge& edge : collect_edges(rectangle_.triangles)) {
                if (edge.triangle_count != 2) {
                    continue;
                }
                const auto t0 = index_of(edge.triangles[0]);
                const auto t1 = index_of(edge.triangles[1]);
                if (touched[t0] || touched[t1] || !is_better_flipped(edge)) {
                    continue; // a triangle that was changed in this pass has other edges now
                }
                const auto [from, to] = edge.particles; // counter-clockwise in the first triangle
                const auto [left, right] = edge.opposite;
                rectangle_.triangles[t0] = {from, right, left};
                rectangle_.triangles[t1] = {right, to, left};
                touched[t0] = touched[t1] = true;
                flipped = true;
            }
            if (!flipped) {
                return;
            }
        }
    }

private:
    static constexpr double kReach = 0.45; ///< largest random displacement along each direction, in grid steps
    static constexpr double kOpen = 0.2;   ///< least area of a triangle, as a share of its area in the grid
    static constexpr int kMostPasses = 100;
    /// Limit of the cells' aspect ratio. In longer cells flips would connect rows that are far apart.
    static constexpr double kMostRatio = 4;

    bool is_inner(std::size_t i) const {
        const int column = static_cast<int>(i) % columns_;
        const int row = static_cast<int>(i) / columns_;
        return column > 0 && row > 0 && column + 1 < columns_ && row + 1 < rows_;
    }

    using Triangles = std::vector<Triangle>;

    std::vector<Triangles> triangles_around() const {
        std::vector<Triangles> around(rectangle_.places.size());
        for (const Triangle& triangle : rectangle_.triangles) {
            for (const int corner : triangle) {
                around[index_of(corner)].push_back(triangle);
            }
        }
        return around;
    }

    /// Moves a particle unless a triangle around it would fail is_open(). Returns true if it was moved.
    bool moves(std::size_t particle, const std::array<double, 2>& place, const Triangles& around) {
        const std::array<double, 2> before = rectangle_.places[particle];
        rectangle_.places[particle] = place;
        const bool open = std::all_of(around.begin(), around.end(), [&](const Triangle& t) { return is_open(t); });
        if (!open) {
            rectangle_.places[particle] = before;
        }
        return open;
    }

    bool is_open(const Triangle& t) const {
        const auto& a = rectangle_.places[index_of(t[0])];
        const auto& b = rectangle_.places[index_of(t[1])];
        const auto& c = rectangle_.places[index_of(t[2])];
        // Rows run downwards, so a counter-clockwise triangle has a negative area. In the grid twice the area is 1.
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) < -kOpen;
    }

    std::array<double, 2> between(int from, int to) const {
        const auto& a = rectangle_.places[index_of(from)];
        const auto& b = rectangle_.places[index_of(to)];
        return {b[0] - a[0], ratio_ * (b[1] - a[1])};
    }

    /// Cotangent of the angle at `tip`, opposite to the edge.
    double cotangent(int tip, int from, int to) const {
        const auto u = between(tip, from);
        const auto v = between(tip, to);
        const double cross = u[0] * v[1] - u[1] * v[0];
        return (u[0] * v[0] + u[1] * v[1]) / (cross < 0 ? -cross : cross);
    }

    /// True if the two angles opposite to the edge add up to more than 180 degrees. The margin keeps rounding from
    /// flipping the diagonals of a square.
    bool is_better_flipped(const MeshEdge& edge) const {
        const auto [from, to] = edge.particles;
        return cotangent(edge.opposite[0], from, to) + cotangent(edge.opposite[1], from, to) < -1e-9;
    }

    Rectangle& rectangle_;
    int columns_;
    int rows_;
    double ratio_;
};

} // namespace

std::array<double, 2> in_disc(double u, double v) {
    const double along = std::abs(u);
    const double across = std::abs(v);
    const double radius = std::max(along, across);
    const double angle = radius > 0 ? std::min(along, across) / radius * (std::numbers::pi / 4) : 0;
    const double large = radius * math::cos(angle);
    const double small = radius * math::sin(angle);
    return {std::copysign(along > across ? large : small, u), std::copysign(along > across ? small : large, v)};
}

double noise_at(std::uint64_t seed, std::uint64_t index) {
    std::uint64_t z = (seed << 32) + index + 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return static_cast<double>(z >> 11) * 0x1p-52 - 1;
}

Rectangle triangulate(int columns, int rows, Triangulation triangulation, double step_ratio, std::uint64_t seed) {
    Rectangle rectangle;
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            rectangle.places.push_back({static_cast<double>(column), static_cast<double>(row)});
        }
    }
    if (triangulation == Triangulation::crossed) {
        add_quarters(columns, rows, rectangle);
        return rectangle;
    }
    add_halves(columns, rows, triangulation != Triangulation::one_way, rectangle.triangles);
    if (triangulation == Triangulation::irregular) {
        Mesh2D mesh(rectangle, columns, rows, step_ratio);
        mesh.scatter(seed);
        mesh.flip();
        for (int round = 0; round < 2; ++round) { // further rounds would make the triangulation regular again
            mesh.smooth();
            mesh.flip();
        }
    }
    return rectangle;
}

} // namespace xpbd::scenes
