#include "core/methods/block_cholesky.h"

#include <Eigen/Cholesky>
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>

namespace xpbd {
namespace {

constexpr int kMostColumns = 48;               ///< columns of one front: wide enough for dense kernels
constexpr int kMostPadded = 16;                ///< block columns of one that holds zeros: they add up along a chain
constexpr std::size_t kLargestSpare = 1 << 17; ///< numbers of an update whose memory is kept
constexpr int kMostZeros = 3;                  ///< block rows that a column may be padded with to join a front

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

/// Block rows in an order that keeps the factor sparse (approximate minimum degree).
std::vector<int> minimum_degree(int n, std::span<const std::pair<int, int>> pairs) {
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; i < n; ++i) {
        entries.emplace_back(i, i, 1);
    }
    for (const auto& [a, b] : pairs) {
        entries.emplace_back(a, b, 1);
        entries.emplace_back(b, a, 1);
    }
    Eigen::SparseMatrix<double> pattern(n, n);
    pattern.setFromTriplets(entries.begin(), entries.end());
    Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
    Eigen::AMDOrdering<int>()(pattern, permutation);
    return {permutation.indices().data(), permutation.indices().data() + n};
}

using Rows = std::vector<std::vector<int>>; ///< per column

/// The pairs by position: per row, the columns before it.
Rows columns_before(int n, std::span<const std::pair<int, int>> pairs, const std::vector<int>& position) {
    Rows before(at(n));
    for (const auto& [a, b] : pairs) {
        const auto [low, high] = std::minmax(position[at(a)], position[at(b)]);
        before[at(high)].push_back(low);
    }
    return before;
}

/// The elimination tree (Liu, 1986): the parent of a column is the first row below the diagonal of its factor.
std::vector<int> elimination_tree(const Rows& before) {
    std::vector<int> parent(before.size(), -1);
    std::vector<int> ancestor(before.size(), -1);
    for (int j = 0; j < static_cast<int>(before.size()); ++j) {
        for (int i : before[at(j)]) {
            while (i != -1 && i != j) {
                const int next = std::exchange(ancestor[at(i)], j);
                if (next == -1) {
                    parent[at(i)] = j;
                }
                i = next;
            }
        }
    }
    return parent;
}

/// Positions in an order in which the columns below a tree's node come right before it.
std::vector<int> postorder(const std::vector<int>& parent) {
    Rows children(parent.size() + 1); // the last: roots
    for (std::size_t j = parent.size(); j-- > 0;) {
        children[parent[j] < 0 ? parent.size() : at(parent[j])].push_back(static_cast<int>(j));
    }
    std::vector<int> order;
    std::vector<int> stack = children.back();
    while (!stack.empty()) {
        const int j = stack.back();
        if (children[at(j)].empty()) {
            order.push_back(j);
            stack.pop_back();
        } else {
            stack.insert(stack.end(), children[at(j)].begin(), children[at(j)].end());
            children[at(j)].clear();
        }
    }
    return order;
}

} // namespace

template <int N>
void BlockCholesky<N>::set_pattern(int n, std::span<const std::pair<int, int>> pairs) {
    fronts_.clear();
    spare_.clear();
    if (n == 0) {
        position_.clear();
        return;
    }
    order(n, pairs);
    const Rows before = columns_before(n, pairs, position_);
    parent_ = elimination_tree(before);
    Rows lower(at(n)); // rows below the diagonal of the factor's columns
    for (int row = 0; row < n; ++row) {
        for (const int column : before[at(row)]) {
            lower[at(column)].push_back(row);
        }
    }
    for (int j = 0; j < n; ++j) {
        auto& rows = lower[at(j)];
        std::sort(rows.begin(), rows.end());
        rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
        if (parent_[at(j)] >= 0) {
            auto& above = lower[at(parent_[at(j)])];
            above.insert(above.end(), rows.begin() + 1, rows.end()); // the first is the parent itself
        }
    }
    make_fronts(lower);
    place_entries(pairs);
}

template <int N>
void BlockCholesky<N>::order(int n, std::span<const std::pair<int, int>> pairs) {
    const std::vector<int> sparse = minimum_degree(n, pairs);
    position_.resize(at(n));
    for (int i = 0; i < n; ++i) {
        position_[at(sparse[at(i)])] = i;
    }
    const std::vector<int> tree = postorder(elimination_tree(columns_before(n, pairs, position_)));
    for (int i = 0; i < n; ++i) {
        position_[at(sparse[at(tree[at(i)])])] = i;
    }
}

