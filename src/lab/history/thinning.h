// The rule by which old frames are dropped if memory is short.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace xpbd::lab {

/// True if a frame of a long run is kept when memory is short. Its age is its distance from the newest frame. All
/// frames younger than two windows of `window` frames are kept, every 2nd up to an age of four windows, every 4th up to
/// eight, ... Frames that a smaller window keeps are also kept by a larger one.
inline bool is_kept(std::int64_t frame, std::int64_t newest, std::int64_t window) {
    const auto age = static_cast<std::uint64_t>(std::max<std::int64_t>(0, newest - frame) / window);
    return frame % static_cast<std::int64_t>(std::bit_floor(std::max<std::uint64_t>(1, age))) == 0;
}

} // namespace xpbd::lab
