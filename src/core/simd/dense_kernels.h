#pragma once

// Kernels of the Cholesky factor (core/simd/dense.h). Included once per instruction set; the rule of
// sweep_kernels.h about shared inline functions applies here too.

#include "core/simd/pack.h" // first: defines XPBD_SIMD_TARGET

#include "core/simd/dense.h"

#include <algorithm>

namespace xpbd::simd::XPBD_SIMD_TARGET {

constexpr int kTile = Panel::tile_rows;

/// A block of a matrix in registers: C columns of R packs P; a pack holds P::size successive rows of a column.
template <class P, int R, int C>
struct Registers {
    P at[R][C];

    XPBD_SIMD_INLINE void clear() {
        for (int r = 0; r < R; ++r) {
            for (int c = 0; c < C; ++c) {
                at[r][c] = P(0);
            }
        }
    }
    /// Loads C columns at a distance of `leading` numbers. `rows[r]`: the first number of pack r in the first column.
    XPBD_SIMD_INLINE void load(double* const (&rows)[R], std::size_t leading) {
        for (int c = 0; c < C; ++c) {
            for (int r = 0; r < R; ++r) {
                at[r][c] = P::load(rows[r] + static_cast<std::size_t>(c) * leading);
            }
        }
    }
    XPBD_SIMD_INLINE void store(double* const (&rows)[R], std::size_t leading) const {
        for (int c = 0; c < C; ++c) {
            for (int r = 0; r < R; ++r) {
                at[r][c].store(rows[r] + static_cast<std::size_t>(c) * leading);
            }
        }
    }
    /// Subtracts a b', summed over `count` columns. a[r]: pack r of rows of a tile; b: the first of C rows of a tile.
    XPBD_SIMD_INLINE void subtract(const double* const (&a)[R], const double* b, int count) {
        for (std::size_t k = 0; k < 8 * static_cast<std::size_t>(count); k += 8) {
            P left[R];
            for (int r = 0; r < R; ++r) {
                left[r] = P::load(a[r] + k);
            }
            for (int c = 0; c < C; ++c) {
                const P right(b[k + static_cast<std::size_t>(c)]);
                for (int r = 0; r < R; ++r) {
                    at[r][c] -= left[r] * right;
                }
            }
        }
    }
    /// Solves for columns c, c + 1, ... with the triangle of L at `diagonal`. Recursive, because not all compilers
    /// unroll a loop here, and the block would then pass through memory at each column.
    template <int c = 0>
    XPBD_SIMD_INLINE void solve(const double* diagonal) {
        const P reciprocal(diagonal[kTile * c + c]);
        for (int r = 0; r < R; ++r) {
            at[r][c] *= reciprocal;
        }
        if constexpr (c + 1 < C) {
            subtract_column<c, c + 1>(diagonal);
            solve<c + 1>(diagonal);
        }
    }
    /// Subtracts column c times L(k, c) from every column k = later, later + 1, ...
    template <int c, int later>
    XPBD_SIMD_INLINE void subtract_column(const double* diagonal) {
        const P factor(diagonal[kTile * c + later]);
        for (int r = 0; r < R; ++r) {
            at[r][later] -= at[r][c] * factor;
        }
        if constexpr (later + 1 < C) {
            subtract_column<c, later + 1>(diagonal);
        }
    }
};

/// A register block has R packs of rows. A tile of kTile rows is cut into kParts of these blocks; if a block has more
/// rows than a tile, it covers kTiles tiles.
template <class P, int R>
constexpr int kParts = std::max(1, kTile / (R * P::size));
template <class P, int R>
constexpr int kTiles = std::max(1, R* P::size / kTile);

/// Finds each pack's rows in the first column, for the register block that starts at part `part` of tile `tile`.
template <class P, int R, class Number>
XPBD_SIMD_INLINE void find_rows(const Panel& panel, Number* numbers, int tile, int part, Number* (&rows)[R]) {
    for (int r = 0; r < R; ++r) {
        const int row = (part * R + r) * P::size;
        rows[r] = numbers + panel.tile_at(tile + row / kTile) + row % kTile;
    }
}

/// Calls f.operator()<R>(tile, part) for register blocks that cover the tiles [first, last). A block has R packs P of
/// rows and starts at part `part` of `tile`. The last tiles, if fewer than kTiles<P, R>, get blocks with smaller R.
template <class P, int R, class F>
XPBD_SIMD_INLINE void for_each_part(int first, int last, F&& f) {
    int tile = first;
    for (; tile + kTiles<P, R> <= last; tile += kTiles<P, R>) {
        for (int part = 0; part < kParts<P, R>; ++part) {
            f.template operator()<R>(tile, part);
        }
    }
    if constexpr (constexpr int tiles = kTiles<P, R>; tiles > 1) {
        for_each_part<P, R - kTile / P::size>(tile, last, f);
    }
}

/// Computes columns [from, to) of L in the rows of one register block.
template <class P, int R, int C>
XPBD_SIMD_INLINE void solve_rows(const Panel& panel, double* numbers, int from, int to, int tile, int part) {
    double* rows[R];
    find_rows<P>(panel, numbers, tile, part, rows);
    for (int j = from; j < to; j += C) {
        const double* own = numbers + panel.tile_at(j / kTile) + j % kTile;
        double* at[R];
        const double* left[R];
        for (int r = 0; r < R; ++r) {
            left[r] = rows[r];
            at[r] = rows[r] + static_cast<std::size_t>(kTile) * static_cast<std::size_t>(j);
        }
        Registers<P, R, C> block;
        block.load(at, kTile);
        block.subtract(left, own, j);
        block.solve(own + static_cast<std::size_t>(kTile) * static_cast<std::size_t>(j));
        block.store(at, kTile);
    }
}

/// solve_rows() for columns [from, to), C at a time; a remainder of four columns uses a narrower register block.
template <class P, int R, int C>
XPBD_SIMD_INLINE void solve_columns(const Panel& panel, double* numbers, int from, int to, int tile, int part) {
    const int whole = from + (to - from) / C * C;
    solve_rows<P, R, C>(panel, numbers, from, whole, tile, part);
    if constexpr (C > 4) {
        solve_rows<P, R, 4>(panel, numbers, whole, to, tile, part);
    }
}

template <class P, int R, int C>
void factor_rows(const Panel& panel, double* numbers, int from, int to, int first_tile, int last_tile) {
    const int end = to < panel.own ? to : panel.columns;
    for_each_part<P, R>(
        first_tile, last_tile, [&]<int Packs>(int tile, int part) __attribute__((always_inline)) {
            solve_columns<P, Packs, C>(panel, numbers, from, end, tile, part);
        });
}

/// Subtracts A A' from columns [from, to) of a diagonal block, in one part of its rows. A: the `first` columns before
/// the block, in the rows of the block. `rows`: the tile that ends with the block.
template <class P, int R, int C>
XPBD_SIMD_INLINE void subtract_before(double* rows, int first, int from, int to, int part) {
    const auto before = static_cast<std::size_t>(kTile) * static_cast<std::size_t>(first);
    for (int j = from; j < to; j += C) {
        const double* left[R];
        double* at[R];
        for (int r = 0; r < R; ++r) {
            left[r] = rows + part * R * P::size + r * P::size;
            at[r] = rows + before + kTile * j + part * R * P::size + r * P::size;
        }
        Registers<P, R, C> block;
        block.load(at, kTile);
        block.subtract(left, rows + j, first);
        block.store(at, kTile);
    }
}

/// Factors the diagonal block at the end of a tile of own rows; all earlier columns are done.
template <class P, int R, int C>
XPBD_SIMD_INLINE bool factor_tile(const Panel& panel, double* numbers, int tile) {
    double* rows = numbers + panel.tile_at(tile);
    const int first = kTile * tile;
    const int padded = panel.columns - first < kTile ? 4 : kTile;
    for (int part = 0; part < kParts<P, R>; ++part) {
        const int whole = padded / C * C;
        subtract_before<P, R, C>(rows, first, 0, whole, part);
        if constexpr (C > 4) {
            subtract_before<P, R, 4>(rows, first, whole, padded, part);
        }
    }
    double* diagonal = rows + static_cast<std::size_t>(kTile) * static_cast<std::size_t>(first);
    const int columns = panel.own - first < kTile ? panel.own - first : kTile;
    double pivot = diagonal[0];
    for (int c = 0; c < columns; ++c) {
        double* column = diagonal + kTile * c;
        if (!(pivot > 0)) {
            return false;
        }
        const double reciprocal = 1 / __builtin_sqrt(pivot);
        if (c + 1 < columns) { // the next pivot, early: its square root need not wait for the whole column
            const double beside = column[c + 1] * reciprocal;
            pivot = column[kTile + c + 1] - beside * beside;
        }
        for (int i = 0; i < kTile; ++i) {
            column[i] = i < c ? 0 : i == c ? reciprocal : column[i] * reciprocal;
        }
        for (int later = c + 1; later < columns; ++later) {
            const P factor(column[later]);
            for (int i = 0; i < kTile; i += P::size) {
                double* to = diagonal + kTile * later + i;
                (P::load(to) - P::load(column + i) * factor).store(to);
            }
        }
    }
    return true;
}

template <class P, int R, int C>
bool factor_diagonal(const Panel& panel, double* numbers, int from, int to) {
    for (int tile = from / kTile; kTile * tile < to; ++tile) {
        for (int part = 0; part < kParts<P, R>; ++part) {
            solve_rows<P, R, C>(panel, numbers, from, kTile * tile, tile, part);
        }
        if (!factor_tile<P, R, C>(panel, numbers, tile)) {
            return false;
        }
    }
    return true;
}

/// Writes columns [from, to) of the update -B B' (DenseKernels::update) in the rows of one register block.
template <class P, int R, int C>
XPBD_SIMD_INLINE void update_rows(const Panel& panel, const double* numbers, double* square, std::size_t leading,
                                  int from, int to, int tile, int part) {
    const double* left[R];
    double* at[R];
    find_rows<P>(panel, numbers, panel.own_tiles + tile, part, left);
    for (int r = 0; r < R; ++r) {
        at[r] = square + kTile * tile + (part * R + r) * P::size;
    }
    for (int j = from; j < to; j += C) {
        double* there[R];
        for (int r = 0; r < R; ++r) {
            there[r] = at[r] + static_cast<std::size_t>(j) * leading;
        }
        Registers<P, R, C> block;
        block.clear();
        block.subtract(left, numbers + panel.tile_at(panel.own_tiles + j / kTile) + j % kTile, panel.own);
        block.store(there, leading);
    }
}

template <class P, int R, int C>
void update(const Panel& panel, const double* numbers, double* square, std::size_t leading, int from, int to) {
    constexpr int strip = 64; // columns; their rows of the panel stay in the cache
    for (int begin = from; begin < to; begin += strip) {
        const int strip_end = begin + strip < to ? begin + strip : to;
        for_each_part<P, R>(
            begin / kTile, panel.below_tiles, [&]<int Packs>(int tile, int part) __attribute__((always_inline)) {
                const auto end = [&](int last_tile) { // columns up to the diagonal block of that tile
                    const int diagonal = kTile * (last_tile + 1);
                    return strip_end < diagonal ? strip_end : diagonal;
                };
                update_rows<P, Packs, C>(panel, numbers, square, leading, begin, end(tile), tile, part);
                for (int t = 1; t < kTiles<P, Packs>; ++t) { // columns of the next tiles up to their diagonal blocks
                    update_rows<P, kTile / P::size, C>(panel, numbers, square, leading, end(tile), end(tile + t),
                                                       tile + t, 0);
                }
            });
    }
}

/// In the rows of T tiles, subtracts from v the product of the first `count` columns with the first numbers of v.
template <class P, int T>
XPBD_SIMD_INLINE void subtract_rows(const Panel& panel, const double* numbers, double* v, int tile, int count) {
    constexpr int R = kTile / P::size;
    const double* rows[T];
    P sum[T][R];
    for (int t = 0; t < T; ++t) {
        rows[t] = numbers + panel.tile_at(tile + t);
        for (int r = 0; r < R; ++r) {
            sum[t][r] = P::load(v + kTile * (tile + t) + r * P::size);
        }
    }
    for (int k = 0; k < count; ++k) {
        const P factor(v[k]);
        for (int t = 0; t < T; ++t) {
            for (int r = 0; r < R; ++r) {
                sum[t][r] -= P::load(rows[t] + kTile * static_cast<std::size_t>(k) + r * P::size) * factor;
            }
        }
    }
    for (int t = 0; t < T; ++t) {
        for (int r = 0; r < R; ++r) {
            sum[t][r].store(v + kTile * (tile + t) + r * P::size);
        }
    }
}

template <class P>
void forward(const Panel& panel, const double* numbers, double* v) {
    for (int tile = 0; tile < panel.own_tiles; ++tile) {
        const int first = kTile * tile;
        subtract_rows<P, 1>(panel, numbers, v, tile, first);
        const double* diagonal = numbers + panel.tile_at(tile) + kTile * static_cast<std::size_t>(first);
        for (int c = 0; c < kTile && first + c < panel.own; ++c) {
            const double solved = v[first + c] * diagonal[kTile * c + c];
            v[first + c] = solved;
            for (int i = c + 1; i < kTile; ++i) {
                v[first + i] -= diagonal[kTile * c + i] * solved;
            }
        }
    }
    const int end = panel.own_tiles + panel.below_tiles;
    int tile = panel.own_tiles;
    for (; tile + 4 <= end; tile += 4) {
        subtract_rows<P, 4>(panel, numbers, v, tile, panel.own);
    }
    for (; tile < end; ++tile) {
        subtract_rows<P, 1>(panel, numbers, v, tile, panel.own);
    }
}

/// Adds to the sums the transposed products of T tiles with v, for the first `count` columns. Each column has kTile
/// sums, one per row of a tile; the caller adds these up.
template <class P, int T>
XPBD_SIMD_INLINE void add_rows(const Panel& panel, const double* numbers, const double* v, double* sums, int tile,
                               int count) {
    constexpr int R = kTile / P::size;
    const double* rows[T];
    P factor[T][R];
    for (int t = 0; t < T; ++t) {
        rows[t] = numbers + panel.tile_at(tile + t);
        for (int r = 0; r < R; ++r) {
            factor[t][r] = P::load(v + kTile * (tile + t) + r * P::size);
        }
    }
    for (std::size_t k = 0; k < kTile * static_cast<std::size_t>(count); k += kTile) {
        for (int r = 0; r < R; ++r) {
            P sum = P::load(sums + k + r * P::size);
            for (int t = 0; t < T; ++t) {
                sum += P::load(rows[t] + k + r * P::size) * factor[t][r];
            }
            sum.store(sums + k + r * P::size);
        }
    }
}

template <class P>
void backward(const Panel& panel, const double* numbers, double* v, double* sums) {
    for (int k = 0; k < kTile * panel.own; ++k) {
        sums[k] = 0;
    }
    const int end = panel.own_tiles + panel.below_tiles;
    int tile = panel.own_tiles;
    for (; tile + 4 <= end; tile += 4) {
        add_rows<P, 4>(panel, numbers, v, sums, tile, panel.own);
    }
    for (; tile < end; ++tile) {
        add_rows<P, 1>(panel, numbers, v, sums, tile, panel.own);
    }
    for (tile = panel.own_tiles; tile-- > 0;) {
        const int first = kTile * tile;
        const double* diagonal = numbers + panel.tile_at(tile) + kTile * static_cast<std::size_t>(first);
        for (int c = kTile; c-- > 0;) {
            if (first + c >= panel.own) {
                v[first + c] = 0; // padding
                continue;
            }
            const double* s = sums + kTile * static_cast<std::size_t>(first + c);
            double rest = v[first + c] - (((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7])));
            for (int i = c + 1; i < kTile; ++i) {
                rest -= diagonal[kTile * c + i] * v[first + i];
            }
            v[first + c] = rest * diagonal[kTile * c + c];
        }
        add_rows<P, 1>(panel, numbers, v, sums, tile, first);
    }
}

/// @tparam N doubles of a pack; @tparam R packs and @tparam C columns (4 or 8) of a register block; R N is 4 or a
/// multiple of 8
template <int N, int R, int C>
constexpr DenseKernels make_dense_kernels() {
    using P = Pack<N, double>;
    return {&factor_diagonal<P, R / kTiles<P, R>, C>, &factor_rows<P, R, C>, &update<P, R, C>, &forward<P>,
            &backward<P>};
}

} // namespace xpbd::simd::XPBD_SIMD_TARGET
