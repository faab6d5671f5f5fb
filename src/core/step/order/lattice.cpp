// Recognises grids and distributes their constraints over batches. A batch reads its particles from two blocks of
// kLanes.
#include "core/step/order/lattice.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <tuple>
#include <utility>

namespace xpbd {
namespace {

/// Blocks of a line, at least: with fewer, successive batches would share a block.
constexpr std::size_t kFewestBlocks = 4;
/// Blocks of a line that keep the processor busy without batches of other lines.
constexpr std::size_t kWideLine = 16;
/// Largest offset of a constraint in lines, and in columns.
constexpr int kReach = 2;

/// Particles of a row, if the particles are numbered row by row: distances join p and p + 1 except at the end of a row.
/// 0 if the distances show no such rows.
std::size_t row_width(const Model& model) {
    const auto& edges = model.of_type<Distance>().particles;
    std::vector<bool> joined(model.particle_count(), false);
    for (const auto& [a, b] : edges) {
        if (std::abs(a - b) == 1) {
            joined[index_of(std::min(a, b))] = true;
        }
    }
    const auto end = std::find(joined.begin(), joined.end(), false);
    const auto width = static_cast<std::size_t>(end - joined.begin()) + 1;
    if (width >= model.particle_count() || model.particle_count() % width != 0) {
        return 0;
    }
    return width;
}

/// True if every constraint is a distance between cells at most kReach rows and columns apart.
bool joins_near_cells(const Model& model, std::size_t width) {
    const auto& edges = model.of_type<Distance>().particles;
    if (edges.size() != model.typed_count()) {
        return false;
    }
    const auto w = static_cast<int>(width);
    return std::all_of(edges.begin(), edges.end(), [&](const auto& pair) {
        return pair[0] != pair[1] && std::abs(pair[0] % w - pair[1] % w) <= kReach &&
               std::abs(pair[0] / w - pair[1] / w) <= kReach;
    });
}

/// The side of the grid nearest to the mean of the fixed particles.
struct Side {
    bool column = false; ///< true: first or last column; false: first or last row
    bool last = false;
};
Side fixed_side(const Model& model, std::size_t width, std::size_t rows) {
    double count = 0;
    double across = 0;
    double down = 0;
    for (std::size_t p = 0; p < model.particle_count(); ++p) {
        if (model.mass[p] == 0) {
            count += 1;
            const std::size_t row = p / width;
            across += static_cast<double>(p % width);
            down += static_cast<double>(row);
        }
    }
    if (count == 0) {
        return {};
    }
    across /= count * static_cast<double>(width - 1);
    down /= count * static_cast<double>(rows - 1);
    const double column = std::min(across, 1 - across);
    const double row = std::min(down, 1 - down);
    return column < row ? Side{true, across > 0.5} : Side{false, down > 0.5};
}

} // namespace

std::optional<Lattice> Lattice::of(const Model& model) {
    const std::size_t width = row_width(model);
    if (width < 2 || !joins_near_cells(model, width)) {
        return {};
    }
    Lattice result;
    result.width_ = width;
    result.rows_ = model.particle_count() / width;
    const Side side = fixed_side(model, width, result.rows_);
    result.by_columns_ = side.column;
    result.backwards_ = side.last;
    const std::size_t columns = side.column ? result.rows_ : width; // particles of a line
    result.lines_ = side.column ? width : result.rows_;
    result.blocks_ = (columns + kLanes - 1) / kLanes;
    // In a listed order the edges along a line come in two passes, by the parity of the column. With an even number of
    // blocks the two passes never share a batch.
    result.blocks_ += result.blocks_ % 2;
    // Requires at most a quarter of the lanes to be empty.
    if (result.blocks_ < kFewestBlocks || 4 * columns < 3 * kLanes * result.blocks_) {
        return {};
    }
    return result;
}

Lattice::Cell Lattice::at(int particle) const {
    const std::size_t column = index_of(particle) % width_;
    const std::size_t row = index_of(particle) / width_;
    const Cell cell = by_columns_ ? Cell{column, row} : Cell{row, column};
    return backwards_ ? Cell{lines_ - 1 - cell.line, cell.column} : cell;
}

std::vector<int> Lattice::particles_in_blocks() const {
    std::vector<int> result(lines_ * blocks_ * kLanes, -1);
    for (std::size_t p = 0; p < particles(); ++p) {
        const Cell cell = at(static_cast<int>(p));
        result[block_of(cell) * kLanes + lane_of(cell)] = static_cast<int>(p);
    }
    return result;
}

/// The cells of a constraint's particles, in lattice order.
std::array<Lattice::Cell, 2> Lattice::cells(const Item& item) const {
    const Cell a = at(item.particles[0]);
    const Cell b = at(item.particles[1]);
    const bool swap = std::tie(b.line, b.column) < std::tie(a.line, a.column);
    return swap ? std::array{b, a} : std::array{a, b};
}

/// A batch with this constraint alone.
Lattice::Batch Lattice::batch_of(const Item& item, const std::array<Cell, 2>& cells) const {
    const auto& [a, b] = cells;
    Batch batch{{block_of(a), block_of(b)}, {}};
    batch.slot.fill(-1);
    batch.slot[lane_of(a)] = item.index;
    return batch;
}

/// Batches in their nominal order: line by line; in a line first the edges along it, then the edges to the lines below;
/// per offset in two passes, so that successive batches share no block. Short lines are grouped: a single one has too
/// few independent batches.
std::vector<Lattice::Batch> Lattice::batches_of(const std::vector<Item>& items) const {
    struct Entry {
        std::uint64_t key; ///< group of lines, offset, pass, line, block
        std::size_t lane;
        const Item* item;
    };
    const std::size_t together = (kWideLine + blocks_ - 1) / blocks_;
    static_assert((kWideLine + kFewestBlocks - 1) / kFewestBlocks <= 4, "two bits of a key");
    std::vector<Entry> entries;
    entries.reserve(items.size());
    for (const Item& item : items) {
        const auto [a, b] = cells(item);
        const std::size_t down = b.line - a.line;
        const bool left = b.column < a.column;
        const std::size_t reach = left ? a.column - b.column : b.column - a.column;
        const std::size_t block = a.column % blocks_;
        const bool second = (down == 0 ? block / reach : a.line / down) % 2 == 1;
        std::uint64_t key = a.line / together;
        for (const auto& [number, bits] : {std::pair<std::size_t, int>{down, 2},
                                           {reach, 2},
                                           {left ? 1 : 0, 1},
                                           {second ? 1 : 0, 1},
                                           {a.line % together, 2},
                                           {block, 24}}) {
            key = (key << bits) | number;
        }
        entries.push_back({key, lane_of(a), &item});
    }
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.key < b.key; });
    std::vector<Batch> result;
    std::size_t begin = 0; // first batch with this key; several, if a pair of particles has several constraints
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (i == 0 || entries[i].key != entries[i - 1].key) {
            begin = result.size();
        }
        std::size_t batch = begin;
        while (batch < result.size() && result[batch].slot[entries[i].lane] >= 0) {
            ++batch;
        }
        if (batch == result.size()) {
            result.push_back(batch_of(*entries[i].item, cells(*entries[i].item)));
        } else {
            result[batch].slot[entries[i].lane] = entries[i].item->index;
        }
    }
    return result;
}

