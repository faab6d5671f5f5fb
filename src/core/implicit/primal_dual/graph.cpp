// Chooses the constraints that the factored matrix leaves out, and puts their bounds on pairs that it contains anyway.
#include "core/implicit/primal_dual/graph.h"

#include "core/base/group_by.h"
#include "core/model/fold.h"
#include "core/step/terms.h"

#include <algorithm>
#include <array>
#include <limits>
#include <type_traits>

namespace xpbd {
namespace {

/// @name Limits for bending to count as soft
/// @{
constexpr double kSoftSkipOne = 1;     ///< stiffness plus damping of a bending distance over the softest edge's [1]
constexpr double kSoftIsometric = 200; ///< ratio of stiffness plus damping to the effective mass [1]
/// Ratio of stiffness plus damping to the effective mass [1], for angles. Outside the factor the term of C'' is
/// neglected; at this ratio the inertia exceeds the term.
constexpr double kSoftAngle = 10;
/// @}

/// grad C w grad C' at rest [1/kg]. Flat isometric bending has no gradient at rest; its squared weights are used
/// instead.
template <class Type>
double weight_at_rest(const Model& model, const ConstraintArray<Type>& array, std::size_t c) {
    double weight = 0;
    const auto evaluation = Type::template eval<double>(rest_points(model, array.particles[c]), array.rest[c]);
    for (std::size_t k = 0; k < Type::arity; ++k) {
        const double mass = model.mass[index_of(array.particles[c][k])];
        double square = glm::dot(evaluation.gradient[k], evaluation.gradient[k]);
        if constexpr (IsWeightedSum<Type>) {
            square = array.rest[c][k] * array.rest[c][k];
        }
        weight += mass > 0 ? square / mass : 0;
    }
    return weight;
}

/// Finds the pair of two particles, among the pairs inside the factor.
class Neighbours {
public:
    explicit Neighbours(std::size_t particles) : of_(particles) {}

