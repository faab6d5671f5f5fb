#pragma once

#include <array>
#include <cstddef>

namespace xpbd::simd {

/// With 32 values, comparing each with all is quicker than sorting.
using FewValues = std::array<double, 32>;

/// Returns the values at two places (0 to 31) of the sorted sequence. 0 and -0 are equal: either may be returned.
using PlacesFunction = std::array<double, 2> (*)(const FewValues&, const std::array<std::size_t, 2>& places);

} // namespace xpbd::simd
