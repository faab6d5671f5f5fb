#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace xpbd::lab {

/// Which frames of a long run are kept where memory ends: all that are younger than twice a window, of those up to four
/// windows old every 2nd, then every 4th, and so on. Ages count from the newest frame. A smaller window keeps fewer,
/// and what it keeps a larger one keeps too.
inline bool stays(std::int64_t frame, std::int64_t newest, std::int64_t window) {
    const auto age = static_cast<std::uint64_t>(std::max<std::int64_t>(0, newest - frame) / window);
    return frame % static_cast<std::int64_t>(std::bit_floor(std::max<std::uint64_t>(1, age))) == 0;
}

} // namespace xpbd::lab
