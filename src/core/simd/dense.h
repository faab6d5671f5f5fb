#pragma once

// Arguments and function types of the dense kernels of the Cholesky factor.

#include <cstddef>

namespace xpbd::simd {

/// Layout of a front's own columns: the columns of the Cholesky factor L that the front eliminates. Own rows are the
/// rows of their diagonal block; rows below are the front's other rows. Own rows come first, and each group is padded
/// with zeros to whole tiles of eight rows. A tile stores its columns one after the other, so that kernels read memory
/// from front to back. A tile of own rows ends with its diagonal block. The diagonal of L is stored as reciprocals.
///
///     own = 12            column 0 .. 7   8 .. 11
///     own tile 0          #\                          8 columns
///     own tile 1          ########        #\          12 columns, 4 of its rows are padding
///     tile 0 below        ########        ####        12 columns
///     tile 1 below        ########        ####
struct Panel {
    int own = 0;         ///< own columns
    int own_tiles = 0;   ///< tiles of own rows
    int below_tiles = 0; ///< tiles of rows below
    int columns = 0;     ///< stored columns of a tile below: own, rounded up to a multiple of 4; the padding is zero

    // Inlined in all builds: files with other compiler flags must not share a copy of this code.
    static constexpr int tile_rows = 8;
    [[gnu::always_inline]] static Panel of(int own, int below) {
        return {own, (own + 7) / 8, (below + 7) / 8, (own + 3) / 4 * 4};
    }
    /// Offset of a tile in the panel [doubles]; tiles below follow the own tiles.
    [[gnu::always_inline]] std::size_t tile_at(int tile) const {
        const auto before = static_cast<std::size_t>(tile < own_tiles ? tile : own_tiles);
        // Offset if all own tiles were full; the diagonal block of the last one may have fewer columns.
        const std::size_t whole = 32 * before * (before + 1);
        if (tile < own_tiles) {
            return whole;
        }
        const std::size_t narrower = before * 8 - static_cast<std::size_t>(columns);
        return whole - 8 * narrower +
               static_cast<std::size_t>(tile - own_tiles) * 8 * static_cast<std::size_t>(columns);
    }
    [[gnu::always_inline]] std::size_t size() const { return tile_at(own_tiles + below_tiles); }
    [[gnu::always_inline]] int own_padded() const { return 8 * own_tiles; }
    [[gnu::always_inline]] int below_padded() const { return 8 * below_tiles; }
};

/// Dense kernels of a multifrontal Cholesky factorisation. All sums run over the columns in ascending order and no
/// operation is fused: the bits do not depend on the instruction set, nor on the division into tasks.
struct DenseKernels {
    /// Factors the diagonal block of own rows and columns [from, to) in place; both are multiples of 8, or `to` is
    /// panel.own. Earlier columns must be done. False if a pivot is not positive; the panel is then unusable.
    bool (*factor_diagonal)(const Panel& panel, double* numbers, int from, int to);
    /// Computes columns [from, to) of L in the tiles [first_tile, last_tile), after factor_diagonal(from, to).
    void (*factor_rows)(const Panel& panel, double* numbers, int from, int to, int first_tile, int last_tile);
    /// Computes columns [from, to) (multiples of 8) of the update -B B', B being the rows below. `square` stores
    /// columns at a distance of `leading` numbers. Only the lower triangle is valid; some numbers above it are
    /// overwritten.
    void (*update)(const Panel& panel, const double* numbers, double* square, std::size_t leading, int from, int to);
    /// Solves L y = v in the own rows of v and subtracts B y from the rows below; v has all padded rows.
    void (*forward)(const Panel& panel, const double* numbers, double* v);
    /// Solves L' x = v for the own rows of v; the rows below of v hold the known x. `sums`: scratch, 8 numbers per
    /// padded own row.
    void (*backward)(const Panel& panel, const double* numbers, double* v, double* sums);
};

} // namespace xpbd::simd
