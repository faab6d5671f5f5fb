#pragma once

#include "core/model.h"
#include "core/order/batches.h"

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace xpbd {

/// A body whose particles are numbered row by row, as a grid cloth's are, and which distance constraints between near
/// cells hold together. Its particles are laid out in blocks of kLanes, so that each lane of a batch finds its
/// particles in the same lane of two blocks: whole vectors are loaded, without an index per particle. Drawn in
/// core/simd/README.md.
///
/// A line of `columns` particles is cut into kLanes pieces of `blocks` columns each; piece l lies in lane l. Columns
/// c and c + 1 are in the same lane of neighbouring blocks, except where a piece ends: there the lane turns by one.
class Lattice {
public:
    /// None where the body is no such grid, is too narrow to fill the lanes, or has constraints of other types.
    static std::optional<Lattice> of(const Model& model);

    std::size_t particles() const { return width_ * rows_; }
    std::size_t lines() const { return lines_; }
    /// The line of a particle, counted from where the body is fixed.
    std::size_t line(int particle) const { return at(particle).line; }
    /// The particle in each lane of each block; -1 behind the last column of a line.
    std::vector<int> particles_in_blocks() const;

    /// Deals constraints into batches of kLanes slots, line by line, in families of equal offset. Batches never
    /// overtake one with which they share a block; as far as that allows, those that share one lie kApart batches
    /// apart, so that the processor can work on several at once, and never side by side.
    void deal(const std::vector<Item>& items, std::vector<int>& slots) const;
    /// Likewise, where constraints which share a particle keep their order: as SequenceDealer.
    void deal_in_sequence(const std::vector<Item>& items, std::vector<int>& slots) const;

private:
    struct Cell {
        std::size_t line = 0;
        std::size_t column = 0;
    };
    /// Batches of one line and one offset, before they are in their final order.
    struct Batch {
        std::array<std::size_t, 2> block{};
        std::array<int, kLanes> slot{};
        bool touches(const Batch& other) const {
            return block[0] == other.block[0] || block[0] == other.block[1] || block[1] == other.block[0] ||
                   block[1] == other.block[1];
        }
    };
    static constexpr std::size_t kApart = 6;

    Cell at(int particle) const;
    std::size_t block_of(const Cell& cell) const { return cell.line * blocks_ + cell.column % blocks_; }
    std::size_t lane_of(const Cell& cell) const { return cell.column / blocks_; }
    std::array<Cell, 2> cells(const Item& item) const;
    Batch batch_of(const Item& item, const std::array<Cell, 2>& cells) const;
    std::vector<Batch> batches_of(const std::vector<Item>& items) const;

    std::size_t width_ = 0; ///< particles of a row of the model
    std::size_t rows_ = 0;
    bool by_columns_ = false; ///< lines are columns of the model
    bool backwards_ = false;  ///< the last line comes first
    std::size_t lines_ = 0;
    std::size_t blocks_ = 0; ///< of a line
};

} // namespace xpbd
