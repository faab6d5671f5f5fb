#pragma once

#include <cstddef>

namespace xpbd {

/// Lanes of a SIMD batch: constraints that the fast engine projects at once. The same on every machine, so that the
/// order, and with it every bit of the result, does not depend on the instruction set.
inline constexpr std::size_t kLanes = 8;

/// Lanes of the widest kernel, which takes two batches at a time. A unit is one or more constraints over the same
/// particles (Order::Run). Arrays hold the first constraints of this many units, then their second constraints, ...
inline constexpr std::size_t kWidestPack = 2 * kLanes;

} // namespace xpbd
