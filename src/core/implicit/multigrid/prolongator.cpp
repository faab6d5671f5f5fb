#include "core/implicit/multigrid/prolongator.h"

#include "core/base/group_by.h"
#include "core/implicit/vectors.h"

#include <algorithm>
#include <array>
#include <utility>

namespace xpbd {
namespace {

constexpr double kDependent = 1e-6;  ///< share of a near-kernel vector below which it depends on the previous ones
constexpr double kDamping = 4.0 / 3; ///< w times the largest eigenvalue (V96 section 4)
constexpr std::size_t kTasks = 16;   ///< ranges of the product P' A P; each computes the rows at its borders again
constexpr std::size_t kAggregates = kMultigridRange / 16; ///< aggregates per task of the other loops

/// Makes the columns of an aggregate orthonormal by Gram and Schmidt's method, twice. A column that depends on the
/// previous ones becomes zero. `coefficients`: receives the old columns in the new ones, K x K numbers column by
/// column.
void make_orthonormal(std::vector<double>& columns, std::size_t length, double* coefficients) {
    const std::size_t k = columns.size() / length;
    for (std::size_t c = 0; c < k; ++c) {
        const std::span<double> column(columns.data() + c * length, length);
        const double whole = norm(column);
        for (int turn = 0; turn < 2; ++turn) {
            for (std::size_t d = 0; d < c; ++d) {
                const std::span<const double> earlier(columns.data() + d * length, length);
                const double share = dot(earlier, column);
                coefficients[c * k + d] += share;
                add_scaled(-share, earlier, column);
            }
        }
        const double left = norm(column);
        const bool depends = !(left > kDependent * whole);
        coefficients[c * k + c] = depends ? 0 : left;
        for (double& number : column) {
            number = depends ? 0 : number / left;
        }
    }
}

/// Turns the near kernel into T, in place: from N x K numbers per block row, column by column, to row by row. Does not
/// change rows without an aggregate.
void make_tentative(const BlockMatrix& fine, const Aggregates& aggregates, std::size_t k, std::span<double> numbers,
                    std::vector<double>& coarser, const Parallel& parallel) {
    const auto n = index_of(fine.block);
    coarser.assign(index_of(aggregates.count) * k * k, 0.0);
    in_ranges(parallel, index_of(aggregates.count), kAggregates, [&](std::size_t begin, std::size_t end) {
        std::vector<double> columns; // of one aggregate, one after the other
        for (std::size_t a = begin; a < end; ++a) {
            const auto members =
                std::span(aggregates.members)
                    .subspan(aggregates.first_member[a], aggregates.first_member[a + 1] - aggregates.first_member[a]);
            const std::size_t length = n * members.size();
            columns.resize(length * k);
            for (std::size_t m = 0; m < members.size(); ++m) {
                for (std::size_t c = 0; c < k; ++c) {
                    std::copy_n(numbers.data() + (index_of(members[m]) * k + c) * n, n,
                                columns.data() + c * length + m * n);
                }
            }
            make_orthonormal(columns, length, coarser.data() + a * k * k);
            for (std::size_t m = 0; m < members.size(); ++m) {
                for (std::size_t r = 0; r < n; ++r) {
                    for (std::size_t c = 0; c < k; ++c) {
                        numbers[(index_of(members[m]) * n + r) * k + c] = columns[c * length + m * n + r];
                    }
                }
            }
        }
    });
}

/// to_r += sum over k of factors[R k + r] rows_k, with N rows of K numbers, and R such rows in `to`. If the factors are
/// an N x N block, column by column, this adds block rows; if they are N x K numbers, row by row, it adds rows' factors
/// to a K x K block, column by column.
template <std::size_t R, std::size_t N, std::size_t K, class Number>
void add_products(const double* factors, const Number* rows, double* to) {
    std::array<Numbers<K>, N> loaded;
    for (std::size_t k = 0; k < N; ++k) {
        loaded[k] = Numbers<K>::load(rows + K * k);
    }
    for (std::size_t r = 0; r < R; ++r) {
        Numbers<K> sum = Numbers<K>::load(to + K * r);
        for (std::size_t k = 0; k < N; ++k) {
            sum.add(factors[R * k + r], loaded[k]);
        }
        sum.store(to + K * r);
    }
}

/// numbers = lower' (lower numbers), with a lower triangular N x N block, column by column, and N x K numbers, row by
/// row.
template <std::size_t N, std::size_t K>
void apply_inverse(const double* lower, double* numbers) {
    std::array<Numbers<K>, N> half{};
    for (std::size_t l = 0; l < N; ++l) {
        const Numbers<K> row = Numbers<K>::load(numbers + K * l);
        for (std::size_t r = l; r < N; ++r) {
            half[r].add(lower[N * l + r], row);
        }
    }
    for (std::size_t r = 0; r < N; ++r) {
        Numbers<K> sum;
        for (std::size_t l = r; l < N; ++l) {
            sum.add(lower[N * r + l], half[l]);
        }
        sum.store(numbers + K * r);
    }
}

} // namespace

/// An entry of P for every aggregate of a row and of its strong neighbours. Two aggregates are coupled in P' A P if
/// a block of A connects two rows with entries in their columns.
void Prolongator::set_pattern(const BlockMatrix& fine, const Aggregates& aggregates, BlockMatrix& coarse) {
    block_ = fine.block;
    first_.assign(1, 0);
    column_.clear();
    std::vector<int> columns;
    for (std::size_t row = 0; row < fine.rows(); ++row) {
        columns.clear();
        for (std::size_t k = fine.first[row]; k < fine.first[row + 1]; ++k) {
            const int there = aggregates.of[index_of(fine.column[k])];
            if (aggregates.is_strong[k] && there != Aggregates::kNone) {
                columns.push_back(there);
            }
        }
        std::sort(columns.begin(), columns.end());
        column_.insert(column_.end(), columns.begin(), std::unique(columns.begin(), columns.end()));
        first_.push_back(column_.size());
    }
    group_by(index_of(aggregates.count), first_of_, by_column_, [&](const auto& add) {
        for (std::size_t row = 0; row < rows(); ++row) {
            for (std::size_t i = first_[row]; i < first_[row + 1]; ++i) {
                add(index_of(column_[i]), Entry{static_cast<int>(row), static_cast<int>(i)});
            }
        }
    });
    coarse = {};
    coarse.block = with_block(block_, []<std::size_t N, std::size_t K>() { return static_cast<int>(K); });
    stride_ = index_of(block_ * coarse.block);
    std::vector<int> seen_by(index_of(aggregates.count), Aggregates::kNone);
    for (int a = 0; a < aggregates.count; ++a) {
        columns.clear();
        for (const Entry& entry : entries_of(index_of(a))) {
            const auto row = index_of(entry.row);
            for (std::size_t k = fine.first[row]; k < fine.first[row + 1]; ++k) {
                for (const int there : columns_of(index_of(fine.column[k]))) {
                    if (std::exchange(seen_by[index_of(there)], a) != a) {
                        columns.push_back(there);
                    }
                }
            }
        }
        coarse.add_row(columns);
    }
}

std::vector<double> Prolongator::refresh(const BlockMatrix& fine, const Smoother& smoother,
                                         const Aggregates& aggregates, std::vector<double> near_kernel,
                                         BlockMatrix& coarse, const Parallel& parallel) {
    std::vector<double> coarser;
    make_tentative(fine, aggregates, index_of(coarse.block), near_kernel, coarser, parallel);
    smooth(fine, smoother, aggregates, near_kernel, parallel);
    // Frees memory before the coarser matrix is filled. `= {}` would assign an empty list, which keeps it.
    near_kernel = std::vector<double>();
    multiply_out(fine, coarse, parallel);
    return coarser;
}

/// P = T - w W' W A_F T, row by row; W' W = D^-1.
void Prolongator::smooth(const BlockMatrix& fine, const Smoother& smoother, const Aggregates& aggregates,
                         std::span<const double> tentative, const Parallel& parallel) {
    value_.resize(stride_ * column_.size() + kFloatsBehind);
    const double w = kDamping / smoother.largest();
    with_block(block_, [&]<std::size_t N, std::size_t K>() {
        in_ranges(parallel, rows(), kMultigridRange, [&](std::size_t begin, std::size_t end) {
            std::vector<std::array<double, N * K>> image;
            for (std::size_t row = begin; row < end; ++row) {
                const auto columns = columns_of(row);
                image.assign(columns.size(), {});
                const auto image_in = [&](int aggregate) {
                    return image[index_of(static_cast<int>(std::lower_bound(columns.begin(), columns.end(), aggregate) -
                                                           columns.begin()))]
                        .data();
                };
                const int own = aggregates.of[row];
                for (std::size_t b = fine.first[row]; b < fine.first[row + 1]; ++b) {
                    // a weak block acts on the row's own vectors
                    const std::size_t from = aggregates.is_strong[b] ? index_of(fine.column[b]) : row;
                    if (aggregates.of[from] != Aggregates::kNone) {
                        add_products<N, N, K>(fine.value.data() + N * N * b, tentative.data() + N * K * from,
                                              image_in(aggregates.of[from]));
                    }
                }
                for (std::size_t i = 0; i < columns.size(); ++i) {
                    apply_inverse<N, K>(smoother.inverse(row), image[i].data());
                    const double* const start = columns[i] == own ? tentative.data() + N * K * row : nullptr;
                    float* const to = value_.data() + N * K * (first_[row] + i);
                    for (std::size_t j = 0; j < N * K; ++j) {
                        to[j] = static_cast<float>((start == nullptr ? 0 : start[j]) - w * image[i][j]);
                    }
                }
            }
        });
    });
}

/// P' A P. A task computes some block rows, right of the diagonal; the others follow from the symmetry.
void Prolongator::multiply_out(const BlockMatrix& fine, BlockMatrix& coarse, const Parallel& parallel) const {
    coarse.set_zero();
    const std::size_t size = std::max(kAggregates, (coarse.rows() + kTasks - 1) / kTasks);
    with_block(block_, [&]<std::size_t N, std::size_t K>() {
        in_ranges(parallel, coarse.rows(), size,
                  [&](std::size_t begin, std::size_t end) { multiply_out_rows<N, K>(fine, coarse, begin, end); });
        in_chunks(parallel, coarse.rows(), kAggregates, [&](std::size_t a) {
            for (std::size_t b = coarse.first[a]; b < coarse.first[a + 1]; ++b) {
                const double* const block = coarse.value.data() + K * K * b;
                double* const other = coarse.block_at(index_of(coarse.column[b]), static_cast<int>(a));
                for (std::size_t i = 0; i < K * K && index_of(coarse.column[b]) > a; ++i) {
                    other[i % K * K + i / K] = block[i];
                }
            }
            double* const own = coarse.block_at(a, static_cast<int>(a));
            for (std::size_t i = 0; i < K; ++i) {
                own[(K + 1) * i] = own[(K + 1) * i] == 0 ? 1 : own[(K + 1) * i];
            }
        });
    });
}

template <std::size_t N, std::size_t K>
void Prolongator::multiply_out_rows(const BlockMatrix& fine, BlockMatrix& coarse, std::size_t begin,
                                    std::size_t end) const {
    std::vector<int> needed; // rows of A P with an entry in these columns of P
    for (std::size_t a = begin; a < end; ++a) {
        for (const Entry& entry : entries_of(a)) {
            needed.push_back(entry.row);
        }
    }
    std::sort(needed.begin(), needed.end());
    needed.erase(std::unique(needed.begin(), needed.end()), needed.end());
    constexpr int kFree = -1;
    std::vector<int> place(coarse.rows(), kFree); // per aggregate: its index in `columns` and `product`
    std::vector<int> columns;
    std::vector<std::array<double, N * K>> product; // a row of A P, from its lowest column that counts
    for (const int r : needed) {
        const auto row = index_of(r);
        const auto entries = columns_of(row);
        const auto lowest = std::lower_bound(entries.begin(), entries.end(), static_cast<int>(begin));
        columns.clear();
        product.clear();
        for (std::size_t b = fine.first[row]; b < fine.first[row + 1]; ++b) {
            const auto from = index_of(fine.column[b]);
            for (std::size_t i = first_[from]; i < first_[from + 1]; ++i) {
                if (column_[i] < *lowest) { // left of the diagonal in every row of P' A P that this row counts in
                    continue;
                }
                int& at = place[index_of(column_[i])];
                if (at == kFree) {
                    at = static_cast<int>(columns.size());
                    columns.push_back(column_[i]);
                    product.push_back({});
                }
                add_products<N, N, K>(fine.value.data() + N * N * b, value_.data() + N * K * i,
                                      product[index_of(at)].data());
            }
        }
        for (auto entry = lowest; entry != entries.end() && index_of(*entry) < end; ++entry) {
            const float* const factors = block(row, static_cast<std::size_t>(entry - entries.begin()));
            const auto a = index_of(*entry);
            for (std::size_t b = coarse.first[a]; b < coarse.first[a + 1]; ++b) {
                const int column = coarse.column[b];
                if (const int at = place[index_of(column)]; column >= *entry && at != kFree) {
                    add_products<K, N, K>(product[index_of(at)].data(), factors, coarse.value.data() + K * K * b);
                }
            }
        }
        for (const int column : columns) {
            place[index_of(column)] = kFree;
        }
    }
}

/// L' P, and times L_c^-T on the right.
void Prolongator::scale(const Smoother& fine, const Smoother* coarse, const Parallel& parallel) {
    with_block(block_, [&]<std::size_t N, std::size_t K>() {
        in_chunks(parallel, rows(), kMultigridRange, [&](std::size_t row) {
            const double* const lower = fine.lower(row);
            for (std::size_t i = first_[row]; i < first_[row + 1]; ++i) {
                float* const block = value_.data() + N * K * i;
                double scaled[N * K] = {};
                for (std::size_t r = 0; r < N; ++r) {
                    for (std::size_t l = r; l < N; ++l) {
                        for (std::size_t c = 0; c < K; ++c) {
                            scaled[K * r + c] += lower[N * r + l] * static_cast<double>(block[K * l + c]);
                        }
                    }
                }
                const double* const inverse = coarse == nullptr ? nullptr : coarse->inverse(index_of(column_[i]));
                for (std::size_t r = 0; r < N; ++r) {
                    for (std::size_t c = 0; c < K; ++c) {
                        double sum = coarse == nullptr ? scaled[K * r + c] : 0;
                        for (std::size_t l = 0; l <= c && coarse != nullptr; ++l) {
                            sum += scaled[K * r + l] * inverse[K * l + c];
                        }
                        block[K * r + c] = static_cast<float>(sum);
                    }
                }
            }
        });
    });
}

void Prolongator::prolong(std::span<const float> from, std::span<float> to, const Parallel& parallel) const {
    with_block(block_, [&]<std::size_t N, std::size_t K>() {
        in_chunks(parallel, rows(), kMultigridRange, [&](std::size_t row) {
            std::array<Floats<K>, N> sum{}; // of products per number of the coarser vector
            for (std::size_t i = first_[row]; i < first_[row + 1]; ++i) {
                const auto x = Floats<K>::load(from.data() + kFloats<K> * index_of(column_[i]));
                unrolled<N>(
                    [&](std::size_t r) { sum[r].add_product(Floats<K>::load(value_.data() + N * K * i + K * r), x); });
            }
            for (std::size_t r = 0; r < N; ++r) {
                to[kFloats<N> * row + r] += sum[r].sum();
            }
        });
    });
}

void Prolongator::restrict_to(std::span<float> to, std::span<const float> from, const Parallel& parallel) const {
    with_block(block_, [&]<std::size_t N, std::size_t K>() {
        in_chunks(parallel, first_of_.size() - 1, kAggregates, [&](std::size_t a) {
            std::array<Floats<K>, 3> sum{}; // over every third row: a single one would wait for each addition
            for (const Entry& entry : entries_of(a)) {
                const float* const block = value_.data() + N * K * index_of(entry.index);
                const float* const x = from.data() + kFloats<N> * index_of(entry.row);
                unrolled<N>([&](std::size_t r) { sum[r % 3].add(x[r], Floats<K>::load(block + K * r)); });
            }
            sum[0].add(1, sum[1]);
            sum[0].add(1, sum[2]);
            sum[0].store(to.data() + kFloats<K> * a);
        });
    });
}

} // namespace xpbd
