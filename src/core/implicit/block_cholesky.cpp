// Maps pairs of block rows to their places in the factor; the numeric work is in cholesky/factor.cpp.
#include "core/implicit/block_cholesky.h"

#include <algorithm>
#include <numeric>

namespace xpbd {

template <int N>
bool BlockCholesky<N>::set_pattern(int n, std::span<const std::pair<int, int>> pairs, std::span<const Vec3> places,
                                   const AnalysisWatch& watch, bool has_factor) {
    FrontTree tree(n, N, pairs, places, watch);
    if (!has_factor) {
        tree = tree.without_fronts();
    }
    const bool whole = tree.order.size() == index_of(n);
    const std::size_t count = whole ? pairs.size() : 0;
    std::vector<BlockPlace> entries; // one per pair; sort_by_column() removes repeats
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
    const std::size_t parts = (tree.order.size() + kPartRows - 1) / kPartRows;
    part_begin_.assign(parts + 1, 0);
    for (const BlockPlace& place : entries) {
        ++part_begin_[index_of(place.column / kPartRows) + 1];
    }
    std::partial_sum(part_begin_.begin(), part_begin_.end(), part_begin_.begin());
    factor_.set_tree(std::move(tree), std::move(entries));
    return whole;
}

template <int N>
void BlockCholesky<N>::set_zero() {
    for (int part = 0; part < part_count(); ++part) {
        set_zero(part);
    }
}

template <int N>
void BlockCholesky<N>::set_zero(int part) {
    const std::size_t* blocks = &part_begin_[index_of(part)];
    std::fill(values_.data() + kSize * blocks[0], values_.data() + kSize * blocks[1], 0.0);
    for (const int row : rows_of(part)) {
        std::fill_n(diagonal(row), kSize, 0.0);
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

template class BlockCholesky<1>;
template class BlockCholesky<3>;

} // namespace xpbd