/// Joins columns that follow each other up the tree and have nearly the same rows.
template <int N>
void BlockCholesky<N>::make_fronts(const Rows& lower) {
    std::vector<int> front_of(lower.size());
    for (int j = 0; j < static_cast<int>(lower.size()); ++j) {
        const auto joins = [&](const Front& front) {
            const auto padded = lower[at(j)].size() + 1 - lower[at(j - 1)].size();
            const int most = padded == 0 ? kMostColumns / N : kMostPadded;
            return front.width < most && parent_[at(j - 1)] == j && padded <= kMostZeros;
        };
        if (fronts_.empty() || !joins(fronts_.back())) {
            fronts_.emplace_back().first = j;
        }
        ++fronts_.back().width;
        front_of[at(j)] = static_cast<int>(fronts_.size()) - 1;
    }
    for (std::size_t f = 0; f < fronts_.size(); ++f) {
        Front& front = fronts_[f];
        front.below = lower[at(front.first + front.width - 1)];
        if (front.below.empty()) {
            continue;
        }
        Front& parent = fronts_[at(front_of[at(front.below.front())])];
        parent.children.push_back(static_cast<int>(f));
    }
    for (Front& parent : fronts_) {
        for (const int child : parent.children) {
            for (const int row : fronts_[at(child)].below) {
                const auto found = std::lower_bound(parent.below.begin(), parent.below.end(), row);
                const int beyond = parent.width + static_cast<int>(found - parent.below.begin());
                fronts_[at(child)].parents.push_back(row < parent.first + parent.width ? row - parent.first : beyond);
            }
        }
    }
}

/// Gives every pair its value, and every value its place in the front that eliminates its column.
template <int N>
void BlockCholesky<N>::place_entries(std::span<const std::pair<int, int>> pairs) {
    std::vector<std::pair<int, int>> known; // (column, row)
    for (const auto& [a, b] : pairs) {
        known.push_back(std::minmax(position_[at(a)], position_[at(b)]));
    }
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    places_.clear();
    for (const auto& [a, b] : pairs) {
        const std::pair<int, int> place = std::minmax(position_[at(a)], position_[at(b)]);
        const auto found = std::lower_bound(known.begin(), known.end(), place);
        places_.push_back({static_cast<std::size_t>(found - known.begin()), position_[at(a)] < position_[at(b)]});
    }
    values_.assign(known.size(), Block::Zero());
    diagonal_.assign(position_.size(), Block::Zero());
    auto next = known.begin();
    for (Front& front : fronts_) {
        const int end = front.first + front.width;
        for (; next != known.end() && next->first < end; ++next) {
            const auto [column, row] = *next;
            const auto found = std::lower_bound(front.below.begin(), front.below.end(), row);
            const int beyond = front.width + static_cast<int>(found - front.below.begin());
            front.entries.push_back({static_cast<std::size_t>(next - known.begin()),
                                     row < end ? row - front.first : beyond, column - front.first});
        }
    }
}

template <int N>
void BlockCholesky<N>::set_zero() {
    std::fill(values_.begin(), values_.end(), Block::Zero());
    std::fill(diagonal_.begin(), diagonal_.end(), Block::Zero());
}

template <int N>
bool BlockCholesky<N>::factorise() {
    for (Front& front : fronts_) {
        const auto size = N * (front.width + static_cast<Eigen::Index>(front.below.size()));
        dense_.assign(static_cast<std::size_t>(size * size), 0.0);
        Eigen::Map<Eigen::MatrixXd> dense(dense_.data(), size, size);
        for (int c = 0; c < front.width; ++c) {
            dense.template block<N, N>(N * c, N * c) = diagonal_[at(front.first + c)];
        }
        for (const Entry& entry : front.entries) {
            dense.template block<N, N>(N * entry.row, N * entry.column) = values_[entry.value];
        }
        for (const int c : front.children) {
            Front& child = fronts_[at(c)];
            const int count = static_cast<int>(child.parents.size());
            const Eigen::Map<const Eigen::MatrixXd> update(child.update.data(), N * count, N * count);
            for (int column = 0; column < count; ++column) {
                for (int row = column; row < count; ++row) {
                    dense.template block<N, N>(N * child.parents[at(row)], N * child.parents[at(column)]) +=
                        update.template block<N, N>(N * row, N * column);
                }
            }
            give_back(child.update);
        }
        if (!eliminate(front, dense)) {
            return false;
        }
    }
    return true;
}

