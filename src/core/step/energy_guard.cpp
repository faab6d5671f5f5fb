// Energy of each body before and after a substep, and the slowing down of bodies that gained energy.
#include "core/step/energy_guard.h"

#include "core/model/fold.h"
#include "core/step/effects/damping.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace xpbd {
namespace {

constexpr double kLastBit = std::numeric_limits<double>::epsilon();
constexpr double kRounding = 64 * kLastBit; ///< relative rounding error of a sum over particles
/// A step of BDF2 that gains energy counts as solved if the work of unbalanced forces is below this share of the gain.
constexpr double kBalanced = 0.01;
constexpr double kTouching = 1e-3; ///< a particle with a smaller gap may be pushed by a collider [m]
constexpr int kHalvings = 40;      ///< halvings in draw_back(), at most; then it returns to the start

double size_of(const Vec3& v) {
    return std::abs(v.x) + std::abs(v.y) + std::abs(v.z);
}

} // namespace

void EnergyGuard::find_bodies(const Model& model) {
    if (model_ == model.identity) {
        return;
    }
    model_ = model.identity;
    int count = number_bodies(model, {}, body_);
    if (model.self_distance > 0) { // contacts connect all free particles
        std::transform(body_.begin(), body_.end(), body_.begin(), [](int body) { return std::min(body, 0); });
        count = std::min(count, 1);
    }
    bodies_.assign(index_of(count), Body{});
}

/// Finds what holds each body, its drift, and whether anything moves against it. mass_ must be known.
void EnergyGuard::find_holders(const Substep& substep, const State& state) {
    const Model& model = substep.model;
    const auto& x = state.particles.position;
    const auto way_of = [&](std::size_t i) { return xyz(x[i]) - substep.start[i]; };
    hand_moves_ = false;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (mass_[i] == 0 && body_[i] >= 0) { // held by a hand
            Body& body = bodies_[index_of(body_[i])];
            body.is_held = true;
            body.is_driven_alike = false;
            hand_moves_ = hand_moves_ || way_of(i) != Vec3(0);
        }
    }
    for_each_constraint(model, [&](const auto& constraint) {
        int body = -1;
        for (const int particle : constraint.particles()) {
            body = mass_[index_of(particle)] > 0 ? body_[index_of(particle)] : body;
        }
        if (body < 0 || is_torn(state, constraint.index)) {
            return;
        }
        Body& held = bodies_[index_of(body)];
        if constexpr (IsTiedToWorld<typename std::decay_t<decltype(constraint)>::Type>) {
            const auto& rest = constraint.array.rest[constraint.c];
            held.is_held = true;
            held.is_driven_alike = held.is_driven_alike && (held.ties == 0 || held.drift == Vec3(0));
            held.holder = held.holder.value_or(Vec3(0)) + Vec3(rest[0], rest[1], rest[2]);
            ++held.ties;
        }
        for (const int particle : constraint.particles()) {
            const std::size_t i = index_of(particle);
            if (mass_[i] == 0) {
                const Vec3 way = way_of(i);
                held.is_held = true;
                held.drift = held.ties == 0 ? way : held.drift;
                held.is_driven_alike = held.is_driven_alike &&
                                       size_of(way - held.drift) <= kRounding * (size_of(xyz(x[i])) + size_of(way));
                held.holder = held.holder.value_or(Vec3(0)) + xyz(x[i]);
                ++held.ties;
            }
        }
    });
    for (Body& body : bodies_) {
        if (body.ties > 0) {
            *body.holder /= body.ties;
        }
        const bool moves = body.drift != Vec3(0);
        if (model.drives.empty() || !body.is_driven_alike) {
            body.drift = Vec3(0);
            hand_moves_ = hand_moves_ || moves || !body.is_driven_alike;
        }
    }
    colliders_move_ = std::any_of(model.colliders.begin(), model.colliders.end(), [&](const Collider& collider) {
        const auto along = [&](const Body& body) {
            return collider.carry.turn == glm::dquat(1, 0, 0, 0) &&
                   size_of(collider.carry.shift - body.drift) <= kRounding * (1 + size_of(body.drift));
        };
        return collider.moves && !std::all_of(bodies_.begin(), bodies_.end(), along);
    });
}

