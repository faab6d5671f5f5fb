// VBD and AVBD: sweeps of 3x3 Newton steps, initial guess, and AVBD's ramp. Second attempts: careful.cpp.
#include "core/implicit/vertex_block/vertex_block.h"

#include "core/base/group_by.h"
#include "core/model/constraints/hessian.h"
#include "core/model/fold.h"
#include "core/model/method_traits.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace xpbd {
namespace {

/// Ratio of the stiffness of a rigid constraint to its effective mass in plain VBD. A higher ratio reduces the error
/// and converges more slowly.
constexpr double kRigidFactor = 1e4;

/// Vertices between two checks for an interrupt; a sweep over a large cloth takes a second.
constexpr std::size_t kVerticesBetweenLooks = 4096;

/// If a body's potential energy leaves less than this share of its kinetic energy, the substep is solved again: slowing
/// it down instead would take most of its motion.
constexpr double kShareLeft = 0.5;

/// @name Ramp and warm start of A25; K is a constraint's stiffness times h^2
/// @{
constexpr double kFirstStiffness = 1;    ///< ratio of the first K to the effective mass
constexpr double kRamp = 1e4;            ///< beta: growth of K over the effective mass, per relative error
constexpr double kLargest = 100;         ///< ratio of the largest K of a rigid constraint to the effective mass
constexpr double kKept = 0.99;           ///< gamma: share of K kept from step to step
constexpr double kMultiplierKept = 0.95; ///< alpha gamma: share of lambda kept from step to step
constexpr double kErrorLeft = 0.95; ///< alpha: share of a rigid constraint's error that a step leaves to later ones
/// @}

/// A constraint as a function of one of its particles.
struct Local {
    double value; ///< C
    Vec3 gradient;
    glm::dmat3 hessian; ///< the particle's 3x3 block of C's Hessian
};

/// The constraint at its particle number `slot`: one evaluation with automatic differentiation gives value, gradient
/// and Hessian.
template <class ConstraintType>
Local local_at(const Points<double, ConstraintType::arity>& x,
               const typename ConstraintType::template Rest<double>& rest, std::size_t slot) {
    using Number = AutoDiff<double, 3>;
    Points<Number, ConstraintType::arity> points;
    for (std::size_t i = 0; i < ConstraintType::arity; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            points[i][axis] =
                i == slot ? Number::variable(x[i][axis], static_cast<std::size_t>(axis)) : Number(x[i][axis]);
        }
    }
    const auto evaluation = ConstraintType::template eval<Number>(points, as_scalar<Number>(rest));
    Local local;
    local.value = evaluation.value.value;
    for (int row = 0; row < 3; ++row) {
        const Number& slope = evaluation.gradient[slot][row];
        local.gradient[row] = slope.value;
        for (int column = 0; column < 3; ++column) {
            local.hessian[column][row] = slope.partial[static_cast<std::size_t>(column)];
        }
    }
    return local;
}

/// local_at() in closed form: the block of the Hessian is (1 - n n')/|x1 - x0|.
template <>
Local local_at<Distance>(const Points<double, 2>& x, const Distance::Rest<double>& rest, std::size_t slot) {
    const auto evaluation = Distance::eval<double>(x, rest);
    Local local{evaluation.value, evaluation.gradient[slot], glm::dmat3(0)};
    const Vec3 edge = x[1] - x[0];
    const double length = glm::length(edge);
    if (length > 0) {
        const Vec3 n = edge / length;
        local.hessian = (glm::dmat3(1) - glm::outerProduct(n, n)) / length;
    }
    return local;
}

/// True if a symmetric matrix has no negative eigenvalue, up to rounding (tests the principal minors).
bool is_semidefinite(const glm::dmat3& m) {
    const double size = std::abs(m[0][0]) + std::abs(m[1][1]) + std::abs(m[2][2]);
    const double slack = -1e-12 * size;
    const auto minor = [&](int i, int j) { return m[i][i] * m[j][j] - m[i][j] * m[i][j]; };
    return m[0][0] >= slack && m[1][1] >= slack && m[2][2] >= slack && minor(0, 1) >= slack * size &&
           minor(0, 2) >= slack * size && minor(1, 2) >= slack * size && glm::determinant(m) >= slack * size * size;
}

} // namespace

