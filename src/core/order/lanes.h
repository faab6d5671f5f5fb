#pragma once

#include <cstddef>

namespace xpbd {

/// Constraints that the fast engine projects at once: the lanes of a SIMD batch. The same on every machine, so that the
/// order, and with it every bit of the result, does not depend on the instruction set.
inline constexpr std::size_t kLanes = 8;

} // namespace xpbd
