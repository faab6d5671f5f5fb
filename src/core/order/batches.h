#pragma once

#include "core/order/lanes.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace xpbd {

/// A constraint of a sequence that is dealt into batches.
struct Item {
    int index = 0; ///< number that is written to its slot
    std::span<const int> particles;
};

/// @name Dealers
/// They deal a sequence of constraints into batches of `lanes` for SIMD. No particle occurs twice in a batch, or in a
/// batch and the next one: the next can be loaded while one is computed. Both write `lanes` slots per batch: an Item's
/// index, or -1 for an empty lane. `particles` is the number of particles of the body.
/// @{

/// Constraints which share a particle keep their order.
class SequenceDealer {
public:
    void deal(std::span<const Item> items, std::size_t particles, std::size_t lanes, std::vector<int>& slots);

private:
    std::vector<std::size_t> ready_; ///< first batch that may hold the particle again
};

/// Constraints may overtake one another within a window of open batches. The window is the smallest that still fills
/// the batches: the closer to the sequence, the better the convergence.
class WindowDealer {
public:
    void deal(std::span<const Item> items, std::size_t particles, std::size_t lanes, std::vector<int>& slots);

private:
    static constexpr std::size_t kBits = 64;
    static constexpr std::size_t kWindow = 24;

    /// The batches that hold a particle, as bits relative to batch `first`.
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