int VertexBlockSolver::solve(const Substep& substep, State& state) {
    const Model& model = substep.model;
    index_model(model);
    if (interrupted()) {
        return 0;
    }
    prepare_terms(substep, state, kRigidFactor, terms_);
    elasticity_.resize(terms_.size());
    for (std::size_t c = 0; c < terms_.size(); ++c) {
        elasticity_[c] = terms_[c].rigid ? 0 : terms_[c].stiffness / substep.scheme.h_squared;
    }
    guard_.begin(substep, state, elasticity_, contacts().stops());
    careful_ = false;
    if (augmented_) {
        begin_augmented(substep, state);
    }
    guess(substep, state);
    guess_contacts(substep, state);
    guessed_ = state.particles.position;
    std::fill(state.contact_multiplier.begin(), state.contact_multiplier.end(),
              Vec3(0)); // no contact has been computed yet
    int iterations = descend(substep, state);
    if (interrupted()) {
        return iterations;
    }
    write_forces(model, state);
    guard_.judge(substep, state);
    if (!guard_.all_fit(kShareLeft)) {
        iterations += descend_carefully(substep, state);
    }
    if (augmented_) {
        end_augmented(substep, state);
    }
    return iterations;
}

/// Sweeps over all vertices, from the state's positions. Returns the number of sweeps.
int VertexBlockSolver::descend(const Substep& substep, State& state) {
    const Model& model = substep.model;
    stop_rule_.begin(substep, state);
    const bool mixes = acceleration_of(substep.settings) == Acceleration::anderson && !careful_;
    if (mixes) {
        pack_unknowns(state);
        mixing_.begin(unknowns_);
    }
    int iteration = 0;
    while (iteration < substep.settings.iterations && !interrupted()) {
        volume_value_.clear();
        volume_weight_.clear();
        for_each_volume(model, [&](const VolumeConstraint& volume) {
            const auto [value, gradient] = volume.evaluate(state.particles.position);
            volume_value_.push_back(value);
            volume_weight_.push_back(std::accumulate(gradient.begin(), gradient.end(), 0.0,
                                                     [](double sum, const Vec3& g) { return sum + glm::dot(g, g); }));
        });
        for (std::size_t i = 0; i < order_.size(); ++i) {
            if (i % kVerticesBetweenLooks == 0 && interrupted()) {
                return iteration;
            }
            relax_vertex(substep, state, index_of(order_[i]));
        }
        contacts().project_pairs(model, state, true);
        std::fill(state.contact_multiplier.begin(), state.contact_multiplier.end(), Vec3(0));
        contacts().finish_pairs(state); // the next sweep includes these forces
        ++iteration;
        if (substep.settings.stop != Stop::never || tracing()) {
            write_lambda(model, terms_, state);
        }
        note_iteration(substep, state);
        const bool done = stop_rule_.done(substep, state);
        if (augmented_) {
            update_multipliers(model, state);
        }
        if (done) {
            break;
        }
        if (mixes && iteration < substep.settings.iterations) {
            accelerate(state);
        }
    }
    return iteration;
}

/// Visits the numbers that sweeps change, x - x~ and the multipliers, each with the factor that gives it the unit
/// sqrt(kg) m: a multiplier counts as the move that it causes.
template <class Visit>
void VertexBlockSolver::for_each_unknown(State& state, const Visit& visit) {
    for (std::size_t i = 0; i < state.particles.position.size(); ++i) {
        Vec4& x = state.particles.position[i];
        for (int axis = 0; axis < 3 && x.w > 0; ++axis) {
            visit(x[axis], state.predicted[i][axis], std::sqrt(1 / x.w));
        }
    }
    for (ObjectiveTerm& term : terms_) {
        if (augmented_ && term.carries && term.effective_mass > 0) {
            visit(term.multiplier, 0.0, std::sqrt(1 / term.effective_mass));
        }
    }
}

