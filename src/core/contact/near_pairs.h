#pragma once

#include "core/parallel.h"
#include "core/types.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace xpbd {

/// Finds all pairs of points that are less than some distance apart.
///
/// Space is cut into columns along x, as wide as that distance, which are found by hashing (T03). The points of a
/// column are sorted by x: two columns are looked through side by side, so that a point meets only those in reach along
/// x.
class NearPairs {
public:
    using Ends = std::array<int, 2>; ///< numbers of two points, the lower one first

    /// Finds them. False where they are `most` or more: then some of them are missing. Which ones, and the order of
    /// all, does not depend on the threads.
    bool find(std::span<const Vec3> points, double reach, std::size_t most, const Parallel& parallel);
    /// What was found, by the first point and then by the second.
    std::span<const Ends> pairs() const { return pairs_; }

private:
    struct Point {
        Vec3 at{0};
        double along = 0; ///< at.x, but always a number
        std::uint64_t column = 0;
        int number = 0;
    };
    struct Column {
        std::uint64_t name = 0;
        std::size_t begin = 0, end = 0; ///< its points
    };

    /// What a task has found: the first `count` of `pairs`.
    struct Found {
        std::vector<Ends> pairs;
        std::size_t count = 0;
    };

    void sort_into_columns(std::span<const Vec3> points, double reach);
    std::size_t bucket_of(std::uint64_t column) const;
    const Column* find_column(std::uint64_t name) const;
    template <class Stop>
    void look_from(const Column& column, double reach, Found& found, const Stop& stop) const;
    void sort_pairs(std::size_t points);

    std::vector<Point> points_, unsorted_;
    std::vector<Column> columns_;
    int bucket_bits_ = 0;                    ///< there are two to the power of this
    std::vector<std::size_t> bucket_start_;  ///< in points_
    std::vector<std::size_t> bucket_column_; ///< in columns_
    std::vector<std::size_t> task_start_;    ///< in columns_: what is looked through as one task
    std::vector<Found> found_;               ///< by each task
    std::vector<std::size_t> row_start_;
    std::vector<Ends> pairs_;
};

} // namespace xpbd
