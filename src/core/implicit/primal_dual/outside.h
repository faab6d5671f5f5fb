#pragma once

// Constraints "outside": an upper bound of each is in the factored matrix; conjugate gradients use the exact Hessian.

#include "core/base/types.h"
#include "core/implicit/block_cholesky.h"
#include "core/implicit/primal_dual/graph.h"
#include "core/implicit/vectors.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <tuple>
#include <vector>

namespace xpbd {

/// Hessian of a constraint, of which block (k, l) is isotropic w_k w_l I + along g_k g_l', with w = weight and
/// g = gradient; k and l are numbers of its particles.
template <std::size_t Arity>
struct Curvature {
    double isotropic = 0;
    std::array<double, Arity> weight{};
    double along = 0;
    std::array<Vec3, Arity> gradient{};
};

/// isotropic I + along a b'
inline glm::dmat3 curvature_block(double isotropic, double along, const Vec3& a, const Vec3& b) {
    return glm::outerProduct(along * a, b) + glm::dmat3(isotropic);
}

/// Adds isotropic I + along n n' to a block. Number by number: a temporary array would be written one number at a time
/// and read two at a time, which stalls the processor (failed store forwarding).
inline void add_turned(double* block, double isotropic, double along, const Vec3& n) {
    const Vec3 a = along * n;
    block[0] += a.x * n.x + isotropic;
    block[1] += a.y * n.x;
    block[2] += a.z * n.x;
    block[3] += a.x * n.y;
    block[4] += a.y * n.y + isotropic;
    block[5] += a.z * n.y;
    block[6] += a.x * n.z;
    block[7] += a.y * n.z;
    block[8] += a.z * n.z + isotropic;
}

/// The constraints outside a factor (GlobalGraph). The factored matrix contains an upper bound of each; this class
/// multiplies by the exact matrix minus the factored one. `row_of`: block row of a particle in the matrix, -1 if it is
/// fixed.
class OutsideConstraints {
public:
    bool empty() const {
        return over_middle_.empty() && std::apply([](const auto&... list) { return (list.empty() && ...); }, lists_);
    }
    void clear() {
        over_middle_.clear();
        std::apply([](auto&... list) { (list.clear(), ...); }, lists_);
    }

    /// Adds the bound to a part of the matrix, and stores `exact` for add_difference(). `bound` must not be negative;
    /// both have the same weights and gradients.
    template <std::size_t Arity>
    void add(const std::array<int, Arity>& particles, const GlobalGraph& graph, const GlobalGraph::Place& place,
             const Curvature<Arity>& exact, const Curvature<Arity>& bound, const auto& row_of, BlockCholesky<3>& matrix,
             int part = BlockCholesky<3>::kAllParts) {
        const auto links = static_cast<double>(place.links);
        const double bound_isotropic = links * bound.isotropic;
        const double bound_along = links * bound.along;
        if constexpr (Arity == 2) {
            const double square = exact.weight[0] * exact.weight[0];
            over_middle_.push_back({.particles = {particles[0], graph.links[place.first_link].to, particles[1]},
                                    .part = part,
                                    .gradient = exact.gradient[0],
                                    .exact = {exact.isotropic * square, exact.along},
                                    .bound = {bound_isotropic * square, bound_along}});
        } else {
            // Written in place: a copy would read two numbers at a time just after single stores, which stalls the
            // processor (failed store forwarding).
            Outside<Arity>& outside = std::get<std::vector<Outside<Arity>>>(lists_).emplace_back();
            outside.particles = particles;
            outside.exact = exact;
            outside.bound_isotropic = bound_isotropic;
            outside.bound_along = bound_along;
            outside.first_link = place.first_link;
            outside.links = place.links;
            outside.part = part;
        }
        for (std::size_t e = place.first_link; e < place.first_link + place.links; ++e) {
            const GlobalGraph::Link& link = graph.links[e];
            const Side side = side_of(link, exact);
            const double isotropic = bound_isotropic * side.weight * side.weight;
            const int from = row_of(link.from);
            const int to = row_of(link.to);
            for (const int row : {from, to}) {
                if (row >= 0 && matrix.has_row(part, row)) {
                    add_turned(matrix.diagonal(row), isotropic, bound_along, side.gradient);
                }
            }
            if (from >= 0 && to >= 0 && matrix.has_pair(part, link.pair)) {
                add_turned(matrix.symmetric_pair(link.pair), -isotropic, -bound_along, side.gradient);
            }
        }
    }

