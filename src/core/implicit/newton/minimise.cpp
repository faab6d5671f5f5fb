// Minimises the objective by Newton steps with a line search.
#include "core/implicit/newton/newton.h"

#include "core/model/fold.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace xpbd {
namespace {

constexpr double kRelativeGradient = 1e-10;
constexpr int kMaxBlind = 3;          ///< steps, at most, whose descent is hidden by rounding
constexpr double kArmijo = 1e-4;      ///< share of the predicted decrease that a step must achieve
constexpr double kLeastShare = 1e-12; ///< shortest step that is tried, as a share of Newton's step
constexpr double kNoMove =
    1e-15; ///< move over (1 m + distance from the origin); a shorter step is rounding and ends the minimisation
constexpr double kFaintGain = 1e-10;   ///< share of the objective; a smaller decrease may be lost in its rounding
constexpr double kHiddenGain = 1e-14;  ///< share of the objective; a smaller decrease is certainly lost in its rounding
constexpr double kLowerGradient = 0.9; ///< share of the previous norm below which a gradient counts as lower
constexpr double kCut = 0.25;          ///< factor of the step length after a step without sufficient decrease
constexpr int kMaxBends = 4;           ///< corrections per step, at most (bend())
constexpr double kAddedMassGrowth = 8; ///< factor of (1 + added mass) if the Hessian is not positive definite
constexpr double kAddedMassDecline = 3; ///< divisor of (1 + added mass) after a full step
constexpr double kMaxAddedMass = 1e18;  ///< ratio of added mass to a particle's mass at which it gives up
constexpr int kMostInner = 60;          ///< conjugate gradient iterations per step, at most
constexpr double kLeastCurvature =
    1e-3; ///< least ratio of the curvatures of the Hessian and of the factored matrix along a search direction
constexpr double kCorrection = 0.1; ///< relative residual of a correction (bend())
constexpr double kLoosest = 0.1;    ///< relative residual of a step's linear system, at most
constexpr double kTightest = 1e-4;  ///< relative residual of a step's linear system, at least

/// Change of C along `step`, to first order.
template <class Particles, class Gradients>
double rate_along(std::span<const double> step, const std::vector<int>& unknown, const Particles& particles,
                  const Gradients& gradients) {
    double rate = 0;
    for (std::size_t i = 0; i < particles.size(); ++i) {
        const int at = unknown[index_of(particles[i])];
        if (at >= 0) {
            rate += glm::dot(gradients[i], vec3_at(step, at));
        }
    }
    return rate;
}

} // namespace

double largest_move(const std::vector<Vec4>& from, const std::vector<Vec4>& to) {
    double largest = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
        largest = std::max(largest, glm::length(xyz(to[i] - from[i])) / (1 + glm::length(xyz(to[i]))));
    }
    return largest;
}

/// Takes at most `most` Newton steps; returns their number, and sets met_.
int NewtonSolver::minimise(const Substep& substep, State& state, int most) {
    int iteration = 0;
    blind_steps_ = 0;
    added_mass_ = 0;
    double last_norm = 0;
    cause_ = Unfinished::not_converged;
    Outcome outcome = Outcome::lower;
    while (!gradient_.empty() && outcome == Outcome::lower && !interrupted()) {
        const double norm = gradient(substep, state);
        if (!std::isfinite(norm)) {
            cause_ = Unfinished::not_finite;
            break;
        }
        // The relative residual of each linear system shrinks with the gradient: the number of steps is that of exact
        // solutions, for less work (Eisenstat and Walker, 1996).
        const double shrunk = last_norm > 0 ? norm / last_norm : 1;
        tolerance_ = std::clamp(shrunk * shrunk, kTightest, kLoosest);
        last_norm = norm;
        if (norm <= std::max(kRelativeGradient * scale_, rounding_)) {
            outcome = Outcome::last;
            break;
        }
        if (iteration == most) {
            break;
        }
        ++iteration;
        outcome = descend(substep, state, norm);
        if (tracing()) {
            write_lambda(substep.model, terms_, state);
            note_iteration(substep, state);
        }
    }
    met_ = gradient_.empty() || outcome == Outcome::last;
    return iteration;
}

