#include "core/implicit/multigrid/aggregates.h"

#include "core/base/group_by.h"
#include "core/implicit/vectors.h"

#include <cmath>
#include <utility>

namespace xpbd {
namespace {

/// The strong neighbours of each row, and the sizes of their blocks.
struct Neighbours {
    std::vector<std::size_t> first{0}; ///< per row; one more at the end
    std::vector<std::pair<int, double>> strong;

    std::span<const std::pair<int, double>> of(std::size_t row) const {
        return std::span(strong).subspan(first[row], first[row + 1] - first[row]);
    }
};

/// Fills `is_strong`, too.
Neighbours strong_neighbours(const BlockMatrix& matrix, double theta, std::vector<bool>& is_strong) {
    const auto size_of = [&](std::size_t k) {
        return norm(std::span(matrix.value).subspan(k * matrix.block_size(), matrix.block_size()));
    };
    std::vector<double> own(theta > 0 ? matrix.rows() : 0);
    for (std::size_t row = 0; row < own.size(); ++row) {
        own[row] = size_of(matrix.find(row, static_cast<int>(row)));
    }
    Neighbours result;
    is_strong.assign(matrix.column.size(), true);
    for (std::size_t row = 0; row < matrix.rows(); ++row) {
        for (std::size_t k = matrix.first[row]; k < matrix.first[row + 1]; ++k) {
            const std::size_t at = index_of(matrix.column[k]);
            const double size = theta > 0 ? size_of(k) : 1;
            is_strong[k] = at == row || theta == 0 || (size > 0 && size >= theta * std::sqrt(own[row] * own[at]));
            if (at != row && is_strong[k]) {
                result.strong.emplace_back(matrix.column[k], size);
            }
        }
        result.first.push_back(result.strong.size());
    }
    return result;
}

} // namespace

Aggregates aggregate(const BlockMatrix& matrix, double theta) {
    const std::size_t rows = matrix.rows();
    Aggregates result;
    result.of.assign(rows, Aggregates::kNone);
    const Neighbours neighbours = strong_neighbours(matrix, theta, result.is_strong);
    std::vector<int>& of = result.of;
    const auto is_free = [&](std::size_t row) { return of[row] == Aggregates::kNone; };
    const auto found = [&](std::size_t row) {
        for (const auto& [neighbour, size] : neighbours.of(row)) {
            of[index_of(neighbour)] = is_free(index_of(neighbour)) ? result.count : of[index_of(neighbour)];
        }
        of[row] = result.count++;
    };
    for (std::size_t row = 0; row < rows; ++row) {
        bool all_free = is_free(row) && !neighbours.of(row).empty();
        for (const auto& [neighbour, size] : neighbours.of(row)) {
            all_free = all_free && is_free(index_of(neighbour));
        }
        if (all_free) {
            found(row);
        }
    }
    const std::vector<int> before = of; // a row joins an aggregate of the first pass, not a row that has just joined
    for (std::size_t row = 0; row < rows; ++row) {
        double strongest = 0;
        for (const auto& [neighbour, size] : neighbours.of(row)) {
            const int there = before[index_of(neighbour)];
            if (before[row] == Aggregates::kNone && there != Aggregates::kNone && size > strongest) {
                strongest = size;
                of[row] = there;
            }
        }
    }
    for (std::size_t row = 0; row < rows; ++row) {
        if (is_free(row) && !neighbours.of(row).empty()) {
            found(row);
        }
    }
    group_by(index_of(result.count), result.first_member, result.members, [&](const auto& add) {
        for (std::size_t row = 0; row < rows; ++row) {
            if (of[row] != Aggregates::kNone) {
                add(index_of(of[row]), static_cast<int>(row));
            }
        }
    });
    return result;
}

} // namespace xpbd
