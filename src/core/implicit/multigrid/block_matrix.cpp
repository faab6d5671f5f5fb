#include "core/implicit/multigrid/block_matrix.h"

#include "core/implicit/vectors.h"

#include <algorithm>

namespace xpbd {

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
    with_block(a.block, [&]<std::size_t N, std::size_t>() {
        in_chunks(parallel, a.rows(), kMultigridRange, [&](std::size_t row) {
            Numbers<N> even, odd; // over columns of the blocks: a single sum would wait for each addition
            for (std::size_t k = a.first[row]; k < a.first[row + 1]; ++k) {
                const double* const block = a.value.data() + N * N * k;
                const double* const x = from.data() + N * index_of(a.column[k]);
                for (std::size_t c = 0; c < N; ++c) {
                    (c % 2 == 0 ? even : odd).add(x[c], Numbers<N>::load(block + N * c));
                }
            }
            even.add(odd);
            even.store(to.data() + N * row);
        });
    });
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
