// Contacts of the body with itself in Newton's method.
#include "core/implicit/newton/newton.h"

#include <cmath>

namespace xpbd {
/// Adds touches for the pairs that overlap at `x` by more than the tolerance and have no touch yet. True if any was
/// added. Touches stay until the end of the substep, so that the passes terminate.
bool NewtonSolver::find_touches(const Substep& substep, const std::vector<Vec4>& x, double tolerance) {
    const auto pairs = contacts().self_pairs();
    const std::size_t before = touches_.size();
    for (std::size_t p = 0; p < pairs.size(); ++p) {
        if (pairs[p].a < 0 || touched_[p]) {
            continue;
        }
        Touch touch;
        touch.pair = p;
        touch.a = index_of(pairs[p].a);
        touch.b = index_of(pairs[p].b);
        touch.distance = pairs[p].distance;
        const double weight = x[touch.a].w + x[touch.b].w;
        if (!(weight > 0)) {
            continue;
        }
        const Stance stance = stance_of(touch, substep, x);
        if (stance.error < -tolerance) {
            touch.mass = 1 / weight;
            touch.stiffen(kPenalty);
            touches_.push_back(touch);
            touched_[p] = true;
        }
    }
    if (touches_.size() == before) {
        return false;
    }
    // New contacts change the forces of all others: earlier errors are no measure for the penalties any more.
    const double unknown = std::numeric_limits<double>::infinity();
    least_violation_ = unknown;
    stalled_passes_ = 0;
    std::fill(violation_.begin(), violation_.end(), unknown);
    for (Contact& contact : contacts_) {
        contact.violation = unknown;
    }
    for (Touch& touch : touches_) {
        touch.violation = unknown;
    }
    prepare_hessian(substep);
    return true;
}

NewtonSolver::Stance NewtonSolver::stance_of(const Touch& touch, const Substep& substep,
                                             const std::vector<Vec4>& x) const {
    const Vec3 apart = xyz(x[touch.b]) - xyz(x[touch.a]);
    Stance stance;
    stance.length = glm::length(apart);
    stance.error = stance.length - touch.distance;
    stance.towards = direction_of_pair(apart, substep.start[touch.b] - substep.start[touch.a]);
    return stance;
}

void NewtonSolver::add_touch_forces(const Substep& substep, const State& state) {
    const auto& x = state.particles.position;
    for (const Touch& touch : touches_) {
        const Stance stance = stance_of(touch, substep, x);
        const Vec3 force = touch.push(stance.error) * stance.towards;
        force_[touch.a] -= force;
        force_[touch.b] += force;
        if (touch.push(stance.error) > 0) {
            const Vec3 a = xyz(x[touch.a]);
            const Vec3 b = xyz(x[touch.b]);
            const double wrong = kLastBit * touch.penalty;
            rounding_ += 2 * wrong * wrong * (glm::dot(a, a) + glm::dot(b, b));
        }
    }
}

/// Adds the touches. The term of the rotating normal uses the predicted force, as terms of constraints with C'' do.
void NewtonSolver::add_touches(const Substep& substep, const State& state) {
    std::size_t pair = touch_pairs_;
    for (const Touch& touch : touches_) {
        const Stance stance = stance_of(touch, substep, state.particles.position);
        glm::dmat3 block = touch.stiffness(stance.error, stance.towards, Vec3(0));
        if (touch.push(stance.error) > 0 && stance.length > 0 && !careful_) {
            const Vec3& n = stance.towards;
            block -= touch.predicted / stance.length * (glm::dmat3(1) - glm::outerProduct(n, n));
        }
        if (is_free(touch.a)) {
            hessian_.add_diagonal(unknown_[touch.a] / 3, block);
        }
        if (is_free(touch.b)) {
            hessian_.add_diagonal(unknown_[touch.b] / 3, block);
        }
        if (is_free(touch.a) && is_free(touch.b)) {
            hessian_.add_pair(pair++, -block);
        }
    }
}

/// The touch's error after `step`, linearised at `stance`.
double NewtonSolver::error_after(const Touch& touch, const Stance& stance, std::span<const double> step) const {
    const auto along = [&](std::size_t particle) {
        const int at = unknown_[particle];
        return at < 0 ? 0 : glm::dot(stance.towards, vec3_at(step, at));
    };
    return stance.error + along(touch.b) - along(touch.a);
}

/// The correction forces of touches in bend().
void NewtonSolver::bend_touches(const Substep& substep, const State& state, std::span<const double> step,
                                std::span<double> force) const {
    for (const Touch& touch : touches_) {
        const Stance stance = stance_of(touch, substep, from_);
        const double linear = error_after(touch, stance, step);
        if (!(touch.push(stance.error) > 0)) {
            continue; // not pressed: not in the factor
        }
        const double pull = touch.penalty * (linear - stance_of(touch, substep, state.particles.position).error);
        const Vec3 f = pull * stance.towards;
        if (is_free(touch.a)) {
            add_vec3(force, unknown_[touch.a], -f);
        }
        if (is_free(touch.b)) {
            add_vec3(force, unknown_[touch.b], f);
        }
    }
}

void NewtonSolver::predict_touches(const Substep& substep, double share) {
    for (Touch& touch : touches_) {
        const Stance stance = stance_of(touch, substep, from_);
        touch.predicted += share * (touch.push(error_after(touch, stance, direction_)) - touch.predicted);
    }
}

/// Tightens the touches. Returns the largest violation; sets `off` if one exceeds the tolerance.
double NewtonSolver::tighten_touches(const Substep& substep, const State& state, double tolerance, bool& off) {
    double largest = 0;
    for (Touch& touch : touches_) {
        const Stance stance = stance_of(touch, substep, state.particles.position);
        off = touch.tighten(stance.error, stance.towards, Vec3(0), 0, tolerance) || off;
        largest = touch.normal > 0 ? std::max(largest, touch.violation) : largest;
    }
    return largest;
}

/// Writes the forces to SelfCollision, which adds friction, counts contacts and applies restitution.
void NewtonSolver::write_touches() {
    const auto pairs = contacts().self_pairs();
    for (const Touch& touch : touches_) {
        pairs[touch.pair].normal = touch.normal;
    }
}

} // namespace xpbd
