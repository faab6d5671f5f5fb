#include "core/methods/newton/newton.h"

#include "core/constraints/fold.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

namespace xpbd {
namespace {

constexpr double kRelativeGradient = 1e-10;
constexpr int kMaxNewton = 100;        ///< iterations of one minimisation
constexpr int kMaxBlind = 3;           ///< steps of which nothing tells that they lead down
constexpr double kFaintGain = 1e-10;   ///< over the size of the objective: a smaller gain may be lost in its rounding
constexpr double kLowerGradient = 0.9; ///< share of the gradient that counts as lower
constexpr double kNoMove = 1e-15; ///< a step by less, over 1 m and the place, is the last: rounding is all that is left
constexpr int kMaxPasses = 40;    ///< passes of the augmented Lagrangian
constexpr int kMaxIterations = 1000; ///< of all passes: a new pass begins only below
constexpr int kMaxStalled = 8; ///< passes without a lower violation, after which the constraints count as contradictory
constexpr double kPenalty = 1e4; ///< first penalty, over the effective mass
constexpr double kPenaltyGrowth = 100;
constexpr double kMaxPenalty = 1e12;   ///< over the effective mass; a constraint still violated then cannot be met
constexpr double kPassReduction = 0.1; ///< a pass that does not lower the violation to this share stiffens the penalty
constexpr double kRelativeViolation = 1e-11; ///< over the size of the body

double body_size(const Model& model) {
    Vec3 low(model.rest_position.front());
    Vec3 high(low);
    for (const Vec3& x : model.rest_position) {
        low = glm::min(low, x);
        high = glm::max(high, x);
    }
    return std::max(glm::length(high - low), 1e-3);
}

/// The largest distance between the places of a particle, over 1 m and its place.
double largest_move(const std::vector<Vec4>& from, const std::vector<Vec4>& to) {
    double largest = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
        largest = std::max(largest, glm::length(xyz(to[i] - from[i])) / (1 + glm::length(xyz(to[i]))));
    }
    return largest;
}

} // namespace

int NewtonSolver::solve(const Substep& substep, State& state) {
    begin(substep, state);
    const double tolerance = kRelativeViolation * body_size(substep.model);
    int iterations = 0;
    for (int pass = 0; pass < kMaxPasses && iterations < kMaxIterations && !interrupted(); ++pass) {
        const std::vector<Vec4> from = state.particles.position;
        iterations += minimise(substep, state);
        const bool off = tighten(substep, state);
        // Multipliers of contacts far from the origin follow the rounding of their places, and never come to rest.
        const bool stays = largest_move(from, state.particles.position) <= kNoMove && last_violation_ <= tolerance;
        if (!off || (pass > 0 && stays)) {
            break;
        }
    }
    write_lambda(substep.model, terms_, state);
    if (substep.model.self_distance > 0) {
        contacts().project(substep.model, state);
    }
    return iterations;
}

void NewtonSolver::begin(const Substep& substep, const State& state) {
    const Model& model = substep.model;
    const auto& x = state.particles.position;
    prepare_terms(substep, state, kPenalty, terms_);
    unknown_.assign(x.size(), -1);
    int next = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (x[i].w > 0) {
            unknown_[i] = next;
            next += 3;
        }
    }
    gradient_.resize(next);
    prepare_hessian(model);
    violation_.assign(terms_.size(), std::numeric_limits<double>::infinity());
    least_violation_ = std::numeric_limits<double>::infinity();
    stalled_passes_ = 0;
    contacts_.assign(model.colliders.size() * x.size(), Contact{});
    auto contact = contacts_.begin();
    for (const Collider& collider : model.colliders) {
        for (std::size_t i = 0; i < x.size(); ++i, ++contact) {
            contact->penalty = x[i].w > 0 ? kPenalty / x[i].w : 0;
            contact->direction = gap_to(collider.shape, substep.start[i]).normal;
        }
    }
}

/// Solves with the factor of the sparse part and the volumes' rank-one parts (Woodbury).
Eigen::VectorXd NewtonSolver::newton_direction() {
    const Eigen::VectorXd direction = hessian_.solve(-gradient_);
    const Eigen::MatrixXd& u = volume_gradient_;
    if (u.cols() == 0) {
        return direction;
    }
    const Eigen::MatrixXd solved = hessian_.solve(u);
    const Eigen::MatrixXd small = Eigen::MatrixXd::Identity(u.cols(), u.cols()) + u.transpose() * solved;
    return direction - solved * small.ldlt().solve(u.transpose() * direction);
}

/// The Newton direction; where the Hessian is not positive definite, that of a positive one nearby. False where there
/// is none that leads down.
bool NewtonSolver::find_direction(const Substep& substep, const State& state, Eigen::VectorXd& direction) {
    for (const bool projected : {false, true}) {
        assemble(substep, state, projected);
        if (interrupted()) {
            return false; // a factorisation of a cloth takes long, and cannot be cut short
        }
        if (hessian_.factorise(projected)) {
            direction = newton_direction();
            if (direction.allFinite() && direction.dot(gradient_) < 0) {
                return true;
            }
        }
    }
    return false;
}

