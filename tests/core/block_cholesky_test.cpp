// The sparse factor: its solutions, its kernels against plain loops, and the cost that it predicts.
#include "core/implicit/block_cholesky.h"

#include "bodies.h"
#include "core/implicit/vectors.h"

#include <array>
#include <gtest/gtest.h>
#include <random>

namespace xpbd::test {
namespace {

using Pairs = std::vector<std::pair<int, int>>;
using Places = std::vector<Vec3>;
using Vector = std::vector<double>;

/// A sparsity pattern, and a place in space for each block row.
struct Body {
    int n = 0;
    Pairs pairs;
    Places places;
};

/// A square grid, every node joined with its eight neighbours.
Body grid(int side) {
    Body body{side * side, {}, {}};
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            body.places.push_back(Vec3(0.1 * x, 0, 0.1 * y));
            for (const auto& [dx, dy] : {std::pair(1, 0), std::pair(0, 1), std::pair(1, 1), std::pair(-1, 1)}) {
                if (x + dx >= 0 && x + dx < side && y + dy < side) {
                    body.pairs.emplace_back(y * side + x, (y + dy) * side + x + dx);
                }
            }
        }
    }
    return body;
}

Body rope(int links) {
    Body body{links + 1, {}, {}};
    for (int i = 0; i <= links; ++i) {
        body.places.push_back(Vec3(0, -0.1 * i, 0));
        if (i > 0) {
            body.pairs.emplace_back(i, i - 1);
        }
    }
    return body;
}

/// Random pairs, some of them twice, and random places.
Body random_body(int n, int pairs, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_int_distribution<int> row(0, n - 1);
    std::uniform_real_distribution<double> place(-1, 1);
    Body body{n, {}, {}};
    for (int k = 0; n > 1 && k < pairs; ++k) {
        const int a = row(random);
        const int b = row(random);
        if (a != b) {
            body.pairs.emplace_back(a, b);
        }
    }
    for (int i = 0; i < n; ++i) {
        body.places.push_back({place(random), place(random), place(random)});
    }
    return body;
}

/// One number of a matrix; several entries for one place add up.
struct Entry {
    int row, column;
    double value;
};

/// One matrix in two forms: for the factor, and as a plain list.
template <int N>
struct Filled {
    BlockCholesky<N> sparse;
    std::vector<Entry> entries;
};

template <int N>
void set_pattern(Filled<N>& filled, const Body& body) {
    ASSERT_TRUE(filled.sparse.set_pattern(body.n, body.pairs, body.places));
}

/// Lower bound of the eigenvalues of a matrix from fill() with `dominance` 1: in each row the diagonal exceeds the sum
/// of the magnitudes of the other numbers by at least 1 - 0.6 (Gershgorin).
constexpr double kLeastEigenvalue = 0.4;

/// Random blocks. `dominance` scales the term on the diagonal that makes the matrix positive definite if it is 1.
template <int N>
void fill(Filled<N>& filled, const Body& body, double dominance, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> value(-1, 1);
    using Block = std::array<double, N * N>; // column by column
    filled.sparse.set_zero();
    filled.entries.clear();
    std::vector<double> diagonal(index_of(body.n), 1.0);
    const auto random_block = [&](double size) {
        Block block;
        std::generate(block.begin(), block.end(), [&] { return size * value(random); });
        return block;
    };
    const auto transposed = [](const Block& block) {
        Block result;
        for (std::size_t i = 0; i < block.size(); ++i) {
            result[i % N * N + i / N] = block[i];
        }
        return result;
    };
    const auto enter = [&](int a, int b, const Block& block) {
        for (int i = 0; i < N * N; ++i) {
            filled.entries.push_back({N * a + i % N, N * b + i / N, block[index_of(i)]});
        }
    };
    for (std::size_t k = 0; k < body.pairs.size(); ++k) {
        const Block block = random_block(1);
        const auto [a, b] = body.pairs[k];
        filled.sparse.add_pair(k, block.data());
        enter(a, b, block);
        enter(b, a, transposed(block));
        diagonal[index_of(a)] += N;
        diagonal[index_of(b)] += N;
    }
    for (int a = 0; a < body.n; ++a) {
        Block block = random_block(0.1);
        add_scaled(1, transposed(block), block);
        for (std::size_t i = 0; i < block.size(); i += N + 1) {
            block[i] += dominance * diagonal[index_of(a)];
        }
        add_scaled(1, block, std::span(filled.sparse.diagonal(a), block.size()));
        enter(a, a, block);
    }
}

