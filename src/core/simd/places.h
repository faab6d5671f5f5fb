#pragma once

#include <array>
#include <cstddef>

namespace xpbd::simd {

/// So few values that to compare each with all is quicker than to order them.
using FewValues = std::array<double, 32>;

/// The values at two places of the sorted ones. Of 0 and -0, which are equal, either one.
using PlacesFunction = std::array<double, 2> (*)(const FewValues&, const std::array<std::size_t, 2>& places);

} // namespace xpbd::simd