void VertexBlockSolver::pack_unknowns(State& state) {
    unknowns_.clear();
    for_each_unknown(
        state, [&](double number, double origin, double scale) { unknowns_.push_back(scale * (number - origin)); });
}

/// Moves the result of a sweep to the next point of Anderson's iteration.
void VertexBlockSolver::accelerate(State& state) {
    pack_unknowns(state);
    if (mixing_.next(unknowns_)) {
        auto next = unknowns_.begin();
        for_each_unknown(state,
                         [&](double& number, double origin, double scale) { number = origin + *next++ / scale; });
    }
}

/// Writes the constraints' multipliers at the end of descend() to state.lambda.
void VertexBlockSolver::write_forces(const Model& model, State& state) {
    write_lambda(model, terms_, state);
    for (std::size_t c = 0; augmented_ && c < terms_.size(); ++c) {
        if (terms_[c].carries) {
            state.lambda[c] =
                terms_[c].multiplier; // the last update has already added the penalty's force to the multiplier
        }
    }
}

/// Lists the constraints of each particle, and orders the particles by greedy colours: particles of one colour share no
/// constraint. If interrupted, indexed_ stays 0.
void VertexBlockSolver::index_model(const Model& model) {
    if (indexed_ == model.identity) {
        return;
    }
    indexed_ = 0;
    const std::size_t count = model.particle_count();
    std::size_t which = 0;
    std::vector<std::vector<int>> neighbours(count);
    for_each_type(model, [&](const auto& array, std::size_t) {
        Incidence& incidence = incidence_[which++];
        for (std::size_t c = 0; c < array.size(); ++c) {
            const auto& particles = array.particles[c];
            if (c % kVerticesBetweenLooks == 0 && interrupted()) {
                return;
            }
            for (const int p : particles) {
                for (const int other : particles) {
                    neighbours[index_of(p)].push_back(other);
                }
            }
        }
        group_by(count, incidence.offset, incidence.entries, [&](const auto& add) {
            for (std::size_t c = 0; c < array.size(); ++c) {
                for (std::size_t slot = 0; slot < array.particles[c].size(); ++slot) {
                    add(index_of(array.particles[c][slot]), {static_cast<int>(c), static_cast<int>(slot)});
                }
            }
        });
    });
    if (interrupted()) {
        return;
    }
    volumes_.assign(count, {});
    for (std::size_t v = 0; v < model.volumes.size(); ++v) {
        const auto& triangles = model.volumes[v].triangles;
        for (std::size_t t = 0; t < triangles.size(); ++t) {
            for (const int p : triangles[t]) {
                volumes_[index_of(p)].emplace_back(static_cast<int>(v), static_cast<int>(t));
            }
        }
    }
    std::vector<int> colour(count, -1);
    int colours = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (i % kVerticesBetweenLooks == 0 && interrupted()) {
            return;
        }
        std::vector<bool> taken(index_of(colours) + 1, false);
        for (const int other : neighbours[i]) {
            if (colour[index_of(other)] >= 0) {
                taken[index_of(colour[index_of(other)])] = true;
            }
        }
        colour[i] = static_cast<int>(std::find(taken.begin(), taken.end(), false) - taken.begin());
        colours = std::max(colours, colour[i] + 1);
    }
    order_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        order_[i] = static_cast<int>(i);
    }
    std::stable_sort(order_.begin(), order_.end(),
                     [&](int a, int b) { return colour[index_of(a)] < colour[index_of(b)]; });
    indexed_ = model.identity;
}

