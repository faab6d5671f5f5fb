#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

namespace xpbd {

/// Median of at least one value; leaves any values in their place.
inline double median(std::span<double> values) {
    // Ordering is slow, because a processor guesses every second comparison wrong. So only few values are ordered: a
    // sample tells bounds of the median, and what lies outside of them is counted, which needs no branch.
    constexpr std::size_t kFew = 96;
    constexpr std::size_t kSample = 32;
    constexpr std::size_t kBeside = 6; // on each side of the sample's own median: right but for one time in thirty
    std::size_t middle = values.size() / 2;
    const std::unique_ptr<double[]> room(new double[values.size()]); // not set: what is read was written before
    std::span<double> inside(room.get(), values.size());
    while (values.size() > kFew) {
        std::array<double, kSample> sample;
        for (std::size_t i = 0; i < kSample; ++i) {
            sample[i] = values[i * values.size() / kSample];
        }
        std::sort(sample.begin(), sample.end());
        const double low = sample[kSample / 2 - kBeside];
        const double high = sample[kSample / 2 + kBeside];
        double* const to = inside.data();
        std::size_t not_below = 0;
        std::size_t kept = 0;
        for (const double value : values) {
            const auto from_low = static_cast<std::size_t>(value >= low);
            to[kept] = value;
            not_below += from_low;
            kept += from_low & static_cast<std::size_t>(value <= high);
        }
        const std::size_t below = values.size() - not_below;
        if (middle < below || middle >= below + kept) {
            break;
        }
        if (low == high) {
            return low;
        }
        if (kept == values.size()) {
            break;
        }
        std::swap(values, inside);
        values = values.first(kept);
        middle -= below;
    }
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(middle);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

} // namespace xpbd
