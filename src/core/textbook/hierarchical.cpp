// Builds the hierarchy of particles once per model, and projects it level by level before plain PBD.
#include "core/textbook/hierarchical.h"

#include <algorithm>
#include <map>

namespace xpbd {
namespace {

/// Least number of parents of a fine particle (H08 section 4.2).
constexpr std::size_t kParents = 2;
/// Only the finest level moves particles nearer to a collider than this [m].
constexpr double kNear = 1e-3;
/// A level with fewer particles than this is not made.
constexpr std::size_t kSmallest = 4;

using Graph = std::vector<std::map<int, double>>; ///< per particle: neighbour -> rest distance

/// The graph of the stretch and shear distances that are not torn. Bending distances are left out, because they skip a
/// particle. Incomplete if `stop` is requested.
Graph fine_graph(const Model& model, const std::vector<std::uint8_t>& torn, const StopToken& stop) {
    Graph graph(model.particle_count());
    const auto& array = model.of_type<Distance>();
    for (std::size_t c = 0; c < array.size() && !stop.stop_requested(); ++c) {
        if (array.material[c].role != Role::bend && (torn.empty() || torn[c] == 0)) { // Distance is the first type
            const auto [a, b] = array.particles[c];
            graph[index_of(a)].emplace(b, rest_length(array, c));
            graph[index_of(b)].emplace(a, rest_length(array, c));
        }
    }
    return graph;
}

std::size_t coarse_neighbours(const Graph& graph, const std::vector<bool>& coarse, std::size_t i) {
    return static_cast<std::size_t>(
        std::count_if(graph[i].begin(), graph[i].end(), [&](const auto& n) { return coarse[index_of(n.first)]; }));
}

/// Removes particles from a level, in order, as long as every removed particle keeps kParents parents (H08 algorithm
/// 2). Fixed particles are never removed. Incomplete if `stop` is requested.
std::vector<bool> choose_coarse(const Graph& graph, const std::vector<bool>& level, const Model& model,
                                const StopToken& stop) {
    std::vector<bool> coarse = level;
    for (std::size_t i = 0; i < graph.size() && !stop.stop_requested(); ++i) {
        if (!level[i] || model.mass[i] == 0 || coarse_neighbours(graph, coarse, i) < kParents) {
            continue;
        }
        const bool needed = std::any_of(graph[i].begin(), graph[i].end(), [&](const auto& n) {
            const std::size_t other = index_of(n.first);
            return !coarse[other] && coarse_neighbours(graph, coarse, other) <= kParents;
        });
        coarse[i] = needed;
    }
    return coarse;
}

} // namespace

void HierarchicalSolver::build(const Model& model, const State& state) {
    if (built_ == model.identity && torn_ == state.torn) {
        return;
    }
    built_ = model.identity;
    torn_ = state.torn;
    levels_.clear();
    Graph graph = fine_graph(model, torn_, interrupt_);
    std::vector<bool> level(model.particle_count(), true);
    while (levels_.size() < most_levels_) {
        const std::vector<bool> coarse = choose_coarse(graph, level, model, interrupt_);
        if (interrupted()) {
            built_ = 0; // incomplete: is built again next time
            return;
        }
        const auto size = static_cast<std::size_t>(std::count(coarse.begin(), coarse.end(), true));
        if (size < kSmallest || size == static_cast<std::size_t>(std::count(level.begin(), level.end(), true))) {
            return;
        }
        Level next;
        // Every two parents of a removed particle get a constraint; its limit is the length of the path through that
        // particle.
        Graph coarser(graph.size());
        const auto connect = [&](int a, int b, double length) {
            if (a == b) {
                return;
            }
            for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}}) {
                const auto [place, fresh] = coarser[index_of(from)].emplace(to, length);
                place->second = fresh ? length : std::min(place->second, length);
            }
        };
        for (std::size_t i = 0; i < graph.size() && !interrupted(); ++i) {
            if (!level[i]) {
                continue;
            }
            if (coarse[i]) {
                for (const auto& [other, length] : graph[i]) {
                    if (coarse[index_of(other)]) {
                        connect(static_cast<int>(i), other, length);
                    }
                }
                continue;
            }
            std::vector<std::pair<int, double>> parents;
            double sum = 0;
            for (const auto& [other, length] : graph[i]) {
                if (coarse[index_of(other)]) {
                    const double weight = 1 / std::max(length, 1e-9);
                    parents.emplace_back(other, weight);
                    sum += weight;
                }
            }
            for (auto& [parent, weight] : parents) {
                weight /= sum;
            }
            for (const auto& [parent, weight] : parents) {
                for (const auto& [other, other_weight] : parents) {
                    if (parent < other) {
                        connect(parent, other, graph[i].at(parent) + graph[i].at(other));
                    }
                }
            }
            next.children.emplace_back(static_cast<int>(i), std::move(parents));
        }
        for (std::size_t i = 0; i < coarser.size(); ++i) {
            for (const auto& [other, length] : coarser[i]) {
                if (static_cast<int>(i) < other) {
                    next.links.push_back({static_cast<int>(i), other, length});
                }
            }
        }
        levels_.push_back(std::move(next));
        graph = std::move(coarser);
        level = coarse;
    }
}