/// One Newton step with a line search; `norm` is the norm of the gradient at its start.
NewtonSolver::Outcome NewtonSolver::descend(const Substep& substep, State& state, double norm) {
    if (!find_direction(substep, state)) {
        cause_ = Unfinished::not_positive;
        return Outcome::stuck;
    }
    const double slope = dot(direction_, gradient_);
    from_ = state.particles.position;
    const Energy before = energy(substep, state, from_);
    const bool faint = -slope <= kFaintGain * before.size;
    const bool hidden = -slope <= kHiddenGain * before.size;
    for (double share = 1; share > kLeastShare && !interrupted(); share *= kCut) {
        const double enough = before.value + kArmijo * share * slope;
        move(state, scaled(share, direction_));
        const bool moved = largest_move(from_, state.particles.position) > kNoMove;
        bool lower = !hidden && energy(substep, state, state.particles.position).value <= enough;
        // The decrease may be lost in the rounding of the objective; the gradient is then more precise.
        lower = lower || (faint && gradient(substep, state) <= kLowerGradient * norm);
        lower = lower || (!careful_ && !hidden && bend(substep, state, share, enough));
        if (!lower && !hidden) {
            continue;
        }
        predict_multipliers(substep, share);
        added_mass_ = careful_ ? 0 : std::max(0.0, (1 + added_mass_) / (share == 1 ? kAddedMassDecline : share) - 1);
        // If rounding hides the descent, the full Newton step is the best choice, but only a few such steps are taken.
        return moved && (lower || ++blind_steps_ < kMaxBlind) ? Outcome::lower : Outcome::last;
    }
    state.particles.position = from_;
    return Outcome::stuck;
}

/// Corrects a step of `share` times direction_ that raises the objective; false if no correction lowers it. A straight
/// step leaves the curved surface on which stiff constraints are met (the Maratos effect). The correction removes the
/// difference between C at the step's end and its linearisation at the start, by a solve with the current factor.
bool NewtonSolver::bend(const Substep& substep, State& state, double share, double enough) {
    double least = std::numeric_limits<double>::infinity();
    std::vector<double> step = scaled(share, direction_);
    std::vector<double> value(terms_.size());
    for (int k = 0; k < kMaxBends; ++k) {
        for_each_constraint(substep.model, [&](const auto& constraint) {
            value[constraint.index] = constraint.evaluate(state.particles.position).value;
        });
        std::vector<double> force(gradient_.size(), 0.0);
        for_each_constraint(substep.model, [&](const auto& constraint) {
            const auto evaluation = constraint.evaluate(from_);
            const auto& particles = constraint.particles();
            const auto& gradients = evaluation.gradient;
            const double linear = evaluation.value + rate_along(step, unknown_, particles, gradients);
            const double pull = terms_[constraint.index].curvature() * (linear - value[constraint.index]);
            for (std::size_t i = 0; i < particles.size(); ++i) {
                const int unknown = unknown_[index_of(particles[i])];
                if (unknown >= 0) {
                    add_vec3(force, unknown, pull * gradients[i]);
                }
            }
        });
        bend_touches(substep, state, step, force);
        step = solve(force);
        add_scaled(share, direction_, step);
        move(state, step);
        const double after = energy(substep, state, state.particles.position).value;
        if (after <= enough) {
            return true;
        }
        if (!(after < least)) {
            return false;
        }
        least = after;
    }
    return false;
}

/// Sets direction_ to the Newton direction. If the Hessian is not positive definite, or steps had to be shortened, adds
/// mass to every particle, which shortens the step and turns it downhill (Levenberg, 1944). False if there is no
/// descent direction.
bool NewtonSolver::find_direction(const Substep& substep, const State& state) {
    const auto& x = state.particles.position;
    if (careful_) {
        return find_careful_direction(substep, state);
    }
    assemble(substep, state, false);
    double added = 0;
    while (added_mass_ < kMaxAddedMass && !interrupted()) { // a factorisation is slow and cannot be interrupted
        for (std::size_t i = 0; i < x.size() && added_mass_ > added; ++i) {
            if (is_free(i)) {
                hessian_.add_diagonal(unknown_[i] / 3, glm::dmat3((added_mass_ - added) / x[i].w));
            }
        }
        added = added_mass_;
        if (hessian_.factorise(parallel_) && solve_for_direction()) {
            return true;
        }
        added_mass_ = kAddedMassGrowth * (1 + added_mass_) - 1;
    }
    return false;
}

