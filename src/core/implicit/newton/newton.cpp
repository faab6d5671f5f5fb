// The passes of the augmented Lagrangian around the minimisation (minimise.cpp).
#include "core/implicit/newton/newton.h"

#include "core/base/bounds.h"
#include "core/model/fold.h"

#include <algorithm>
#include <cmath>

namespace xpbd {
namespace {

constexpr int kMaxSteps = 100; ///< Newton steps per substep, over all passes
constexpr int kMaxTouchingSteps =
    200;                      ///< Newton steps per substep of a body that may touch itself: passes find new contacts
constexpr int kApproach = 12; ///< iterations of approach(), at most
constexpr int kFewSteps = 25; ///< Newton steps per substep, after an earlier substep of the frame missed its tolerance
constexpr int kMaxCarefulSteps = 120; ///< Newton steps of a second attempt (run_passes())
constexpr int kCarefulPass = 100;     ///< Newton steps per pass of a second attempt
constexpr int kMaxPasses = 40;        ///< passes of the augmented Lagrangian
constexpr int kMaxStalled =
    8; ///< passes without a smaller violation, after which the constraints count as contradictory
constexpr double kSettledMove =
    1e-15; ///< largest move over (1 m + distance from the origin) of a pass that counts as without motion
constexpr double kMaxPenalty =
    1e12; ///< ratio to the effective mass; a constraint still violated at this penalty cannot be met
constexpr double kRelativeViolation = 1e-11; ///< tolerated violation, relative to the size of the body
constexpr double kTouching = 1e-6;           ///< gap relative to the thickness below which parts of the body touch

double body_size(const Model& model) {
    return std::max(box_diagonal(model.rest_position), 1e-3);
}

} // namespace

int NewtonSolver::solve(const Substep& substep, State& state) {
    begin_energy();
    const std::vector<Vec4> target = state.particles.position;
    const bool exact = unfinished() == 0; // all earlier substeps of the frame met their tolerance
    careful_ = false;
    const int most = substep.model.self_distance > 0 ? kMaxTouchingSteps : kMaxSteps;
    int steps = approach(substep, state);
    if (steps == 0) {
        state.particles.position = target;
    }
    steps += run_passes(substep, state, exact ? most : kFewSteps);
    is_approached_ = false;
    if (!finished_ && exact && !interrupted()) {
        careful_ = true;
        state.particles.position = target;
        steps += run_passes(substep, state, kMaxCarefulSteps);
    }
    write_touches();
    if (!finished_) {
        note_unfinished(std::max(cause_, Unfinished::not_converged));
        judge_energy(substep, state);
    }
    contacts().project_pairs(substep.model,
                             state); // adds friction; separates remaining overlaps of an unfinished solve
    return steps;
}

/// Moves the state near the minimum by primal-dual Newton. On a stiff body that method needs far fewer steps than this
/// one, but it does not measure its error. Returns its number of iterations, or 0 if it failed.
int NewtonSolver::approach(const Substep& substep, State& state) {
    approach_.set_parallel(parallel_);
    approach_.set_interrupt(interrupt_);
    const int iterations = approach_.approach(substep, state, kApproach);
    is_approached_ = iterations > 0;
    return iterations;
}

/// Runs the passes of the augmented Lagrangian from the current positions, with at most `most` Newton steps. Sets
/// finished_. The first attempt at a substep uses predicted multipliers in the Hessian (predict_multipliers()), which
/// needs the fewest steps. If it does not finish, the second attempt is careful_. It uses the multipliers at the
/// positions, because the gradients of norms of angles change fast where the body is nearly straight; and it ends a
/// pass after kCarefulPass steps, because a nearly finished pass also improves the multipliers.
int NewtonSolver::run_passes(const Substep& substep, State& state, int most) {
    begin(substep, state);
    if (is_approached_ && tracing()) {
        write_lambda(substep.model, terms_, state);
        note_iteration(substep, state);
    }
    const double tolerance = kRelativeViolation * body_size(substep.model);
    int steps = 0;
    bool off = true;
    bool settled = false;
    bool continues = true;
    for (int pass = 0; pass < kMaxPasses && continues && off && !settled && !interrupted(); ++pass) {
        const std::vector<Vec4> from = state.particles.position;
        steps += minimise(substep, state, careful_ ? std::min(kCarefulPass, most - steps) : most - steps);
        write_lambda(substep.model, terms_, state);
        off = tighten(substep, state);
        off = find_touches(substep, state.particles.position, tolerance) || off;
        // Far from the origin, multipliers of contacts follow the rounding of positions and never settle.
        settled =
            pass > 0 && largest_move(from, state.particles.position) <= kSettledMove && last_violation_ <= tolerance;
        // Multipliers of a pass that has missed its minimum are wrong forces: no further pass uses them.
        continues = met_ || (careful_ && steps < most);
    }
    finished_ = met_ && (!off || settled) && last_violation_ <= tolerance;
    return steps;
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
    gradient_.resize(index_of(next));
    predicted_lambda_.assign(terms_.size(), 0.0);
    if (is_approached_) {
        predicted_lambda_ = state.lambda;
    }
    violation_.assign(terms_.size(), std::numeric_limits<double>::infinity());
    least_violation_ = std::numeric_limits<double>::infinity();
    stalled_passes_ = 0;
    contacts_.assign(model.colliders.size() * x.size(), Contact{});
    std::vector<Vec4> start(x);
    for (std::size_t i = 0; i < x.size(); ++i) {
        start[i] = Vec4(substep.start[i], x[i].w);
    }
    for_each_contact(
        contacts_, model, start, [&](Contact& contact, const Collider& collider, std::size_t i, const Gap& gap) {
            contact.mass = 1 / x[i].w;
            contact.stiffen(kPenalty);
            contact.direction =
                collider.moves ? gap_to(collider.shape, collider.carried(substep.start[i])).normal : gap.normal;
            if (is_approached_) { // starts from the forces of approach(), at its positions
                const ContactRow& found =
                    approach_.contact(static_cast<std::size_t>(&collider - model.colliders.data()), i);
                contact.direction = gap_to(collider.shape, xyz(x[i])).normal;
                contact.normal = found.normal;
                contact.limit = collider.friction * found.normal;
                contact.tangent = cut_to(along_surface(found.tangent, contact.direction), contact.limit);
            }
        });
    touches_.clear();
    touched_.assign(contacts().self_pairs().size(), false);
    find_touches(substep, start, -kTouching * model.self_distance); // adds pairs in contact at the start of the substep
    find_touches(substep, x, 0);
    prepare_hessian(substep);
}

/// Sets the multipliers of rigid constraints and contacts to the new forces, and stiffens those whose error is still
/// above the tolerance. False if no error is above it, or if further passes would not help.
bool NewtonSolver::tighten(const Substep& substep, const State& state) {
    const double tolerance = kRelativeViolation * body_size(substep.model);
    bool off = false;
    const double constraints = tighten_constraints(substep, state, tolerance, off);
    const double contacts = tighten_contacts(substep, state, tolerance, off);
    const double touches = tighten_touches(substep, state, tolerance, off);
    last_violation_ = std::max({constraints, contacts, touches});
    if (last_violation_ > tolerance && last_violation_ > 0.5 * least_violation_) {
        return off && ++stalled_passes_ < kMaxStalled;
    }
    stalled_passes_ = 0;
    least_violation_ = last_violation_;
    return off;
}

/// Tightens the rigid constraints. Returns the largest violation; sets `off` if one exceeds the tolerance.
double NewtonSolver::tighten_constraints(const Substep& substep, const State& state, double tolerance, bool& off) {
    const Model& model = substep.model;
    const auto& x = state.particles.position;
    double largest = 0;
    for_each_constraint(model, [&](const auto& constraint) {
        const std::size_t at = constraint.index;
        ObjectiveTerm& term = terms_[at];
        if (!term.rigid || !term.acts()) {
            return;
        }
        const double value = constraint.evaluate(x).value;
        const double error = std::abs(value);
        largest = std::max(largest, error);
        if (error <= tolerance || error < violation_[at] || term.stiffness < kMaxPenalty * term.effective_mass) {
            term.multiplier = term.lambda(value);
        } else {
            return; // contradictory constraints: a larger force would only tear the body apart
        }
        if (error > tolerance) {
            off = true;
            if (error > kPassReduction * violation_[at]) {
                term.stiffness = std::min(kPenaltyGrowth * term.stiffness, kMaxPenalty * term.effective_mass);
            }
        }
        violation_[at] = error;
    });
    return largest;
}

/// Tightens the contacts with colliders. Returns the largest violation; sets `off` if one exceeds the tolerance.
double NewtonSolver::tighten_contacts(const Substep& substep, const State& state, double tolerance, bool& off) {
    const auto& x = state.particles.position;
    double largest = 0;
    for_each_contact(contacts_, substep.model, x,
                     [&](Contact& contact, const Collider& collider, std::size_t i, const Gap& gap) {
                         const double error = gap.distance - substep.model.contact_distance;
                         const Vec3 moved = xyz(x[i]) - collider.carried(substep.start[i]);
                         off = contact.tighten(error, gap.normal, moved, collider.friction, tolerance) || off;
                         largest = contact.normal > 0 ? std::max(largest, contact.violation) : largest;
                     });
    return largest;
}

int NewtonSolver::finish_contacts(const Substep& substep, State& state) {
    const std::size_t count = state.particles.position.size();
    for (std::size_t c = 0; c < contacts_.size(); ++c) { // restitution reads the normal forces
        contacts().set_normal(c / count, c % count, contacts_[c].normal);
    }
    const int total = contacts().finish(substep.model, state);
    std::vector<Vec3> carried = unbalanced(substep.model, state);
    contacts().stops().take_out_of(carried);
    for (std::size_t c = 0; c < contacts_.size(); ++c) {
        if (contacts_[c].normal > 0) {
            state.contact_multiplier[c % count] = carried[c % count];
        }
    }
    return total;
}

} // namespace xpbd