/// The length of b - A x, computed with more digits than the factor has.
template <int N>
double residual(const Filled<N>& filled, const Vector& x, const Vector& b) {
    std::vector<long double> left(b.begin(), b.end());
    for (const Entry& entry : filled.entries) {
        left[index_of(entry.row)] -= static_cast<long double>(entry.value) * x[index_of(entry.column)];
    }
    long double sum = 0;
    for (const long double value : left) {
        sum += value * value;
    }
    return static_cast<double>(std::sqrt(sum));
}

Vector right_side(int rows) {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> value(-1, 1);
    Vector right(index_of(rows));
    std::generate(right.begin(), right.end(), [&] { return value(random); });
    return right;
}

template <int N>
Vector solved(const BlockCholesky<N>& matrix, Vector right, const Parallel& parallel = {}) {
    matrix.solve(right, parallel);
    return right;
}

/// The solution of matrix x = right; empty if the matrix has no factor.
template <int N>
Vector factorised_and_solved(BlockCholesky<N>& matrix, Vector right, const Parallel& parallel = {}) {
    return matrix.factorise_and_solve(right, parallel) ? right : Vector();
}

template <int N>
void solves_to_rounding(const Body& body, const char* what) {
    SCOPED_TRACE(what);
    Filled<N> filled;
    set_pattern(filled, body);
    for (unsigned round = 0; round < 2; ++round) {
        fill(filled, body, 1, 5 + round);
        ASSERT_TRUE(filled.sparse.factorise());
        const Vector right = right_side(N * body.n);
        const Vector x = solved(filled.sparse, right);
        EXPECT_LE(residual(filled, x, right) / kLeastEigenvalue, 1e-13 * (1 + norm(x))) << "the error of x, at most";
        EXPECT_EQ(solved(filled.sparse, scaled(2, right)), scaled(2, x));
        EXPECT_EQ(factorised_and_solved(filled.sparse, right), x);
    }
}

TEST(BlockCholesky, SolvesToRoundingAndAgainWithOtherValues) {
    for (const int n : {1, 2, 3, 5, 12, 13, 40, 150, 400}) {
        const Body body = random_body(n, 3 * n, 3);
        solves_to_rounding<1>(body, "random, 1");
        solves_to_rounding<3>(body, "random, 3");
    }
    for (const int side : {2, 4, 7, 20, 33}) {
        solves_to_rounding<1>(grid(side), "grid, 1");
        solves_to_rounding<3>(grid(side), "grid, 3");
    }
    solves_to_rounding<3>(rope(300), "rope");
}

TEST(BlockCholesky, SolvesWhatHasNoPairsOrNoConnection) {
    solves_to_rounding<3>(Body{50, {}, Places(50)}, "single rows");
    Body two = grid(12);
    const Body other = rope(100);
    for (const auto& [a, b] : other.pairs) { // a rope at the same places, not joined with the grid
        two.pairs.emplace_back(two.n + a, two.n + b);
    }
    two.places.insert(two.places.end(), other.places.begin(), other.places.end());
    two.n += other.n;
    solves_to_rounding<3>(two, "two bodies");
}

