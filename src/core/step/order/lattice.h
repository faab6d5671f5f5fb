#pragma once

// The order of grid bodies: lanes that are whole vectors.

#include "core/model/model.h"
#include "core/step/order/batches.h"

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace xpbd {

/// A body whose particles are numbered row by row, such as a grid cloth, with distance constraints between near cells.
/// Its particles are stored in blocks of kLanes, so that all lanes of a batch read one block each for their first and
/// second particles: whole vectors, without an index per particle. Drawn in core/fast/LANES.md.
///
/// A line of `columns` particles is cut into kLanes pieces of `blocks` columns each; piece l is in lane l. Columns c
/// and c + 1 are in the same lane of successive blocks, except at the end of a piece, where the next column is in the
/// next lane.
class Lattice {
public:
    /// Empty if the body is no such grid, is too narrow to fill the lanes, or has constraints of other types.
    static std::optional<Lattice> of(const Model& model);

    std::size_t particles() const { return width_ * rows_; }
    std::size_t lines() const { return lines_; }
    /// The line of a particle; line 0 is at the fixed side of the body.
    std::size_t line(int particle) const { return at(particle).line; }
    /// The particle in each lane of each block; -1 for a lane that has no particle.
    std::vector<int> particles_in_blocks() const;

    /// Distributes constraints over batches of kLanes slots, line by line, in families of equal offset. A batch never
    /// overtakes another one with a common block. Batches with a common block are kApart batches apart if that rule
    /// allows it, so that the processor can work on several at once, and never successive.
    void deal(const std::vector<Item>& items, std::vector<int>& slots) const;
    /// As deal(), but constraints that share a particle keep their order, as in SequenceDealer.
    void deal_in_sequence(const std::vector<Item>& items, std::vector<int>& slots) const;

private:
    struct Cell {
        std::size_t line = 0;
        std::size_t column = 0;
    };
    /// The constraints of one batch, and the blocks of their first and second particles.
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

    std::size_t width_ = 0; ///< particles of a row, in the model's numbering
    std::size_t rows_ = 0;
    bool by_columns_ = false; ///< true: a line is a column of the model
    bool backwards_ = false;  ///< true: line 0 is the model's last row or column
    std::size_t lines_ = 0;
    std::size_t blocks_ = 0; ///< blocks of a line
};

} // namespace xpbd