/// V24 section 3.7 (adaptive initial guess): applies only the part of gravity that appears in the last step's
/// acceleration. A body at rest then starts at rest instead of one step of free fall lower. Not applied to particles
/// with a contact force in the last step: a few sweeps could then not make a stiff sheet slide down a slope.
void VertexBlockSolver::guess(const Substep& substep, State& state) const {
    const double strength = glm::length(substep.gravity);
    if (!(substep.last_force_scale > 0) || !(strength > 0)) {
        return;
    }
    const Vec3 down = substep.gravity / strength;
    for (std::size_t i = 0; i < order_.size(); ++i) {
        Vec4& x = state.particles.position[i];
        if (x.w > 0 && state.contact_multiplier[i] == Vec3(0)) {
            const Vec3 acceleration = (state.particles.velocity[i] - state.previous_velocity[i]) / substep.scheme.h;
            const double unresisted = std::clamp(glm::dot(acceleration, down), 0.0, strength);
            x += Vec4(substep.scheme.h_squared * (unresisted - strength) * down, 0);
        }
    }
}

/// One Newton step of the objective over particle i, with all other particles fixed.
void VertexBlockSolver::relax_vertex(const Substep& substep, State& state, std::size_t i) {
    auto& x = state.particles.position;
    if (x[i].w == 0 || (careful_ && is_kept_[index_of(guard_.body_of(i))])) {
        return;
    }
    const double mass = 1 / x[i].w;
    Vec3 force = -mass * (xyz(x[i]) - state.predicted[i]) + state.contact_multiplier[i];
    glm::dmat3 stiff(mass);
    std::size_t which = 0;
    for_each_type(substep.model, [&](const auto& array, std::size_t first) {
        using ConstraintType = typename std::remove_cvref_t<decltype(array)>::Type;
        const Incidence& incidence = incidence_[which++];
        for (int e = incidence.offset[i]; e < incidence.offset[i + 1]; ++e) {
            const auto [constraint, place] = incidence.entries[index_of(e)];
            const std::size_t c = index_of(constraint);
            const ObjectiveTerm& term = terms_[first + c];
            if (!term.acts()) {
                continue;
            }
            const Local local = local_at<ConstraintType>(points_of(array, c, x), array.rest[c], index_of(place));
            const double lambda = term.lambda(local.value);
            force += lambda * local.gradient;
            stiff += term.curvature() * glm::outerProduct(local.gradient, local.gradient);
            glm::dmat3 curvature = -lambda * local.hessian;
            curvature = 0.5 * (curvature + glm::transpose(curvature));
            if (!augmented_ && is_semidefinite(curvature)) {
                stiff += curvature;
            } else {
                // A25 section 3.5: a diagonal that is positive for every lambda. The exact block could cancel nearly
                // all of the inertia, and one step would throw the vertex far away.
                for (int axis = 0; axis < 3; ++axis) {
                    stiff[axis][axis] += glm::length(curvature[axis]);
                }
            }
        }
    });
    for (std::size_t v = 0; v < volume_value_.size(); ++v) {
        const ObjectiveTerm& term = terms_[substep.model.typed_count() + v];
        const Vec3 gradient = volume_gradient(substep.model, state, v, i);
        force += term.lambda(volume_value_[v]) * gradient;
        // All vertices of the surface share one constraint. With its own curvature alone, the first vertex would
        // correct the whole volume. By Cauchy's inequality, (sum g_i dx_i)^2 <= sum |g|^2 sum (g_i^ dx_i)^2 with unit
        // vectors g_i^.
        const double size2 = glm::dot(gradient, gradient);
        if (size2 > 0) {
            stiff += term.curvature() * volume_weight_[v] / size2 * glm::outerProduct(gradient, gradient);
        }
    }
    const glm::dmat3 compliance = glm::inverse(stiff);
    Vec3 move = compliance * force;
    if (!std::isfinite(glm::dot(move, move))) {
        return; // the 3x3 sum of very different stiffnesses has no inverse; the vertex waits for the next sweep
    }
    if (careful_) {
        move = shortened(substep, state, i, move);
    }
    touch_colliders(substep, state, i, compliance, move);
    for (std::size_t v = 0; v < volume_value_.size(); ++v) {
        volume_value_[v] += glm::dot(move, volume_gradient(substep.model, state, v, i));
    }
    x[i] += Vec4(move, 0);
    put_on_surface(substep, state, i);
}

