#include "core/methods/block_cholesky.h"

#include <algorithm>

namespace xpbd {

template <int N>
bool BlockCholesky<N>::set_pattern(int n, std::span<const std::pair<int, int>> pairs, std::span<const Vec3> places,
                                   const AnalysisWatch& watch) {
    FrontTree tree(n, N, pairs, places, watch);
    const bool whole = tree.order.size() == index_of(n);
    const std::size_t count = whole ? pairs.size() : 0;
    std::vector<BlockPlace> entries; // of the pairs, then without repeats
    entries.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto [column, row] =
            std::minmax(tree.position[index_of(pairs[i].first)], tree.position[index_of(pairs[i].second)]);
        entries.push_back({row, column});
    }
    std::vector<std::size_t> value = sort_by_column(entries, tree.order.size());
    place_of_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const bool transposed = tree.position[index_of(pairs[i].first)] < tree.position[index_of(pairs[i].second)];
        place_of_[i] = {static_cast<int>(value[i]), transposed};
    }
    values_.assign(kSize * entries.size(), 0.0);
    diagonal_.assign(kSize * tree.order.size(), 0.0);
    factor_.set_tree(std::move(tree), std::move(entries));
    find_parts();
    return whole;
}

template <int N>
void BlockCholesky<N>::find_parts() {
    const std::span<const BlockPlace> entries = factor_.entries();
    parts_.assign((factor_.tree().order.size() + kPartRows - 1) / kPartRows, {});
    for (std::size_t i = 0; i < entries.size(); ++i) {
        Part& part = parts_[index_of(entries[i].column / kPartRows)];
        part.begin = part.end == 0 ? i : part.begin;
        part.end = i + 1;
        if (entries[i].row / kPartRows != entries[i].column / kPartRows) {
            parts_[index_of(entries[i].row / kPartRows)].before.push_back(static_cast<int>(i));
        }
    }
}

template <int N>
void BlockCholesky<N>::set_zero() {
    for (int part = 0; part < part_count(); ++part) {
        set_zero(part);
    }
}

template <int N>
void BlockCholesky<N>::set_zero(int part) {
    const Part& entries = parts_[index_of(part)];
    std::fill(values_.data() + kSize * entries.begin, values_.data() + kSize * entries.end, 0.0);
    for (const int row : rows_of(part)) {
        std::fill_n(diagonal(row), kSize, 0.0);
    }
}

template <int N>
void BlockCholesky<N>::multiply(std::span<const double> x, std::span<double> y, const Parallel& parallel) const {
    run_tasks(parallel, parts_.size(), [&](std::size_t part) { multiply(static_cast<int>(part), x, y); });
}

/// Every row adds what it has in the order of the columns, however the rows are cut.
template <int N>
void BlockCholesky<N>::multiply(int part, std::span<const double> x, std::span<double> y) const {
    const FrontTree& tree = factor_.tree();
    const auto add = [](const double* block, bool transposed, const double* from, double* to) {
        for (std::size_t row = 0; row < N; ++row) {
            for (std::size_t column = 0; column < N; ++column) {
                to[row] += block[transposed ? row * N + column : column * N + row] * from[column];
            }
        }
    };
    for (const int row : rows_of(part)) {
        const std::size_t a = index_of(row);
        std::fill_n(y.data() + N * a, N, 0.0);
        add(diagonal_.data() + kSize * a, false, x.data() + N * a, y.data() + N * a);
    }
    const std::span<const BlockPlace> entries = factor_.entries();
    const auto at = [&](int position) { return N * index_of(tree.order[index_of(position)]); };
    const Part& own = parts_[index_of(part)];
    for (const int entry : own.before) {
        const BlockPlace& place = entries[index_of(entry)];
        add(values_.data() + kSize * index_of(entry), false, x.data() + at(place.column), y.data() + at(place.row));
    }
    for (std::size_t i = own.begin; i < own.end; ++i) {
        const std::size_t row = at(entries[i].row);
        const std::size_t column = at(entries[i].column);
        if (entries[i].row / kPartRows == part) {
            add(values_.data() + kSize * i, false, x.data() + column, y.data() + row);
        }
        add(values_.data() + kSize * i, true, x.data() + row, y.data() + column);
    }
}

template <int N>
bool BlockCholesky<N>::factorise(const Parallel& parallel) {
    return factor_.factorise(diagonal_, values_, {}, parallel);
}

template <int N>
bool BlockCholesky<N>::factorise_and_solve(std::span<double> x, const Parallel& parallel) {
    return factor_.factorise(diagonal_, values_, x, parallel);
}

template <int N>
void BlockCholesky<N>::solve(std::span<double> x, const Parallel& parallel) const {
    factor_.solve(x, parallel);
}

template <int N>
typename BlockCholesky<N>::Vectors BlockCholesky<N>::solve(const Vectors& right, const Parallel& parallel) const {
    Vectors x = right;
    for (Eigen::Index column = 0; column < x.cols(); ++column) {
        factor_.solve({x.col(column).data(), static_cast<std::size_t>(x.rows())}, parallel);
    }
    return x;
}

template class BlockCholesky<1>;
template class BlockCholesky<3>;

} // namespace xpbd
