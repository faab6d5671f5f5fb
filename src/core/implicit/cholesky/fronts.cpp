// Builds the tree of fronts from a dissection, lays out memory, and cuts the tree into tasks.
#include "core/implicit/cholesky/fronts.h"

#include "core/base/group_by.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace xpbd {
namespace {

constexpr int kLeafNumbers = 36;        ///< rows of a leaf of the dissection, at most [scalar rows]: 12 blocks of three
constexpr double kWorthSharing = 4e6;   ///< flops; with fewer, threads cost more time than they save
constexpr double kTasks = 24;           ///< a task has at most 1/24 of the work, unless a single front has more
constexpr std::size_t kBadStride = 512; ///< columns at a multiple of this distance [doubles] map to the same cache sets

std::size_t column_stride(int rows) {
    const auto size = index_of(rows);
    return size % kBadStride == 0 ? size + index_of(simd::Panel::tile_rows) : size;
}

double flops_of(double own, double below) {
    return own * own * own / 3 + own * own * below + own * below * below;
}

} // namespace

FrontTree::FrontTree(int n, int block_size, std::span<const std::pair<int, int>> pairs, std::span<const Vec3> places,
                     const AnalysisWatch& watch)
    : block(block_size) {
    const Graph graph(n, pairs);
    Dissection parts = dissect(graph, places, kLeafNumbers / block, watch);
    if (parts.order.size() != index_of(n)) {
        return;
    }
    order = parts.order;
    position.resize(index_of(n));
    for (int i = 0; i < n; ++i) {
        position[index_of(order[index_of(i)])] = i;
    }
    find_rows(graph, parts);
    list_children();
    put_in_postorder();
    list_children();
    lay_out();
    share_out();
}

/// Makes a front of every part. The rows below a front's own rows come from the matrix and from its children's updates.
void FrontTree::find_rows(const Graph& graph, const Dissection& parts) {
    std::vector<int> front_of(order.size());
    std::vector<int> seen_by(order.size(), -1);
    std::vector<int> last_child(parts.ends.size(), -1), child_before(parts.ends.size(), -1);
    int begin = 0;
    for (const int end : parts.ends) {
        const int f = static_cast<int>(fronts.size());
        Front front;
        front.first = begin;
        front.width = end - begin;
        front.below_begin = static_cast<int>(below.size());
        std::fill(front_of.begin() + begin, front_of.begin() + end, f);
        const auto add = [&](int row) {
            if (row >= end && std::exchange(seen_by[index_of(row)], f) != f) {
                below.push_back(row);
            }
        };
        for (int i = begin; i < end; ++i) {
            for (const int near : graph.of(order[index_of(i)])) {
                add(position[index_of(near)]);
            }
        }
        for (int child = last_child[index_of(f)]; child >= 0; child = child_before[index_of(child)]) {
            const Front& handing = fronts[index_of(child)];
            for (int k = 0; k < handing.below_count; ++k) {
                add(below[index_of(handing.below_begin + k)]);
            }
        }
        front.below_count = static_cast<int>(below.size()) - front.below_begin;
        std::sort(below.begin() + front.below_begin, below.end());
        fronts.push_back(front);
        begin = end;
        // The parent's front does not exist yet: its number follows from the part that holds the first row below.
        if (front.below_count > 0) {
            const auto next =
                std::upper_bound(parts.ends.begin(), parts.ends.end(), below[index_of(front.below_begin)]);
            fronts.back().parent = static_cast<int>(next - parts.ends.begin());
            child_before[index_of(f)] = std::exchange(last_child[index_of(fronts.back().parent)], f);
        }
    }
}

void FrontTree::list_children() {
    group_by(fronts.size(), first_child, children, [&](const auto& add) {
        for (std::size_t f = 0; f < fronts.size(); ++f) {
            if (fronts[f].parent >= 0) {
                add(index_of(fronts[f].parent), static_cast<int>(f));
            }
        }
    });
}

/// Renumbers fronts and positions so that subtrees are contiguous. A part of the dissection may have no edge to the
/// separator around it; the front's parent is then a separator further out. The rows below a front belong to its
/// ancestors, whose relative order does not change: `below` stays sorted.
void FrontTree::put_in_postorder() {
    std::vector<int> new_order;             // fronts, by new number
    std::vector<std::pair<int, int>> stack; // front, number of its visited children
    for (std::size_t root = 0; root < fronts.size(); ++root) {
        if (fronts[root].parent >= 0) {
            continue;
        }
        stack.emplace_back(static_cast<int>(root), 0);
        while (!stack.empty()) {
            const auto [f, done] = stack.back();
            const auto below_it = children_of(f);
            if (done < static_cast<int>(below_it.size())) {
                ++stack.back().second;
                stack.emplace_back(below_it[index_of(done)], 0);
            } else {
                new_order.push_back(f);
                stack.pop_back();
            }
        }
    }
    std::vector<int> number(fronts.size());
    std::vector<Front> sorted;
    std::vector<int> moved(order.size()); // new position, by old position
    std::vector<int> new_rows;
    int next = 0;
    for (const int f : new_order) {
        number[index_of(f)] = static_cast<int>(sorted.size());
        Front front = fronts[index_of(f)];
        for (int i = 0; i < front.width; ++i) {
            new_rows.push_back(order[index_of(front.first + i)]);
            moved[index_of(front.first + i)] = next++;
        }
        front.first = next - front.width;
        sorted.push_back(front);
    }
    order = std::move(new_rows);
    for (std::size_t i = 0; i < order.size(); ++i) {
        position[index_of(order[i])] = static_cast<int>(i);
    }
    fronts = std::move(sorted);
    for (Front& front : fronts) {
        front.parent = front.parent < 0 ? -1 : number[index_of(front.parent)];
    }
    for (int& row : below) {
        row = moved[index_of(row)];
    }
}