/// Finds the particles that are near a collider before or after the inertial motion.
void HierarchicalSolver::find_touching(const Substep& substep, const std::vector<Vec4>& x) {
    const double near = substep.model.contact_distance + kNear;
    touching_.assign(x.size(), false);
    for (const Collider& collider : substep.model.colliders) {
        for (std::size_t i = 0; i < x.size(); ++i) {
            touching_[i] = touching_[i] || gap_to(collider.shape, collider.carried(substep.start[i])).distance < near ||
                           gap_to(collider.shape, xyz(x[i])).distance < near;
        }
    }
}

void HierarchicalSolver::project(const Level& level, std::vector<Vec4>& x) const {
    for (const Link& link : level.links) {
        if (touching_[index_of(link.a)] || touching_[index_of(link.b)]) {
            continue;
        }
        Vec4& a = x[index_of(link.a)];
        Vec4& b = x[index_of(link.b)];
        const Vec3 edge = xyz(b) - xyz(a);
        const double length = glm::length(edge);
        const double weight = a.w + b.w;
        if (length > link.length && weight > 0) {
            const Vec3 pull = edge * ((length - link.length) / (length * weight));
            a += Vec4(a.w * pull, 0);
            b -= Vec4(b.w * pull, 0);
        }
    }
}

int HierarchicalSolver::solve(const Substep& substep, State& state) {
    build(substep.model, state);
    if (levels_.empty()) {
        return TextbookSolver::solve(substep, state);
    }
    guard_.begin(substep, state, {}, contacts().stops());
    auto& x = state.particles.position;
    find_touching(substep, x);
    for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
        before_ = x;
        for (int iteration = 0; iteration < substep.settings.iterations && !interrupted(); ++iteration) {
            project(*level, x);
        }
        for (const auto& [child, parents] : level->children) {
            Vec4& fine = x[index_of(child)];
            if (fine.w == 0 || touching_[index_of(child)]) {
                continue;
            }
            Vec3 moved(0);
            for (const auto& [parent, weight] : parents) {
                moved += weight * (xyz(x[index_of(parent)]) - xyz(before_[index_of(parent)]));
            }
            fine += Vec4(moved, 0);
        }
    }
    const int iterations = TextbookSolver::solve(substep, state);
    guard_.judge(substep, state);
    return iterations;
}

void HierarchicalSolver::restrain(State& state) {
    // Without levels the method is plain PBD. While something moves the body from outside, its work is unknown, because
    // the method has no forces.
    if (!levels_.empty() && !guard_.is_driven() && guard_.restrain(state)) {
        forget_history(state);
    }
}

} // namespace xpbd
