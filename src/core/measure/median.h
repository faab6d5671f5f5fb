#pragma once

#include <span>

namespace xpbd {

/// Median of at least one value; leaves any values in their place.
double median(std::span<double> values);

} // namespace xpbd
