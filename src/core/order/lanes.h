#pragma once

#include <cstddef>

namespace xpbd {

/// Constraints that the fast engine projects at once: the lanes of a SIMD batch. The same on every machine, so that the
/// order, and with it every bit of the result, does not depend on the instruction set.
inline constexpr std::size_t kLanes = 8;

/// Lanes of the widest kernel, which takes two batches at a time. The rows of a unit (Order::Run) lie so far apart in
/// the arrays over lanes: those of 16 units, then the next row of these 16.
inline constexpr std::size_t kWidestPack = 2 * kLanes;

} // namespace xpbd