/// Gradient of volume v with respect to particle i [m^2].
Vec3 VertexBlockSolver::volume_gradient(const Model& model, const State& state, std::size_t v, std::size_t i) const {
    Vec3 sum(0);
    for (const auto& [volume, t] : volumes_[i]) {
        if (index_of(volume) == v) {
            const auto& triangle = model.volumes[v].triangles[index_of(t)];
            const auto corner = static_cast<std::size_t>(
                std::find(triangle.begin(), triangle.end(), static_cast<int>(i)) - triangle.begin());
            const auto at = [&](std::size_t k) {
                return xyz(state.particles.position[index_of(triangle[(corner + k) % 3])]);
            };
            sum += glm::cross(at(1), at(2)) / 6.0;
        }
    }
    return sum;
}

/// Starts stiffnesses and multipliers slightly below the last step's (A25 section 3.7). In a careful or accelerated
/// solve, compliant constraints have their full stiffness.
void VertexBlockSolver::begin_augmented(const Substep& substep, State& state) {
    const double h_squared = substep.scheme.h_squared;
    const bool ramps = !careful_ && acceleration_of(substep.settings) == Acceleration::none;
    state.penalty.resize(terms_.size(), 0);
    full_stiffness_.resize(terms_.size());
    for (std::size_t c = 0; c < terms_.size(); ++c) {
        ObjectiveTerm& term = terms_[c];
        full_stiffness_[c] = term.carries ? kLargest * term.effective_mass : term.stiffness;
        if (!term.acts()) {
            continue;
        }
        const double lowest = std::min(kFirstStiffness * term.effective_mass, full_stiffness_[c]);
        term.stiffness = std::clamp(kKept * state.penalty[c] * h_squared, lowest, full_stiffness_[c]);
        if (!term.rigid && !ramps) {
            term.stiffness = full_stiffness_[c];
        }
        if (term.carries) {
            term.offset = kErrorLeft * term.reference_value;
            term.multiplier = kMultiplierKept * substep.last_lambda[c] * substep.last_force_scale * h_squared;
        }
    }
}

/// After a sweep: rigid constraints take the force as their multiplier, and every stiffness grows with the remaining
/// error (A25 eq. 11, 12 and 16).
void VertexBlockSolver::update_multipliers(const Model& model, State& state) {
    for_each_constraint(model, [&](const auto& constraint) {
        ObjectiveTerm& term = terms_[constraint.index];
        if (!term.acts()) {
            return;
        }
        const double value = constraint.evaluate(state.particles.position).value;
        if (term.carries) {
            term.multiplier = term.lambda(value);
        }
        const double growth = kRamp * term.effective_mass * std::abs(value - term.offset) / constraint.unit();
        term.stiffness = std::min(term.stiffness + growth, full_stiffness_[constraint.index]);
    });
}

void VertexBlockSolver::end_augmented(const Substep& substep, State& state) const {
    for (std::size_t c = 0; c < terms_.size(); ++c) {
        state.penalty[c] = terms_[c].stiffness / substep.scheme.h_squared;
    }
}

int VertexBlockSolver::finish_contacts(const Substep& substep, State& state) {
    const int total = contacts().finish(substep.model, state);
    if (total > 0) {
        // A push is not the contact's force: between the pushes of two sweeps, constraints pull the particle in again.
        std::vector<Vec3> carried = unbalanced(substep.model, state);
        contacts().stops().take_out_of(carried);
        for (std::size_t i = 0; i < carried.size(); ++i) {
            if (state.contact_multiplier[i] != Vec3(0)) {
                state.contact_multiplier[i] = carried[i];
            }
        }
    }
    return total;
}

} // namespace xpbd
