#pragma once

// The sparsity pattern of primal-dual Newton's matrix, and the choice of the constraints that are left out of it.

#include "core/model/model.h"
#include "core/model/settings.h"
#include "core/step/time_scheme.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace xpbd {

/// Which blocks of the global matrix the constraints of a model fill, and which constraints are left out of it.
///
/// The graph determines the price of a sparse factor. Bending couples particles two edges apart; with it a
/// factor is three to five times as expensive. Soft bending is therefore left out ("outside"). The matrix contains an
/// upper bound of it instead, in blocks that other constraints fill anyway; conjugate gradients correct the difference.
///
/// The bound: if the gradients of a constraint add up to zero, it depends on differences of displacements u only:
/// sum g_k u_k = sum G_e (u_from - u_to), summed over the links e of a tree that spans its particles; G_e is the sum of
/// the g_k on the side of `from`. With L links the square of this sum is at most L sum (G_e (u_from - u_to))^2. For a
/// distance between a and c with b between them, the bound is twice its block on a-b and on b-c.
struct GlobalGraph {
    static constexpr std::size_t kNoLink = static_cast<std::size_t>(-1);

    /// An edge of the graph that carries a part of the bound of a constraint outside.
    struct Link {
        std::size_t pair = 0;  ///< index in `pairs`
        int from = 0, to = 0;  ///< particles
        std::uint8_t mask = 0; ///< particles of the constraint on the side of `from`: bit k is its particle k
    };
    /// Where a constraint is in the graph. Inside: its pairs of particles. Outside: its links.
    struct Place {
        std::size_t pair = 0; ///< inside: index of its first pair; pairs (k, l) with l < k follow, k ascending
        std::size_t first_link = kNoLink; ///< outside: index of its first link; kNoLink if inside
        std::size_t links = 0;
        bool is_inside() const { return first_link == kNoLink; }
    };

    std::vector<std::pair<int, int>> pairs; ///< particles of each pair
    std::vector<Link> links;
    std::vector<Place> places; ///< per constraint, without volumes, in model order

    /// Index of the pair of two particles, or kNoLink. Searches the pairs of the particle with the lower index.
    std::size_t find_pair(int a, int b) const {
        const std::size_t low = static_cast<std::size_t>(std::min(a, b));
        for (std::size_t i = first_of[low]; i < first_of[low + 1]; ++i) {
            if (pairs[by_lower[i]].first == std::max(a, b) || pairs[by_lower[i]].second == std::max(a, b)) {
                return by_lower[i];
            }
        }
        return kNoLink;
    }
    std::vector<std::size_t> first_of; ///< per particle: its first entry in by_lower; one more at the end
    std::vector<std::size_t> by_lower; ///< pair indices, sorted by the pair's lower particle
};

/// True if all bending of surfaces is so soft that conjugate gradients converge in a handful of steps without it in the
/// factor. The criterion is stiffness plus damping, h^2/alpha + h beta, because the matrix contains this sum. It does
/// not depend on positions, so that a running body keeps its graph.
bool is_bending_soft(const Model& model, const Settings& settings, const TimeScheme& scheme);

/// The graph of a model. Bending of surfaces is outside where links can be made, unless `bending_inside` is true.
GlobalGraph make_global_graph(const Model& model, bool bending_inside);

} // namespace xpbd
