#pragma once

// Distributes constraints over batches of SIMD lanes.

#include "core/simd/batch_size.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace xpbd {

/// A constraint that is put into a batch.
struct Item {
    int index = 0; ///< the number that is written to its slot
    std::span<const int> particles;
};

/// @name Dealers
/// They distribute a sequence of constraints over batches of `lanes` lanes for SIMD. No particle occurs twice in a
/// batch, or in two successive batches: the next batch can be loaded while this one is computed. Both write `lanes`
/// slots per batch: an Item's index, or -1 for an empty lane. `particles` is the number of particles of the body.
/// @{

/// Constraints that share a particle keep their order.
class SequenceDealer {
public:
    void deal(std::span<const Item> items, std::size_t particles, std::size_t lanes, std::vector<int>& slots);

private:
    std::vector<std::size_t> ready_; ///< per particle: first batch that may use it again
};

/// Constraints may overtake one another within a window of kWindow open batches. The window is the smallest that fills
/// most batches: the closer the order is to the given sequence, the better the convergence.
class WindowDealer {
public:
    void deal(std::span<const Item> items, std::size_t particles, std::size_t lanes, std::vector<int>& slots);

private:
    static constexpr std::size_t kBits = 64;
    static constexpr std::size_t kWindow = 24;

    /// The batches that use a particle: bit i is batch `first` + i.
    struct Used {
        std::uint64_t batches = 0;
        std::size_t first = 0;
        bool just_before = false; ///< batch first - 1 uses it
    };
    static std::uint64_t recent(const Used& used, std::size_t first);
    static bool before(const Used& used, std::size_t first);

    std::vector<Used> used_;
};

/// @}

} // namespace xpbd
