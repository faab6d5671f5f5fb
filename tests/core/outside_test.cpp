// Constraints outside of the factored matrix (OutsideConstraints).
#include "core/implicit/primal_dual/outside.h"

#include <gtest/gtest.h>
#include <random>

namespace xpbd::test {
namespace {

constexpr int kNoneFixed = -1;

/// Random numbers in [-1, 1].
class Draw {
public:
    double number() { return spread_(random_); }
    Vec3 vector() {
        const double x = number();
        const double y = number();
        return {x, y, number()};
    }

private:
    std::mt19937 random_{7};
    std::uniform_real_distribution<double> spread_{-1, 1};
};

/// A chain of particles, joined by pairs. One constraint on some of them has a link per pair.
template <std::size_t Arity>
struct Chain {
    std::array<int, Arity> particles{};
    GlobalGraph graph;
    GlobalGraph::Place place{};

    int length() const { return static_cast<int>(graph.pairs.size()) + 1; }
    void add_link(unsigned mask) {
        const auto next = static_cast<int>(graph.pairs.size());
        graph.pairs.emplace_back(next + 1, next);
        graph.links.push_back({graph.links.size(), next, next + 1, static_cast<std::uint8_t>(mask)});
        place.first_link = 0;
        place.links = graph.links.size();
    }
};

/// Weights and gradients that add up to zero.
template <std::size_t Arity>
Curvature<Arity> curvature(Draw& draw, double isotropic, double along) {
    Curvature<Arity> result{isotropic, {}, along, {}};
    for (std::size_t k = 0; k + 1 < Arity; ++k) {
        result.weight[k] = draw.number();
        result.weight[Arity - 1] -= result.weight[k];
        result.gradient[k] = draw.vector();
        result.gradient[Arity - 1] -= result.gradient[k];
    }
    return result;
}

/// to += A from
void add_product(const BlockCholesky<3>& a, int rows, std::span<const double> from, std::span<double> to) {
    const auto add = [&](const double* block, bool transposed, int row, int column) {
        for (int i = 0; i < 9; ++i) {
            const int r = transposed ? i / 3 : i % 3;
            const int c = transposed ? i % 3 : i / 3;
            to[index_of(3 * row + r)] += block[i] * from[index_of(3 * column + c)];
        }
    };
    for (int row = 0; row < rows; ++row) {
        add(a.diagonal(row), false, row, row);
    }
    for (std::size_t entry = 0; entry < a.entry_count(); ++entry) {
        const auto [row, column] = a.place_of_entry(entry);
        add(a.entry(entry), false, row, column);
        add(a.entry(entry), true, column, row);
    }
}

/// The factored matrix with the bound, plus the difference, is the exact Hessian.
template <std::size_t Arity>
void expect_exact_sum(const Chain<Arity>& chain, const Curvature<Arity>& exact, const Curvature<Arity>& bound,
                      int fixed) {
    const auto row_of = [&](int particle) { return particle == fixed ? -1 : particle; };
    BlockCholesky<3> matrix;
    const std::vector<Vec3> places(index_of(chain.length()), Vec3(0));
    ASSERT_TRUE(matrix.set_pattern(chain.length(), chain.graph.pairs, places));
    matrix.set_zero();
    OutsideConstraints outside;
    EXPECT_TRUE(outside.empty());
    outside.add(chain.particles, chain.graph, chain.place, exact, bound, row_of, matrix);
    EXPECT_FALSE(outside.empty());

    Draw draw;
    std::vector<double> from(3 * index_of(chain.length()));
    for (int i = 0; i < chain.length(); ++i) {
        const Vec3 v = draw.vector();
        add_vec3(from, 3 * i, i == fixed ? Vec3(0) : v);
    }
    std::vector<double> found(from.size());
    add_product(matrix, chain.length(), from, found);
    outside.add_difference(chain.graph, matrix, from, row_of, found);

    std::vector<double> expected(from.size());
    for (std::size_t k = 0; k < Arity; ++k) {
        for (std::size_t l = 0; l < Arity; ++l) {
            const glm::dmat3 block = curvature_block(exact.isotropic * exact.weight[k] * exact.weight[l], exact.along,
                                                     exact.gradient[k], exact.gradient[l]);
            if (chain.particles[k] != fixed) {
                add_vec3(expected, 3 * chain.particles[k], block * vec3_at(from, 3 * chain.particles[l]));
            }
        }
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_NEAR(found[i], expected[i], 1e-13) << "number " << i << ", fixed particle " << fixed;
    }
}

/// Tries the exact matrix as its own bound, and a negative isotropic part with a bound as in Newton's method.
template <std::size_t Arity>
void expect_exact_sums(const Chain<Arity>& chain) {
    Draw draw;
    for (int fixed = kNoneFixed; fixed < chain.length(); ++fixed) {
        const Curvature<Arity> exact = curvature<Arity>(draw, 0.7, 1.9);
        expect_exact_sum(chain, exact, exact, fixed);
        const Curvature<Arity> buckling = curvature<Arity>(draw, -0.4, 1.9);
        Curvature<Arity> bound = buckling;
        bound.isotropic = 0;
        bound.along = 1.5;
        expect_exact_sum(chain, buckling, bound, fixed);
    }
}

TEST(OutsideConstraints, ADistanceOverAMiddleAddsUpToItsHessian) {
    Chain<2> chain{.particles = {0, 2}, .graph = {}};
    chain.add_link(0b1);
    chain.add_link(0b1);
    expect_exact_sums(chain);
}

TEST(OutsideConstraints, AConstraintOnATreeAddsUpToItsHessian) {
    Chain<4> chain{.particles = {0, 1, 2, 3}, .graph = {}};
    chain.add_link(0b1);
    chain.add_link(0b11);
    chain.add_link(0b111);
    expect_exact_sums(chain);
}

} // namespace
} // namespace xpbd::test
