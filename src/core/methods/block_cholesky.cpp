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
    return whole;
}

template <int N>
void BlockCholesky<N>::set_zero() {
    std::fill(values_.begin(), values_.end(), 0.0);
    std::fill(diagonal_.begin(), diagonal_.end(), 0.0);
}

template <int N>
void BlockCholesky<N>::multiply(std::span<const double> x, std::span<double> y) const {
    const FrontTree& tree = factor_.tree();
    const auto add = [](const double* block, bool transposed, const double* from, double* to) {
        for (std::size_t row = 0; row < N; ++row) {
            for (std::size_t column = 0; column < N; ++column) {
                to[row] += block[transposed ? row * N + column : column * N + row] * from[column];
            }
        }
    };
    std::fill(y.begin(), y.end(), 0.0);
    for (std::size_t a = 0; a < tree.order.size(); ++a) {
        add(diagonal_.data() + kSize * a, false, x.data() + N * a, y.data() + N * a);
    }
    const std::span<const BlockPlace> entries = factor_.entries();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const std::size_t row = N * index_of(tree.order[index_of(entries[i].row)]);
        const std::size_t column = N * index_of(tree.order[index_of(entries[i].column)]);
        add(values_.data() + kSize * i, false, x.data() + column, y.data() + row);
        add(values_.data() + kSize * i, true, x.data() + row, y.data() + column);
    }
}

template <int N>
bool BlockCholesky<N>::factorise(const Parallel& parallel) {
    return factor_.factorise(diagonal_, values_, parallel);
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
