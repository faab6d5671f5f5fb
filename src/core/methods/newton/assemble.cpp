// The objective's Hessian.
#include "core/methods/newton/newton.h"

#include "core/constraints/fold.h"
#include "core/methods/newton/hessian_block.h"

#include <algorithm>
#include <cmath>

namespace xpbd {
namespace {

/// Calls f(k, l) for the pairs of places of a constraint whose particles are both free.
template <std::size_t Arity, class F>
void for_each_pair(const std::array<int, Arity>& particles, const std::vector<int>& unknown, F&& f) {
    for (std::size_t k = 0; k < Arity; ++k) {
        for (std::size_t l = 0; l < k; ++l) {
            if (unknown[index_of(particles[k])] >= 0 && unknown[index_of(particles[l])] >= 0) {
                f(k, l);
            }
        }
    }
}

Eigen::Vector3d to_eigen(const Vec3& v) {
    return {v.x, v.y, v.z};
}

} // namespace

/// Which particles share a constraint or a triangle of a volume, or touch. The pairs are listed in the order in which
/// add_constraints(), add_volumes() and add_touches() add to them.
void NewtonSolver::prepare_hessian(const Model& model) {
    std::vector<std::pair<int, int>> touching;
    for (const Touch& touch : touches_) {
        if (is_free(touch.a) && is_free(touch.b)) {
            touching.emplace_back(unknown_[touch.a] / 3, unknown_[touch.b] / 3);
        }
    }
    if (hessian_of_ == model.identity && hessian_unknown_ == unknown_ && hessian_touches_ == touching) {
        return;
    }
    hessian_of_ = model.identity;
    hessian_unknown_ = unknown_;
    hessian_touches_ = touching;
    std::vector<std::pair<int, int>> pairs;
    const auto list = [&](const auto& particles) {
        for_each_pair(particles, unknown_, [&](std::size_t k, std::size_t l) {
            pairs.emplace_back(unknown_[index_of(particles[k])] / 3, unknown_[index_of(particles[l])] / 3);
        });
    };
    for_each_type(model, [&](const auto& array, std::size_t) {
        std::for_each(array.particles.begin(), array.particles.end(), list);
    });
    volume_pairs_ = pairs.size();
    for (const Volume& volume : model.volumes) {
        std::for_each(volume.triangles.begin(), volume.triangles.end(), list);
    }
    touch_pairs_ = pairs.size();
    pairs.insert(pairs.end(), touching.begin(), touching.end());
    std::vector<Vec3> places;
    for (std::size_t i = 0; i < unknown_.size(); ++i) {
        if (is_free(i)) {
            places.push_back(model.rest_position[i]);
        }
    }
    hessian_.set_pattern(static_cast<int>(places.size()), pairs, places);
}

/// The Hessian of the objective. Its second derivatives have the foretold multipliers or, where careful_, those of the
/// positions. `projected`: each constraint's block made positive, so that the whole is.
void NewtonSolver::assemble(const Substep& substep, const State& state, bool projected) {
    const auto& x = state.particles.position;
    hessian_.set_zero();
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (is_free(i)) {
            hessian_.add_diagonal(unknown_[i] / 3, Eigen::Matrix3d::Identity() / x[i].w);
        }
    }
    add_constraints(substep, state, projected);
    add_volumes(substep, state);
    add_contacts(substep, state);
    add_touches(substep, state);
}

void NewtonSolver::add_constraints(const Substep& substep, const State& state, bool projected) {
    std::size_t pair = 0;
    for_each_type(substep.model, [&](const auto& array, std::size_t first) {
        using ConstraintType = typename std::remove_cvref_t<decltype(array)>::Type;
        const auto& hessian = std::get<HessianBlock<ConstraintType>>(kHessianBlocks);
        for (std::size_t c = 0; c < array.size(); ++c) {
            const ObjectiveTerm& term = terms_[first + c];
            const auto& particles = array.particles[c];
            if (!term.acts()) {
                for_each_pair(particles, unknown_, [&](std::size_t, std::size_t) { ++pair; });
                continue;
            }
            const Points<double, ConstraintType::arity> points = points_of(array, c, state.particles.position);
            const double lambda = careful_
                                      ? term.lambda(ConstraintType::template eval<double>(points, array.rest[c]).value)
                                      : foretold_[first + c];
            const auto block = hessian.at(points, array.rest[c], term.curvature(), lambda, projected);
            const auto part = [&](std::size_t k, std::size_t l) {
                return block.template block<3, 3>(static_cast<Eigen::Index>(3 * k), static_cast<Eigen::Index>(3 * l));
            };
            for (std::size_t k = 0; k < ConstraintType::arity; ++k) {
                if (unknown_[index_of(particles[k])] >= 0) {
                    hessian_.add_diagonal(unknown_[index_of(particles[k])] / 3, part(k, k));
                }
            }
            for_each_pair(particles, unknown_,
                          [&](std::size_t k, std::size_t l) { hessian_.add_pair(pair++, part(k, l)); });
        }
    });
}

/// The rank-one part of a volume couples every particle with every other: it stays out of the sparse matrix.
void NewtonSolver::add_volumes(const Substep& substep, const State& state) {
    const Model& model = substep.model;
    const auto& x = state.particles.position;
    volume_gradient_.setZero(gradient_.size(), static_cast<Eigen::Index>(model.volumes.size()));
    std::vector<Vec3> volume_gradient;
    std::size_t pair = volume_pairs_;
    for (std::size_t v = 0; v < model.volumes.size(); ++v) {
        const Volume& volume = model.volumes[v];
        const ObjectiveTerm& term = terms_[model.typed_count() + v];
        evaluate_volume(volume, x, volume_gradient);
        auto column = volume_gradient_.col(static_cast<Eigen::Index>(v));
        for (std::size_t i = 0; i < volume_gradient.size(); ++i) {
            const int at = unknown_[index_of(volume.particles[i])];
            if (at >= 0) {
                column.segment<3>(at) = std::sqrt(term.curvature()) * to_eigen(volume_gradient[i]);
            }
        }
        // For every triangle (a, b, c), cyclically, d2V/dx_a dx_b v = 1/6 v x x_c; with a and b swapped its negative.
        const double lambda = foretold_[model.typed_count() + v];
        for (const auto& triangle : volume.triangles) {
            for_each_pair(triangle, unknown_, [&](std::size_t k, std::size_t l) {
                const double sign = k == (l + 1) % 3 ? 1 : -1;
                const Vec3 c = xyz(x[index_of(triangle[3 - k - l])]) * (sign * lambda / 6);
                Eigen::Matrix3d cross; // v -> v x c
                cross << 0, c.z, -c.y, -c.z, 0, c.x, c.y, -c.x, 0;
                hessian_.add_pair(pair++, cross);
            });
        }
    }
}

void NewtonSolver::add_contacts(const Substep& substep, const State& state) {
    const auto& x = state.particles.position;
    for_each_contact(*this, substep.model, x,
                     [&](const Contact& contact, const Collider&, std::size_t i, const Gap& gap) {
                         const double error = gap.distance - substep.model.contact_distance;
                         const Vec3 moved = xyz(x[i]) - substep.start[i];
                         hessian_.add_diagonal(unknown_[i] / 3, contact.stiffness(error, gap.normal, moved));
                     });
}

} // namespace xpbd
