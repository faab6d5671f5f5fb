#include "core/implicit/multigrid/block_matrix.h"

#include "core/implicit/vectors.h"

#include <algorithm>

namespace xpbd {
namespace {

template <std::size_t N, class Number>
void multiply_rows(const BlockMatrix& a, const Number* value, const double* from, double* to, std::size_t begin,
                   std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
        double sum[N] = {};
        for (std::size_t k = a.first[row]; k < a.first[row + 1]; ++k) {
            const Number* const block = value + N * N * k;
            const double* const x = from + N * index_of(a.column[k]);
            for (std::size_t c = 0; c < N; ++c) {
                for (std::size_t r = 0; r < N; ++r) {
                    sum[r] += static_cast<double>(block[N * c + r]) * x[c];
                }
            }
        }
        std::copy_n(sum, N, to + N * row);
    }
}

template <class Number>
void multiply_with(const BlockMatrix& a, const Number* value, std::span<const double> from, std::span<double> to,
                   const Parallel& parallel) {
    const auto rows_of = a.block == 1   ? &multiply_rows<1, Number>
                         : a.block == 3 ? &multiply_rows<3, Number>
                                        : &multiply_rows<6, Number>;
    in_ranges(parallel, a.rows(), kMultigridRange,
              [&](std::size_t begin, std::size_t end) { rows_of(a, value, from.data(), to.data(), begin, end); });
}

} // namespace

std::size_t BlockMatrix::find(std::size_t row, int at) const {
    const auto begin = column.begin() + static_cast<std::ptrdiff_t>(first[row]);
    const auto end = column.begin() + static_cast<std::ptrdiff_t>(first[row + 1]);
    return static_cast<std::size_t>(std::lower_bound(begin, end, at) - column.begin());
}

void BlockMatrix::add_row(std::vector<int>& columns) {
    std::sort(columns.begin(), columns.end());
    column.insert(column.end(), columns.begin(), std::unique(columns.begin(), columns.end()));
    first.push_back(column.size());
}

void multiply(const BlockMatrix& a, std::span<const double> from, std::span<double> to, const Parallel& parallel) {
    multiply_with(a, a.value.data(), from, to, parallel);
}

void multiply(const BlockMatrix& pattern, std::span<const float> value, std::span<const double> from,
              std::span<double> to, const Parallel& parallel) {
    multiply_with(pattern, value.data(), from, to, parallel);
}

double dot_by_ranges(std::span<const double> a, std::span<const double> b, const Parallel& parallel) {
    std::vector<double> sums((a.size() + kMultigridRange - 1) / kMultigridRange);
    in_ranges(parallel, a.size(), kMultigridRange, [&](std::size_t begin, std::size_t end) {
        sums[begin / kMultigridRange] = dot(a.subspan(begin, end - begin), b.subspan(begin, end - begin));
    });
    double sum = 0;
    for (const double part : sums) {
        sum += part;
    }
    return sum;
}

} // namespace xpbd
