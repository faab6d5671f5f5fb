#include "core/implicit/primal_dual/multigrid_system.h"

#include "core/base/group_by.h"
#include "core/implicit/multigrid/rigid_motions.h"

#include <algorithm>

namespace xpbd {

void MultigridSystem::set_pattern(const BlockCholesky<3>& matrix, std::size_t particles) {
    std::vector<std::size_t> first;
    std::vector<int> neighbours;
    group_by(particles, first, neighbours, [&](const auto& add) {
        for (std::size_t i = 0; i < particles; ++i) {
            add(i, static_cast<int>(i));
        }
        for (std::size_t entry = 0; entry < matrix.entry_count(); ++entry) {
            const auto [row, column] = matrix.place_of_entry(entry);
            add(index_of(row), column);
            add(index_of(column), row);
        }
    });
    rows_ = {};
    rows_.block = 3;
    std::vector<int> columns;
    for (std::size_t i = 0; i < particles; ++i) {
        columns.assign(neighbours.begin() + static_cast<std::ptrdiff_t>(first[i]),
                       neighbours.begin() + static_cast<std::ptrdiff_t>(first[i + 1]));
        rows_.add_row(columns);
    }
    rows_.set_zero();
    place_of_.resize(matrix.entry_count());
    for (std::size_t entry = 0; entry < place_of_.size(); ++entry) {
        const auto [row, column] = matrix.place_of_entry(entry);
        place_of_[entry] = {static_cast<int>(rows_.find(index_of(row), column)),
                            static_cast<int>(rows_.find(index_of(column), row))};
    }
    own_.resize(particles);
    for (std::size_t i = 0; i < particles; ++i) {
        own_[i] = static_cast<int>(rows_.find(i, static_cast<int>(i)));
    }
    multigrid_.set_pattern(rows_, 0);
}

bool MultigridSystem::refresh(const BlockCholesky<3>& matrix, const std::vector<Vec4>& positions,
                              const Parallel& parallel) {
    in_chunks(parallel, place_of_.size(), kMultigridRange, [&](std::size_t entry) {
        const double* const from = matrix.entry(entry);
        double* const block = rows_.value.data() + 9 * index_of(place_of_[entry].block);
        double* const transposed = rows_.value.data() + 9 * index_of(place_of_[entry].transposed);
        std::copy_n(from, 9, block);
        for (std::size_t i = 0; i < 9; ++i) {
            transposed[i % 3 * 3 + i / 3] = from[i];
        }
    });
    in_chunks(parallel, own_.size(), kMultigridRange, [&](std::size_t i) {
        std::copy_n(matrix.diagonal(static_cast<int>(i)), 9, rows_.value.data() + 9 * index_of(own_[i]));
    });
    return multigrid_.refresh(rows_, rigid_motions(positions), parallel);
}

} // namespace xpbd