void EnergyGuard::begin(const Substep& substep, const State& state, std::span<const double> stiffness,
                        const Stops& stops) {
    const Model& model = substep.model;
    find_bodies(model);
    const auto& x = state.particles.position;
    const TimeScheme& scheme = substep.scheme;
    const double h = h_ = scheme.h;
    const bool two_step = scheme.velocity_weight != 1;
    const double kept = std::max(0.0, 1 - substep.settings.velocity_damping * scheme.h_squared / h);
    mass_.resize(x.size());
    start_.resize(x.size());
    outside_.assign(x.size(), Vec3(0));
    stiffness_.assign(stiffness.begin(), stiffness.end());
    std::fill(bodies_.begin(), bodies_.end(), Body{});
    for (std::size_t i = 0; i < x.size(); ++i) {
        mass_[i] = x[i].w > 0 ? 1 / x[i].w : 0;
        start_[i] = x[i];
    }
    find_holders(substep, state);
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (mass_[i] == 0) {
            continue;
        }
        Body& body = bodies_[index_of(body_[i])];
        start_[i] = Vec4(substep.start[i] + body.drift, x[i].w);
        const Vec3& v = state.particles.velocity[i];
        const Vec3 motion = two_step ? (substep.start[i] - state.previous_position[i]) / 3.0 +
                                           h * (8.0 / 9.0 * v - 2.0 / 9.0 * state.previous_velocity[i])
                                     : h * v;
        // In the frame of the drift. Damping resists the motion through the air, so that it does work in this frame.
        outside_[i] =
            (mass_[i] / scheme.h_squared) * (state.predicted[i] - xyz(start_[i]) - kept * (motion - body.drift));
        const Vec3 relative = v - body.drift / h;
        body.kinetic += 0.5 * mass_[i] * glm::dot(relative, relative);
    }
    for (std::size_t k = 0; k < stops.particles().size(); ++k) {
        const std::size_t i = index_of(stops.particles()[k]);
        outside_[i] += (mass_[i] / scheme.h_squared) * (stops.target_before(k) - state.predicted[i]);
    }
    add_elastic(model, start_, &Body::elastic);
}

/// Adds the elastic energy of each body at these positions to `sum`, and its rounding error to Body::rounding.
void EnergyGuard::add_elastic(const Model& model, std::span<const Vec4> position, double Body::*sum) {
    if (stiffness_.empty()) {
        return;
    }
    for_each_constraint(model, [&](const auto& constraint) {
        const double stiffness = stiffness_[constraint.index];
        if (!(stiffness > 0)) {
            return;
        }
        int body = -1;
        for (const int particle : constraint.particles()) {
            body = std::max(body, body_[index_of(particle)]);
        }
        if (body < 0) {
            return;
        }
        const auto evaluation = constraint.evaluate(position);
        bodies_[index_of(body)].*sum += 0.5 * stiffness * evaluation.value * evaluation.value;
        const Vec3 place = xyz(position[index_of(constraint.particles()[0])]);
        bodies_[index_of(body)].rounding +=
            kLastBit * stiffness * std::abs(evaluation.value) * size_of(evaluation.gradient[0]) * size_of(place);
    });
}

/// Adds the work of hands: a hand pushes against the constraints' force on the particle that it holds.
void EnergyGuard::add_work_of_hands(const Substep& substep, const State& state) {
    const auto& x = state.particles.position;
    for_each_constraint(substep.model, [&](const auto& constraint) {
        const auto& particles = constraint.particles();
        int body = -1;
        bool moved = false;
        for (const int p : particles) {
            body = std::max(body, body_[index_of(p)]);
            moved = moved || (mass_[index_of(p)] == 0 && xyz(x[index_of(p)]) != substep.start[index_of(p)]);
        }
        if (!moved || body < 0) {
            return;
        }
        const auto evaluation = constraint.evaluate(x);
        for (std::size_t i = 0; i < particles.size(); ++i) {
            const std::size_t p = index_of(particles[i]);
            if (mass_[p] == 0) {
                const double force = state.lambda[constraint.index] / substep.scheme.h_squared;
                bodies_[index_of(body)].work +=
                    std::max(0.0, -force * glm::dot(evaluation.gradient[i],
                                                    xyz(x[p]) - substep.start[p] - bodies_[index_of(body)].drift));
            }
        }
    });
}

/// Adds the work of moving colliders, if positive: the force that constraints leave for the contact, times the way of
/// the surface.
void EnergyGuard::add_work_of_colliders(const Substep& substep, const State& state) {
    const auto& x = state.particles.position;
    std::vector<Vec3> way(x.size(), Vec3(0));
    for (const Collider& collider : substep.model.colliders) {
        for (std::size_t i = 0; i < x.size() && collider.moves; ++i) {
            if (mass_[i] > 0 &&
                gap_to(collider.shape, xyz(x[i])).distance < substep.model.contact_distance + kTouching) {
                way[i] += collider.carried(substep.start[i]) - xyz(start_[i]);
            }
        }
    }
    force_.assign(x.size(), Vec3(0));
    for_each_constraint(substep.model, [&](const auto& constraint) {
        const auto& particles = constraint.particles();
        if (std::all_of(particles.begin(), particles.end(), [&](int p) { return way[index_of(p)] == Vec3(0); })) {
            return;
        }
        const auto evaluation = constraint.evaluate(x);
        for (std::size_t i = 0; i < particles.size(); ++i) {
            force_[index_of(particles[i])] += state.lambda[constraint.index] * evaluation.gradient[i];
        }
    });
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (way[i] != Vec3(0)) {
            const Vec3 push = mass_[i] * (xyz(x[i]) - state.predicted[i]) - force_[i];
            bodies_[index_of(body_[i])].work += std::max(0.0, glm::dot(push, way[i])) / substep.scheme.h_squared;
        }
    }
}

