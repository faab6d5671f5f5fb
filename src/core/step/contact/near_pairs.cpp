// Search for close pairs by hashing columns of space (near_pairs.h).
#include "core/step/contact/near_pairs.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <numeric>
#include <tuple>

namespace xpbd {
namespace {

/// Limit of a cell's coordinate. Positions beyond it are far outside the world and may share a cell.
constexpr double kLargestCell = 1e9;
/// Points per task.
constexpr std::size_t kTask = 1024;

/// Clamps x to [-limit, limit]; NaN, which a diverging body may have, becomes -limit.
double bounded(double x, double limit) {
    return x > -limit ? std::min(x, limit) : -limit;
}

std::uint64_t column_at(std::uint32_t y, std::uint32_t z) {
    return std::uint64_t{y} | std::uint64_t{z} << 32;
}

/// Four of the eight columns around a column: for each pair of neighbours, one of the two has the other in its list.
std::array<std::uint64_t, 4> half_around(std::uint64_t column) {
    const auto y = static_cast<std::uint32_t>(column);
    const auto z = static_cast<std::uint32_t>(column >> 32);
    return {column_at(y + 1, z), column_at(y - 1, z + 1), column_at(y, z + 1), column_at(y + 1, z + 1)};
}

} // namespace

bool NearPairs::find(std::span<const Vec3> points, double reach, std::size_t most, const Parallel& parallel) {
    sort_into_columns(points, reach);
    const std::size_t tasks = task_start_.size() - 1;
    found_.resize(tasks);
    std::atomic<std::size_t> total = 0;
    run_tasks(parallel, tasks, [&](std::size_t task) {
        Found& found = found_[task];
        found.count = 0;
        std::size_t counted = 0;
        const auto count = [&] {
            total.fetch_add(found.count - counted, std::memory_order_relaxed);
            counted = found.count;
        };
        const auto too_many = [&] {
            if (found.count - counted >= kTask) { // counts rarely, because all threads write to `total`
                count();
            }
            return total.load(std::memory_order_relaxed) >= most;
        };
        for (std::size_t c = task_start_[task]; c < task_start_[task + 1]; ++c) {
            look_from(columns_[c], reach, found, too_many);
        }
        count();
    });
    const bool all = total < most;
    if (!all) { // repeats the search on one thread, so that the result does not depend on the threads' speed
        found_.resize(1);
        found_[0].count = 0;
        for (const Column& column : columns_) {
            look_from(column, reach, found_[0], [&] { return found_[0].count >= most; });
        }
    }
    sort_pairs(points.size());
    return all;
}

std::size_t NearPairs::bucket_of(std::uint64_t column) const {
    return static_cast<std::size_t>((column * 0x9E3779B97F4A7C15u) >> (64 - bucket_bits_)); // Fibonacci hashing
}

void NearPairs::sort_into_columns(std::span<const Vec3> points, double reach) {
    const std::size_t count = points.size();
    bucket_bits_ = static_cast<int>(std::bit_width(count)) + 1;
    bucket_start_.assign((std::size_t{1} << bucket_bits_) + 1, 0);
    unsorted_.resize(count);
    const auto cell = [&](double x) {
        return static_cast<std::uint32_t>(static_cast<std::int32_t>(bounded(std::floor(x / reach), kLargestCell)));
    };
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3& at = points[i];
        unsorted_[i] = {at, bounded(at.x, kLargestCell * reach), column_at(cell(at.y), cell(at.z)),
                        static_cast<int>(i)};
        ++bucket_start_[bucket_of(unsorted_[i].column) + 1];
    }
    std::partial_sum(bucket_start_.begin(), bucket_start_.end(), bucket_start_.begin());
    points_.resize(count);
    for (const Point& point : unsorted_) {
        points_[bucket_start_[bucket_of(point.column)]++] = point; // afterwards bucket_start_[b] is the end of bucket b
    }
    std::copy_backward(bucket_start_.begin(), bucket_start_.end() - 1, bucket_start_.end());
    bucket_start_[0] = 0;