TEST(BlockCholesky, SolvesWherePlacesTellNothing) {
    Body body = grid(15);
    body.places.assign(body.places.size(), Vec3(1, 2, 3));
    solves_to_rounding<3>(body, "all in one point");
    body.places.clear();
    solves_to_rounding<3>(body, "no places");
    Body dense{60, {}, {}};
    for (int a = 0; a < dense.n; ++a) {
        dense.places.push_back(Vec3(0.1 * a, 0, 0));
        for (int b = 0; b < a; ++b) {
            dense.pairs.emplace_back(a, b);
        }
    }
    solves_to_rounding<3>(dense, "every row with every other");
    Body star{200, {}, Places(200)};
    for (int a = 1; a < star.n; ++a) {
        star.pairs.emplace_back(0, a);
    }
    solves_to_rounding<1>(star, "star");
}

TEST(BlockCholesky, TakesNoRows) {
    BlockCholesky<3> none;
    EXPECT_TRUE(none.factorise()); // before any pattern
    EXPECT_TRUE(none.set_pattern(0, {}, {}));
    EXPECT_TRUE(none.factorise());
    none.solve(std::span<double>());
    EXPECT_TRUE(none.factorise_and_solve({}));
    EXPECT_EQ(none.cost().factor_bytes, 0u);
}

TEST(BlockCholesky, TellsAnIndefiniteMatrix) {
    for (const Body& body : {random_body(40, 120, 5), grid(40)}) {
        for (const Parallel& parallel : {Parallel{}, on_threads(2)}) {
            Filled<3> filled;
            set_pattern(filled, body);
            fill(filled, body, 1, 5);
            ASSERT_TRUE(filled.sparse.factorise(parallel));
            for (const int row : {0, 17, body.n - 1}) {
                filled.sparse.add_diagonal(row, glm::dmat3(-1000));
                EXPECT_FALSE(filled.sparse.factorise(parallel)) << row;
                EXPECT_TRUE(factorised_and_solved(filled.sparse, right_side(3 * body.n), parallel).empty()) << row;
                filled.sparse.add_diagonal(row, glm::dmat3(1000));
                EXPECT_TRUE(filled.sparse.factorise(parallel)) << row;
            }
            filled.sparse.add_diagonal(3, glm::dmat3(std::nan("")));
            EXPECT_FALSE(filled.sparse.factorise(parallel));
        }
    }
}

TEST(BlockCholesky, GivesTheSameBitsOnEveryInstructionSetAndNumberOfThreads) {
    for (const Body& body : {grid(48), random_body(300, 1200, 7), rope(100)}) {
        Filled<3> filled;
        set_pattern(filled, body);
        fill(filled, body, 1, 9);
        const Vector right = right_side(3 * body.n);
        ASSERT_TRUE(filled.sparse.factorise());
        const Vector expected = solved(filled.sparse, right);
        for (const simd::Kernels* kernels : simd::kernels()) {
            for (const int threads : {0, 1, 2, 5}) {
                const Parallel parallel = threads > 0 ? on_threads(threads) : Parallel{};
                filled.sparse.set_kernels(kernels->dense);
                ASSERT_TRUE(filled.sparse.factorise(parallel));
                EXPECT_EQ(solved(filled.sparse, right, parallel), expected) << kernels->name << ' ' << threads;
                EXPECT_EQ(factorised_and_solved(filled.sparse, right, parallel), expected)
                    << kernels->name << ' ' << threads;
            }
        }
    }
}

TEST(BlockCholesky, ForetellsItsCost) {
    const Body body = grid(40);
    BlockCholesky<3> sparse;
    sparse.set_pattern(body.n, body.pairs, body.places);
    const FactorCost foretold = predict_cost(body.n, 3, body.pairs, body.places);
    EXPECT_EQ(foretold.factor_bytes, sparse.cost().factor_bytes);
    EXPECT_EQ(foretold.update_bytes, sparse.cost().update_bytes);
    EXPECT_EQ(foretold.flops, sparse.cost().flops);
    // A nested dissection of a grid fills in n log n: 31/4 n log2(n) blocks at most (George, 1973).
    const double n = body.n;
    EXPECT_LT(static_cast<double>(foretold.factor_bytes), 31.0 / 4 * n * std::log2(n) * 9 * sizeof(double));
    EXPECT_GT(static_cast<double>(foretold.factor_bytes), 2 * n * std::log2(n) * 9 * sizeof(double));
}

