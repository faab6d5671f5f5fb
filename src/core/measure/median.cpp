#include "core/measure/median.h"

#include "core/simd/sweep.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <utility>

namespace xpbd {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kBeside = 5; // places on each side of a sample's median: right nine times in ten

struct Kept {
    std::size_t below; ///< values below the range
    std::size_t count; ///< values in it
};

/// Copies the values in [low, high] to the front of `to`, which has room for all. No branch depends on a value.
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

/// Any of the values that are equal to the median.
double find_median(std::span<double> values) {
    // A processor guesses every second comparison of values in no order wrong, and so ordering them is slow. A sample
    // tells bounds of the median, and what lies outside of them is counted, until few values are left.
    const simd::PlacesFunction at_places = simd::kernels().front()->places;
    std::size_t middle = values.size() / 2;
    const std::unique_ptr<double[]> room(new double[values.size()]); // not set: what is read was written before
    std::span<double> inside(room.get(), values.size());
    simd::FewValues few;
    while (values.size() > few.size()) {
        for (std::size_t i = 0; i < few.size(); ++i) {
            few[i] = values[i * values.size() / few.size()];
        }
        const auto [low, high] = at_places(few, {few.size() / 2 - kBeside, few.size() / 2 + kBeside});
        Kept kept = keep(values, low, high, inside.data());
        if (middle < kept.below) {
            kept = keep(values, -kInfinity, low, inside.data());
        } else if (middle >= kept.below + kept.count) {
            kept = keep(values, high, kInfinity, inside.data());
        } else if (low == high) {
            return low;
        }
        if (kept.count == values.size()) { // a few different values, over and over
            const auto at = values.begin() + static_cast<std::ptrdiff_t>(middle);
            std::nth_element(values.begin(), at, values.end());
            return *at;
        }
        std::swap(values, inside);
        values = values.first(kept.count);
        middle -= kept.below;
    }
    few.fill(kInfinity);
    std::copy(values.begin(), values.end(), few.begin());
    return at_places(few, {middle, middle})[0];
}

} // namespace

double median(std::span<double> values) {
    return find_median(values) + 0.0; // 0, not -0: which of both was found is chance
}

} // namespace xpbd