    columns_.clear();
    bucket_column_.resize(bucket_start_.size());
    task_start_.assign(1, 0);
    std::size_t tasked = 0; // number of points in the tasks made before
    for (std::size_t b = 0; b + 1 < bucket_start_.size(); ++b) {
        bucket_column_[b] = columns_.size();
        const std::size_t begin = bucket_start_[b];
        const std::size_t end = bucket_start_[b + 1];
        const auto first = points_.begin();
        std::sort(first + static_cast<std::ptrdiff_t>(begin), first + static_cast<std::ptrdiff_t>(end),
                  [](const Point& a, const Point& c) {
                      return std::tie(a.column, a.along, a.number) < std::tie(c.column, c.along, c.number);
                  });
        for (std::size_t k = begin; k < end; ++k) {
            if (k == begin || points_[k].column != columns_.back().name) {
                columns_.push_back({points_[k].column, k, k});
            }
            columns_.back().end = k + 1;
        }
        if (end - tasked >= kTask) {
            task_start_.push_back(columns_.size());
            tasked = end;
        }
    }
    bucket_column_.back() = columns_.size();
    task_start_.push_back(columns_.size());
}

/// The column with this name; null if it has no points.
const NearPairs::Column* NearPairs::find_column(std::uint64_t name) const {
    const std::size_t bucket = bucket_of(name);
    for (std::size_t c = bucket_column_[bucket]; c < bucket_column_[bucket + 1]; ++c) {
        if (columns_[c].name == name) { // different columns can share a bucket
            return &columns_[c];
        }
    }
    return nullptr;
}

/// Finds the pairs within a column, and between it and four of the columns around it; ends when stop() is true.
template <class Stop>
void NearPairs::look_from(const Column& column, double reach, Found& found, const Stop& stop) const {
    const auto look_on = [&](const Point& point, std::size_t from, std::size_t end) {
        if (found.pairs.size() < found.count + (end - from)) {
            found.pairs.resize(2 * found.pairs.size() + (end - from));
        }
        Ends* const pairs = found.pairs.data();
        std::size_t count = found.count;
        for (std::size_t k = from; k < end && points_[k].along - point.along < reach; ++k) {
            const Vec3 apart = points_[k].at - point.at;
            // Every pair is written, and overwritten by the next one if it is too far apart: a branch would be
            // mispredicted.
            pairs[count] = {std::min(point.number, points_[k].number), std::max(point.number, points_[k].number)};
            count += glm::dot(apart, apart) < reach * reach ? 1u : 0u;
        }
        found.count = count;
    };
    for (std::size_t k = column.begin; k < column.end && !stop(); ++k) {
        look_on(points_[k], k + 1, column.end);
    }
    for (const std::uint64_t name : half_around(column.name)) {
        const Column* other = find_column(name);
        if (other == nullptr) {
            continue;
        }
        std::size_t from = other->begin;
        for (std::size_t k = column.begin; k < column.end && !stop(); ++k) {
            while (from < other->end && points_[k].along - points_[from].along >= reach) {
                ++from;
            }
            look_on(points_[k], from, other->end);
        }
    }
}

/// Sorts the pairs of all tasks into pairs_, by both points.
void NearPairs::sort_pairs(std::size_t points) {
    row_start_.assign(points + 1, 0);
    const auto for_each_found = [&](const auto& visit) {
        for (const Found& found : found_) {
            std::for_each_n(found.pairs.begin(), found.count, visit);
        }
    };
    for_each_found([&](const Ends& ends) { ++row_start_[index_of(ends[0]) + 1]; });
    std::partial_sum(row_start_.begin(), row_start_.end(), row_start_.begin());
    pairs_.resize(row_start_.back());
    // afterwards row_start_[i] is the end of row i
    for_each_found([&](const Ends& ends) { pairs_[row_start_[index_of(ends[0])]++] = ends; });
    std::size_t begin = 0;
    for (std::size_t i = 0; i < points; ++i) {
        std::sort(pairs_.begin() + static_cast<std::ptrdiff_t>(begin),
                  pairs_.begin() + static_cast<std::ptrdiff_t>(row_start_[i]));
        begin = row_start_[i];
    }
}

} // namespace xpbd
