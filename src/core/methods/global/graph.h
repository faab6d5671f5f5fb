#pragma once

#include "core/methods/time_scheme.h"
#include "core/model.h"
#include "core/settings.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace xpbd {

/// Which blocks of the global matrix the constraints of a model fill, and which constraints stay outside of it.
///
/// The price of a sparse factor is in its graph. Bending reaches two edges far, and to take it in costs three to five
/// times as much. Where it is soft it stays outside: in the matrix a bound stands for it, on edges that are there
/// anyway, and conjugate gradients on the exact matrix make up for the difference.
///
/// The bound: a constraint whose gradients add up to zero depends on differences of displacements only,
/// sum g_k u_k = sum G_e (u_from - u_to) over the links e of a tree that spans its particles, G_e being the sum of the
/// g_k on the far side of the link. With L links its square is at most L sum (G_e (u_from - u_to))^2. For a distance
/// between a and c with b between them: twice its block on a-b and on b-c.
struct GlobalGraph {
    static constexpr std::size_t kNoLink = static_cast<std::size_t>(-1);

    /// An edge of the graph that bears a part of a constraint outside.
    struct Link {
        std::size_t pair = 0;  ///< in `pairs`
        int from = 0, to = 0;  ///< particles
        std::uint8_t mask = 0; ///< the constraint's particles on the side of `from`: bit k for its particle number k
    };
    /// Where a constraint is.
    struct Place {
        std::size_t pair = 0;             ///< its first pair, if inside: (k, l) for l < k, k ascending
        std::size_t first_link = kNoLink; ///< its first link, if outside
        std::size_t links = 0;
        bool is_inside() const { return first_link == kNoLink; }
    };

    std::vector<std::pair<int, int>> pairs; ///< of particles
    std::vector<Link> links;
    std::vector<Place> places; ///< per constraint of the typed ones, in model order

    /// A pair of these two particles, or kNoLink. Looks along the pairs of one of them.
    std::size_t find_pair(int a, int b) const {
        const std::size_t low = static_cast<std::size_t>(std::min(a, b));
        for (std::size_t i = first_of[low]; i < first_of[low + 1]; ++i) {
            if (pairs[by_lower[i]].first == std::max(a, b) || pairs[by_lower[i]].second == std::max(a, b)) {
                return by_lower[i];
            }
        }
        return kNoLink;
    }
    std::vector<std::size_t> first_of; ///< per particle, in by_lower; and one more
    std::vector<std::size_t> by_lower; ///< pairs, by their lower particle
};

/// True where all bending of surfaces is soft enough to stay outside of the factor: the conjugate gradients then need a
/// handful of steps. What counts is stiffness and damping together, h^2/alpha + h beta, because the matrix has their
/// sum. It depends on nothing that moves, so that a running body keeps its graph.
bool is_bending_soft(const Model& model, const Settings& settings, const TimeScheme& scheme);

/// The graph of a model. `bending_inside`: with all constraints; else bending of surfaces stays outside where it can.
GlobalGraph make_global_graph(const Model& model, bool bending_inside);

} // namespace xpbd
