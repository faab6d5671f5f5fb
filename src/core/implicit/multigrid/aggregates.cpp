#include "core/implicit/multigrid/aggregates.h"

#include "core/implicit/vectors.h"

#include <cmath>
#include <utility>

namespace xpbd {

Aggregates aggregate(const BlockMatrix& matrix, double theta) {
    const std::size_t rows = matrix.rows();
    const auto size_of = [&](std::size_t k) {
        return norm(std::span(matrix.value).subspan(k * matrix.block_size(), matrix.block_size()));
    };
    std::vector<double> own(rows);
    for (std::size_t row = 0; row < rows; ++row) {
        own[row] = size_of(matrix.find(row, static_cast<int>(row)));
    }
    // The strong neighbours of each row, and the sizes of their blocks.
    std::vector<std::size_t> first{0};
    std::vector<std::pair<int, double>> strong;
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t k = matrix.first[row]; k < matrix.first[row + 1]; ++k) {
            const std::size_t at = index_of(matrix.column[k]);
            const double size = size_of(k);
            if (at != row && size > 0 && size >= theta * std::sqrt(own[row] * own[at])) {
                strong.emplace_back(matrix.column[k], size);
            }
        }
        first.push_back(strong.size());
    }
    const auto neighbours = [&](std::size_t row) {
        return std::span(strong).subspan(first[row], first[row + 1] - first[row]);
    };
    Aggregates result{std::vector<int>(rows, Aggregates::kNone)};
    std::vector<int>& of = result.of;
    const auto is_free = [&](std::size_t row) { return of[row] == Aggregates::kNone; };
    const auto found = [&](std::size_t row) {
        for (const auto& [neighbour, size] : neighbours(row)) {
            of[index_of(neighbour)] = is_free(index_of(neighbour)) ? result.count : of[index_of(neighbour)];
        }
        of[row] = result.count++;
    };
    for (std::size_t row = 0; row < rows; ++row) {
        bool all_free = is_free(row) && !neighbours(row).empty();
        for (const auto& [neighbour, size] : neighbours(row)) {
            all_free = all_free && is_free(index_of(neighbour));
        }
        if (all_free) {
            found(row);
        }
    }
    const std::vector<int> before = of; // a row joins an aggregate of the first pass, not a row that has just joined
    for (std::size_t row = 0; row < rows; ++row) {
        double strongest = 0;
        for (const auto& [neighbour, size] : neighbours(row)) {
            const int there = before[index_of(neighbour)];
            if (before[row] == Aggregates::kNone && there != Aggregates::kNone && size > strongest) {
                strongest = size;
                of[row] = there;
            }
        }
    }
    for (std::size_t row = 0; row < rows; ++row) {
        if (is_free(row) && !neighbours(row).empty()) {
            found(row);
        }
    }
    return result;
}

} // namespace xpbd
