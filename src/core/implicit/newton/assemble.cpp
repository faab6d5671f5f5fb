// Assembles the Hessian of the objective.
#include "core/implicit/newton/newton.h"

#include "core/implicit/hessian_block.h"
#include "core/model/fold.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <type_traits>

namespace xpbd {
namespace {

/// Calls f(k, l), l < k, for all pairs of a constraint's particles of which both are free.
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

} // namespace

/// True if soft bending may be outside of the factor (GlobalGraph). Not with rigid constraints, whose penalty grows,
/// nor with volumes, which use Woodbury's formula.
bool NewtonSolver::keeps_bending_outside(const Substep& substep) const {
    const Model& model = substep.model;
    if (!model.volumes.empty() || model.of_type<Dihedral>().size() > 0 ||
        model.of_type<TriangleCurvature>().size() > 0 || !is_bending_soft(model, substep.settings, substep.scheme)) {
        return false;
    }
    return std::none_of(terms_.begin(), terms_.end(), [](const ObjectiveTerm& term) { return term.rigid; });
}

/// Sets the pattern of the Hessian if it has changed: pairs of particles that share a constraint inside or a triangle
/// of a volume, or that touch. Pairs of volumes and touches are in the order in which add_volumes() and add_touches()
/// use them.
void NewtonSolver::prepare_hessian(const Substep& substep) {
    const Model& model = substep.model;
    std::vector<std::pair<int, int>> touching;
    for (const Touch& touch : touches_) {
        if (is_free(touch.a) && is_free(touch.b)) {
            touching.emplace_back(unknown_[touch.a] / 3, unknown_[touch.b] / 3);
        }
    }
    const bool has_bending = !keeps_bending_outside(substep);
    if (hessian_of_ == model.identity && hessian_unknown_ == unknown_ && hessian_touches_ == touching &&
        hessian_has_bending_ == has_bending) {
        return;
    }
    hessian_of_ = model.identity;
    hessian_unknown_ = unknown_;
    hessian_touches_ = touching;
    hessian_has_bending_ = has_bending;
    graph_ = make_global_graph(model, has_bending);
    std::vector<std::pair<int, int>> pairs;
    pair_of_.assign(graph_.pairs.size(), GlobalGraph::kNoLink);
    for (std::size_t k = 0; k < pair_of_.size(); ++k) {
        const int a = row_of()(graph_.pairs[k].first);
        const int b = row_of()(graph_.pairs[k].second);
        if (a >= 0 && b >= 0) {
            pair_of_[k] = pairs.size();
            pairs.emplace_back(a, b);
        }
    }
    for (GlobalGraph::Link& link : graph_.links) {
        link.pair = pair_of_[link.pair];
    }
    volume_pairs_ = pairs.size();
    for (const Volume& volume : model.volumes) {
        for (const auto& triangle : volume.triangles) {
            for_each_pair(triangle, unknown_, [&](std::size_t k, std::size_t l) {
                pairs.emplace_back(unknown_[index_of(triangle[k])] / 3, unknown_[index_of(triangle[l])] / 3);
            });
        }
    }
    touch_pairs_ = pairs.size();
    pairs.insert(pairs.end(), touching.begin(), touching.end());
    std::vector<Vec3> places;
    for (std::size_t i = 0; i < unknown_.size(); ++i) {
        if (is_free(i)) {
            places.push_back(model.rest_position[i]);
        }
    }
    if (!hessian_.set_pattern(static_cast<int>(places.size()), pairs, places, {interrupt_, {}})) {
        hessian_of_ = 0; // interrupted
    }
}

/// Computes the Hessian of the objective. The terms with C'' use the predicted multipliers or, if careful_, the
/// multipliers at the positions. `projected`: makes each constraint's block, and so the matrix, positive semidefinite.
void NewtonSolver::assemble(const Substep& substep, const State& state, bool projected) {
    const auto& x = state.particles.position;
    hessian_.set_zero();
    outside_.clear();
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (is_free(i)) {
            hessian_.add_diagonal(unknown_[i] / 3, glm::dmat3(1 / x[i].w));
        }
    }
    add_constraints(substep, state, projected);
    add_volumes(substep, state);
    add_contacts(substep, state);
    add_touches(substep, state);
}