/// find_direction() with multipliers at the positions. If that Hessian is not positive definite, makes each block
/// positive semidefinite.
bool NewtonSolver::find_careful_direction(const Substep& substep, const State& state) {
    for (const bool projected : {false, true}) {
        assemble(substep, state, projected);
        if (interrupted()) {
            return false;
        }
        if (hessian_.factorise(parallel_) && solve_for_direction()) {
            return true;
        }
    }
    return false;
}

/// Solves for Newton's direction with the factor. False if it is no descent direction, or the Hessian is not positive
/// definite.
bool NewtonSolver::solve_for_direction() {
    if (outside_.empty()) {
        direction_ = solve(scaled(-1, gradient_));
    } else if (!iterate(scaled(-1, gradient_), tolerance_, direction_)) {
        return false;
    }
    return all_finite(direction_) && dot(direction_, gradient_) < 0;
}

/// Solves with the Hessian; to a relative residual of kCorrection if a part of it is outside of the factor.
std::vector<double> NewtonSolver::solve(const std::vector<double>& right) const {
    if (outside_.empty()) {
        return precondition(right);
    }
    std::vector<double> solution;
    return iterate(right, kCorrection, solution) ? solution : precondition(right);
}

/// Applies the inverse of the factored matrix plus the volumes' rank-one parts (Woodbury).
std::vector<double> NewtonSolver::precondition(const std::vector<double>& right) const {
    std::vector<double> result = right;
    hessian_.solve(result, parallel_);
    const Columns& u = volume_gradient_;
    if (u.empty()) {
        return result;
    }
    Columns solved = u;
    for (auto& column : solved) {
        hessian_.solve(column, parallel_);
    }
    subtract_product(solved, solve_positive(identity_plus_product(u, solved), transposed_times(u, result)), result);
    return result;
}

/// Solves with the exact Hessian to a relative residual. False if its curvature along a search direction is too small
/// or negative.
bool NewtonSolver::iterate(const std::vector<double>& right, double tolerance, std::vector<double>& solution) const {
    solution = precondition(right);
    return gradients_.solve(
        right, {.most = kMostInner, .tolerance = tolerance, .least_curvature = kLeastCurvature, .enough_at_once = 0},
        [this](const auto& from, auto& to) { outside_.add_difference(graph_, hessian_, from, row_of(), to); },
        [this](const auto& from, auto& to) { to = precondition(from); }, [this] { return interrupted(); }, solution);
}

/// Sets the free particles to from_ plus `step`.
void NewtonSolver::move(State& state, std::span<const double> step) const {
    for (std::size_t i = 0; i < from_.size(); ++i) {
        if (is_free(i)) {
            state.particles.position[i] = from_[i] + Vec4(vec3_at(step, unknown_[i]), 0);
        }
    }
}

/// Moves the predicted multipliers by `share` towards the values that the constraints, linearised at from_, have after
/// a full step. The Hessian's terms with C'' use these multipliers. Multipliers at the positions would follow the
/// error of a stiff constraint, which a small rotation of the body makes huge; the predicted multipliers balance the
/// other forces. This is Newton's method for positions and multipliers together; the line search still uses
/// the objective.
void NewtonSolver::predict_multipliers(const Substep& substep, double share) {
    for_each_constraint(substep.model, [&](const auto& constraint) {
        const auto evaluation = constraint.evaluate(from_);
        const double after =
            evaluation.value + rate_along(direction_, unknown_, constraint.particles(), evaluation.gradient);
        double& predicted = predicted_lambda_[constraint.index];
        predicted += share * (terms_[constraint.index].lambda(after) - predicted);
    });
    predict_touches(substep, share);
}

} // namespace xpbd
