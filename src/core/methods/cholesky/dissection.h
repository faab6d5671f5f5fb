#pragma once

#include "core/stop.h"
#include "core/types.h"

#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace xpbd {

/// Who watches a long analysis: may end it, and is told how far it is. Both may be empty.
struct AnalysisWatch {
    StopToken stop;
    std::function<void(double share)> progress; ///< share of the work done, in [0, 1]
};

/// Neighbours of the vertices of a graph, without repeats: those of v are neighbours[first[v]] to first[v + 1].
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

/// An order of elimination by nested dissection (George, 1973). Each part owns successive vertices of the order: a
/// leaf, or a separator after the two sides that it separates.
struct Dissection {
    std::vector<int> order; ///< vertices
    std::vector<int> ends;  ///< of the parts, in the order; each part starts where the part before ends
};

/// Cuts at the median along a side of the vertices' box or a diagonal, and takes the smallest vertex cover of the edges
/// that cross the cut as separator (Koenig's theorem, matching by Hopcroft and Karp, 1973); of all directions that with
/// the smallest separator, down to leaves of at most `leaf` vertices. Diagonals pay on a cloth with constraints that
/// skip a particle: there the separators along the axes are two particles wide. Ties go by number: the result is the
/// same on every machine. O(n log n) for graphs whose edges are short.
/// @param places of the vertices, in any unit; empty: all in one point.
/// Where the watch stops it, the result is empty.
Dissection dissect(const Graph& graph, std::span<const Vec3> places, int leaf, const AnalysisWatch& watch = {});

} // namespace xpbd
