// Numeric factorisation and solves. Top down: factorise(), eliminate(), assemble(), then the solves.
#include "core/implicit/cholesky/factor.h"

#include "core/base/group_by.h"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace xpbd {
namespace {

constexpr int kPanelStep = 64;             ///< own columns that are factored before the rows below them are computed
constexpr double kWorthSplitting = 2e6;    ///< flops; a front of the top with fewer runs on one thread
constexpr int kTilesOfChunk = 6;           ///< tiles of a panel's rows per task
constexpr int kColumnsOfChunk = 64;        ///< columns of an update per task
constexpr int kBlocksOfChunk = 8;          ///< block columns per task of assembling a front
constexpr std::size_t kWorthSolving = 5e5; ///< numbers; a smaller factor is solved on one thread

constexpr auto kTile = static_cast<std::size_t>(simd::Panel::tile_rows);

/// Resizes `numbers` without keeping its contents. Memory is kept unless it is too small or more than twice as large.
void fit(UnsetNumbers& numbers, std::size_t size) {
    if (numbers.capacity() < size || numbers.capacity() / 2 > size) {
        numbers = UnsetNumbers(); // `= {}` would assign an empty list, which keeps the memory
    }
    numbers.resize(size);
}

/// Calls part(from, to) for ranges that cover [0, count): of at most `chunk` if there are threads, else one range.
template <class F>
void run_chunks(const Parallel& parallel, int count, int chunk, F&& part) {
    in_ranges(parallel, index_of(count), index_of(parallel ? chunk : std::max(1, count)),
              [&](std::size_t from, std::size_t to) { part(static_cast<int>(from), static_cast<int>(to)); });
}

} // namespace

std::vector<std::size_t> sort_by_column(std::vector<BlockPlace>& places, std::size_t n) {
    // By row, then by column; both sorts keep the order of equal keys.
    std::vector<std::size_t> first, by_row, sorted;
    group_by(n, first, by_row, [&](const auto& add) {
        for (std::size_t i = 0; i < places.size(); ++i) {
            add(index_of(places[i].row), i);
        }
    });
    group_by(n, first, sorted, [&](const auto& add) {
        for (const std::size_t i : by_row) {
            add(index_of(places[i].column), i);
        }
    });
    std::vector<BlockPlace> unique;
    unique.reserve(places.size());
    std::vector<std::size_t> gone_to(places.size());
    for (const std::size_t i : sorted) {
        if (unique.empty() || unique.back() != places[i]) {
            unique.push_back(places[i]);
        }
        gone_to[i] = unique.size() - 1;
    }
    places = std::move(unique);
    return gone_to;
}

template <int N>
void Factor<N>::set_tree(FrontTree tree, std::vector<BlockPlace> entries) {
    tree_ = std::move(tree);
    entries_ = std::move(entries);
    first_entry_.assign(1, 0);
    entry_row_.resize(entries_.size());
    local_at_.assign(1, 0);
    int widest = 0;
    for (const Front& front : tree_.fronts) {
        const auto below = tree_.rows_below(front);
        std::size_t i = first_entry_.back();
        for (; i < entries_.size() && entries_[i].column < front.first + front.width; ++i) {
            const int row = entries_[i].row;
            const auto found = std::lower_bound(below.begin(), below.end(), row);
            entry_row_[i] = row < front.first + front.width ? row - front.first
                                                            : front.width + static_cast<int>(found - below.begin());
        }
        first_entry_.push_back(i);
        local_at_.push_back(local_at_.back() + index_of(front.panel.own_padded() + front.panel.below_padded()));
        widest = std::max(widest, front.panel.own_padded());
    }
    list_rows();
    task_stacks_.clear();
    update_.assign(tree_.fronts.size(), nullptr);
    local_.assign(local_at_.back(), 0.0);
    top_levels_.clear();
    std::size_t most = std::max<std::size_t>(1, tree_.tasks.size()); // fronts that are solved at once, at most
    for (const int f : tree_.top) {
        const auto depth = index_of(tree_.fronts[index_of(f)].depth);
        top_levels_.resize(std::max(top_levels_.size(), depth + 1));
        top_levels_[depth].push_back(f);
        most = std::max(most, top_levels_[depth].size());
    }
    sums_size_ = index_of(simd::Panel::tile_rows * widest);
    sums_.assign(sums_size_ * most, 0.0);
}

