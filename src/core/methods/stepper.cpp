#include "core/methods/stepper.h"

#include "core/aerodynamics.h"
#include "core/damping.h"
#include "core/measure.h"
#include "core/tearing.h"

#include <algorithm>
#include <cmath>

namespace xpbd {
namespace {

/// Beyond this a position is taken for diverged: float32, which draws it, resolves no more than 6 cm there.
constexpr double kWorldLimit = 1e6; // [m]

/// Substep of BDF2 where there is a history of equal substeps, else BDF1 (B17).
SubstepScheme scheme_for(const State& state, const Settings& settings, double h) {
    if (settings.integrator == Integrator::bdf2 && state.history_substep == h) {
        return {h, 4.0 / 9.0 * h * h, 1.5};
    }
    return {h, h * h, 1};
}

/// Takes the inverse masses of grabbed particles away while it lives.
class GrabScope {
public:
    GrabScope(State& state, const Control& control) : state_(state) {
        for (const Grab& grab : control.grabs) {
            if (grab.particle < 0 || index_of(grab.particle) >= state.particles.position.size()) {
                continue;
            }
            Vec4& particle = state.particles.position[index_of(grab.particle)];
            held_.push_back({index_of(grab.particle), particle.w, xyz(particle), grab.target});
            particle.w = 0;
        }
    }
    GrabScope(const GrabScope&) = delete;
    GrabScope& operator=(const GrabScope&) = delete;
    ~GrabScope() {
        // Backwards, so that a particle grabbed twice gets its own mass back.
        for (auto it = held_.rbegin(); it != held_.rend(); ++it) {
            state_.particles.position[it->particle].w = it->inverse_mass;
        }
    }
    /// Moves the held particles to their place after a share of the frame, in [0, 1].
    void move(double share) {
        for (const Held& held : held_) {
            const Vec3 place = held.from + share * (held.to - held.from);
            state_.particles.position[held.particle] = Vec4(place, 0);
        }
    }

private:
    struct Held {
        std::size_t particle;
        double inverse_mass;
        Vec3 from, to;
    };
    State& state_;
    std::vector<Held> held_;
};

/// v <- (x_new - x)/h or its BDF2 form; the state's history moves on.
void update_velocities(State& state, const std::vector<Vec3>& start, const SubstepScheme& scheme) {
    auto& particles = state.particles;
    const bool two_step = scheme.velocity_weight != 1;
    for (std::size_t i = 0; i < particles.position.size(); ++i) {
        const Vec3 x = xyz(particles.position[i]);
        const Vec3 velocity = two_step ? (1.5 * x - 2.0 * start[i] + 0.5 * state.previous_position[i]) / scheme.h
                                       : (x - start[i]) / scheme.h;
        state.previous_position[i] = start[i];
        state.previous_velocity[i] = particles.velocity[i];
        particles.velocity[i] = velocity;
    }
    state.history_substep = scheme.h;
    state.force_scale = 1 / scheme.h_squared;
}

bool within_world(const State& state) {
    const auto inside = [](const Vec4& x) {
        // NaN compares false, so that it is caught here too.
        return std::abs(x.x) < kWorldLimit && std::abs(x.y) < kWorldLimit && std::abs(x.z) < kWorldLimit;
    };
    return std::all_of(state.particles.position.begin(), state.particles.position.end(), inside) && is_finite(state);
}

} // namespace

StepStats Stepper::step(const Model& model, State& state, const Control& control, const Settings& settings, double dt) {
    StepStats stats;
    const double h = dt / settings.substeps;
    GrabScope grabs(state, control);
    if (trace_ != nullptr) {
        trace_->clear();
    }
    for (int substep = 0; substep < settings.substeps; ++substep) {
        const SubstepScheme scheme = scheme_for(state, settings, h);
        predict(model, state, control, settings, scheme);
        grabs.move(double(substep + 1) / settings.substeps);
        std::swap(last_lambda_, state.lambda);
        last_lambda_.resize(model.constraint_count(), 0.0);
        state.lambda.assign(model.constraint_count(), 0.0);
        contacts_.begin(model, state, start_);
        tracing_ = trace_ != nullptr && substep + 1 == settings.substeps;
        const Substep equations{model,        settings,          scheme,         start_, reference_,
                                last_lambda_, state.force_scale, control.gravity};
        stats.iterations += solve(equations, state);
        update_velocities(state, start_, scheme);
        stats.contacts = finish_contacts(equations, state);
        if (stats.contacts > 0) {
            // A resting body gains g h per substep; only what comes in faster than that has been in flight.
            contacts_.bounce(model, state, state.previous_velocity, 2 * glm::length(control.gravity) * h);
            forget_history(state); // an impact is a discontinuity: BDF2 would carry the old velocity through it
        }
        if (settings.global_damping > 0) {
            damp_towards_rigid_motion(state, std::min(1.0, settings.global_damping * h));
        }
        tear(model, state, settings);
        stats.finite = within_world(state);
        if (!stats.finite) {
            break;
        }
    }
    state.time += dt;
    ++state.step;
    return stats;
}

void Stepper::note_iteration(const Substep& substep, State& state) {
    if (!tracing()) {
        return;
    }
    // The residual counts the contacts' forces, which not every method keeps up to date while it iterates.
    const std::vector<Vec3> kept = state.contact_multiplier;
    finish_contacts(substep, state);
    damped_velocity(substep, state, traced_velocity_);
    trace_->push_back(
        measure_equations(substep.model, state, substep.settings, 1 / substep.scheme.h_squared, traced_velocity_));
    state.contact_multiplier = kept;
}

void damped_velocity(const Substep& substep, const State& state, std::vector<Vec3>& velocity) {
    velocity.resize(state.particles.position.size());
    for (std::size_t i = 0; i < velocity.size(); ++i) {
        velocity[i] = substep.scheme.velocity_weight / substep.scheme.h *
                      (xyz(state.particles.position[i]) - substep.reference[i]);
    }
}

int Stepper::finish_contacts(const Substep& substep, State& state) {
    return contacts_.finish(substep.model, state);
}

/// Moves every particle to its inertial target x~, and keeps x^n and the damping reference.
void Stepper::predict(const Model& model, State& state, const Control& control, const Settings& settings,
                      const SubstepScheme& scheme) {
    const double h = scheme.h;
    const double kept = std::max(0.0, 1 - settings.velocity_damping * h);
    const std::size_t count = model.particle_count();
    auto& particles = state.particles;
    start_.resize(count);
    reference_.resize(count);
    state.predicted.resize(count);
    const bool two_step = scheme.velocity_weight != 1;
    const bool windy = control.wind != Vec3(0);
    if (windy) {
        wind_force_.assign(count, Vec3(0));
        add_wind_forces(model, state, control.wind, scheme.h, wind_force_);
    }
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 x = xyz(particles.position[i]);
        start_[i] = x;
        reference_[i] = x;
        if (particles.position[i].w == 0) {
            particles.velocity[i] = Vec3(0);
            state.predicted[i] = x;
            continue;
        }
        Vec3 motion;
        if (two_step) {
            const Vec3& before = state.previous_position[i];
            reference_[i] = 4.0 / 3.0 * x - 1.0 / 3.0 * before;
            motion =
                (x - before) / 3.0 + h * (8.0 / 9.0 * particles.velocity[i] - 2.0 / 9.0 * state.previous_velocity[i]);
        } else {
            motion = h * particles.velocity[i];
        }
        // Damping acts on the motion carried over, not on the external force: else a damped body would weigh less at
        // rest.
        state.predicted[i] = x + kept * motion + scheme.h_squared * control.gravity;
        if (windy) {
            state.predicted[i] += scheme.h_squared * particles.position[i].w * wind_force_[i];
        }
        particles.position[i] = Vec4(state.predicted[i], particles.position[i].w);
    }
}

} // namespace xpbd
