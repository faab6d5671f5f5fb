#pragma once

#include "core/lanes.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace xpbd {

/// A constraint of a sequence that is dealt into batches.
struct Item {
    int index = 0; ///< what stands in its lane
    std::span<const int> particles;
};

/// @name Dealers
/// They deal a sequence into batches of kLanes for SIMD. No particle occurs twice in a batch, nor in a batch and the
/// next one: while one computes, the next can load. Both write kLanes slots per batch: an Item's index, or -1 where the
/// lane is empty. `particles` is the number of particles of the body.
/// @{

/// Constraints which share a particle keep their order.
class SequenceDealer {
public:
    void deal(std::span<const Item> items, std::size_t particles, std::vector<int>& slots);

private:
    std::vector<std::size_t> ready_; ///< first batch that may hold the particle again
};

/// Constraints may overtake one another within a window of open batches. The window is as small as still fills them:
/// the closer to the sequence, the better its convergence is kept.
class WindowDealer {
public:
    void deal(std::span<const Item> items, std::size_t particles, std::vector<int>& slots);

private:
    static constexpr std::size_t kBits = 64;
    static constexpr std::size_t kWindow = 24;

    /// Where a particle stands, as a set of bits relative to batch `first`.
    struct Used {
        std::uint64_t batches = 0;
        std::size_t first = 0;
        bool just_before = false; ///< batch first - 1 holds it
    };
    static std::uint64_t recent(const Used& used, std::size_t first);
    static bool before(const Used& used, std::size_t first);

    std::vector<Used> used_;
};

/// @}

} // namespace xpbd
