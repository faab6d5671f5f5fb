#pragma once

#include "core/methods/block_cholesky.h"
#include "core/methods/global/graph.h"
#include "core/types.h"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace xpbd {

/// Hessian of a constraint: block (k, l) is isotropic w_k w_l I + along g_k g_l'.
template <std::size_t Arity>
struct Curvature {
    double isotropic = 0;
    std::array<double, Arity> weight{};
    double along = 0;
    std::array<Vec3, Arity> gradient{};
};

/// isotropic I + along a b'
inline Eigen::Matrix3d curvature_block(double isotropic, double along, const Vec3& a, const Vec3& b) {
    Eigen::Matrix3d block = along * Eigen::Vector3d(a.x, a.y, a.z) * Eigen::Vector3d(b.x, b.y, b.z).transpose();
    block.diagonal().array() += isotropic;
    return block;
}

/// The constraints that stay outside of a factor (GlobalGraph). In its matrix stands a bound for each of them; here is
/// what the exact matrix has instead. `row_of`: block row of a particle in the matrix, negative for a fixed one.
class OutsideConstraints {
public:
    bool empty() const { return list_.empty(); }
    void clear() { list_.clear(); }

    /// Adds the bound of `bound`, which must not be negative, to the matrix, and keeps `exact`. Both have the same
    /// weights and gradients.
    template <std::size_t Arity>
    void add(const std::array<int, Arity>& particles, const GlobalGraph& graph, const GlobalGraph::Place& place,
             const Curvature<Arity>& exact, const Curvature<Arity>& bound, const auto& row_of,
             BlockCholesky<3>& matrix) {
        Outside& outside = list_.emplace_back();
        outside.arity = Arity;
        std::copy(particles.begin(), particles.end(), outside.particles.begin());
        std::copy(exact.weight.begin(), exact.weight.end(), outside.weight.begin());
        std::copy(exact.gradient.begin(), exact.gradient.end(), outside.gradient.begin());
        outside.isotropic = exact.isotropic;
        outside.along = exact.along;
        outside.links = place.links;
        outside.bound_isotropic = static_cast<double>(place.links) * bound.isotropic;
        outside.bound_along = static_cast<double>(place.links) * bound.along;
        outside.first_link = place.first_link;
        for (std::size_t e = place.first_link; e < place.first_link + place.links; ++e) {
            const GlobalGraph::Link& link = graph.links[e];
            const Part part = part_of(link, outside);
            const Eigen::Matrix3d block = curvature_block(outside.bound_isotropic * part.weight * part.weight,
                                                          outside.bound_along, part.gradient, part.gradient);
            const int from = row_of(link.from);
            const int to = row_of(link.to);
            for (const int row : {from, to}) {
                if (row >= 0) {
                    matrix.add_diagonal(row, block);
                }
            }
            if (from >= 0 && to >= 0) {
                Eigen::Map<Eigen::Matrix3d>(matrix.symmetric_pair(link.pair)) -= block;
            }
        }
    }

    /// Adds to `to` what the exact matrix times `from` has more than the matrix with the bounds; of fixed particles
    /// `from` has no rows.
    void add_difference(const GlobalGraph& graph, const Eigen::VectorXd& from, const auto& row_of,
                        Eigen::VectorXd& to) const {
        const auto at = [&](int particle) {
            const Eigen::Index row = 3 * row_of(particle);
            return row < 0 ? Vec3(0) : Vec3(from[row], from[row + 1], from[row + 2]);
        };
        const auto add = [&](int particle, const Vec3& v) {
            if (const int row = row_of(particle); row >= 0) {
                to.segment<3>(3 * row) += Eigen::Vector3d(v.x, v.y, v.z);
            }
        };
        for (const Outside& outside : list_) {
            Vec3 across(0);
            double along = 0;
            for (std::size_t i = 0; i < outside.arity; ++i) {
                const Vec3 v = at(outside.particles[i]);
                across += outside.weight[i] * v;
                along += glm::dot(outside.gradient[i], v);
            }
            for (std::size_t i = 0; i < outside.arity; ++i) {
                add(outside.particles[i],
                    outside.isotropic * outside.weight[i] * across + outside.along * along * outside.gradient[i]);
            }
            for (std::size_t e = outside.first_link; e < outside.first_link + outside.links; ++e) {
                const GlobalGraph::Link& link = graph.links[e];
                const Part part = part_of(link, outside);
                const Vec3 apart = at(link.from) - at(link.to);
                const Vec3 bound = outside.bound_isotropic * part.weight * part.weight * apart +
                                   outside.bound_along * glm::dot(part.gradient, apart) * part.gradient;
                add(link.from, -bound);
                add(link.to, bound);
            }
        }
    }

private:
    struct Outside {
        std::array<int, 4> particles{};
        std::array<double, 4> weight{};
        std::array<Vec3, 4> gradient{};
        std::size_t arity = 0;
        double isotropic = 0, along = 0;
        double bound_isotropic = 0, bound_along = 0; ///< times the number of links
        std::size_t first_link = 0;
        std::size_t links = 0;
    };
    /// The side of `from` of a constraint that a link bears.
    struct Part {
        double weight = 0;
        Vec3 gradient{0};
    };
    static Part part_of(const GlobalGraph::Link& link, const Outside& outside) {
        Part part;
        for (std::size_t k = 0; k < outside.arity; ++k) {
            if ((link.mask >> k & 1U) != 0) {
                part.weight += outside.weight[k];
                part.gradient += outside.gradient[k];
            }
        }
        return part;
    }

    std::vector<Outside> list_;
};

} // namespace xpbd