/// Computes rows in parents, depths, offsets and sizes of all panels and updates, and the cost on one thread.
void FrontTree::lay_out() {
    into_parent.resize(below.size());
    for (std::size_t f = fronts.size(); f-- > 0;) {
        Front& front = fronts[f];
        if (front.parent < 0) {
            continue;
        }
        const Front& parent = fronts[index_of(front.parent)];
        front.depth = parent.depth + 1;
        const auto theirs = rows_below(parent);
        auto found = theirs.begin();
        for (int k = 0; k < front.below_count; ++k) {
            const int row = below[index_of(front.below_begin + k)];
            int& place = into_parent[index_of(front.below_begin + k)];
            if (row < parent.first + parent.width) {
                place = row - parent.first;
            } else {
                found = std::lower_bound(found, theirs.end(), row);
                place = parent.width + static_cast<int>(found - theirs.begin());
            }
        }
    }
    std::size_t used[2] = {0, 0};
    for (std::size_t f = 0; f < fronts.size(); ++f) {
        Front& front = fronts[f];
        front.panel = simd::Panel::of(block * front.width, block * front.below_count);
        front.panel_at = factor_size;
        factor_size += front.panel.size();
        front.leading = column_stride(front.panel.below_padded());
        front.flops = flops_of(block * front.width, block * front.below_count);
        cost.flops += front.flops;
        const int parity = front.depth % 2;
        front.update_at = used[parity];
        used[parity] += front.update_size();
        stack_size[parity] = std::max(stack_size[parity], used[parity]);
        const auto below_it = children_of(static_cast<int>(f));
        if (!below_it.empty()) { // the children's updates are no longer needed
            used[1 - parity] = fronts[index_of(below_it.front())].update_at;
        }
        if (front.parent < 0) {
            used[parity] = front.update_at;
        }
    }
    cost.factor_bytes = factor_size * sizeof(double);
    cost.update_bytes = (stack_size[0] + stack_size[1]) * sizeof(double);
}

/// Cuts the tree into tasks of about equal work, from the root down: the root of a subtree with too much work goes to
/// the top, and its children are candidates for tasks instead.
void FrontTree::share_out() {
    cost.shared_update_bytes = cost.update_bytes;
    if (cost.flops < kWorthSharing) {
        return;
    }
    std::vector<double> work(fronts.size()); // flops per subtree
    std::vector<int> size(fronts.size(), 1); // fronts per subtree
    for (std::size_t f = 0; f < fronts.size(); ++f) {
        work[f] += fronts[f].flops;
        if (fronts[f].parent >= 0) {
            work[index_of(fronts[f].parent)] += work[f];
            size[index_of(fronts[f].parent)] += size[f];
        }
    }
    const double most = cost.flops / kTasks;
    double filled = 0;                              // flops of the last task
    for (std::size_t f = fronts.size(); f-- > 0;) { // whole subtrees, from the last to the first
        const int begin = static_cast<int>(f) + 1 - size[f];
        if (work[f] > most && size[f] > 1) {
            top.push_back(static_cast<int>(f));
            continue;
        }
        if (tasks.empty() || tasks.back().begin != static_cast<int>(f) + 1 || filled + work[f] > most) {
            tasks.push_back({static_cast<int>(f) + 1, static_cast<int>(f) + 1, {}});
            filled = 0;
        }
        tasks.back().begin = begin;
        filled += work[f];
        f = index_of(begin);
    }
    std::reverse(top.begin(), top.end());
    std::reverse(tasks.begin(), tasks.end());
    handed.assign(fronts.size(), 0);
    for (FrontTask& task : tasks) {
        std::size_t low[2] = {stack_size[0], stack_size[1]};
        std::size_t high[2] = {0, 0};
        for (int f = task.begin; f < task.end; ++f) {
            const Front& front = fronts[index_of(f)];
            if (front.parent >= task.end) {
                handed[index_of(f)] = handed_size;
                handed_size += front.update_size();
                continue;
            }
            const std::size_t end = front.update_at + front.update_size();
            low[front.depth % 2] = std::min(low[front.depth % 2], front.update_at);
            high[front.depth % 2] = std::max(high[front.depth % 2], end);
        }
        for (const int parity : {0, 1}) {
            task.stack_at[parity] = std::min(low[parity], high[parity]);
            task_stack_size[parity] = std::max(task_stack_size[parity], high[parity] - task.stack_at[parity]);
        }
    }
    for (const int f : top) {
        const Front& front = fronts[index_of(f)];
        auto& stack = top_stack_size[front.depth % 2];
        stack = std::max(stack, front.update_at + front.update_size());
    }
    cost.shared_update_bytes = (handed_size + top_stack_size[0] + top_stack_size[1]) * sizeof(double);
    cost.thread_update_bytes = (task_stack_size[0] + task_stack_size[1]) * sizeof(double);
}

FactorCost predict_cost(int n, int block, std::span<const std::pair<int, int>> pairs, std::span<const Vec3> places,
                        const AnalysisWatch& watch) {
    return FrontTree(n, block, pairs, places, watch).cost;
}

} // namespace xpbd
