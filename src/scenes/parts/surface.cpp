#include "scenes/parts/surface.h"

#include "core/base/sets.h"
#include "core/model/parameters.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace xpbd::scenes {
namespace {

/// The corners of `triangles` are names of sets of joined vertices. Returns the indices of the triangles with three
/// different corners that do not repeat an earlier triangle's corners.
std::vector<std::size_t> distinct(const std::vector<std::array<int, 3>>& triangles) {
    std::vector<std::array<int, 3>> sorted = triangles;
    for (auto& corners : sorted) {
        std::sort(corners.begin(), corners.end());
    }
    std::vector<std::size_t> order(triangles.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t one, std::size_t other) {
        return sorted[one] != sorted[other] ? sorted[one] < sorted[other] : one < other;
    });
    std::vector<std::size_t> stay;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const auto& corners = sorted[order[i]];
        const bool collapsed = corners[0] == corners[1] || corners[1] == corners[2];
        if (!collapsed && (i == 0 || corners != sorted[order[i - 1]])) {
            stay.push_back(order[i]);
        }
    }
    std::sort(stay.begin(), stay.end());
    return stay;
}

template <class T>
void keep(std::vector<T>& values, const std::vector<std::size_t>& stay) {
    if (values.empty()) {
        return;
    }
    for (std::size_t i = 0; i < stay.size(); ++i) {
        values[i] = values[stay[i]];
    }
    values.resize(stay.size());
}

/// Joins vertices within `distance` and drops the triangles that collapse. Fails if no triangle remains.
Status weld_vertices(Surface& surface, double distance) {
    const std::vector<int> name = joined_by_distance(surface.positions, distance);
    for (std::size_t i = 0; i < name.size(); ++i) {
        surface.joined += name[i] != static_cast<int>(i) ? 1 : 0;
        surface.particle[i] = name[i];
    }
    for (auto& triangle : surface.triangles) {
        for (int& corner : triangle) {
            corner = name[index_of(corner)];
        }
    }
    const std::vector<std::size_t> stay = distinct(surface.triangles);
    surface.collapsed = surface.triangles.size() - stay.size();
    if (stay.empty()) {
        return Error{"weld: " + format_number(distance) +
                     " m joins the corners of every triangle; it should be far below the length of an edge"};
    }
    keep(surface.triangles, stay);
    keep(surface.texture, stay);
    keep(surface.lines, stay);
    return ok();
}

/// Renumbers the vertices that triangles use, in ascending order, and drops the others.
void drop_unused(Surface& surface) {
    std::vector<bool> used(surface.positions.size(), false);
    for (const auto& triangle : surface.triangles) {
        for (const int corner : triangle) {
            used[index_of(corner)] = true;
        }
    }
    std::vector<int> number(surface.positions.size(), -1);
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (used[i]) {
            number[i] = static_cast<int>(surface.vertex.size());
            surface.positions[surface.vertex.size()] = surface.positions[i];
            surface.vertex.push_back(static_cast<int>(i));
        } else {
            surface.unused += surface.particle[i] == static_cast<int>(i) ? 1 : 0;
        }
    }
    surface.positions.resize(surface.vertex.size());
    for (auto& triangle : surface.triangles) {
        for (int& corner : triangle) {
            corner = number[index_of(corner)];
        }
    }
    for (int& particle : surface.particle) {
        particle = number[index_of(particle)];
    }
}

} // namespace

std::string place_of_triangle(const std::vector<int>& lines, const std::string& file, std::size_t triangle) {
    const std::string place = "triangles[" + std::to_string(triangle) + "]";
    return lines.empty() ? place : file + ": line " + std::to_string(lines[triangle]) + ": " + place;
}