TEST(BlockCholesky, IsLinearInTheLengthOfARope) {
    const auto cost = [](int links) {
        const Body body = rope(links);
        return predict_cost(body.n, 3, body.pairs, body.places);
    };
    EXPECT_LT(cost(4000).flops, 4.2 * cost(1000).flops);
    EXPECT_LT(cost(4000).factor_bytes, 4.2 * static_cast<double>(cost(1000).factor_bytes));
    EXPECT_LT(cost(4000).update_bytes, 2 * cost(1000).update_bytes);
}

TEST(BlockCholesky, StopsItsAnalysis) {
    const Body body = grid(40);
    BlockCholesky<3> sparse;
    std::stop_source stop;
    double last = 0;
    const AnalysisWatch watch{stop.get_token(), [&](double share) {
                                  EXPECT_GE(share, last);
                                  EXPECT_LE(share, 1);
                                  last = share;
                              }};
    EXPECT_TRUE(sparse.set_pattern(body.n, body.pairs, body.places, watch));
    EXPECT_GT(last, 0);
    stop.request_stop();
    EXPECT_FALSE(sparse.set_pattern(body.n, body.pairs, body.places, {stop.get_token(), {}}));
    EXPECT_TRUE(sparse.factorise()); // the interrupted analysis leaves a matrix without rows
    EXPECT_EQ(sparse.cost().flops, 0);
}

// ---- The dense kernels alone, without BlockCholesky.

/// The element (row, column) in the storage of a panel, whose layout dense.h describes. `row` counts padded rows.
double& element(const simd::Panel& panel, std::vector<double>& numbers, int row, int column) {
    std::size_t at = 0;
    for (int tile = 0; tile < row / 8; ++tile) {
        at += 8 * index_of(std::min(panel.columns, tile < panel.own_tiles ? 8 * (tile + 1) : panel.columns));
    }
    return numbers[at + 8 * index_of(column) + index_of(row % 8)];
}

/// A front with random numbers, for the kernels and for the plain loops.
class DenseFront {
public:
    DenseFront(int own, int below, std::mt19937& random)
        : own_(own),
          below_(below),
          panel_(simd::Panel::of(own, below)),
          numbers_(panel_.size(), 0.0),
          l_(index_of(own), Vector(index_of(own + below), 0.0)),
          v_(index_of(panel_.own_padded() + panel_.below_padded()), 0.0),
          plain_(index_of(own + below)) {
        std::uniform_real_distribution<double> value(-1, 1);
        for (int r = 0; r < own + below; ++r) {
            for (int c = 0; c <= std::min(r, own - 1); ++c) {
                l(r, c) = value(random) + (r == c ? 2 * (own + below) : 0);
                element(panel_, numbers_, padded(r), c) = l(r, c);
            }
            plain_[index_of(r)] = v_[index_of(padded(r))] = value(random);
        }
    }