/// Keeps the memory for another front, unless it is large: all updates together are several times as large as the
/// factor. To ask the system for it every time costs a sixth of the time of a small body.
template <int N>
void BlockCholesky<N>::give_back(std::vector<double>& update) {
    if (update.capacity() > 0 && update.capacity() <= kLargestSpare) {
        spare_.push_back(std::move(update));
    }
    update = {};
}

/// Turns the front's own columns into those of L, and subtracts their part from the rest.
template <int N>
bool BlockCholesky<N>::eliminate(Front& front, Eigen::Ref<Eigen::MatrixXd> dense) {
    const Eigen::Index own = N * front.width;
    const Eigen::Index size = dense.rows();
    for (Eigen::Index c = 0; c < own; ++c) {
        const double pivot = dense(c, c) - dense.row(c).head(c).squaredNorm();
        if (!(pivot > 0)) {
            return false;
        }
        const double root = std::sqrt(pivot);
        dense(c, c) = root;
        const Eigen::Index left = size - c - 1;
        auto column = dense.col(c).tail(left);
        column.noalias() -= dense.block(c + 1, 0, left, c) * dense.row(c).head(c).transpose();
        column /= root;
    }
    front.factor = dense.leftCols(own);
    const Eigen::Index below = size - own;
    if (front.update.empty() && !spare_.empty()) {
        front.update = std::move(spare_.back());
        spare_.pop_back();
    }
    front.update.resize(static_cast<std::size_t>(below * below));
    Eigen::Map<Eigen::MatrixXd> update(front.update.data(), below, below);
    update = dense.bottomRightCorner(below, below);
    update.template selfadjointView<Eigen::Lower>().rankUpdate(front.factor.bottomRows(below), -1);
    return true;
}

template <int N>
typename BlockCholesky<N>::Vectors BlockCholesky<N>::solve(const Vectors& right) const {
    Vectors x(right.rows(), right.cols());
    for (std::size_t i = 0; i < position_.size(); ++i) {
        x.template middleRows<N>(N * position_[i]) = right.template middleRows<N>(N * static_cast<Eigen::Index>(i));
    }
    Vectors below;
    const auto gather = [&](const Front& front) {
        below.resize(N * static_cast<Eigen::Index>(front.below.size()), x.cols());
        for (std::size_t k = 0; k < front.below.size(); ++k) {
            below.template middleRows<N>(N * static_cast<Eigen::Index>(k)) =
                x.template middleRows<N>(N * front.below[k]);
        }
    };
    for (const Front& front : fronts_) {
        const Eigen::Index own = N * front.width;
        auto mine = x.middleRows(N * front.first, own);
        front.factor.topRows(own).template triangularView<Eigen::Lower>().solveInPlace(mine);
        gather(front);
        below.noalias() = front.factor.bottomRows(front.factor.rows() - own) * mine;
        for (std::size_t k = 0; k < front.below.size(); ++k) {
            x.template middleRows<N>(N * front.below[k]) -=
                below.template middleRows<N>(N * static_cast<Eigen::Index>(k));
        }
    }
    for (auto front = fronts_.rbegin(); front != fronts_.rend(); ++front) {
        const Eigen::Index own = N * front->width;
        auto mine = x.middleRows(N * front->first, own);
        gather(*front);
        mine.noalias() -= front->factor.bottomRows(front->factor.rows() - own).transpose() * below;
        front->factor.topRows(own).template triangularView<Eigen::Lower>().transpose().solveInPlace(mine);
    }
    Vectors result(right.rows(), right.cols());
    for (std::size_t i = 0; i < position_.size(); ++i) {
        result.template middleRows<N>(N * static_cast<Eigen::Index>(i)) = x.template middleRows<N>(N * position_[i]);
    }
    return result;
}

template class BlockCholesky<1>;
template class BlockCholesky<3>;

} // namespace xpbd