std::vector<int> joined_by_distance(const std::vector<Vec3>& positions, double distance) {
    // Space is divided into cubes of half the distance. Vertices in one cube are joined, and vertices within the
    // distance are at most two cubes apart. Two cubes of one set are not compared, so that many vertices at one place
    // cost no extra time.
    using Cube = std::array<double, 3>;
    const auto cube_of = [&](int i) {
        const Vec3 at = glm::floor(positions[index_of(i)] / (distance / 2));
        return Cube{at.x, at.y, at.z};
    };
    std::vector<int> order(positions.size());
    std::iota(order.begin(), order.end(), 0);
    std::vector<Cube> cube(order.size());
    std::transform(order.begin(), order.end(), cube.begin(), cube_of);
    std::sort(order.begin(), order.end(), [&](int one, int other) {
        const Cube &a = cube[index_of(one)], &b = cube[index_of(other)];
        return a != b ? a < b : one < other;
    });
    Sets sets(positions.size());
    std::vector<std::size_t> first; // per cube that is not empty: the place in `order` where it begins
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i > 0 && cube[index_of(order[i])] == cube[index_of(order[i - 1])]) {
            sets.join(order[i], order[i - 1]);
        } else {
            first.push_back(i);
        }
    }
    first.push_back(order.size());
    const auto cube_at = [&](std::size_t place) -> const Cube& { return cube[index_of(order[first[place]])]; };
    const auto compare = [&](std::size_t one, std::size_t other) { // arguments are places in `first`
        for (std::size_t i = first[one]; i < first[one + 1]; ++i) {
            for (std::size_t j = first[other]; j < first[other + 1]; ++j) {
                const Vec3 way = positions[index_of(order[i])] - positions[index_of(order[j])];
                if (glm::dot(way, way) <= distance * distance) {
                    sets.join(order[i], order[j]);
                    return;
                }
            }
        }
    };
    for (std::size_t one = 0; one + 1 < first.size(); ++one) {
        for (int column = 0; column < 25; ++column) { // columns of cubes with the same x and y
            const int x = column % 5 - 2;
            const int y = column / 5 - 2;
            const Cube low{cube_at(one)[0] + x, cube_at(one)[1] + y, cube_at(one)[2] - 2};
            const auto found = std::partition_point(first.begin(), first.end() - 1, [&](const std::size_t& place) {
                return cube[index_of(order[place])] < low;
            });
            for (auto other = static_cast<std::size_t>(found - first.begin()); other < one; ++other) {
                const Cube& near = cube_at(other);
                if (near[0] != low[0] || near[1] != low[1] || near[2] > low[2] + 4) {
                    break;
                }
                if (sets.name(order[first[one]]) != sets.name(order[first[other]])) {
                    compare(one, other);
                }
            }
        }
    }
    std::vector<int> name(positions.size());
    for (std::size_t i = 0; i < name.size(); ++i) {
        name[i] = sets.name(static_cast<int>(i));
    }
    return name;
}

std::size_t piece_count(std::size_t particles, const std::vector<std::array<int, 3>>& triangles) {
    Sets sets(particles);
    for (const auto& [a, b, c] : triangles) {
        sets.join(a, b);
        sets.join(b, c);
    }
    std::size_t count = 0;
    for (std::size_t i = 0; i < particles; ++i) {
        count += sets.name(static_cast<int>(i)) == static_cast<int>(i) ? 1 : 0;
    }
    return count;
}

Result<Surface> make_surface(const Mesh& mesh, const std::string& file, double scale, double height, double weld) {
    const auto count = static_cast<int>(mesh.positions.size());
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const auto& [a, b, c] = mesh.triangles[t];
        for (const int p : mesh.triangles[t]) {
            if (p < 0 || p >= count) {
                return Error{place_of_triangle(mesh.lines, file, t) + ": index " + std::to_string(p) +
                             " is out of range, there are " + std::to_string(count) + " particles (0 to " +
                             std::to_string(count - 1) + ")"};
            }
        }
        if (a == b || b == c || c == a) {
            return Error{place_of_triangle(mesh.lines, file, t) + ": a corner is named twice, it needs three"};
        }
    }
    Surface surface;
    surface.triangles = mesh.triangles;
    surface.lines = mesh.lines;
    surface.texture = mesh.texture;
    for (const Vec3& p : mesh.positions) {
        surface.positions.push_back(scale * p + Vec3(0, height, 0));
    }
    surface.particle.resize(mesh.positions.size());
    std::iota(surface.particle.begin(), surface.particle.end(), 0);
    if (weld > 0) {
        if (Status welded = weld_vertices(surface, weld); !welded) {
            return welded.error();
        }
    }
    drop_unused(surface);
    return surface;
}

} // namespace xpbd::scenes