/// Computes where the rows of every front's update are added in its parent: panel_row_ and runs_.
template <int N>
void Factor<N>::list_rows() {
    panel_row_.assign(N * tree_.below.size(), 0);
    runs_.clear();
    first_run_.assign(1, 0);
    for (const Front& child : tree_.fronts) {
        const auto places = tree_.rows_in_parent(child);
        for (std::size_t k = 0; k < places.size(); ++k) {
            const Front& front = tree_.fronts[index_of(child.parent)];
            const auto number = static_cast<int>(N * k);
            for (int r = 0; r < N; ++r) {
                const int row = static_cast<int>(local_row(front, places[k])) + r;
                panel_row_[N * index_of(child.below_begin) + index_of(number + r)] =
                    static_cast<int>(front.panel.tile_at(row / simd::Panel::tile_rows)) + row % simd::Panel::tile_rows;
            }
            const int to = N * (places[k] - front.width);
            if (to < 0) {
                continue;
            }
            const bool first = static_cast<int>(runs_.size()) == first_run_.back();
            if (first || runs_.back().to + runs_.back().count != to) {
                runs_.push_back({number, to, 0});
            }
            runs_.back().count += N;
        }
        first_run_.push_back(static_cast<int>(runs_.size()));
    }
}

template <int N>
bool Factor<N>::factorise(std::span<const double> diagonal, std::span<const double> values, std::span<double> x,
                          const Parallel& parallel) {
    fit(numbers_, tree_.factor_size);
    const Values blocks{diagonal, values, x};
    if (!(parallel && !tree_.tasks.empty() ? factorise_tasks(blocks, parallel) : factorise_in_turn(blocks))) {
        return false;
    }
    if (!x.empty()) {
        solve_backward(x, parallel);
    }
    return true;
}

template <int N>
bool Factor<N>::factorise_in_turn(const Values& values) {
    const FrontTask all{0, static_cast<int>(tree_.fronts.size()), {0, 0}};
    for (const std::size_t parity : {0u, 1u}) {
        fit(stacks_[parity], tree_.stack_size[parity]);
    }
    return factorise_task(all, values, stacks_);
}

template <int N>
bool Factor<N>::factorise_task(const FrontTask& task, const Values& values, Stacks& stacks) {
    for (int f = task.begin; f < task.end; ++f) {
        const Front& front = tree_.fronts[index_of(f)];
        const auto parity = index_of(front.depth % 2);
        update_[index_of(f)] = front.parent >= task.end
                                   ? handed_.data() + tree_.handed[index_of(f)]
                                   : stacks[parity].data() + (front.update_at - task.stack_at[parity]);
        if (!eliminate(f, values, {})) {
            return false;
        }
    }
    return true;
}

template <int N>
bool Factor<N>::factorise_tasks(const Values& values, const Parallel& parallel) {
    fit(handed_, tree_.handed_size);
    std::mutex mutex; // for task_stacks_
    std::atomic<bool> positive = true;
    run_tasks(parallel, tree_.tasks.size(), [&](std::size_t t) {
        if (!positive) {
            return;
        }
        Stacks stacks;
        {
            const std::scoped_lock lock(mutex);
            if (!task_stacks_.empty()) {
                stacks = std::move(task_stacks_.back());
                task_stacks_.pop_back();
            }
        }
        for (const std::size_t parity : {0u, 1u}) {
            fit(stacks[parity], tree_.task_stack_size[parity]);
        }
        if (!factorise_task(tree_.tasks[t], values, stacks)) {
            positive = false;
        }
        const std::scoped_lock lock(mutex);
        task_stacks_.push_back(std::move(stacks));
    });
    for (const std::size_t parity : {0u, 1u}) {
        fit(stacks_[parity], tree_.top_stack_size[parity]);
    }
    for (const int f : tree_.top) {
        const Front& front = tree_.fronts[index_of(f)];
        update_[index_of(f)] = stacks_[index_of(front.depth % 2)].data() + front.update_at;
        if (!positive || !eliminate(f, values, front.flops < kWorthSplitting ? Parallel{} : parallel)) {
            return false;
        }
    }
    return positive;
}

/// Eliminates a front: factors its own columns and computes its update. The tree fixes the order of all sums.
template <int N>
bool Factor<N>::eliminate(int f, const Values& values, const Parallel& parallel) {
    const Front& front = tree_.fronts[index_of(f)];
    const auto children = tree_.children_of(f);
    run_chunks(parallel, front.width, kBlocksOfChunk, [&](int from, int to) {
        assemble(f, values, from, to);
        for (const int child : children) {
            add_to_panel(front, tree_.fronts[index_of(child)], update_[index_of(child)], from, to);
        }
    });
    if (!factor_panel(front, parallel)) {
        return false;
    }
    const int padded = front.panel.below_padded();
    double* square = update_[index_of(f)];
    const int solve =
        values.right.empty()
            ? 0
            : kColumnsOfChunk; // the first chunk is not columns of the update, but the forward substitution
    run_chunks(parallel, solve + padded, kColumnsOfChunk, [&](int from, int to) {
        if (from < solve) {
            solve_forward(f, values.right);
        }
        const int begin = std::max(0, from - solve);
        const int end = std::max(0, to - solve);
        kernels_.update(front.panel, numbers_.data() + front.panel_at, square, front.leading, begin, end);
        for (const int child : children) {
            add_to_update(front, square, child, begin, end);
        }
    });
    return true;
}