    void factorises_alike(const simd::DenseKernels& dense) {
        for (int c = 0; c < own_; ++c) {
            for (int k = 0; k < c; ++k) {
                for (int r = c; r < own_ + below_; ++r) {
                    l(r, c) -= l(r, k) * l(c, k);
                }
            }
            const double reciprocal = 1 / std::sqrt(l(c, c));
            for (int r = c + 1; r < own_ + below_; ++r) {
                l(r, c) *= reciprocal;
            }
            l(c, c) = reciprocal;
        }
        for (int from = 0; from < own_; from += 64) {
            const int to = std::min(own_, from + 64);
            const int first = (to + 7) / 8;
            const int last = panel_.own_tiles + panel_.below_tiles;
            const int middle = (first + last) / 2;
            ASSERT_TRUE(dense.factor_diagonal(panel_, numbers_.data(), from, to));
            dense.factor_rows(panel_, numbers_.data(), from, to, first, middle);
            dense.factor_rows(panel_, numbers_.data(), from, to, middle, last);
        }
        for (int c = 0; c < own_; ++c) {
            for (int r = c; r < own_ + below_; ++r) {
                ASSERT_EQ(element(panel_, numbers_, padded(r), c), l(r, c)) << r << ' ' << c;
            }
        }
    }

    void updates_alike(const simd::DenseKernels& dense) {
        const std::size_t leading = index_of(panel_.below_padded()) + 8;
        std::vector<double> square(leading * index_of(panel_.below_padded()), std::nan(""));
        const int half = panel_.below_tiles / 2 * 8;
        dense.update(panel_, numbers_.data(), square.data(), leading, 0, half);
        dense.update(panel_, numbers_.data(), square.data(), leading, half, panel_.below_padded());
        for (int c = 0; c < below_; ++c) {
            for (int r = c; r < below_; ++r) {
                double expected = 0;
                for (int k = 0; k < own_; ++k) {
                    expected -= l(own_ + r, k) * l(own_ + c, k);
                }
                ASSERT_EQ(square[index_of(c) * leading + index_of(r)], expected) << r << ' ' << c;
            }
        }
    }

    void solves_alike(const simd::DenseKernels& dense) {
        dense.forward(panel_, numbers_.data(), v_.data());
        for (int c = 0; c < own_; ++c) {
            plain_[index_of(c)] *= l(c, c);
            for (int r = c + 1; r < own_ + below_; ++r) {
                plain_[index_of(r)] -= l(r, c) * plain_[index_of(c)];
            }
        }
        for (int r = 0; r < own_ + below_; ++r) {
            ASSERT_EQ(v_[index_of(padded(r))], plain_[index_of(r)]) << r;
        }
        std::vector<double> sums(index_of(8 * panel_.own_padded()));
        dense.backward(panel_, numbers_.data(), v_.data(), sums.data());
        for (int c = own_; c-- > 0;) {
            for (int r = c + 1; r < own_ + below_; ++r) {
                plain_[index_of(c)] -= l(r, c) * plain_[index_of(r)];
            }
            plain_[index_of(c)] *= l(c, c);
            ASSERT_NEAR(v_[index_of(c)], plain_[index_of(c)], 1e-14); // `backward` adds up in lanes
        }
    }

private:
    int padded(int row) const { return row < own_ ? row : panel_.own_padded() + row - own_; }
    double& l(int row, int column) { return l_[index_of(column)][index_of(row)]; }

    int own_, below_;
    simd::Panel panel_;
    std::vector<double> numbers_;
    Columns l_; ///< factor by the plain loops, with reciprocals on its diagonal as in the kernels
    std::vector<double> v_;
    Vector plain_;
};

TEST(DenseKernels, AgreeWithPlainLoopsToTheLastBit) {
    for (const simd::Kernels* kernels : simd::kernels()) {
        SCOPED_TRACE(kernels->name);
        std::mt19937 random(1);
        for (const int own : {1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 15, 16, 17, 20, 24, 31, 33, 64, 67, 75, 130}) {
            for (const int below : {0, 1, 3, 7, 8, 9, 15, 16, 17, 25, 40, 71, 90}) {
                SCOPED_TRACE(testing::Message() << own << " own columns, " << below << " rows below");
                DenseFront front(own, below, random);
                front.factorises_alike(kernels->dense);
                front.updates_alike(kernels->dense);
                front.solves_alike(kernels->dense);
            }
        }
    }
}

} // namespace
} // namespace xpbd::test
