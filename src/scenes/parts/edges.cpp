#include "scenes/parts/edges.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

namespace xpbd::scenes {

std::vector<MeshEdge> collect_edges(std::span<const std::array<int, 3>> triangles) {
    std::vector<MeshEdge> edges;
    std::unordered_map<std::uint64_t, std::size_t> known;
    known.reserve(triangles.size() * 2);
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        for (std::size_t side = 0; side < 3; ++side) {
            const int a = triangles[t][side];
            const int b = triangles[t][(side + 1) % 3];
            const std::uint64_t key =
                (static_cast<std::uint64_t>(std::min(a, b)) << 32) | static_cast<std::uint64_t>(std::max(a, b));
            const auto [entry, is_new] = known.try_emplace(key, edges.size());
            if (is_new) {
                edges.push_back({{a, b}});
            }
            MeshEdge& edge = edges[entry->second];
            if (edge.triangle_count < 2) {
                const auto slot = static_cast<std::size_t>(edge.triangle_count);
                edge.opposite[slot] = triangles[t][(side + 2) % 3];
                edge.triangles[slot] = static_cast<int>(t);
            }
            ++edge.triangle_count;
        }
    }
    return edges;
}

} // namespace xpbd::scenes