    void add(int a, int b, std::size_t pair) {
        of_[index_of(a)].emplace_back(b, pair);
        of_[index_of(b)].emplace_back(a, pair);
    }
    void sort() {
        for (auto& list : of_) {
            std::sort(list.begin(), list.end());
            list.erase(
                std::unique(list.begin(), list.end(), [](const auto& x, const auto& y) { return x.first == y.first; }),
                list.end());
        }
    }
    /// Index of the pair (a, b), or GlobalGraph::kNoLink.
    std::size_t find(int a, int b) const {
        const auto& list = of_[index_of(a)];
        const auto found = std::lower_bound(list.begin(), list.end(), std::pair<int, std::size_t>(b, 0));
        return found != list.end() && found->first == b ? found->second : GlobalGraph::kNoLink;
    }
    const std::vector<std::pair<int, std::size_t>>& of(int a) const { return of_[index_of(a)]; }

private:
    std::vector<std::vector<std::pair<int, std::size_t>>> of_; ///< per particle: (other end, pair)
};

/// Links a - b - c through the common neighbour b that is nearest to the middle of a and c. False if they have no
/// common neighbour.
bool link_over_middle(const Model& model, const Neighbours& neighbours, const std::array<int, 2>& ends,
                      std::vector<GlobalGraph::Link>& links) {
    const Vec3 middle = 0.5 * (model.rest_position[index_of(ends[0])] + model.rest_position[index_of(ends[1])]);
    double nearest = std::numeric_limits<double>::infinity();
    GlobalGraph::Link first;
    GlobalGraph::Link second;
    for (const auto& [between, pair] : neighbours.of(ends[0])) {
        const std::size_t other = neighbours.find(between, ends[1]);
        const double away = glm::length(model.rest_position[index_of(between)] - middle);
        if (other != GlobalGraph::kNoLink && away < nearest) {
            nearest = away;
            first = {pair, ends[0], between, 1};
            second = {other, between, ends[1], 1};
        }
    }
    if (nearest == std::numeric_limits<double>::infinity()) {
        return false;
    }
    links.push_back(first);
    links.push_back(second);
    return true;
}

/// Links along a tree of pairs between the constraint's own particles. False if these pairs do not connect all of them.
template <std::size_t Arity>
bool link_by_tree(const Neighbours& neighbours, const std::array<int, Arity>& particles,
                  std::vector<GlobalGraph::Link>& links) {
    std::array<std::size_t, Arity> parent{}; // per particle: its parent in the tree, whose root is particle 0
    std::array<std::size_t, Arity> found{};  // the particles in order of discovery
    std::size_t count = 1;
    unsigned reached = 1;
    for (std::size_t next = 0; next < count; ++next) {
        for (std::size_t k = 0; k < Arity; ++k) {
            const bool is_new = (reached >> k & 1U) == 0;
            if (is_new && neighbours.find(particles[found[next]], particles[k]) != GlobalGraph::kNoLink) {
                reached |= 1U << k;
                parent[k] = found[next];
                found[count++] = k;
            }
        }
    }
    if (count < Arity) {
        return false;
    }
    std::array<unsigned, Arity> below{};
    for (std::size_t i = Arity; i-- > 1;) {
        const std::size_t k = found[i];
        below[k] |= 1U << k;
        below[parent[k]] |= below[k];
    }
    for (std::size_t i = 1; i < Arity; ++i) {
        const std::size_t k = found[i];
        links.push_back({neighbours.find(particles[k], particles[parent[k]]), particles[k], particles[parent[k]],
                         static_cast<std::uint8_t>(below[k])});
    }
    return true;
}

/// True if every two particles of the constraint are neighbours already: inside the factor it then costs nothing.
template <std::size_t Arity>
bool is_clique(const Neighbours& neighbours, const std::array<int, Arity>& particles) {
    for (std::size_t k = 0; k < Arity; ++k) {
        for (std::size_t l = 0; l < k; ++l) {
            if (neighbours.find(particles[k], particles[l]) == GlobalGraph::kNoLink) {
                return false;
            }
        }
    }
    return true;
}

template <std::size_t Arity>
bool make_links(const Model& model, const Neighbours& neighbours, const std::array<int, Arity>& particles,
                std::vector<GlobalGraph::Link>& links) {
    if constexpr (Arity == 2) {
        return link_over_middle(model, neighbours, particles, links);
    } else {
        return link_by_tree(neighbours, particles, links);
    }
}

/// Fills first_of and by_lower, which find_pair() searches.
void sort_pairs(std::size_t particles, GlobalGraph& graph) {
    group_by(particles, graph.first_of, graph.by_lower, [&](const auto& add) {
        for (std::size_t p = 0; p < graph.pairs.size(); ++p) {
            add(index_of(std::min(graph.pairs[p].first, graph.pairs[p].second)), p);
        }
    });
}

} // namespace

bool is_bending_soft(const Model& model, const Settings& settings, const TimeScheme& scheme) {
    double softest_edge = std::numeric_limits<double>::infinity(); // softest stiffness plus damping, times h^2
    double stiffest_skip = 0;
    bool soft = true;
    for_each_type(model, [&](const auto& array, std::size_t) {
        using Type = typename std::remove_cvref_t<decltype(array)>::Type;
        for (std::size_t c = 0; c < array.size() && soft; ++c) {
            const double curvature = curvature_of(material_of(array.material[c], settings), scheme);
            if constexpr (IsEdge<Type>) {
                if (array.material[c].role == Role::bend) {
                    stiffest_skip = std::max(stiffest_skip, curvature);
                } else {
                    softest_edge = std::min(softest_edge, curvature);
                }
            } else if (MayBeOutside<Type> && array.material[c].role == Role::bend) {
                const double most = IsWeightedSum<Type> ? kSoftIsometric : kSoftAngle;
                // a rigid constraint without a gradient has no effect; avoids 0 * infinity
                const double weight = weight_at_rest(model, array, c);
                soft = !(weight > 0) || curvature * weight <= most;
            }
        }
    });
    return soft && stiffest_skip <= kSoftSkipOne * softest_edge;
}

GlobalGraph make_global_graph(const Model& model, bool bending_inside) {
    GlobalGraph graph;
    graph.places.resize(model.typed_count());
    Neighbours neighbours(model.particle_count());
    const auto take_in = [&](const auto& particles, GlobalGraph::Place& place) {
        place.pair = graph.pairs.size();
        for (std::size_t k = 0; k < particles.size(); ++k) {
            for (std::size_t l = 0; l < k; ++l) {
                graph.pairs.emplace_back(particles[k], particles[l]);
            }
        }
    };
    const bool is_surface = !model.triangles.empty();
    const auto may_stay_outside = [&]<class Type>(const ConstraintArray<Type>& array, std::size_t c) {
        return MayBeOutside<Type> && !bending_inside && is_surface && array.material[c].role == Role::bend;
    };
    for_each_type(model, [&](const auto& array, std::size_t first) {
        for (std::size_t c = 0; c < array.size(); ++c) {
            if (!may_stay_outside(array, c)) {
                take_in(array.particles[c], graph.places[first + c]);
            }
        }
    });
    for (std::size_t pair = 0; pair < graph.pairs.size(); ++pair) {
        neighbours.add(graph.pairs[pair].first, graph.pairs[pair].second, pair);
    }
    neighbours.sort();
    for_each_type(model, [&](const auto& array, std::size_t first) {
        for (std::size_t c = 0; c < array.size(); ++c) {
            if (!may_stay_outside(array, c)) {
                continue;
            }
            GlobalGraph::Place& place = graph.places[first + c];
            const std::size_t next = graph.links.size();
            if (!is_clique(neighbours, array.particles[c]) &&
                make_links(model, neighbours, array.particles[c], graph.links)) {
                place.first_link = next;
                place.links = graph.links.size() - next;
            } else {
                take_in(array.particles[c], place);
            }
        }
    });
    sort_pairs(model.particle_count(), graph);
    return graph;
}

} // namespace xpbd
