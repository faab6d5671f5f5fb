#pragma once

#include <cstddef>

namespace xpbd::simd {

/// The columns of a Cholesky factor that one front owns, as the kernels read them. Rows come in tiles of eight, own
/// rows first; both kinds are padded to whole tiles with zeros. A tile holds its columns one after the other, eight
/// numbers each, so that every kernel walks memory from front to back. Own tiles end with their diagonal. The diagonal
/// itself holds the reciprocals of L's.
///
///     own = 12            column 0 .. 7   8 .. 11
///     own tile 0          #\                          8 columns
///     own tile 1          ########        #\          12 columns, 4 of its rows are padding
///     tile 0 below        ########        ####        12 columns
///     tile 1 below        ########        ####
struct Panel {
    int own = 0;         ///< columns
    int own_tiles = 0;   ///< of rows
    int below_tiles = 0; ///< of rows
    int columns = 0;     ///< of a tile below: own, rounded up to a multiple of 4 with zeros

    // These are inlined in all builds, so that files with other compiler flags share no code.
    static constexpr int tile_rows = 8;
    [[gnu::always_inline]] static Panel of(int own, int below) {
        return {own, (own + 7) / 8, (below + 7) / 8, (own + 3) / 4 * 4};
    }
    /// Numbers before a tile; tiles below follow the own ones.
    [[gnu::always_inline]] std::size_t tile_at(int tile) const {
        const auto before = static_cast<std::size_t>(tile < own_tiles ? tile : own_tiles);
        // The last own tile may be narrower.
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

/// Dense kernels of a multifrontal Cholesky factorisation. All sums go over the columns in ascending order, none is
/// fused: the same bits from every instruction set, and however the work is cut.
struct DenseKernels {
    /// Turns the own rows from `from` to `to` (a multiple of 8, or the last) of columns from `from` to `to` into those
    /// of L, with the columns before done. False where a pivot is not positive; then the panel is spoilt.
    bool (*factor_diagonal)(const Panel& panel, double* numbers, int from, int to);
    /// The same columns of the rows in further tiles, after factor_diagonal().
    void (*factor_rows)(const Panel& panel, double* numbers, int from, int to, int first_tile, int last_tile);
    /// The update: columns from `from` to `to`, multiples of 8, of minus the product of the rows below with their
    /// transpose, in columns of `leading` numbers. The lower triangle counts; more is written.
    void (*update)(const Panel& panel, const double* numbers, double* square, std::size_t leading, int from, int to);
    /// Solves L y = v for the own rows of v and takes their part from the rows below; v has all padded rows.
    void (*forward)(const Panel& panel, const double* numbers, double* v);
    /// Solves L' x = v for the own rows of v, with the rows below of x known. `sums`: 8 numbers per padded own row.
    void (*backward)(const Panel& panel, const double* numbers, double* v, double* sums);
};

} // namespace xpbd::simd