template <int N>
bool Factor<N>::factor_panel(const Front& front, const Parallel& parallel) {
    const simd::Panel& panel = front.panel;
    double* numbers = numbers_.data() + front.panel_at;
    const int tiles = panel.own_tiles + panel.below_tiles;
    for (int from = 0; from < panel.own; from += kPanelStep) {
        const int to = std::min(panel.own, from + kPanelStep);
        if (!kernels_.factor_diagonal(panel, numbers, from, to)) {
            return false;
        }
        const int first = (to + simd::Panel::tile_rows - 1) / simd::Panel::tile_rows;
        run_chunks(parallel, tiles - first, kTilesOfChunk, [&](int begin, int end) {
            kernels_.factor_rows(panel, numbers, from, to, first + begin, first + end);
        });
    }
    return true;
}

/// Writes the matrix entries of the front's block columns [from, to), and zeros elsewhere in these columns.
template <int N>
void Factor<N>::assemble(int f, const Values& values, int from, int to) {
    const Front& front = tree_.fronts[index_of(f)];
    const simd::Panel& panel = front.panel;
    double* numbers = numbers_.data() + front.panel_at;
    if (to - from == front.width) {
        std::fill_n(numbers, panel.size(), 0.0);
    } else {
        for (int tile = 0; tile < panel.own_tiles + panel.below_tiles; ++tile) {
            double* const begin = numbers + panel.tile_at(tile);
            double* const end = numbers + panel.tile_at(tile + 1); // own tiles have fewer columns
            const auto column = [&](int block) { return std::min(begin + kTile * index_of(N * block), end); };
            std::fill(column(from), to == front.width ? end : column(to), 0.0);
        }
    }
    const auto add = [&](std::size_t row, std::size_t column, const double* block, bool lower) {
        for (std::size_t r = 0; r < N; ++r) {
            double* at =
                numbers + panel.tile_at(static_cast<int>((row + r) / kTile)) + (row + r) % kTile + kTile * column;
            for (std::size_t c = 0; c < (lower ? r + 1 : N); ++c) {
                at[kTile * c] = block[N * c + r];
            }
        }
    };
    for (int c = from; c < to; ++c) {
        const int row = tree_.order[index_of(front.first + c)];
        add(index_of(N * c), index_of(N * c), values.diagonal.data() + kSize * index_of(row), true);
    }
    std::size_t i = first_entry_[index_of(f)];
    while (i < first_entry_[index_of(f) + 1] && entries_[i].column < front.first + from) {
        ++i;
    }
    for (; i < first_entry_[index_of(f) + 1] && entries_[i].column < front.first + to; ++i) {
        add(local_row(front, entry_row_[i]), index_of(N * (entries_[i].column - front.first)),
            values.values.data() + kSize * i, false);
    }
}

/// Adds a child's update to the own block columns [from, to) of the front.
template <int N>
void Factor<N>::add_to_panel(const Front& front, const Front& child, const double* update, int from, int to) {
    const auto places = tree_.rows_in_parent(child);
    const int* rows = panel_row_.data() + N * index_of(child.below_begin);
    double* numbers = numbers_.data() + front.panel_at;
    const std::size_t count = N * places.size();
    for (std::size_t k = 0; k < places.size() && places[k] < to; ++k) {
        if (places[k] < from) {
            continue;
        }
        for (std::size_t c = 0; c < N; ++c) {
            const double* added = update + (N * k + c) * child.leading;
            double* column = numbers + kTile * (index_of(N * places[k]) + c);
            for (std::size_t i = N * k + c; i < count; ++i) {
                column[rows[i]] += added[i];
            }
        }
    }
}

/// Adds a child's update to the columns [from, to) of the front's update.
template <int N>
void Factor<N>::add_to_update(const Front& front, double* square, int child_number, int from, int to) {
    const Front& child = tree_.fronts[index_of(child_number)];
    const double* update = update_[index_of(child_number)];
    const auto runs =
        std::span(runs_).subspan(index_of(first_run_[index_of(child_number)]),
                                 index_of(first_run_[index_of(child_number) + 1] - first_run_[index_of(child_number)]));
    for (std::size_t first = 0; first < runs.size(); ++first) {
        const int begin = std::max(from, runs[first].to);
        const int end = std::min(to, runs[first].to + runs[first].count);
        for (int column = begin; column < end; ++column) {
            const int skipped = column - runs[first].to; // rows of the run that are above the diagonal
            const double* read = update + index_of(runs[first].from + skipped) * child.leading;
            double* add = square + index_of(column) * front.leading;
            for (std::size_t r = first; r < runs.size(); ++r) {
                const int skip = r == first ? skipped : 0;
                const double* there = read + runs[r].from;
                double* here = add + runs[r].to;
                for (int i = skip; i < runs[r].count; ++i) {
                    here[i] += there[i];
                }
            }
        }
    }
}

