// The step that all methods share: prediction, contacts, the method's solve(), velocities, effects.
#include "core/step/stepper.h"

#include "core/model/method_traits.h"
#include "core/step/effects/tearing.h"
#include "core/step/measure/measure.h"
#include "core/step/measure/supports.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

namespace xpbd {
namespace {

/// BDF2 if the previous substep had the same length, else BDF1 (B17).
TimeScheme scheme_for(const State& state, const Settings& settings, double h) {
    if (settings.integrator == Integrator::bdf2 && state.history_substep == h) {
        return {h, 4.0 / 9.0 * h * h, 1.5};
    }
    return {h, h * h, 1};
}

bool is_two_step(const TimeScheme& scheme) {
    return scheme.velocity_weight != 1;
}

/// Factor by which damping multiplies a velocity in one substep.
double kept_of(const Settings& settings, const TimeScheme& scheme) {
    return std::max(0.0, 1 - settings.velocity_damping * scheme.h_squared / scheme.h);
}

/// Clears the multipliers of a method without forces: they must not be shown, nor start the next step.
void clear_forces(State& state) {
    std::fill(state.lambda.begin(), state.lambda.end(), 0.0);
    std::fill(state.contact_multiplier.begin(), state.contact_multiplier.end(), Vec3(0));
    state.collider_load.clear();
    state.force_scale = 0;
}

/// Sets the inverse masses of grabbed particles to zero during its lifetime.
class GrabScope {
public:
    GrabScope(State& state, const Control& control) : state_(state) {
        state.held.clear();
        for (const Grab& grab : control.hand.grabs) {
            if (grab.particle < 0 || index_of(grab.particle) >= state.particles.position.size()) {
                continue;
            }
            Vec4& particle = state.particles.position[index_of(grab.particle)];
            held_.push_back({index_of(grab.particle), particle.w, xyz(particle), grab.target});
            state.held.push_back(grab.particle);
            particle.w = 0;
        }
    }
    GrabScope(const GrabScope&) = delete;
    GrabScope& operator=(const GrabScope&) = delete;
    ~GrabScope() {
        // In reverse order, so that a particle grabbed twice gets its own mass back.
        for (auto it = held_.rbegin(); it != held_.rend(); ++it) {
            state_.particles.position[it->particle].w = it->inverse_mass;
        }
    }
    /// Moves the held particles to their positions after a share of the frame, in [0, 1].
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

} // namespace

StepStats Stepper::step(const Model& scene, State& state, const Control& control, const Settings& settings, double dt) {
    StepStats stats;
    const Model& model = driven_.begin(scene, state, dt, control.hand.colliders);
    unfinished_ = 0;
    cause_ = Unfinished::none;
    const double h = dt / settings.substeps;
    GrabScope grabs(state, control);
    if (trace_ != nullptr) {
        trace_->clear();
    }
    const auto move_grabs = [&](int substep) {
        const double share = double(substep + 1) / settings.substeps;
        grabs.move(share);
        driven_.move(state, share);
    };
    const bool done = may_solve_frame(model, control, settings) &&
                      step_whole_frame(model, state, control, settings, h, move_grabs, stats);
    for (int substep = 0; substep < settings.substeps && !done; ++substep) {
        if (interrupted()) {
            stats.interrupted = true;
            return stats;
        }
        const TimeScheme scheme = scheme_for(state, settings, h);
        predict(model, state, control, settings, scheme);
        move_grabs(substep);
        if (!keeps_own_multipliers()) {
            std::swap(last_lambda_, state.lambda);
            last_lambda_.resize(model.constraint_count(), 0.0);
            state.lambda.assign(model.constraint_count(), 0.0);
        }
        contacts_.begin(model, state, start_, parallel_);
        const bool last = substep + 1 == settings.substeps;
        tracing_ = trace_ != nullptr && last;
        const Substep equations{model,
                                settings,
                                scheme,
                                start_,
                                is_two_step(scheme) ? reference_ : start_,
                                last_lambda_,
                                state.force_scale,
                                control.gravity,
                                last || driven_.moves() || settings.tear_force > 0,
                                wind_.masses()};
        stats.iterations += solve(equations, state);
        contacts_.stops().restore_targets(state);
        wind_.restore(state);
        stats.unfinished = unfinished_;
        stats.cause = cause_;
        if (interrupted()) {
            stats.interrupted = true;
            return stats;
        }
        update_velocities(state, scheme);
        stats.contacts = finish_contacts(equations, state);
        contacts_.stops().add_forces(state);
        if (last || driven_.moves()) {
            note_loads(scene, model, state, double(substep + 1) / settings.substeps, h);
        }
        const bool touches = stats.contacts > 0 || !contacts_.stops().empty();
        if (touches) {
            // A resting body gains the speed g h in every substep; only a faster impact bounces.
            contacts_.bounce(model, state, h, state.previous_velocity, 2 * glm::length(control.gravity) * h);
        }
        restrain(state);
        if (touches) {
            restart_history(state);
        }
        if (settings.global_damping > 0) {
            // BDF2 extrapolates a change of velocity to 3/2 of it: the share is 2/3 of that for BDF1.
            bodies_.find(model, state);
            damp_towards_rigid_motion(
                bodies_, state, std::min(1.0, settings.global_damping * scheme.h_squared * scheme.velocity_weight / h));
        }
        tear(model, state, settings);
        check_world(state, stats);
        if (!stats.finite) {
            break;
        }
    }
    if (stats.interrupted) {
        return stats;
    }
    if (!method_of(settings).has_forces) {
        clear_forces(state);
    }
    if (driven_.moves() && !no_forces_reason(settings).empty()) {
        state.work = std::numeric_limits<double>::quiet_NaN();
    }
    state.time += dt;
    ++state.step;
    return stats;
}

bool Stepper::solve_frame(const Frame&, State&, StepStats&) {
    return false;
}

/// True if a frame of several substeps has nothing but gravity, grabs and constraints in it, so that solve_frame() may
/// compute it as one (Frame).
bool Stepper::may_solve_frame(const Model& model, const Control& control, const Settings& settings) const {
    return settings.substeps > 1 && trace_ == nullptr && !driven_.moves() && settings.integrator == Integrator::bdf1 &&
           settings.global_damping == 0 && !tears(settings) && control.wind == Vec3(0) && model.colliders.empty() &&
           model.self_distance == 0 && model.volumes.empty() && (!settings.long_range || model.tethers.empty());
}

/// Steps the whole frame by solve_frame(). False if the loop over substeps must run instead.
bool Stepper::step_whole_frame(const Model& model, State& state, const Control& control, const Settings& settings,
                               double h, const std::function<void(int)>& move_grabs, StepStats& stats) {
    const TimeScheme scheme{h, h * h, 1};
    start_.resize(model.particle_count());
    in_chunks(start_.size(), [&](std::size_t i) { start_[i] = xyz(state.particles.position[i]); });
    contacts_.begin(model, state, start_);
    const Frame frame{{model, settings, scheme, start_, start_, {}, state.force_scale, control.gravity, true},
                      kept_of(settings, scheme),
                      control.hand.grabs,
                      move_grabs};
    if (!solve_frame(frame, state, stats)) {
        stats = {};
        return false;
    }
    if (!stats.interrupted) {
        state.history_substep = h;
        state.force_scale = 1 / scheme.h_squared;
        stats.contacts = finish_contacts(frame.substep, state);
        check_world(state, stats);
    }
    return true;
}

void Stepper::note_iteration(const Substep& substep, State& state) {
    if (!tracing()) {
        return;
    }
    // The residual includes the contacts' forces, which not every method updates in each iteration.
    const std::vector<Vec3> kept = state.contact_multiplier;
    finish_contacts(substep, state);
    damped_velocity(substep, state, traced_velocity_);
    trace_->push_back(measure_equations(substep.model, state, substep.settings, 1 / substep.scheme.h_squared,
                                        traced_velocity_, substep.gravity, substep.mass));
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

/// Moves every particle to its inertial target x~, and stores x^n and the damping reference.
void Stepper::predict(const Model& model, State& state, const Control& control, const Settings& settings,
                      const TimeScheme& scheme) {
    const double h = scheme.h;
    const double kept = kept_of(settings, scheme);
    const std::size_t count = model.particle_count();
    auto& particles = state.particles;
    start_.resize(count);
    state.predicted.resize(count);
    const bool two_step = is_two_step(scheme);
    if (two_step) {
        reference_.resize(count);
    }
    const bool windy = control.wind != Vec3(0);
    const WindStep wind_step{scheme.h_squared, scheme.velocity_weight / h, two_step ? reference_ : start_};
    if (windy) {
        wind_.begin(model, state, control.wind);
    } else {
        wind_.calm();
    }
    in_chunks(count, [&](std::size_t i) {
        const Vec3 x = xyz(particles.position[i]);
        start_[i] = x;
        if (particles.position[i].w == 0) {
            particles.velocity[i] = Vec3(0);
            state.predicted[i] = x;
            if (two_step) {
                const Vec3& before = state.previous_position[i];
                reference_[i] = x == before ? x : 4.0 / 3.0 * x - 1.0 / 3.0 * before; // exact for a particle at rest
            }
            return;
        }
        Vec3 motion;
        if (two_step) {
            const Vec3& before = state.previous_position[i];
            if (windy) {
                wind_.limit_history(state, control.wind, h, i);
            }
            reference_[i] = 4.0 / 3.0 * x - 1.0 / 3.0 * before;
            motion =
                (x - before) / 3.0 + h * (8.0 / 9.0 * particles.velocity[i] - 2.0 / 9.0 * state.previous_velocity[i]);
        } else {
            motion = h * particles.velocity[i];
        }
        // Damping acts on the motion, not on external forces: otherwise a damped body would weigh less at rest.
        state.predicted[i] = x + kept * motion + scheme.h_squared * control.gravity;
        particles.position[i] = Vec4(state.predicted[i], particles.position[i].w);
        if (windy) {
            wind_.apply(state, control.wind, wind_step, i);
        }
    });
}

/// v <- (x_new - x)/h or its BDF2 form; advances the state's history. Swaps the buffers of start_ and
/// previous_position: Substep::start still refers to x^n afterwards, start_ does not.
void Stepper::update_velocities(State& state, const TimeScheme& scheme) {
    auto& particles = state.particles;
    const bool two_step = is_two_step(scheme);
    std::swap(state.previous_velocity, particles.velocity);
    particles.velocity.resize(state.previous_velocity.size());
    in_chunks(particles.position.size(), [&](std::size_t i) {
        const Vec3 x = xyz(particles.position[i]);
        particles.velocity[i] = two_step ? (1.5 * x - 2.0 * start_[i] + 0.5 * state.previous_position[i]) / scheme.h
                                         : (x - start_[i]) / scheme.h;
    });
    if (two_step) { // an impact has no second-order history: BDF2 would throw the particle back at half its speed
        for (const int particle : contacts_.stops().particles()) {
            const std::size_t i = index_of(particle);
            particles.velocity[i] = (xyz(particles.position[i]) - start_[i]) / scheme.h;
        }
    }
    std::swap(state.previous_position, start_);
    state.history_substep = scheme.h;
    state.force_scale = 1 / scheme.h_squared;
}

/// An impact is a discontinuity: BDF2 would continue the velocity before it. Each particle in contact gets the history
/// of a uniform motion at its current velocity, which gives BDF1's prediction; all other particles keep second order.
void Stepper::start_again(State& state) {
    auto& x = state.particles.position;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (x[i].w > 0) {
            x[i] = Vec4(state.predicted[i], x[i].w);
        }
    }
    std::fill(state.lambda.begin(), state.lambda.end(), 0.0);
    contacts_.restart();
    if (tracing_) {
        trace_->clear(); // removes the trace of the first attempt
    }
}

void Stepper::restart_history(State& state) const {
    const std::span<const Vec3> pull = contacts_.tether_multipliers();
    in_chunks(state.particles.position.size(), [&](std::size_t i) {
        if (state.contact_multiplier[i] != (pull.empty() ? Vec3(0) : pull[i])) {
            const Vec3 velocity = state.particles.velocity[i];
            state.previous_velocity[i] = velocity;
            state.previous_position[i] = xyz(state.particles.position[i]) - state.history_substep * velocity;
        }
    });
}

/// Writes the colliders' loads, and adds the work of what is driven. Call it before restart_history(), which changes
/// x^n. `share` of the frame at the end of the substep.
void Stepper::note_loads(const Model& scene, const Model& model, State& state, double share, double h) const {
    contacts_.read_loads(model, state, h, state.collider_load);
    if (driven_.moves()) {
        const double time = state.clock.time(static_cast<double>(state.step) + share);
        state.work += h * measure_supports(scene, model, state, time, h).power();
    }
}

/// Sets stats.finite and stats.left_world.
void Stepper::check_world(const State& state, StepStats& stats) const {
    std::atomic<bool> inside = true;
    in_ranges(state.particles.position.size(), [&](std::size_t begin, std::size_t end) {
        bool all = true;
        for (std::size_t i = begin; i < end; ++i) {
            // NaN compares false, so that it counts as outside
            const auto below = [](const auto& v, double limit) {
                const int x = std::abs(v.x) < limit;
                const int y = std::abs(v.y) < limit;
                const int z = std::abs(v.z) < limit;
                return (x & y & z) != 0; // without branches, so that the loop is vectorised
            };
            all &= below(state.particles.position[i], kWorldLimit);
            all &= below(state.particles.velocity[i], std::numeric_limits<double>::infinity());
        }
        if (!all) {
            inside.store(false, std::memory_order_relaxed);
        }
    });
    stats.finite = inside;
    stats.left_world = !stats.finite && is_finite(state);
}

} // namespace xpbd