/// Adds the work of rigid constraints, if positive. They store no energy, so without this term a body that hangs on
/// stretched rigid constraints could never be pulled up.
void EnergyGuard::add_pull_of_rigid(const Substep& substep, const State& state) {
    for_each_constraint(substep.model, [&](const auto& constraint) {
        const double lambda = state.lambda[constraint.index];
        if (stiffness_[constraint.index] > 0 || lambda == 0) {
            return;
        }
        int body = -1;
        for (const int p : constraint.particles()) {
            body = std::max(body, body_[index_of(p)]);
        }
        if (body >= 0) {
            const double before = constraint.evaluate(start_).value;
            const double change = constraint.evaluate(state.particles.position).value - before;
            bodies_[index_of(body)].pulled += std::max(0.0, lambda * change / substep.scheme.h_squared);
        }
    });
}

/// Adds the work of unbalanced forces, sum g . dx, with g = M (x - x~)/h^2 - forces. A rigid constraint does no work in
/// an exact solution: the work of pulling back its error counts as unbalanced.
void EnergyGuard::add_unbalanced_work(const Substep& substep, const State& state) {
    const auto& x = state.particles.position;
    force_ = state.contact_multiplier;
    for_each_constraint(substep.model, [&](const auto& constraint) {
        const double stiffness = stiffness_[constraint.index];
        if (!(stiffness > 0) && state.lambda[constraint.index] == 0) {
            return;
        }
        const auto& particles = constraint.particles();
        const auto evaluation = constraint.evaluate(x);
        const double lambda =
            stiffness > 0 ? -substep.scheme.h_squared * stiffness * evaluation.value : state.lambda[constraint.index];
        int body = -1;
        for (std::size_t i = 0; i < particles.size(); ++i) {
            const std::size_t p = index_of(particles[i]);
            force_[p] += lambda * evaluation.gradient[i];
            body = std::max(body, body_[p]);
        }
        if (body >= 0 && !(stiffness > 0)) {
            const double change = evaluation.value - constraint.evaluate(start_).value;
            bodies_[index_of(body)].unbalanced += lambda * change / substep.scheme.h_squared;
        }
    });
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (mass_[i] > 0) {
            const Vec3 left = mass_[i] * (xyz(x[i]) - state.predicted[i]) - force_[i];
            bodies_[index_of(body_[i])].unbalanced +=
                glm::dot(left, xyz(x[i]) - xyz(start_[i])) / substep.scheme.h_squared;
        }
    }
}

void EnergyGuard::judge(const Substep& substep, const State& state) {
    const auto& x = state.particles.position;
    const bool two_step = substep.scheme.velocity_weight != 1;
    for (Body& body : bodies_) {
        body.moving = body.stored = body.work = body.unbalanced = body.pulled = body.rounding = 0;
    }
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (mass_[i] > 0) {
            Body& body = bodies_[index_of(body_[i])];
            const Vec3 velocity =
                (substep.scheme.velocity_weight * (xyz(x[i]) - substep.reference[i]) - body.drift) / substep.scheme.h;
            const Vec3 moved = xyz(x[i]) - xyz(start_[i]);
            body.moving += 0.5 * mass_[i] * glm::dot(velocity, velocity);
            body.work += glm::dot(outside_[i], moved);
            // Positions, and so motions, are rounded to their last bit
            body.rounding += kLastBit * size_of(xyz(x[i])) *
                             (mass_[i] / substep.scheme.h * size_of(velocity) + size_of(outside_[i]));
        }
    }
    add_elastic(substep.model, x, &Body::stored);
    if (hand_moves_ && !stiffness_.empty()) {
        add_work_of_hands(substep, state);
    }
    if (colliders_move_) {
        add_work_of_colliders(substep, state);
    }
    bool more = false;
    for (Body& body : bodies_) {
        const double may = body.kinetic + body.elastic + body.work;
        body.rounding = 4 * body.rounding +
                        kRounding * (body.kinetic + body.elastic + body.moving + body.stored + std::abs(body.work));
        body.allowed = may - body.stored;
        if (stiffness_.empty()) { // without elastic energies: constraints may lift a body by correcting their errors
                                  // without slowing it down
            body.allowed += std::max(0.0, -body.work);
        }
        more = more || body.moving > body.allowed + body.rounding;
    }
    if (more && !stiffness_.empty()) {
        add_pull_of_rigid(substep, state);
        for (Body& body : bodies_) {
            body.pulled = std::min(body.pulled, std::max(0.0, -body.work)); // may lift the body, not stretch it
        }
    }
    if (two_step && more && !stiffness_.empty()) {
        add_unbalanced_work(substep, state);
        for (Body& body : bodies_) {
            const double excess = body.moving - body.allowed;
            if (std::abs(body.unbalanced) < kBalanced * excess) { // the step solves BDF2: its gain is BDF2's own
                body.allowed += excess - std::max(0.0, body.unbalanced);
            }
        }
    }
}

