// One minimisation of the objective: Newton steps, each with a line search.
#include "core/methods/newton/newton.h"

#include "core/constraints/fold.h"
#include "core/methods/fixed_order.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace xpbd {
namespace {

constexpr double kRelativeGradient = 1e-10;
constexpr int kMaxBlind = 3;          ///< steps of which nothing tells that they lead down
constexpr double kArmijo = 1e-4;      ///< share of the foretold gain that a step must bring
constexpr double kLeastShare = 1e-12; ///< shortest step that is tried, over Newton's
constexpr double kNoMove = 1e-15; ///< a step by less, over 1 m and the place, is the last: rounding is all that is left
constexpr double kFaintGain = 1e-10;     ///< over the size of the objective: a smaller gain may be lost in its rounding
constexpr double kHiddenGain = 1e-14;    ///< likewise: a smaller gain is lost
constexpr double kLowerGradient = 0.9;   ///< share of the gradient that counts as lower
constexpr double kCut = 0.25;            ///< a step that does not lead down is cut to this share
constexpr int kMaxBends = 4;             ///< corrections of a step, see bend()
constexpr double kAddedMassGrowth = 8;   ///< where the Hessian is not positive definite
constexpr double kAddedMassDecline = 3;  ///< after a step that was not cut
constexpr double kMaxAddedMass = 1e18;   ///< over a particle's own
constexpr int kMostInner = 60;           ///< conjugate gradients of one step
constexpr double kLeastCurvature = 1e-3; ///< of the Hessian along one of their directions, over the factor's matrix
constexpr double kCorrection = 0.1;      ///< share of the residual that is left of a correction, see bend()
constexpr double kLoosest = 0.1;         ///< likewise, of a step at most
constexpr double kTightest = 1e-4;       ///< and at least

/// Rate of C along `step`.
template <class Particles, class Gradients>
double rate_along(const Eigen::VectorXd& step, const std::vector<int>& unknown, const Particles& particles,
                  const Gradients& gradients) {
    double rate = 0;
    for (std::size_t i = 0; i < particles.size(); ++i) {
        const int at = unknown[index_of(particles[i])];
        if (at >= 0) {
            rate += gradients[i].x * step[at] + gradients[i].y * step[at + 1] + gradients[i].z * step[at + 2];
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

/// At most `most` Newton steps; returns how many, and sets met_.
int NewtonSolver::minimise(const Substep& substep, State& state, int most) {
    int iteration = 0;
    blind_steps_ = 0;
    added_mass_ = 0;
    double last_norm = 0;
    cause_ = Unfinished::not_converged;
    Outcome outcome = Outcome::lower;
    while (gradient_.size() > 0 && outcome == Outcome::lower && !interrupted()) {
        const double norm = gradient(substep, state);
        if (!std::isfinite(norm)) {
            cause_ = Unfinished::not_finite;
            break;
        }
        // What is left of each linear system shrinks with the gradient: as few steps as with exact ones, for less work
        // (Eisenstat and Walker, 1996).
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
    met_ = gradient_.size() == 0 || outcome == Outcome::last;
    return iteration;
}

/// One Newton step with line search, from a gradient of this norm.
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
        move(state, share * direction_);
        const bool moved = largest_move(from_, state.particles.position) > kNoMove;
        bool lower = !hidden && energy(substep, state, state.particles.position).value <= enough;
        // The gain may be lost in the rounding of the objective, while the gradient still tells.
        lower = lower || (faint && gradient(substep, state) <= kLowerGradient * norm);
        lower = lower || (!careful_ && !hidden && bend(substep, state, share, enough));
        if (!lower && !hidden) {
            continue;
        }
        foretell(substep, share);
        added_mass_ = careful_ ? 0 : std::max(0.0, (1 + added_mass_) / (share == 1 ? kAddedMassDecline : share) - 1);
        // Where nothing tells, Newton's own step is the best that is known; but only a few such steps are taken.
        return moved && (lower || ++blind_steps_ < kMaxBlind) ? Outcome::lower : Outcome::last;
    }
    state.particles.position = from_;
    return Outcome::stuck;
}

/// Corrects the step by this share of direction_, which raises the objective, until it leads down; false where it does
/// not. A straight step leaves the curved surface on which a stiff constraint is met (the Maratos effect). The
/// correction takes back what C at its end differs from C linearised at its start, with the factor at hand.
bool NewtonSolver::bend(const Substep& substep, State& state, double share, double enough) {
    double least = std::numeric_limits<double>::infinity();
    Eigen::VectorXd step = share * direction_;
    std::vector<double> value(terms_.size());
    for (int k = 0; k < kMaxBends; ++k) {
        for_each_constraint(substep.model, [&](const auto& constraint) {
            value[constraint.index] = constraint.evaluate(state.particles.position).value;
        });
        Eigen::VectorXd force = Eigen::VectorXd::Zero(gradient_.size());
        for_each_constraint(substep.model, [&](const auto& constraint) {
            const auto evaluation = constraint.evaluate(from_);
            const auto& particles = constraint.particles();
            const auto& gradients = evaluation.gradient;
            const double linear = evaluation.value + rate_along(step, unknown_, particles, gradients);
            const double pull = terms_[constraint.index].curvature() * (linear - value[constraint.index]);
            for (std::size_t i = 0; i < particles.size(); ++i) {
                const int unknown = unknown_[index_of(particles[i])];
                if (unknown >= 0) {
                    const Vec3 f = pull * gradients[i];
                    force.segment<3>(unknown) += Eigen::Vector3d(f.x, f.y, f.z);
                }
            }
        });
        bend_touches(substep, state, step, force);
        step = share * direction_ + solve(force);
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

/// Fills direction_ with the Newton direction. Where the Hessian is not positive definite, or steps had to be cut
/// short, mass is added to every particle, which makes the steps shorter and turns them downhill (Levenberg, 1944).
/// False where there is no direction that leads down.
bool NewtonSolver::find_direction(const Substep& substep, const State& state) {
    const auto& x = state.particles.position;
    if (careful_) {
        return find_careful_direction(substep, state);
    }
    assemble(substep, state, false);
    double added = 0;
    while (added_mass_ < kMaxAddedMass && !interrupted()) { // a factorisation takes long, and cannot be cut short
        for (std::size_t i = 0; i < x.size() && added_mass_ > added; ++i) {
            if (is_free(i)) {
                hessian_.add_diagonal(unknown_[i] / 3, (added_mass_ - added) / x[i].w * Eigen::Matrix3d::Identity());
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

/// Likewise, with the multipliers of the positions; where the Hessian is not positive definite, with that of blocks
/// made positive.
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

/// Newton's direction, with the factor. False where it does not lead down, or the Hessian is not positive definite.
bool NewtonSolver::solve_for_direction() {
    if (outside_.empty()) {
        direction_ = solve(-gradient_);
    } else if (!iterate(-gradient_, tolerance_, direction_)) {
        return false;
    }
    return direction_.allFinite() && dot(direction_, gradient_) < 0;
}

/// Solves with the Hessian; to kCorrection where a part of it is outside of the factor.
Eigen::VectorXd NewtonSolver::solve(const Eigen::VectorXd& right) const {
    if (outside_.empty()) {
        return precondition(right);
    }
    Eigen::VectorXd solution;
    return iterate(right, kCorrection, solution) ? solution : precondition(right);
}

/// Solves with the factor of the sparse part and the volumes' rank-one parts (Woodbury).
Eigen::VectorXd NewtonSolver::precondition(const Eigen::VectorXd& right) const {
    Eigen::VectorXd result = hessian_.solve(right, parallel_);
    const Eigen::MatrixXd& u = volume_gradient_;
    if (u.cols() == 0) {
        return result;
    }
    const Eigen::MatrixXd solved = hessian_.solve(u, parallel_);
    add_product(solved, -solve_positive(identity_plus_product(u, solved), transposed_times(u, result)), result);
    return result;
}

/// Solves with the exact Hessian, to this share of the residual. False where it is not positive definite along a
/// direction that the conjugate gradients meet.
bool NewtonSolver::iterate(const Eigen::VectorXd& right, double tolerance, Eigen::VectorXd& solution) const {
    solution = precondition(right);
    return gradients_.solve(
        right, {.most = kMostInner, .tolerance = tolerance, .least_curvature = kLeastCurvature, .enough_at_once = 0},
        [this](const Eigen::VectorXd& from, Eigen::VectorXd& to) {
            outside_.add_difference(graph_, hessian_, from, row_of(), to);
        },
        [this](const Eigen::VectorXd& from, Eigen::VectorXd& to) { to = precondition(from); },
        [this] { return interrupted(); }, solution);
}

/// Moves the free particles by `step` from from_.
void NewtonSolver::move(State& state, const Eigen::VectorXd& step) const {
    for (std::size_t i = 0; i < from_.size(); ++i) {
        if (is_free(i)) {
            const Eigen::Vector3d d = step.segment<3>(unknown_[i]);
            state.particles.position[i] = from_[i] + Vec4(d.x(), d.y(), d.z(), 0);
        }
    }
}

/// Moves the foretold multipliers by `share` to those that the constraints, linearised at from_, have after a full
/// step. The Hessian's second derivatives are of these instead of the multipliers at the positions: those follow the
/// error of a stiff constraint, which a small turn of the body already makes huge, while the foretold ones are what
/// balances the other forces. This is Newton's method for positions and multipliers together; the line search goes by
/// the objective all the same.
void NewtonSolver::foretell(const Substep& substep, double share) {
    for_each_constraint(substep.model, [&](const auto& constraint) {
        const auto evaluation = constraint.evaluate(from_);
        const double after =
            evaluation.value + rate_along(direction_, unknown_, constraint.particles(), evaluation.gradient);
        double& foretold = foretold_[constraint.index];
        foretold += share * (terms_[constraint.index].lambda(after) - foretold);
    });
    foretell_touches(substep, share);
}

} // namespace xpbd
