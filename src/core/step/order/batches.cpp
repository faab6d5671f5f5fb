// The two dealers: one keeps the sequence, the other fills lanes within a window.
#include "core/step/order/batches.h"

#include "core/base/types.h"

#include <algorithm>
#include <bit>

namespace xpbd {
namespace {

/// Appends empty batches until `batch` exists.
void reach(std::vector<int>& slots, std::size_t batch, std::size_t lanes) {
    if (slots.size() < (batch + 1) * lanes) {
        slots.resize((batch + 1) * lanes, -1);
    }
}

} // namespace

void SequenceDealer::deal(std::span<const Item> items, std::size_t particles, std::size_t lanes,
                          std::vector<int>& slots) {
    ready_.assign(particles, 0);
    slots.clear();
    std::vector<std::size_t> filled; // number of filled lanes per batch
    std::vector<std::size_t> open;   // union-find: a full batch points to the next one to try, an open one to itself
    const auto first_open = [&](std::size_t batch) {
        while (batch < open.size() && open[batch] != batch) {
            if (open[batch] < open.size()) {
                open[batch] = open[open[batch]];
            }
            batch = open[batch];
        }
        return batch;
    };
    for (const Item& item : items) {
        std::size_t batch = 0;
        for (const int p : item.particles) {
            batch = std::max(batch, ready_[index_of(p)]);
        }
        batch = first_open(batch);
        while (batch >= filled.size()) {
            open.push_back(filled.size());
            filled.push_back(0);
        }
        reach(slots, batch, lanes);
        slots[batch * lanes + filled[batch]++] = item.index;
        if (filled[batch] == lanes) {
            open[batch] = batch + 1;
        }
        for (const int p : item.particles) {
            ready_[index_of(p)] = batch + 2; // neither this batch nor the next one
        }
    }
}

void WindowDealer::deal(std::span<const Item> items, std::size_t particles, std::size_t lanes,
                        std::vector<int>& slots) {
    used_.assign(particles, Used{});
    slots.clear();
    std::array<std::size_t, kBits> filled{}; // filled lanes of the open batches; batch b is at b mod kBits
    std::uint64_t full = 0;                  // bit i: batch first + i has no free lane
    std::size_t first = 0;
    const auto close_first = [&] {
        filled[first % kBits] = 0;
        full >>= 1;
        ++first;
    };
    for (const Item& item : items) {
        std::uint64_t taken = full;
        for (const int p : item.particles) {
            const std::uint64_t at = recent(used_[index_of(p)], first);
            taken |= at | (at << 1) | (at >> 1);
            // If the batch before the window uses the particle, the first batch of the window must not.
            taken |= before(used_[index_of(p)], first) ? 1u : 0u;
        }
        auto place = static_cast<std::size_t>(std::countr_one(taken));
        while (place >= kWindow) {
            close_first();
            --place;
        }
        const std::size_t batch = first + place;
        reach(slots, batch, lanes);
        std::size_t& used_lanes = filled[batch % kBits];
        slots[batch * lanes + used_lanes++] = item.index;
        full |= used_lanes == lanes ? std::uint64_t{1} << place : 0;
        for (const int p : item.particles) {
            Used& used = used_[index_of(p)];
            used = {recent(used, first) | (std::uint64_t{1} << place), first, before(used, first)};
        }
        while ((full & 1) != 0) {
            close_first();
        }
    }
}

std::uint64_t WindowDealer::recent(const Used& used, std::size_t first) {
    const std::size_t moved = first - used.first;
    return moved < kBits ? used.batches >> moved : 0;
}

bool WindowDealer::before(const Used& used, std::size_t first) {
    const std::size_t moved = first - used.first;
    if (moved == 0) {
        return used.just_before;
    }
    return moved <= kBits && ((used.batches >> (moved - 1)) & 1) != 0;
}

} // namespace xpbd