void EnergyGuard::judge_outcome(const Substep& substep, const State& state, const Stops& stops) {
    std::vector<double> stiffness(substep.model.constraint_count());
    for_each_constraint(substep.model, [&](const auto& constraint) {
        const double alpha = compliance_of(constraint.material(), substep.settings);
        stiffness[constraint.index] = alpha > 0 ? 1 / alpha : 0;
    });
    begin(substep, state, stiffness, stops);
    judge(substep, state);
}

bool EnergyGuard::fits(int body, double share) const {
    const Body& b = bodies_[index_of(body)];
    return b.allowed + b.pulled + b.rounding >= share * b.moving;
}

bool EnergyGuard::all_fit(double share) const {
    for (int body = 0; body < body_count(); ++body) {
        if (!fits(body, share)) {
            return false;
        }
    }
    return true;
}

void EnergyGuard::draw_back(const Substep& substep, State& state) {
    auto& x = state.particles.position;
    for (int halving = 0; halving <= kHalvings && !all_fit(0); ++halving) {
        const double share = halving < kHalvings ? 0.5 : 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            if (mass_[i] > 0 && !fits(body_[i], 0)) {
                x[i] = Vec4(xyz(start_[i]) + share * (xyz(x[i]) - xyz(start_[i])), x[i].w);
            }
        }
        judge(substep, state);
    }
}

bool EnergyGuard::restrain(State& state) const {
    auto& velocity = state.particles.velocity;
    const auto& x = state.particles.position;
    std::vector<double> moving(bodies_.size(), 0.0);
    const auto frame = [&](std::size_t i) { return bodies_[index_of(body_[i])].drift / h_; };
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (mass_[i] > 0) {
            const Vec3 relative = velocity[i] - frame(i);
            moving[index_of(body_[i])] += 0.5 * mass_[i] * glm::dot(relative, relative);
        }
    }
    const auto is_too_fast = [&](int body) {
        const Body& b = bodies_[index_of(body)];
        return moving[index_of(body)] > std::max(0.0, b.allowed) + b.rounding;
    };
    bool some = false;
    for (int body = 0; body < body_count(); ++body) {
        some = some || is_too_fast(body);
    }
    if (!some) {
        return false;
    }
    // The rigid motion of a body that no fixed particle holds is kept
    std::vector<double> loose(x.size(), 0.0); // masses of the particles of such bodies [kg]
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (mass_[i] > 0 && !bodies_[index_of(body_[i])].is_held && is_too_fast(body_[i])) {
            loose[i] = mass_[i];
        }
    }
    const std::vector<RigidMotion> rigid = rigid_motions(state.particles, loose, body_, body_count());
    std::vector<double> as_rigid(bodies_.size(), 0.0);
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (loose[i] > 0) {
            const Vec3 v = rigid[index_of(body_[i])].at(xyz(x[i]));
            as_rigid[index_of(body_[i])] += 0.5 * mass_[i] * glm::dot(v, v);
        }
    }
    bool much = false;
    std::vector<double> kept_rigid(bodies_.size(), 1.0);
    std::vector<double> kept_rest(bodies_.size(), 1.0);
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
        if (is_too_fast(static_cast<int>(b))) {
            const double allowed = std::max(0.0, bodies_[b].allowed);
            const double rest = moving[b] - as_rigid[b];
            if (allowed <= as_rigid[b]) {
                kept_rigid[b] = as_rigid[b] > 0 ? std::sqrt(allowed / as_rigid[b]) : 0;
                kept_rest[b] = 0;
            } else {
                kept_rest[b] = rest > 0 ? std::sqrt((allowed - as_rigid[b]) / rest) : 0;
            }
            much = much || allowed < 0.98 * moving[b];
        }
    }
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (mass_[i] > 0 && is_too_fast(body_[i])) {
            const std::size_t b = index_of(body_[i]);
            const Vec3 v = bodies_[b].is_held ? frame(i) : rigid[b].at(xyz(x[i]));
            velocity[i] = (bodies_[b].is_held ? 1.0 : kept_rigid[b]) * v + kept_rest[b] * (velocity[i] - v);
        }
    }
    return much;
}

} // namespace xpbd
