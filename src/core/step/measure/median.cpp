// Median by sampling and counting, quicker than std::nth_element.
#include "core/step/measure/median.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <utility>

namespace xpbd {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kBeside =
    5; // places on either side of a sample's median; in nine of ten samples, values there bound the median of all

struct Kept {
    std::size_t below; ///< number of values below the range
    std::size_t count; ///< number of values in the range
};

/// Copies the values in [low, high] to the front of `to`, which has room for all values. Without branches on values.
Kept keep(std::span<const double> values, double low, double high, double* to) {
    std::size_t not_below = 0;
    std::size_t count = 0;
    for (const double value : values) {
        const auto from_low = static_cast<std::size_t>(value >= low);
        to[count] = value;
        not_below += from_low;
        count += from_low & static_cast<std::size_t>(value <= high);
    }
    return {values.size() - not_below, count};
}

/// One of the values that are equal to the median.
double find_median(std::span<double> values) {
    // Sorting mispredicts about half of its comparisons. Instead a sample of 32 values gives bounds of the median, the
    // values outside of them are counted, and this repeats until at most 32 values are left.
    std::size_t middle = values.size() / 2;
    const std::unique_ptr<double[]> room(
        new double[values.size()]); // not initialised: every number is written before it is read
    std::span<double> inside(room.get(), values.size());
    std::array<double, 32> few;
    while (values.size() > few.size()) {
        for (std::size_t i = 0; i < few.size(); ++i) {
            few[i] = values[i * values.size() / few.size()];
        }
        std::sort(few.begin(), few.end());
        const double low = few[few.size() / 2 - kBeside];
        const double high = few[few.size() / 2 + kBeside];
        Kept kept = keep(values, low, high, inside.data());
        if (middle < kept.below) {
            kept = keep(values, -kInfinity, low, inside.data());
        } else if (middle >= kept.below + kept.count) {
            kept = keep(values, high, kInfinity, inside.data());
        } else if (low == high) {
            return low;
        }
        if (kept.count == values.size()) { // only a few different values, repeated
            const auto at = values.begin() + static_cast<std::ptrdiff_t>(middle);
            std::nth_element(values.begin(), at, values.end());
            return *at;
        }
        std::swap(values, inside);
        values = values.first(kept.count);
        middle -= kept.below;
    }
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(middle);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

} // namespace

double median(std::span<double> values) {
    return find_median(values) + 0.0; // makes -0 to 0: which of both was found is arbitrary
}

} // namespace xpbd
