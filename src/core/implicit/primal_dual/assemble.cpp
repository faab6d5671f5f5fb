// Builds the linear system of one iteration.
#include "core/implicit/hessian_block.h"
#include "core/implicit/primal_dual/primal_dual.h"
#include "core/model/fold.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <type_traits>

namespace xpbd {
namespace {

/// Matrix of a quadratic form of a triangle's corners that depends on its edge vectors e1 and e2 only.
using TriangleForm = std::array<std::array<double, 3>, 3>;

/// The positive part of the geometric stiffness of the membrane whose first row is `c`: the sum of -lambda times the
/// rows' forms of the edges, which do not depend on the positions; a negative eigenvalue is set to zero. The rows of a
/// triangle are summed before that, because the form of the shear alone is always indefinite.
TriangleForm tightened(const ConstraintArray<Membrane>& array, std::size_t c, const double* lambda) {
    double q11 = 0, q12 = 0, q22 = 0;
    for (std::size_t row = 0; row < 3 && c + row < array.size(); ++row) {
        if (array.particles[c + row] != array.particles[c]) {
            break;
        }
        q11 -= lambda[row] * array.rest[c + row][0];
        q12 -= lambda[row] * array.rest[c + row][1];
        q22 -= lambda[row] * array.rest[c + row][2];
    }
    const double middle = 0.5 * (q11 + q22);
    const double half = 0.5 * (q11 - q22);
    const double radius = std::sqrt(half * half + q12 * q12);
    if (middle + radius <= 0) {
        return {};
    }
    if (middle < radius) { // one eigenvalue is negative: keeps the part of the positive one
        const double share = 0.5 * (middle + radius) / radius;
        q11 = share * (half + radius);
        q22 = share * (radius - half);
        q12 *= share;
    }
    const double to_1 = -(q11 + q12);
    const double to_2 = -(q12 + q22);
    return {{{-(to_1 + to_2), to_1, to_2}, {to_1, q11, q12}, {to_2, q12, q22}}};
}

/// True if lambda times every gradient is finite.
template <std::size_t Arity>
bool is_finite_pull(const Evaluation<double, Arity>& evaluation, double lambda) {
    return std::all_of(evaluation.gradient.begin(), evaluation.gradient.end(),
                       [&](const Vec3& g) { return std::isfinite(lambda * (g.x + g.y + g.z)); });
}

} // namespace

/// Runs one task per part of the matrix. A constraint that acts on several parts is evaluated in each. A block receives
/// its sums in model order, so that the bits do not depend on the number of tasks.
void PrimalDualSolver::assemble(const Substep& substep, const State& state) {
    right_.resize(3 * state.particles.position.size());
    edges_.resize(substep.model.of_type<Distance>().size());
    in_parallel(parts_.size(), [&](std::size_t p) {
        Part& part = parts_[p];
        part.outside.clear();
        part.compressed.clear();
        part.is_cut = false;
        matrix_.set_zero(part.number);
        add_inertia(state, part);
        add_distances(substep, state, part);
        add_others(substep, state, part);
    });
    add_volumes(substep, state);
    add_contacts(substep, state);
}

void PrimalDualSolver::add_inertia(const State& state, const Part& part) {
    const auto& x = state.particles.position;
    for (const int particle : matrix_.rows_of(part.number)) {
        const std::size_t i = index_of(particle);
        std::fill_n(right_.begin() + 3 * particle, 3, 0.0);
        const double mass = free_[i] ? 1 / x[i].w : 1;
        matrix_.add_diagonal(particle, glm::dmat3(mass * (1 + added_mass_)));
        if (free_[i]) {
            add_force(particle, (state.predicted[i] - xyz(x[i])) * mass);
        }
    }
}

void PrimalDualSolver::add_distances(const Substep& substep, const State& state, Part& part) {
    const auto& array = substep.model.of_type<Distance>();
    const auto& x = state.particles.position;
    for (const Touch& touch : part.of_type(0, array.size())) { // Distance is the first type of the list
        const std::size_t c = index_of(touch.constraint);
        const ObjectiveTerm& term = terms_[c];
        if (!term.acts()) {
            continue;
        }
        const auto& ends = array.particles[c];
        const Vec3 apart = xyz(x[index_of(ends[1])]) - xyz(x[index_of(ends[0])]);
        const double length = glm::length(apart);
        const Vec3 n = length > 0 ? apart / length : Vec3(0, 1, 0);
        const double value = length - rest_length(array, c);
        if (matrix_.has_row(touch.part, ends[0])) { // only the task of this row writes
            edges_[c].direction = n;
            edges_[c].value = value;
        }
        const Vec3 force = term.lambda(value) * n;
        add_force(touch.part, ends[0], -force);
        add_force(touch.part, ends[1], force);
        const double tension = -state.lambda[c];
        const double most = term.curvature();
        // |tension|/length, limited to `most`; no division by zero
        const double turning = std::abs(tension) < most * length ? std::abs(tension) / length : most;
        const double across = tension > 0 ? turning : 0;
        if (tension < 0) {
            Compressed& edge = part.compressed.emplace_back();
            edge.ends = ends;
            edge.direction = n;
            edge.across = turning;
            edge.part = touch.part;
        }
        const GlobalGraph::Place& place = graph_.places[c];
        if (place.is_inside()) {
            add_edge(touch.part, ends, place.pair, n, across, term.curvature() - across);
        } else {
            add_curvature<2>(part, touch.part, ends, place, {across, {-1, 1}, term.curvature() - across, {-n, n}});
        }
    }
}

/// Adds across I + along n n' on the difference of the ends: the special case of add_curvature() for distances.
void PrimalDualSolver::add_edge(int part, const std::array<int, 2>& ends, std::size_t pair, const Vec3& n,
                                double across, double along) {
    for (const int end : ends) {
        if (has(part, end)) {
            add_turned(matrix_.diagonal(end), across, along, n);
        }
    }
    if (is_free(ends[0]) && is_free(ends[1]) && matrix_.has_pair(part, pair)) {
        add_turned(matrix_.symmetric_pair(pair), -across, -along, n);
    }
}

/// Adds block(k, l) for the pairs l <= k of the particles of a constraint inside the factor.
template <std::size_t Arity>
void PrimalDualSolver::add_blocks(int part, const std::array<int, Arity>& particles, std::size_t first_pair,
                                  auto&& block) {
    std::size_t pair = first_pair;
    for (std::size_t k = 0; k < Arity; ++k) {
        for (std::size_t l = 0; l < k; ++l, ++pair) {
            if (is_free(particles[k]) && is_free(particles[l]) && matrix_.has_pair(part, pair)) {
                matrix_.add_pair(pair, block(k, l));
            }
        }
        if (has(part, particles[k])) {
            matrix_.add_diagonal(particles[k], block(k, k));
        }
    }
}

template <std::size_t Arity>
void PrimalDualSolver::add_curvature(Part& part, int touched, const std::array<int, Arity>& particles,
                                     const GlobalGraph::Place& place, const Curvature<Arity>& curvature) {
    if (!place.is_inside()) {
        part.outside.add(particles, graph_, place, curvature, curvature, row_of(), matrix_, touched);
        return;
    }
    add_blocks(touched, particles, place.pair, [&](std::size_t k, std::size_t l) {
        return curvature_block(curvature.isotropic * curvature.weight[k] * curvature.weight[l], curvature.along,
                               curvature.gradient[k], curvature.gradient[l]);
    });
}

/// Adds all types except distances and volumes.
void PrimalDualSolver::add_others(const Substep& substep, const State& state, Part& part) {
    const auto& x = state.particles.position;
    for_each_type(substep.model, [&](const auto& array, std::size_t first) {
        using Type = typename std::remove_cvref_t<decltype(array)>::Type;
        if constexpr (!IsEdge<Type>) {
            const auto& hessian = std::get<HessianBlock<Type>>(kHessianBlocks);
            for (const Touch& touch : part.of_type(first, array.size())) {
                const std::size_t c = index_of(touch.constraint) - first;
                const ObjectiveTerm& term = terms_[first + c];
                if (!term.acts()) {
                    continue;
                }
                const auto& particles = array.particles[c];
                const GlobalGraph::Place& place = graph_.places[first + c];
                const auto evaluation = constraint_of(array, first, c).evaluate(x);
                const double lambda = term.lambda(evaluation.value);
                if (is_careful_ && !is_finite_pull(evaluation, lambda)) {
                    part.is_cut = true;
                    continue;
                }
                for (std::size_t k = 0; k < particles.size(); ++k) {
                    add_force(touch.part, particles[k], lambda * evaluation.gradient[k]);
                }
                if constexpr (IsWeightedSum<Type>) { // adds the exact Hessian, limited to its positive part
                    const double turn = std::max(-term.stiffness, term.turn_of_damping(evaluation.value));
                    add_curvature<4>(part, touch.part, particles, place,
                                     {term.stiffness + turn, array.rest[c], term.damping - turn, evaluation.gradient});
                    continue;
                }
                if constexpr (IsYarnRow<Type>) { // yarns: like a distance, whose edge vector is s e1 + t e2
                    if (!Type::is_shear(array.rest[c])) {
                        const double s = array.rest[c][0];
                        const double t = array.rest[c][1];
                        const double tension = -state.lambda[first + c];
                        const double length = evaluation.value + 1; // ratio of the yarn's length to its rest length
                        const double across = tension > 0 ? std::min(tension / length, term.curvature()) : 0;
                        add_curvature<3>(part, touch.part, particles, place,
                                         {across, {-(s + t), s, t}, term.curvature() - across, evaluation.gradient});
                        continue;
                    }
                }
                if constexpr (LeavesOutTurns<Type>) {
                    add_curvature<Type::arity>(part, touch.part, particles, place,
                                               {0, {}, term.curvature(), evaluation.gradient});
                    continue;
                }
                if constexpr (IsQuadratic<Type>) {
                    const TriangleForm turns =
                        c % 3 == 0 ? tightened(array, c, &state.lambda[first + c]) : TriangleForm{};
                    add_blocks(touch.part, particles, place.pair, [&](std::size_t k, std::size_t l) {
                        return curvature_block(turns[k][l], term.curvature(), evaluation.gradient[k],
                                               evaluation.gradient[l]);
                    });
                    continue;
                }
                if (!place.is_inside()) {
                    add_curvature<Type::arity>(part, touch.part, particles, place,
                                               {0, {}, term.curvature(), evaluation.gradient});
                    continue;
                }
                const double last_lambda = Type::info.is_norm ? lambda : state.lambda[first + c];
                const auto block =
                    hessian.at(points_of(array, c, x), array.rest[c], term.curvature(), last_lambda, true);
                if (is_careful_ && !all_finite(block)) {
                    add_curvature<Type::arity>(part, touch.part, particles, place,
                                               {0, {}, term.curvature(), evaluation.gradient});
                    continue;
                }
                add_blocks(touch.part, particles, place.pair,
                           [&](std::size_t k, std::size_t l) { return block_of(block, k, l); });
            }
        }
    });
}

/// Adds the volumes. Their rank-one part couples all particles and stays out of the matrix (volume_gradient_,
/// Woodbury). The term of C'' is indefinite and is left out.
void PrimalDualSolver::add_volumes(const Substep& substep, const State& state) {
    const Model& model = substep.model;
    volume_gradient_.assign(model.volumes.size(), std::vector<double>(right_.size(), 0.0));
    auto column = volume_gradient_.begin();
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
                    add_vec3(*column, 3 * particle, root * gradient[i]);
                }
            }
        }
        ++column;
    });
}

} // namespace xpbd