template <int N>
void Factor<N>::solve(std::span<double> x, const Parallel& parallel) const {
    solve_forward(x, parallel);
    solve_backward(x, parallel);
}

template <int N>
bool Factor<N>::solves_in_turn(const Parallel& parallel) const {
    return !parallel || tree_.tasks.empty() || tree_.factor_size < kWorthSolving;
}

template <int N>
void Factor<N>::solve_forward(std::span<const double> x, const Parallel& parallel) const {
    if (solves_in_turn(parallel)) {
        for (int f = 0; f < static_cast<int>(tree_.fronts.size()); ++f) {
            solve_forward(f, x);
        }
        return;
    }
    run_tasks(parallel, tree_.tasks.size(), [&](std::size_t t) {
        for (int f = tree_.tasks[t].begin; f < tree_.tasks[t].end; ++f) {
            solve_forward(f, x);
        }
    });
    for (std::size_t depth = top_levels_.size(); depth-- > 0;) {
        const std::vector<int>& level = top_levels_[depth];
        run_tasks(parallel, level.size(), [&](std::size_t i) { solve_forward(level[i], x); });
    }
}

template <int N>
void Factor<N>::solve_backward(std::span<double> x, const Parallel& parallel) const {
    if (solves_in_turn(parallel)) {
        for (int f = static_cast<int>(tree_.fronts.size()); f-- > 0;) {
            solve_backward(f, x, sums_.data());
        }
        return;
    }
    for (const std::vector<int>& level : top_levels_) {
        run_tasks(parallel, level.size(),
                  [&](std::size_t i) { solve_backward(level[i], x, sums_.data() + sums_size_ * i); });
    }
    run_tasks(parallel, tree_.tasks.size(), [&](std::size_t t) {
        for (int f = tree_.tasks[t].end; f-- > tree_.tasks[t].begin;) {
            solve_backward(f, x, sums_.data() + sums_size_ * t);
        }
    });
}

template <int N>
void Factor<N>::solve_forward(int f, std::span<const double> x) const {
    const Front& front = tree_.fronts[index_of(f)];
    double* rows = local_.data() + local_at_[index_of(f)];
    std::fill(rows + N * front.width, local_.data() + local_at_[index_of(f) + 1], 0.0);
    for (int i = 0; i < front.width; ++i) {
        const auto row = index_of(N * tree_.order[index_of(front.first + i)]);
        std::copy_n(x.data() + row, N, rows + N * i);
    }
    for (const int c : tree_.children_of(f)) {
        const Front& child = tree_.fronts[index_of(c)];
        const double* handed = local_.data() + local_at_[index_of(c)] + child.panel.own_padded();
        const auto places = tree_.rows_in_parent(child);
        for (std::size_t k = 0; k < places.size(); ++k) {
            double* to = rows + local_row(front, places[k]);
            for (std::size_t r = 0; r < N; ++r) {
                to[r] += handed[N * k + r];
            }
        }
    }
    kernels_.forward(front.panel, numbers_.data() + front.panel_at, rows);
}

template <int N>
void Factor<N>::solve_backward(int f, std::span<double> x, double* sums) const {
    const Front& front = tree_.fronts[index_of(f)];
    double* rows = local_.data() + local_at_[index_of(f)];
    if (front.parent >= 0) {
        const Front& parent = tree_.fronts[index_of(front.parent)];
        const double* solved = local_.data() + local_at_[index_of(front.parent)];
        const auto places = tree_.rows_in_parent(front);
        for (std::size_t k = 0; k < places.size(); ++k) {
            std::copy_n(solved + local_row(parent, places[k]), N, rows + index_of(front.panel.own_padded()) + N * k);
        }
    }
    // Padding rows of the panel are zero, so that the padding of `rows` has no effect.
    kernels_.backward(front.panel, numbers_.data() + front.panel_at, rows, sums);
    for (int i = 0; i < front.width; ++i) {
        const auto row = index_of(N * tree_.order[index_of(front.first + i)]);
        std::copy_n(rows + N * i, N, x.data() + row);
    }
}

template class Factor<1>;
template class Factor<3>;

} // namespace xpbd