void Lattice::deal(const std::vector<Item>& items, std::vector<int>& slots) const {
    constexpr std::size_t kAhead = 32; // batches considered for the next place
    std::vector<Batch> batches = batches_of(items);
    slots.clear();
    std::vector<std::size_t> free_from(lines_ * blocks_,
                                       0); // per block: the next place that is kApart behind the block's last batch
    std::vector<std::size_t> window;       // waiting batches, in their nominal order
    std::size_t next = 0;
    std::size_t done = 0; // number of batches in `slots`
    while (next < batches.size() || !window.empty()) {
        while (window.size() < kAhead && next < batches.size()) {
            window.push_back(next++);
        }
        std::size_t best = window.size();
        std::size_t best_wait = kApart;
        for (std::size_t i = 0; i < window.size(); ++i) {
            const auto& block = batches[window[i]].block;
            const bool overtakes = std::any_of(window.begin(), window.begin() + static_cast<std::ptrdiff_t>(i),
                                               [&](std::size_t w) { return batches[w].touches(batches[window[i]]); });
            const std::size_t free = std::max(free_from[block[0]], free_from[block[1]]);
            const std::size_t wait = free > done ? free - done : 0;
            if (!overtakes && wait < best_wait) {
                best = i;
                best_wait = wait;
                if (wait == 0) {
                    break;
                }
            }
        }
        // At a wait of kApart - 1 the previous batch shares a block: an empty batch separates them.
        const bool side_by_side = best == window.size() || best_wait == kApart - 1;
        if (side_by_side) {
            slots.insert(slots.end(), kLanes, -1);
        } else {
            const Batch& batch = batches[window[best]];
            slots.insert(slots.end(), batch.slot.begin(), batch.slot.end());
            for (const std::size_t block : batch.block) {
                free_from[block] = done + kApart;
            }
            window.erase(window.begin() + static_cast<std::ptrdiff_t>(best));
        }
        ++done;
    }
}

void Lattice::deal_in_sequence(const std::vector<Item>& items, std::vector<int>& slots) const {
    std::vector<Batch> batches;
    std::vector<std::size_t> ready(particles(), 0);               // per particle: first batch that may use it again
    std::vector<std::vector<std::size_t>> open(lines_ * blocks_); // batches with a free lane, by their first block
    for (const Item& item : items) {
        const std::array<Cell, 2> ends = cells(item);
        const Batch alone = batch_of(item, ends);
        const std::size_t lane = lane_of(ends[0]);
        std::size_t& ready_a = ready[index_of(item.particles[0])];
        std::size_t& ready_b = ready[index_of(item.particles[1])];
        std::vector<std::size_t>& candidates = open[alone.block[0]];
        const auto found = std::find_if(candidates.begin(), candidates.end(), [&](std::size_t c) {
            return c >= std::max(ready_a, ready_b) && batches[c].block == alone.block && batches[c].slot[lane] < 0;
        });
        std::size_t batch = batches.size();
        if (found == candidates.end()) {
            batches.push_back(alone);
            candidates.push_back(batch);
        } else {
            batch = *found;
            auto& slot = batches[batch].slot;
            slot[lane] = item.index;
            if (std::find(slot.begin(), slot.end(), -1) == slot.end()) {
                candidates.erase(found);
            }
        }
        ready_a = ready_b = batch + 1;
    }
    slots.clear();
    for (std::size_t i = 0; i < batches.size(); ++i) {
        if (i > 0 && batches[i].touches(batches[i - 1])) {
            slots.insert(slots.end(), kLanes, -1);
        }
        slots.insert(slots.end(), batches[i].slot.begin(), batches[i].slot.end());
    }
}

} // namespace xpbd
