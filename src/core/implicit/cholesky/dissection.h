#pragma once

// The order of elimination of a sparse matrix: nested dissection.

#include "core/base/stop.h"
#include "core/base/types.h"

#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace xpbd {

/// Observer of a long analysis: can stop it, and receives its progress. Both members may be empty.
struct AnalysisWatch {
    StopToken stop;
    std::function<void(double share)> progress; ///< share of the work done, in [0, 1]
};

/// Neighbours of the vertices of a graph, without repeats: the neighbours of v are neighbours[first[v]] up to
/// neighbours[first[v + 1]], exclusive.
struct Graph {
    std::vector<int> first;
    std::vector<int> neighbours;

    Graph() = default;
    Graph(int n, std::span<const std::pair<int, int>> edges);
    std::span<const int> of(int v) const {
        return std::span(neighbours)
            .subspan(index_of(first[index_of(v)]), index_of(first[index_of(v) + 1] - first[index_of(v)]));
    }
};

/// An order of elimination by nested dissection (George, 1973). Each part owns successive vertices of the order. A part
/// is a leaf, or a separator that follows the two sides it separates.
struct Dissection {
    std::vector<int> order; ///< vertices
    std::vector<int> ends;  ///< end of each part in `order`; a part begins where the previous one ends
};

/// Nested dissection. A cut is at the median along a side of the vertices' box or along a diagonal; its separator is
/// the smallest vertex cover of the edges that cross it (Koenig's theorem, matching by Hopcroft and Karp, 1973). The
/// direction with the smallest separator is taken, recursively, down to leaves of at most `leaf` vertices. Diagonals
/// are for cloths with constraints that skip a particle: separators along their axes are two particles wide. Ties are
/// broken by vertex number: the result is the same on every machine. O(n log n) for graphs whose edges are short.
/// @param places position of each vertex, in any unit; may be empty, then all vertices count as one point.
/// Returns an empty result if the watch stops it.
Dissection dissect(const Graph& graph, std::span<const Vec3> places, int leaf, const AnalysisWatch& watch = {});

} // namespace xpbd