void NewtonSolver::add_constraints(const Substep& substep, const State& state, bool projected) {
    for_each_type(substep.model, [&](const auto& array, std::size_t first) {
        using Type = typename std::remove_cvref_t<decltype(array)>::Type;
        const auto& hessian = std::get<HessianBlock<Type>>(kHessianBlocks);
        for (std::size_t c = 0; c < array.size(); ++c) {
            const ObjectiveTerm& term = terms_[first + c];
            if (!term.acts()) {
                continue;
            }
            const auto& particles = array.particles[c];
            const GlobalGraph::Place& place = graph_.places[first + c];
            const auto evaluation = constraint_of(array, first, c).evaluate(state.particles.position);
            const double lambda = careful_ ? term.lambda(evaluation.value) : predicted_lambda_[first + c];
            if constexpr (IsEdge<Type>) { // d(grad C) = (I - n n')/length dx
                const double length = evaluation.value + rest_length(array, c);
                const double turning = length * length > kNoLength2 ? -lambda / length : 0;
                const double across = projected ? std::max(0.0, turning) : turning;
                add_curvature<2>(particles, place, {across, {-1, 1}, term.curvature() - across, evaluation.gradient});
                continue;
            }
            if constexpr (IsWeightedSum<Type>) {
                if (!place.is_inside()) {
                    double turn = term.turn_of_damping(evaluation.value);
                    turn = projected ? std::max(-term.stiffness, turn) : turn;
                    add_curvature<4>(particles, place,
                                     {term.stiffness + turn, array.rest[c], term.damping - turn, evaluation.gradient});
                    continue;
                }
            }
            const auto block = hessian.at(points_of(array, c, state.particles.position), array.rest[c],
                                          term.curvature(), lambda, projected);
            if (!all_finite(block)) { // the second derivatives overflow: uses Gauss-Newton's block
                add_curvature<Type::arity>(particles, place, {0, {}, term.curvature(), evaluation.gradient});
                continue;
            }
            add_block(particles, place, [&](std::size_t k, std::size_t l) { return block_of(block, k, l); });
        }
    });
}

template <std::size_t Arity>
void NewtonSolver::add_curvature(const std::array<int, Arity>& particles, const GlobalGraph::Place& place,
                                 const Curvature<Arity>& curvature) {
    if (place.is_inside()) {
        add_block(particles, place, [&](std::size_t k, std::size_t l) {
            return curvature_block(curvature.isotropic * curvature.weight[k] * curvature.weight[l], curvature.along,
                                   curvature.gradient[k], curvature.gradient[l]);
        });
        return;
    }
    Curvature<Arity> bound = curvature;
    bound.isotropic = std::max(0.0, curvature.isotropic);
    bound.along = std::max(0.0, curvature.along + curvature.isotropic - bound.isotropic);
    outside_.add(particles, graph_, place, curvature, bound, row_of(), hessian_);
}

/// Adds part(k, l), the 3 x 3 block of the constraint's particles k and l.
template <std::size_t Arity>
void NewtonSolver::add_block(const std::array<int, Arity>& particles, const GlobalGraph::Place& place,
                             const auto& part) {
    for (std::size_t k = 0; k < Arity; ++k) {
        if (const int row = row_of()(particles[k]); row >= 0) {
            hessian_.add_diagonal(row, part(k, k));
        }
    }
    std::size_t pair = place.pair;
    for (std::size_t k = 0; k < Arity; ++k) {
        for (std::size_t l = 0; l < k; ++l, ++pair) {
            if (pair_of_[pair] != GlobalGraph::kNoLink) {
                hessian_.add_pair(pair_of_[pair], part(k, l));
            }
        }
    }
}

/// Adds the volumes. The rank-one part of a volume couples all its particles and stays out of the sparse matrix.
void NewtonSolver::add_volumes(const Substep& substep, const State& state) {
    const Model& model = substep.model;
    const auto& x = state.particles.position;
    volume_gradient_.assign(model.volumes.size(), std::vector<double>(gradient_.size(), 0.0));
    std::vector<Vec3> volume_gradient;
    std::size_t pair = volume_pairs_;
    for (std::size_t v = 0; v < model.volumes.size(); ++v) {
        const Volume& volume = model.volumes[v];
        const ObjectiveTerm& term = terms_[model.typed_count() + v];
        evaluate_volume(volume, x, volume_gradient);
        for (std::size_t i = 0; i < volume_gradient.size(); ++i) {
            const int at = unknown_[index_of(volume.particles[i])];
            if (at >= 0) {
                add_vec3(volume_gradient_[v], at, std::sqrt(term.curvature()) * volume_gradient[i]);
            }
        }
        // For every triangle (a, b, c), cyclically: (d2V/dx_a dx_b) v = 1/6 v x x_c; the negative if a and b are
        // swapped.
        const double lambda = predicted_lambda_[model.typed_count() + v];
        for (const auto& triangle : volume.triangles) {
            for_each_pair(triangle, unknown_, [&](std::size_t k, std::size_t l) {
                const double sign = k == (l + 1) % 3 ? 1 : -1;
                const Vec3 c = xyz(x[index_of(triangle[3 - k - l])]) * (sign * lambda / 6);
                hessian_.add_pair(pair++, {0, -c.z, c.y, c.z, 0, -c.x, -c.y, c.x, 0}); // v -> v x c
            });
        }
    }
}

void NewtonSolver::add_contacts(const Substep& substep, const State& state) {
    const auto& x = state.particles.position;
    for_each_contact(contacts_, substep.model, x,
                     [&](const Contact& contact, const Collider& collider, std::size_t i, const Gap& gap) {
                         const double error = gap.distance - substep.model.contact_distance;
                         const Vec3 moved = xyz(x[i]) - collider.carried(substep.start[i]);
                         hessian_.add_diagonal(unknown_[i] / 3, contact.stiffness(error, gap.normal, moved));
                     });
}

} // namespace xpbd
