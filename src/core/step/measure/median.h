#pragma once

#include <span>

namespace xpbd {

/// Median of at least one value. Overwrites `values`.
double median(std::span<double> values);

} // namespace xpbd