    /// Adds (exact matrix - matrix with bounds) times `from` to `to`, for the rows of each constraint's part. `from` is
    /// zero for fixed particles.
    void add_difference(const GlobalGraph& graph, const BlockCholesky<3>& matrix, std::span<const double> from,
                        const auto& row_of, std::span<double> to) const {
        const auto at = [&](int particle) {
            const int row = row_of(particle);
            return row < 0 ? Vec3(0) : vec3_at(from, 3 * row);
        };
        const auto add = [&](int part, int particle, const auto&... vectors) {
            if (const int row = row_of(particle); row >= 0 && matrix.has_row(part, row)) {
                (add_vec3(to, 3 * row, vectors), ...);
            }
        };
        for (const OverMiddle& skip : over_middle_) {
            const auto [a, b, c] = skip.particles;
            const Vec3 from_a = at(a);
            const Vec3 from_b = at(b);
            const Vec3 from_c = at(c);
            const Vec3 apart = from_a - from_c;
            const double rate = glm::dot(skip.gradient, from_a) - glm::dot(skip.gradient, from_c);
            const Vec3 exact = skip.exact.isotropic * apart + skip.exact.along * rate * skip.gradient;
            const Vec3 bound_ab = skip.bound_between(from_a, from_b);
            const Vec3 bound_bc = skip.bound_between(from_b, from_c);
            add(skip.part, a, exact, -bound_ab);
            add(skip.part, b, bound_ab, -bound_bc);
            add(skip.part, c, -exact, bound_bc);
        }
        const auto add_one = [&](const auto& outside) {
            const auto& [isotropic, weight, along, gradient] = outside.exact;
            Vec3 sum(0);
            double rate = 0;
            for (std::size_t i = 0; i < weight.size(); ++i) {
                const Vec3 v = at(outside.particles[i]);
                sum += weight[i] * v;
                rate += glm::dot(gradient[i], v);
            }
            for (std::size_t i = 0; i < weight.size(); ++i) {
                add(outside.part, outside.particles[i], isotropic * weight[i] * sum + along * rate * gradient[i]);
            }
            for (std::size_t e = outside.first_link; e < outside.first_link + outside.links; ++e) {
                const GlobalGraph::Link& link = graph.links[e];
                const Side side = side_of(link, outside.exact);
                const Vec3 apart = at(link.from) - at(link.to);
                const Vec3 bound = outside.bound_isotropic * side.weight * side.weight * apart +
                                   outside.bound_along * glm::dot(side.gradient, apart) * side.gradient;
                add(outside.part, link.from, -bound);
                add(outside.part, link.to, bound);
            }
        };
        std::apply([&](const auto&... list) { (std::for_each(list.begin(), list.end(), add_one), ...); }, lists_);
    }

private:
    /// A constraint on the difference of two particles a and c, with two links that lead over a particle b. A cloth has
    /// two of them per particle: their memory counts.
    struct OverMiddle {
        /// isotropic I + along g g'
        struct Coefficients {
            double isotropic = 0, along = 0;
        };
        std::array<int, 3> particles{}; ///< a, b, c
        int part = BlockCholesky<3>::kAllParts;
        Vec3 gradient{0};   ///< g, of a
        Coefficients exact; ///< on a - c
        Coefficients bound; ///< on a - b and on b - c, times the number of links

        Vec3 bound_between(const Vec3& u, const Vec3& v) const {
            const Vec3 apart = u - v;
            return bound.isotropic * apart + bound.along * glm::dot(gradient, apart) * gradient;
        }
    };
    template <std::size_t Arity>
    struct Outside {
        std::array<int, Arity> particles{};
        Curvature<Arity> exact;
        double bound_isotropic = 0, bound_along = 0; ///< coefficients of the bound, times the number of links
        std::size_t first_link = 0;
        std::size_t links = 0;
        int part = BlockCholesky<3>::kAllParts;
    };
    /// Sums of weights and gradients over the particles on the side of `from` of a link.
    struct Side {
        double weight = 0;
        Vec3 gradient{0};
    };
    template <std::size_t Arity>
    static Side side_of(const GlobalGraph::Link& link, const Curvature<Arity>& curvature) {
        Side side;
        for (std::size_t k = 0; k < Arity; ++k) {
            if ((link.mask >> k & 1U) != 0) {
                side.weight += curvature.weight[k];
                side.gradient += curvature.gradient[k];
            }
        }
        return side;
    }

    std::vector<OverMiddle> over_middle_; ///< those of arity 2
    std::tuple<std::vector<Outside<1>>, std::vector<Outside<3>>, std::vector<Outside<4>>, std::vector<Outside<5>>,
               std::vector<Outside<6>>>
        lists_; ///< one list per other arity
};

} // namespace xpbd
