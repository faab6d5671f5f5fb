// Nested dissection: cuts along directions, and minimal vertex covers by bipartite matching.
#include "core/implicit/cholesky/dissection.h"

#include "core/base/group_by.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace xpbd {
namespace {

constexpr int kNone = -1;
constexpr double kSimilar = 0.4; ///< sides shorter than this share of the longest side are not cut across

/// Compares vertices by their position along a direction; equal positions by vertex number.
class Along {
public:
    Along(std::span<const Vec3> places, const Vec3& direction) : places_(places), direction_(direction) {}
    bool operator()(int a, int b) const {
        const double at_a = place(a);
        const double at_b = place(b);
        return std::tie(at_a, a) < std::tie(at_b, b);
    }

private:
    double place(int v) const { return places_.empty() ? 0 : glm::dot(places_[index_of(v)], direction_); }
    std::span<const Vec3> places_;
    Vec3 direction_;
};

/// Size of the bounding box of the vertices.
Vec3 box_of(std::span<const Vec3> places, std::span<const int> vertices) {
    if (places.empty() || vertices.empty()) {
        return Vec3(0);
    }
    Vec3 low = places[index_of(vertices.front())];
    Vec3 high = low;
    for (const int v : vertices) {
        low = glm::min(low, places[index_of(v)]);
        high = glm::max(high, places[index_of(v)]);
    }
    return high - low;
}

/// Directions to cut across: the longest side of the box first, then the other long sides, then the diagonals between
/// these sides.
std::vector<Vec3> directions_of(const Vec3& size) {
    int axes[] = {0, 1, 2};
    std::stable_sort(axes, axes + 3, [&](int a, int b) { return size[a] > size[b]; });
    const auto unit = [](int axis) {
        Vec3 result(0);
        result[axis] = 1;
        return result;
    };
    std::vector<Vec3> directions(1, unit(axes[0]));
    for (int i = 1; i < 3; ++i) {
        if (size[axes[i]] > kSimilar * size[axes[0]]) {
            directions.push_back(unit(axes[i]));
        }
    }
    const std::size_t count = directions.size();
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            directions.push_back(directions[i] + directions[j]);
            directions.push_back(directions[i] - directions[j]);
        }
    }
    return directions;
}

/// Finds the smallest vertex cover of the edges between two sides of a graph.
class Separator {
public:
    enum class Side : char { outside, left, right };

    explicit Separator(const Graph& graph)
        : graph_(graph),
          side_(graph.first.size() - 1, Side::outside),
          mate_(side_.size(), kNone),
          level_(side_.size(), kNone),
          next_(side_.size(), 0) {}

    /// Computes the cover of the edges between two sets; is_covered() returns it until clear() is called.
    void find(std::span<const int> left, std::span<const int> right) {
        mark(left, Side::left);
        mark(right, Side::right);
        border_.clear();
        for (const int v : left) {
            const auto& near = graph_.of(v);
            if (std::any_of(near.begin(), near.end(), [&](int w) { return at(w) == Side::right; })) {
                border_.push_back(v);
            }
        }
        match_greedily();
        while (layer()) {
            for (const int v : border_) {
                next_[index_of(v)] = 0;
            }
            for (const int v : border_) {
                if (mate_[index_of(v)] == kNone) {
                    augment(v);
                }
            }
        }
        // The last call of layer() left in level_ which left vertices are reached by alternating paths from free left
        // vertices.
    }
    /// The cover consists of the matched left vertices that no alternating path from a free left vertex reaches, and
    /// the matched right vertices whose mate such a path reaches.
    bool is_covered(int v) const {
        const int mate = mate_[index_of(v)];
        return mate != kNone && (at(v) == Side::left ? level_[index_of(v)] == kNone : level_[index_of(mate)] != kNone);
    }
    void clear(std::span<const int> vertices) {
        for (const int v : vertices) {
            side_[index_of(v)] = Side::outside;
            mate_[index_of(v)] = kNone;
            level_[index_of(v)] = kNone;
        }
    }

private:
    Side at(int v) const { return side_[index_of(v)]; }
    void mark(std::span<const int> vertices, Side side) {
        for (const int v : vertices) {
            side_[index_of(v)] = side;
        }
    }
    void match(int left, int right) {
        mate_[index_of(left)] = right;
        mate_[index_of(right)] = left;
    }
    void match_greedily() {
        for (const int v : border_) {
            for (const int w : graph_.of(v)) {
                if (at(w) == Side::right && mate_[index_of(w)] == kNone) {
                    match(v, w);
                    break;
                }
            }
        }
    }
    /// Sets the levels of left vertices by breadth-first search from the free ones. True if a free right vertex is
    /// reached.
    bool layer() {
        queue_.clear();
        for (const int v : border_) {
            const bool is_free = mate_[index_of(v)] == kNone;
            level_[index_of(v)] = is_free ? 0 : kNone;
            if (is_free) {
                queue_.push_back(v);
            }
        }
        bool found = false;
        for (std::size_t q = 0; q < queue_.size(); ++q) {
            const int v = queue_[q];
            for (const int w : graph_.of(v)) {
                if (at(w) != Side::right) {
                    continue;
                }
                const int mate = mate_[index_of(w)];
                if (mate == kNone) {
                    found = true;
                } else if (level_[index_of(mate)] == kNone) {
                    level_[index_of(mate)] = level_[index_of(v)] + 1;
                    queue_.push_back(mate);
                }
            }
        }
        return found;
    }
    /// Searches a path along the levels from a free left vertex to a free right one, and flips the matching along it.
    void augment(int root) {
        path_.assign(1, root);
        while (!path_.empty()) {
            const int v = path_.back();
            const auto near = graph_.of(v);
            int& next = next_[index_of(v)];
            int deeper = kNone;
            for (; next < static_cast<int>(near.size()); ++next) {
                const int w = near[index_of(next)];
                if (at(w) != Side::right) {
                    continue;
                }
                const int mate = mate_[index_of(w)];
                if (mate == kNone) {
                    for (const int left : path_) { // matches each left vertex of the path with the right vertex at
                                                   // which its search (next_) has stopped
                        match(left, graph_.of(left)[index_of(next_[index_of(left)]++)]);
                    }
                    return;
                }
                if (level_[index_of(mate)] == level_[index_of(v)] + 1) {
                    deeper = mate;
                    break;
                }
            }
            if (deeper != kNone) {
                path_.push_back(deeper);
            } else {
                path_.pop_back();
                if (!path_.empty()) {
                    ++next_[index_of(path_.back())];
                }
            }
        }
    }

