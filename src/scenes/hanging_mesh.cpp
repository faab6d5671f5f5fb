// Makes a scene from an OBJ file alone: guesses the unit, finds the top vertices and pins them.
#include "scenes/scenes.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace xpbd::scenes {
namespace {

/// Share of the mesh's size: vertices this close to the top are pinned; a mesh lower than this is flat.
constexpr double kBand = 0.02;
constexpr double kFree = 0.25;        ///< share of the mesh's size that stays free between the mesh and the ground
constexpr double kLargestMetres = 20; ///< a mesh larger than this is read as centimetres
constexpr double kLargestCentimetres = 2000;
constexpr double kLargestHeight = 100; ///< upper limit of the scene's parameter `height` [m]

/// The vertices that triangles use, in ascending order. Only these can be pinned.
std::vector<int> used_vertices(const Mesh& mesh) {
    std::vector<bool> used(mesh.positions.size(), false);
    for (const auto& triangle : mesh.triangles) {
        for (const int corner : triangle) {
            used[index_of(corner)] = true;
        }
    }
    std::vector<int> vertices;
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (used[i]) {
            vertices.push_back(static_cast<int>(i));
        }
    }
    return vertices;
}

double scale_of(double size) {
    return size > kLargestCentimetres ? 0.001 : size > kLargestMetres ? 0.01 : 1;
}

} // namespace

SceneSpec hanging_mesh(Mesh mesh, std::string file) {
    SceneSpec spec;
    spec.name = "mesh";
    spec.file = std::move(file);
    std::vector<int> vertices = used_vertices(mesh);
    if (!vertices.empty()) {
        Vec3 low = mesh.positions[index_of(vertices.front())], high = low;
        for (const int vertex : vertices) {
            low = glm::min(low, mesh.positions[index_of(vertex)]);
            high = glm::max(high, mesh.positions[index_of(vertex)]);
        }
        const Vec3 size = high - low;
        const double largest = std::max({size.x, size.y, size.z});
        const bool flat = size.y < kBand * largest;
        const auto above = [&](int vertex) { // height in the hanging position, up to a constant
            const Vec3& at = mesh.positions[index_of(vertex)];
            return flat ? -at.z : at.y;
        };
        std::stable_sort(vertices.begin(), vertices.end(),
                         [&](int one, int other) { return above(one) > above(other); });
        const double length = flat ? size.z : size.y; // vertical extent in the hanging position
        const double least = above(vertices.front()) - kBand * length;
        for (const int vertex : vertices) {
            if (spec.pins.size() >= 2 && above(vertex) < least) {
                break;
            }
            spec.pins.push_back(vertex);
        }
        std::sort(spec.pins.begin(), spec.pins.end());
        const double scale = scale_of(largest);
        const double top = (1 + kFree) * length;
        spec.values["scale"] = {scale, 0, 0};
        spec.values["height"] = {std::clamp(scale * (top - high.y), -kLargestHeight, kLargestHeight), 0, 0};
    }
    spec.mesh = std::move(mesh);
    return spec;
}

} // namespace xpbd::scenes
