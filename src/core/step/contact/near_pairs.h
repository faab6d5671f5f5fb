#pragma once

#include "core/base/parallel.h"
#include "core/base/types.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace xpbd {

/// Finds all pairs of points that are less than some distance apart.
///
/// Space is cut into columns along x, whose cross-section is that distance; columns are found by hashing (T03). The
/// points of a column are sorted by x, and two columns are walked together along x, so that a point is compared only
/// with points within reach along x.
class NearPairs {
public:
    using Ends = std::array<int, 2>; ///< indices of two points, the lower one first

    /// Finds the pairs closer than `reach`. False if there are `most` or more; some are then missing. Which pairs are
    /// returned, and their order, does not depend on the threads.
    bool find(std::span<const Vec3> points, double reach, std::size_t most, const Parallel& parallel);
    /// The pairs of the last find(), sorted by the first point, then by the second.
    std::span<const Ends> pairs() const { return pairs_; }

private:
    struct Point {
        Vec3 at{0};
        double along = 0; ///< at.x, limited to a finite number
        std::uint64_t column = 0;
        int number = 0;
    };
    struct Column {
        std::uint64_t name = 0;
        std::size_t begin = 0, end = 0; ///< range of its points in points_
    };

    /// The result of a task: the first `count` of `pairs`.
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
    int bucket_bits_ = 0;                    ///< number of buckets: 2^bucket_bits_
    std::vector<std::size_t> bucket_start_;  ///< per bucket: its first point in points_
    std::vector<std::size_t> bucket_column_; ///< per bucket: its first column in columns_
    std::vector<std::size_t> task_start_;    ///< per task: its first column in columns_
    std::vector<Found> found_;               ///< per task
    std::vector<std::size_t> row_start_;
    std::vector<Ends> pairs_;
};

} // namespace xpbd