    const Graph& graph_;
    std::vector<Side> side_;
    std::vector<int> mate_;
    std::vector<int> level_; ///< per left vertex: its level, or kNone
    std::vector<int> next_;  ///< per left vertex: index of the neighbour that augment() tries next
    std::vector<int> border_, queue_, path_;
};

class Dissector {
public:
    Dissector(const Graph& graph, std::span<const Vec3> places, int leaf, const AnalysisWatch& watch)
        : places_(places), leaf_(leaf), watch_(watch), separator_(graph) {
        result_.order.resize(graph.first.size() - 1);
        std::iota(result_.order.begin(), result_.order.end(), 0);
    }
    Dissection run() {
        split(0, static_cast<int>(result_.order.size()));
        return watch_.stop.stop_requested() ? Dissection{} : std::move(result_);
    }

private:
    void end_part(int end) {
        if (end > (result_.ends.empty() ? 0 : result_.ends.back())) {
            result_.ends.push_back(end);
        }
        const double share = static_cast<double>(end) / static_cast<double>(result_.order.size());
        if (watch_.progress && share >= reported_ + 0.01) {
            watch_.progress(share);
            reported_ = share;
        }
    }
    /// Dissects order[begin, end). Every call halves the vertices, so the recursion is not deep.
    void split(int begin, int end) {
        const std::span<int> vertices =
            std::span(result_.order).subspan(index_of(begin), static_cast<std::size_t>(end - begin));
        if (end - begin <= leaf_ || watch_.stop.stop_requested()) {
            end_part(end);
            return;
        }
        cut(vertices);
        std::sort(cover_.begin(), cover_.end(), Along(places_, directions_of(box_of(places_, cover_)).front()));
        auto to = std::copy(left_.begin(), left_.end(), vertices.begin());
        to = std::copy(right_.begin(), right_.end(), to);
        std::copy(cover_.begin(), cover_.end(), to);
        const int middle = begin + static_cast<int>(left_.size());
        const int last = middle + static_cast<int>(right_.size());
        split(begin, middle);
        split(middle, last);
        end_part(end);
    }

    /// Sets left_, right_ and cover_ to the cut with the smallest separator.
    void cut(std::span<const int> vertices) {
        const auto half = vertices.size() / 2;
        std::size_t least = vertices.size() + 1;
        for (const Vec3& direction : directions_of(box_of(places_, vertices))) {
            const Along before(places_, direction);
            trial_.assign(vertices.begin(), vertices.end());
            std::nth_element(trial_.begin(), trial_.begin() + static_cast<std::ptrdiff_t>(half), trial_.end(), before);
            // std::nth_element leaves the halves in an order that depends on the library: both get back the order of
            // `vertices`.
            const int middle = trial_[half];
            auto low = trial_.begin();
            auto high = trial_.begin() + static_cast<std::ptrdiff_t>(half);
            for (const int v : vertices) {
                *(before(v, middle) ? low++ : high++) = v;
            }
            separator_.find(std::span(trial_).first(half), std::span(trial_).subspan(half));
            const auto is_covered = [&](int v) { return separator_.is_covered(v); };
            const auto size = static_cast<std::size_t>(std::count_if(trial_.begin(), trial_.end(), is_covered));
            if (size < least) {
                least = size;
                left_.clear();
                right_.clear();
                cover_.clear();
                for (std::size_t i = 0; i < trial_.size(); ++i) {
                    (is_covered(trial_[i]) ? cover_ : i < half ? left_ : right_).push_back(trial_[i]);
                }
            }
            separator_.clear(vertices);
        }
    }

    std::span<const Vec3> places_;
    int leaf_;
    const AnalysisWatch& watch_;
    Separator separator_;
    Dissection result_;
    double reported_ = 0;                           ///< share of the work last passed to watch_.progress
    std::vector<int> trial_, left_, right_, cover_; ///< scratch of split(), not used after its recursive calls
};

} // namespace

Graph::Graph(int n, std::span<const std::pair<int, int>> edges) {
    group_by(index_of(n), first, neighbours, [&](const auto& add) {
        for (const auto& [a, b] : edges) {
            add(index_of(a), b);
            add(index_of(b), a);
        }
    });
    auto to = neighbours.begin();
    for (int v = 0; v < n; ++v) {
        const auto begin = neighbours.begin() + first[index_of(v)];
        const auto end = neighbours.begin() + first[index_of(v) + 1];
        std::sort(begin, end);
        first[index_of(v)] = static_cast<int>(to - neighbours.begin());
        to = std::copy(begin, std::unique(begin, end), to);
    }
    first.back() = static_cast<int>(to - neighbours.begin());
    neighbours.erase(to, neighbours.end());
}

Dissection dissect(const Graph& graph, std::span<const Vec3> places, int leaf, const AnalysisWatch& watch) {
    return Dissector(graph, places, leaf, watch).run();
}

} // namespace xpbd
