// The linear system of an iteration.
#include "core/constraints/fold.h"
#include "core/methods/global/global.h"
#include "core/methods/newton/hessian_block.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <type_traits>

namespace xpbd {
namespace {

Eigen::Vector3d to_eigen(const Vec3& v) {
    return {v.x, v.y, v.z};
}

} // namespace

void GlobalSolver::assemble(const Substep& substep, const State& state) {
    matrix_.set_zero();
    outside_.clear();
    compressed_.clear();
    right_.setZero(static_cast<Eigen::Index>(3 * state.particles.position.size()));
    add_inertia(state);
    add_distances(substep, state);
    add_others(substep, state);
    add_volumes(substep, state);
    add_contacts(substep, state);
}

void GlobalSolver::add_inertia(const State& state) {
    const auto& x = state.particles.position;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const int particle = static_cast<int>(i);
        const double mass = free_[i] ? 1 / x[i].w : 1;
        matrix_.add_diagonal(particle, Eigen::Matrix3d::Identity() * mass);
        if (free_[i]) {
            add_force(particle, (state.predicted[i] - xyz(x[i])) * mass);
        }
    }
}

void GlobalSolver::add_distances(const Substep& substep, const State& state) {
    const auto& array = substep.model.of_type<Distance>();
    const auto& x = state.particles.position;
    edges_.resize(array.size());
    for (std::size_t c = 0; c < array.size(); ++c) { // c is the index in model order too: the first type of the list
        const ObjectiveTerm& term = terms_[c];
        if (!term.acts()) {
            continue;
        }
        const auto& ends = array.particles[c];
        const Vec3 apart = xyz(x[index_of(ends[1])]) - xyz(x[index_of(ends[0])]);
        const double length = glm::length(apart);
        Edge& edge = edges_[c];
        edge.direction = length > 0 ? apart / length : Vec3(0, 1, 0);
        edge.value = length - rest_length(array, c);
        const Vec3 force = term.lambda(edge.value) * edge.direction;
        add_force(ends[0], -force);
        add_force(ends[1], force);
        const double tension = -state.lambda[c];
        const double most = term.stiffness;
        // |tension|/length, but no more than `most`, at any length
        const double turning = std::abs(tension) < most * length ? std::abs(tension) / length : most;
        const double across = tension > 0 ? turning : 0;
        if (tension < 0) {
            compressed_.push_back({ends, edge.direction, turning});
        }
        const GlobalGraph::Place& place = graph_.places[c];
        if (place.is_inside()) {
            add_edge(ends, place.pair, edge.direction, across, term.curvature() - across);
        } else {
            add_curvature<2>(ends, place,
                             {across, {-1, 1}, term.curvature() - across, {-edge.direction, edge.direction}});
        }
    }
}

/// across I + along n n' on the difference of the ends: add_curvature() for most constraints of a cloth.
void GlobalSolver::add_edge(const std::array<int, 2>& ends, std::size_t pair, const Vec3& n, double across,
                            double along) {
    std::array<double, 9> block;
    for (int column = 0; column < 3; ++column) {
        for (int row = 0; row < 3; ++row) {
            block[index_of(3 * column + row)] = along * n[row] * n[column] + (row == column ? across : 0);
        }
    }
    const auto add = [&](double* to, double sign) {
        for (std::size_t i = 0; i < block.size(); ++i) {
            to[i] += sign * block[i];
        }
    };
    for (const int end : ends) {
        if (is_free(end)) {
            add(matrix_.diagonal(end), 1);
        }
    }
    if (is_free(ends[0]) && is_free(ends[1])) {
        add(matrix_.symmetric_pair(pair), -1);
    }
}