/// One Newton step with line search, from a gradient of this norm; false where no step lowers the objective any more.
bool NewtonSolver::descend(const Substep& substep, State& state, double norm) {
    auto& x = state.particles.position;
    Eigen::VectorXd direction;
    if (!find_direction(substep, state, direction)) {
        return false;
    }
    const double slope = direction.dot(gradient_);
    const Energy before = energy(substep, state, x);
    const bool faint = -slope <= kFaintGain * before.size;
    const std::vector<Vec4> from = x;
    for (double share = 1; share > 1e-12 && !interrupted(); share /= 2) {
        double largest = 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            if (unknown_[i] >= 0) {
                const Eigen::Vector3d d = share * direction.segment<3>(unknown_[i]);
                x[i] = from[i] + Vec4(d.x(), d.y(), d.z(), 0);
                largest = std::max(largest, d.norm() / (1 + glm::length(xyz(x[i]))));
            }
        }
        const bool moved = largest > kNoMove;
        const double after = energy(substep, state, x).value;
        if (after <= before.value + 1e-4 * share * slope) {
            return moved;
        }
        // The gain may be lost in the rounding of the objective, while the gradient still tells.
        if (faint && gradient(substep, state) <= kLowerGradient * norm) {
            return moved;
        }
        // Where nothing tells, Newton's own step is the best that is known; but it leads nowhere for long.
        const double rounding = 1e-14 * before.size;
        if (-share * slope <= rounding && after <= before.value + rounding) {
            return moved && ++blind_steps_ < kMaxBlind;
        }
    }
    x = from;
    return false;
}

int NewtonSolver::minimise(const Substep& substep, State& state) {
    int iteration = 0;
    blind_steps_ = 0;
    while (iteration < kMaxNewton && gradient_.size() > 0 && !interrupted()) {
        const double norm = gradient(substep, state);
        if (norm <= kRelativeGradient * scale_) {
            break;
        }
        ++iteration;
        const bool lower = descend(substep, state, norm);
        if (tracing()) {
            write_lambda(substep.model, terms_, state);
            note_iteration(substep, state);
        }
        if (!lower) {
            break;
        }
    }
    return iteration;
}

/// Moves the multipliers of rigid constraints and contacts to the forces just found, and stiffens what is still too far
/// off. False where nothing is off any more.
bool NewtonSolver::tighten(const Substep& substep, const State& state) {
    const Model& model = substep.model;
    const auto& x = state.particles.position;
    const double tolerance = kRelativeViolation * body_size(model);
    double largest = 0; // violation
    bool off = false;
    const auto update = [&](std::size_t at, double value) {
        Term& term = terms_[at];
        if (!term.rigid || !term.acts()) {
            return;
        }
        const double error = std::abs(value);
        largest = std::max(largest, error);
        if (error <= tolerance || error < violation_[at] || term.stiffness < kMaxPenalty * term.effective_mass) {
            term.multiplier = term.lambda(value);
        } else {
            return; // constraints that contradict each other: more force would only tear the body apart
        }
        if (error > tolerance) {
            off = true;
            if (error > kPassReduction * violation_[at]) {
                term.stiffness = std::min(kPenaltyGrowth * term.stiffness, kMaxPenalty * term.effective_mass);
            }
        }
        violation_[at] = std::abs(value);
    };
    for_each_constraint(model, [&](const auto& constraint) { update(constraint.index, constraint.evaluate(x).value); });
    auto contact = contacts_.begin();
    for (const Collider& collider : model.colliders) {
        for (std::size_t i = 0; i < x.size(); ++i, ++contact) {
            if (unknown_[i] < 0) {
                continue;
            }
            const Gap gap = gap_to(collider.shape, xyz(x[i]));
            const double violation = gap.distance - model.contact_distance;
            contact->normal = std::max(0.0, contact->normal - contact->penalty * violation);
            if (contact->normal > 0) {
                largest = std::max(largest, std::abs(violation));
                off = off || std::abs(violation) > tolerance;
            }
            const double limit = collider.friction * contact->normal;
            if (limit > 0 || contact->limit > 0) {
                const Vec3 pull = contact->tangent - contact->penalty * slip_of(*contact, substep, xyz(x[i]), i);
                const double size = glm::length(pull);
                const Vec3 held = size > limit ? pull * (limit / size) : pull;
                off = off || glm::length(held - contact->tangent) > 1e-9 * (limit + contact->limit) ||
                      std::abs(limit - contact->limit) > 1e-9 * limit;
                contact->tangent = held;
                contact->limit = limit;
                contact->direction = gap.normal;
            }
            if (contact->normal > 0 && std::abs(violation) > tolerance) {
                contact->penalty *= std::abs(violation) > kPassReduction * contact->violation ? kPenaltyGrowth : 1;
            }
            contact->violation = std::abs(violation);
        }
    }
    last_violation_ = largest;
    if (largest > tolerance && largest > 0.5 * least_violation_) {
        return off && ++stalled_passes_ < kMaxStalled;
    }
    stalled_passes_ = 0;
    least_violation_ = largest;
    return off;
}

int NewtonSolver::finish_contacts(const Substep& substep, State& state) {
    int total = contacts().finish(substep.model, state);
    const std::size_t count = state.particles.position.size();
    const std::vector<Vec3> carried = unbalanced(substep.model, state);
    for (std::size_t c = 0; c < contacts_.size(); ++c) {
        if (contacts_[c].normal > 0) {
            state.contact_multiplier[c % count] = carried[c % count];
            ++total;
        }
    }
    return total;
}

} // namespace xpbd