template <std::size_t Arity>
void GlobalSolver::add_curvature(const std::array<int, Arity>& particles, const GlobalGraph::Place& place,
                                 const Curvature<Arity>& curvature) {
    if (!place.is_inside()) {
        outside_.add(particles, graph_, place, curvature, curvature, row_of(), matrix_);
        return;
    }
    std::size_t pair = place.pair;
    for (std::size_t k = 0; k < Arity; ++k) {
        const auto block = [&](std::size_t l) {
            return curvature_block(curvature.isotropic * curvature.weight[k] * curvature.weight[l], curvature.along,
                                   curvature.gradient[k], curvature.gradient[l]);
        };
        for (std::size_t l = 0; l < k; ++l, ++pair) {
            if (is_free(particles[k]) && is_free(particles[l])) {
                matrix_.add_pair(pair, block(l));
            }
        }
        if (is_free(particles[k])) {
            matrix_.add_diagonal(particles[k], block(k));
        }
    }
}

/// All types but distances and volumes.
void GlobalSolver::add_others(const Substep& substep, const State& state) {
    const auto& x = state.particles.position;
    for_each_type(substep.model, [&](const auto& array, std::size_t first) {
        using Type = typename std::remove_cvref_t<decltype(array)>::Type;
        if constexpr (!std::is_same_v<Type, Distance>) {
            const auto& hessian = std::get<HessianBlock<Type>>(kHessianBlocks);
            for (std::size_t c = 0; c < array.size(); ++c) {
                const ObjectiveTerm& term = terms_[first + c];
                if (!term.acts()) {
                    continue;
                }
                const auto& particles = array.particles[c];
                const GlobalGraph::Place& place = graph_.places[first + c];
                const auto evaluation = constraint_of(array, first, c).evaluate(x);
                const double lambda = term.lambda(evaluation.value);
                for (std::size_t k = 0; k < particles.size(); ++k) {
                    add_force(particles[k], lambda * evaluation.gradient[k]);
                }
                if constexpr (std::is_same_v<Type, Isometric>) { // quadratic: this is its Hessian
                    add_curvature<4>(particles, place,
                                     {term.stiffness, array.rest[c], term.damping, evaluation.gradient});
                    continue;
                }
                if (!place.is_inside()) {
                    if constexpr (Type::arity <= 4) {
                        add_curvature<Type::arity>(particles, place, {0, {}, term.curvature(), evaluation.gradient});
                    }
                    continue;
                }
                const double foretold = Type::info.is_norm ? lambda : state.lambda[first + c];
                const auto block = hessian.at(points_of(array, c, x), array.rest[c], term.curvature(), foretold, true);
                std::size_t pair = place.pair;
                for (std::size_t k = 0; k < particles.size(); ++k) {
                    const auto part = [&](std::size_t l) {
                        return block.template block<3, 3>(static_cast<Eigen::Index>(3 * k),
                                                          static_cast<Eigen::Index>(3 * l));
                    };
                    for (std::size_t l = 0; l < k; ++l, ++pair) {
                        if (is_free(particles[k]) && is_free(particles[l])) {
                            matrix_.add_pair(pair, part(l));
                        }
                    }
                    if (is_free(particles[k])) {
                        matrix_.add_diagonal(particles[k], part(k));
                    }
                }
            }
        }
    });
}

/// The rank-one part of a volume couples every particle with every other: it stays out of the matrix. The turn of its
/// gradient, which has no sign, is left out.
void GlobalSolver::add_volumes(const Substep& substep, const State& state) {
    const Model& model = substep.model;
    volume_gradient_.setZero(right_.size(), static_cast<Eigen::Index>(model.volumes.size()));
    Eigen::Index column = 0;
    for_each_volume(model, [&](const VolumeConstraint& volume) {
        const ObjectiveTerm& term = terms_[volume.index];
        if (term.acts()) {
            const auto [value, gradient] = volume.evaluate(state.particles.position);
            const double lambda = term.lambda(value);
            const double root = std::sqrt(term.curvature());
            for (std::size_t i = 0; i < gradient.size(); ++i) {
                const int particle = volume.particles()[i];
                add_force(particle, lambda * gradient[i]);
                if (is_free(particle)) {
                    volume_gradient_.col(column).segment<3>(3 * particle) = root * to_eigen(gradient[i]);
                }
            }
        }
        ++column;
    });
}

} // namespace xpbd
