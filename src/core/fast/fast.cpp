// The fast engine's substep: pack, iterate over the order's parts, unpack. Kernels are in core/simd.
#include "core/fast/fast.h"

#include "core/base/bounds.h"
#include "core/model/method_traits.h"
#include "core/step/measure/equations.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <type_traits>

namespace xpbd {
namespace {

/// The rest data of a constraint where positions are relative to `origin`.
template <class ConstraintType>
RestOf<ConstraintType> rest_seen_from(const ConstraintArray<ConstraintType>& array, std::size_t c, const Vec3& origin) {
    if constexpr (IsTiedToWorld<ConstraintType>) {
        return ConstraintType::seen_from(origin, array.rest[c]);
    } else {
        return array.rest[c];
    }
}

} // namespace

template <class S>
int FastEngine<S>::solve(const Substep& substep, State& state) {
    const Settings& settings = substep.settings;
    make_ready(substep, state);
    if (interrupted()) {
        return 0;
    }
    state.lambda.resize(substep.model.constraint_count());
    int iterations = iterate_all(substep, state);
    if (ran_away_) {
        start_again(substep, state);
        unpack_positions(state);
        iterations = iterate_all(substep, state);
    }
    if (keeps_residual()) {
        particles_.restore_inverse_masses();
    }
    if (!is_watched(settings)) {
        unpack_positions(state);
        unpack_contacts();
        if (substep.multipliers_wanted) {
            unpack_lambda(state);
        }
    }
    return iterations;
}

/// All iterations of a substep, from the inertial target on; ends early if the primal step leaves its limits.
template <class S>
int FastEngine<S>::iterate_all(const Substep& substep, State& state) {
    const Settings& settings = substep.settings;
    const bool watched = is_watched(settings);
    ran_away_ = false;
    if (watched) {
        std::fill(state.lambda.begin(), state.lambda.end(), 0.0); // the stop rule measures the first change from zero
    }
    zero_volume_multipliers(state);
    stop_rule_.begin(substep, state);
    int iteration = 0;
    bool done = false;
    while (iteration < settings.iterations && !done && !interrupted() && !ran_away_) {
        iterate(substep, state, iteration);
        ++iteration;
        if (watched) {
            unpack_positions(state);
            unpack_lambda(state);
            unpack_contacts();
            note_iteration(substep, state);
            if (settings.stop == Stop::residual) {
                contacts().finish(substep.model, state); // the residual needs the contacts' forces
            }
            done = stop_rule_.done(substep, state);
        }
    }
    return iteration;
}

/// Goes back to the start of the substep, which is then solved with the primal residual dropped.
template <class S>
void FastEngine<S>::start_again(const Substep& substep, State& state) {
    primal_residual_ = PrimalResidual::dropped;
    particles_.return_to_target();
    lanes_.fill(substep, *table_, crowding_, state, false);
    inputs_ = {}; // fills the coefficients again in the next substep
    std::fill(lanes_.lambda.begin(), lanes_.lambda.end(), S(0));
    contacts().restart();
    contacts_.begin(substep.model);
    pairs_.pack(contacts().self_pairs(), substep, state, particles_);
    if (tracing()) {
        this->trace_->clear(); // removes the trace of the first attempt
    }
}

/// Packs the particles and prepares the constraints; incomplete if interrupted.
template <class S>
void FastEngine<S>::make_ready(const Substep& substep, const State& state) {
    primal_residual_ = primal_residual_of(substep.settings);
    adopt(substep.model, substep.settings.sweep);
    if (interrupted()) {
        return;
    }
    load(substep, state);
    prepare(substep, state);
    if (particles_.in_blocks() != uses_blocks()) {
        lay_out(substep.model);
        if (interrupted()) {
            return;
        }
        load(substep, state);
        prepare(substep, state);
    }
}

template <class S>
bool FastEngine<S>::solve_frame(const Frame& frame, State& state, StepStats& stats) {
    const Settings& settings = frame.substep.settings;
    if (is_jacobi(settings.sweep) || settings.stop != Stop::never) {
        return false;
    }
    if constexpr (sizeof(S) == sizeof(double)) {
        make_ready(frame.substep, state);
        if (!interrupted()) {
            motion_.begin(frame, state, particles_, parallel_);
        }
        for (int i = 0; i < settings.substeps && !interrupted(); ++i) {
            const bool last = i + 1 == settings.substeps;
            if (i > 0) {
                if (!motion_.next_substep(frame, *kernels_, last, particles_, parallel_)) {
                    frame.move_grabs(-1);
                    return false;
                }
                std::fill(lanes_.lambda.begin(), lanes_.lambda.end(), S(0));
            }
            if (keeps_residual()) {
                particles_.target = particles_.position;
            }
            if (last) {
                state.predicted.resize(particles_.count());
                in_chunks(particles_.count(),
                          [&](std::size_t p) { state.predicted[p] = particles_.at(particles_.position, p); });
            }
            frame.move_grabs(i);
            pack_grabs(frame, state);
            const auto run = [&] {
                ran_away_ = false;
                for (int iteration = 0; iteration < settings.iterations && !interrupted() && !ran_away_; ++iteration) {
                    iterate(frame.substep, state, iteration);
                }
            };
            run();
            if (ran_away_) {
                start_again(frame.substep, state);
                run();
                primal_residual_ = primal_residual_of(settings);
                lanes_.fill(frame.substep, *table_, crowding_, state, true);
            }
            if (keeps_residual()) {
                particles_.restore_inverse_masses();
            }
            stats.iterations += settings.iterations;
        }
        stats.interrupted = interrupted();
        if (!stats.interrupted) {
            motion_.unpack(frame, particles_, state, parallel_);
            state.lambda.resize(frame.substep.model.constraint_count());
            unpack_lambda(state);
        }
        return true;
    }
    return false;
}

/// Packs the grabbed particles at their positions in the state.
template <class S>
void FastEngine<S>::pack_grabs(const Frame& frame, const State& state) {
    for (const Grab& grab : frame.grabs) {
        if (grab.particle >= 0 && index_of(grab.particle) < particles_.count()) {
            particles_.pack(index_of(grab.particle), state.particles.position[index_of(grab.particle)]);
        }
    }
}

/// Zeros the multipliers of the volumes, which are stored in the state, not in LaneLayout::lambda.
template <class S>
void FastEngine<S>::zero_volume_multipliers(State& state) const {
    std::fill(state.lambda.begin() + static_cast<std::ptrdiff_t>(batched_), state.lambda.end(), 0.0);
}

/// Makes the layout for this model and sweep if they changed. If interrupted, model_ stays 0.
template <class S>
void FastEngine<S>::adopt(const Model& model, SweepOrder sweep) {
    if (model_ == model.identity && adopted_ == sweep) {
        return;
    }
    model_ = 0;
    order_ = order_of(model, sweep, interrupt_);
    if (!order_) {
        return;
    }
    adopted_ = sweep;
    batched_ = model.typed_count();
    is_loose_ = loose_particles(model);
    crowding_ = is_jacobi(sweep) ? crowding(model) : std::vector<double>{};
    may_have_blocks_ = !order_->blocks.empty() && kernels_->of<S>().blocks != nullptr && !is_jacobi(sweep) &&
                       model.self_distance == 0 && model.volumes.empty();
    lay_out(model);
}

template <class S>
void FastEngine<S>::lay_out(const Model& model) {
    model_ = 0;
    inputs_ = {};
    weights_changed_ = true;
    particles_.lay_out(*order_, uses_blocks());
    contacts_.lay_out(model, particles_);
    volumes_.lay_out(model, particles_);
    if (lanes_.lay_out(model, *order_, particles_, interrupt_)) {
        model_ = model.identity; // set last: an incomplete layout is made again
    }
}

/// Packs the particles, which are at their inertial targets.
template <class S>
void FastEngine<S>::load(const Substep& substep, const State& state) {
    const auto& x = state.particles.position;
    particles_.centre(x, is_loose_);
    contacts_.begin(substep.model);
    const bool touchable = !substep.model.colliders.empty();
    std::atomic<bool> changed = false;
    in_chunks(x.size(), [&](std::size_t p) {
        particles_.prefetch(p);
        if (particles_.pack(p, x[p])) {
            changed.store(true, std::memory_order_relaxed);
        }
        if (touchable) {
            contacts_.set_start(particles_, p, substep.start[p], state.predicted[p]);
        }
    });
    if (contacts_.any_moves()) {
        in_ranges(particles_.lanes(), [&](std::size_t begin, std::size_t end) {
            contacts_.carry_starts(substep.model, particles_.origin, begin, end);
        });
    }
    weights_changed_ = weights_changed_ || changed;
    particles_.begin_sums(is_jacobi(adopted_), keeps_residual());
}

/// Zeros the multipliers, and fills the coefficients if their inputs changed.
template <class S>
void FastEngine<S>::prepare(const Substep& substep, const State& state) {
    table_.emplace(rule_, substep);
    const Inputs inputs{table_->by_role(),           substep.scheme, substep.settings.iterations,
                        substep.settings.relaxation, state.torn,     keeps_residual()};
    if (weights_changed_ || inputs != inputs_) {
        inputs_ = inputs;
        weights_changed_ = false;
        lanes_.fill(substep, *table_, crowding_, state, keeps_residual());
    }
    std::fill(lanes_.lambda.begin(), lanes_.lambda.end(), S(0));
    if (lanes_.is_damped() && !particles_.in_blocks()) {
        particles_.reference.assign(particles_.position.size(), S(0));
        in_chunks(particles_.count(), [&](std::size_t p) {
            const Point at(substep.reference[p] - particles_.origin);
            std::copy_n(&at.x, 3, particles_.reference.begin() + particles_.offset(p));
        });
    }
    pairs_.pack(contacts().self_pairs(), substep, state, particles_);
}

/// One iteration over all constraints and contacts, as TextbookSolver::iterate.
template <class S>
void FastEngine<S>::iterate(const Substep& substep, State& state, int iteration) {
    const Settings& settings = substep.settings;
    if (settings.reset_lambda) {
        std::fill(lanes_.lambda.begin(), lanes_.lambda.end(), S(0));
        zero_volume_multipliers(state);
    }
    if (settings.sweep == SweepOrder::chebyshev) {
        store_iterate(state);
    }
    if (keeps_residual() && iteration > 0) {
        ran_away_ = !primal_step(substep, state);
    }
    const bool jacobi = is_jacobi(settings.sweep);
    if (jacobi) {
        particles_.start_corrections();
    }
    for (std::vector<typename LaneLayout<S>::Part>& parts : lanes_.phases) {
        in_parallel(parts.size(), [&](std::size_t i) {
            for (Lanes<S>& lanes : parts[i]) {
                sweep(substep, lanes);
            }
        });
    }
    if (jacobi) {
        particles_.add_corrections();
        if (settings.sweep == SweepOrder::chebyshev) {
            accelerate(substep, state, iteration);
        }
        particles_.apply_moved();
        if (keeps_residual()) {
            particles_.take_weights_of_corrections();
        }
    }
    if (volumes_in_lanes()) {
        volumes_.project(*kernels_, parallel_, substep, *table_, state, particles_);
    }
    project_in_double(substep, state);
    const bool touchable = !substep.model.colliders.empty();
    if (touchable) {
        in_ranges(particles_.lanes(), [&](std::size_t begin, std::size_t end) {
            contacts_.project(*kernels_, substep.model, begin, end, keeps_residual(), particles_);
        });
    }
    if (pairs_.project(*kernels_, substep.model.self_friction, keeps_residual(), particles_.position) || touchable) {
        particles_.note_moved();
    }
}

/// Projects tethers, and volumes unless volumes_in_lanes(), on unpacked positions in double precision.
template <class S>
void FastEngine<S>::project_in_double(const Substep& substep, State& state) {
    const Model& model = substep.model;
    const bool volumes = !model.volumes.empty() && !volumes_in_lanes();
    const bool tethers = substep.settings.long_range && !model.tethers.empty();
    if (!volumes && !tethers) {
        return;
    }
    unpack_positions(state);
    if (keeps_residual()) {
        note_weights();
        swap_weights(state);
    }
    if (volumes) {
        project_volumes(substep, *table_, state);
    }
    if (tethers) {
        contacts().project_tethers(model, state, keeps_residual());
    }
    if (keeps_residual()) {
        swap_weights(state);
    }
    pack_positions(state);
}

/// Exchanges the inverse masses in the state for weight_, or back.
template <class S>
void FastEngine<S>::swap_weights(State& state) {
    for (std::size_t p = 0; p < particles_.count(); ++p) {
        std::swap(state.particles.position[p].w, weight_[p]);
    }
}

/// Writes the inverse masses of the packed particles to weight_.
template <class S>
void FastEngine<S>::note_weights() {
    weight_.resize(particles_.count());
    for (std::size_t p = 0; p < particles_.count(); ++p) {
        weight_[p] = static_cast<double>(particles_.inverse_mass(p));
    }
}

/// The primal step, as PrimalStep::move() of the textbook engine; false if it leaves its limits.
template <class S>
bool FastEngine<S>::primal_step(const Substep& substep, State& state) {
    const Model& model = substep.model;
    for (std::vector<typename LaneLayout<S>::Part>& parts : lanes_.phases) {
        in_parallel(parts.size(), [&](std::size_t i) {
            for (const Lanes<S>& lanes : parts[i]) {
                pull(substep, lanes);
            }
        });
    }
    if (!model.colliders.empty()) {
        in_ranges(particles_.lanes(), [&](std::size_t begin, std::size_t end) {
            contacts_.pull(*kernels_, model, begin, end, is_bounded(), particles_);
        });
    }
    pull_in_double(substep, state);
    std::atomic<bool> in_limits = true;
    in_ranges(particles_.position.size(), [&](std::size_t begin, std::size_t end) {
        if (!kernels_->of<S>().primal.move({particles_.position.data() + begin, particles_.pull.data() + begin,
                                            particles_.target.data() + begin, end - begin, particles_.in_blocks()})) {
            in_limits.store(false, std::memory_order_relaxed);
        }
    });
    pairs_.weigh(particles_);
    particles_.note_moved();
    return !is_bounded() || in_limits;
}

/// Adds the forces of one run to the sums of the particles.
template <class S>
void FastEngine<S>::pull(const Substep& substep, const Lanes<S>& lanes) {
    const simd::PrimalFunctions<S>& kernels = kernels_->of<S>().primal;
    with_type(substep.model, lanes.type, [&](const auto& array, std::size_t) {
        using ConstraintType = typename std::remove_cvref_t<decltype(array)>::Type;
        if constexpr (ConstraintType::branchless) {
            simd::PullArguments<S> pull;
            pull.position = particles_.position.data();
            pull.sums = particles_.pull.data();
            pull.lambda = lanes_.lambda.data() + lanes.begin;
            pull.bound = is_bounded() ? S(1) : S(0);
            if (particles_.in_blocks()) {
                pull.batch = lanes.batch.data();
                pull.coefficients = lanes.coefficients.data();
                pull.batches = lanes.run->slots.size() / kLanes;
                kernels.pull_blocks(pull);
                return;
            }
            for (std::size_t k = 0; k < lanes.offset.size(); ++k) {
                pull.offset[k] = lanes.offset[k].data();
            }
            for (std::size_t k = 0; k < lanes.rest.size(); ++k) {
                pull.rest[k] = lanes.rest[k].data();
            }
            pull.a = lanes.a.data();
            pull.is_wide = lanes.run->is_wide;
            pull.rows = lanes.run->rows;
            pull.batches = lanes.relax.size() / (kLanes * pull.rows);
            kernels.pull[lanes.type](pull);
        } else {
            pull_one_by_one(array, lanes);
        }
    });
}

/// pull() for a type without a SIMD kernel.
template <class S>
template <class ConstraintType>
void FastEngine<S>::pull_one_by_one(const ConstraintArray<ConstraintType>& array, const Lanes<S>& lanes) {
    constexpr std::size_t n = ConstraintType::arity;
    const S factor = is_bounded() ? S(1) : S(0);
    lanes.for_each([&](std::size_t c, std::size_t i) {
        const S lambda = lanes_.lambda[lanes.begin + i];
        if (lambda == 0) {
            return;
        }
        Points<S, n> points;
        for (std::size_t k = 0; k < n; ++k) {
            points[k] = particles_.at(particles_.position, index_of(array.particles[c][k]));
        }
        const auto rest = as_scalar<S>(rest_seen_from(array, c, particles_.origin));
        const auto evaluation = ConstraintType::template eval<S>(points, rest);
        const auto bounds = ConstraintType::template hessian_bounds<S>(points, rest);
        S weight = 0; // grad C w grad C'
        for (std::size_t k = 0; k < n; ++k) {
            const auto& gradient = evaluation.gradient[k];
            weight += particles_.inverse_mass(index_of(array.particles[c][k])) * glm::dot(gradient, gradient);
        }
        if (!(weight > 0)) {
            return;
        }
        const S push = buckling_multiplier<ConstraintType>(lambda, rest);
        for (std::size_t k = 0; k < n; ++k) {
            S* const sums = particles_.pull.data() + particles_.offset(index_of(array.particles[c][k]));
            for (int axis = 0; axis < 3; ++axis) {
                sums[axis] += lambda * evaluation.gradient[k][axis];
            }
            const S slope2 = glm::dot(evaluation.gradient[k], evaluation.gradient[k]);
            sums[3] += factor * primal_stiffness(S(std::abs(lambda)), push, lanes.a[i], weight, bounds[k], slope2);
        }
    });
}

/// Adds the forces of volumes, of tethers and of pairs of the body to the sums, by the textbook engine's code in double
/// precision.
template <class S>
void FastEngine<S>::pull_in_double(const Substep& substep, State& state) {
    const Model& model = substep.model;
    const std::span<const Vec3> tethers = contacts().tether_multipliers();
    if (model.volumes.empty() && tethers.empty() && pairs_.empty()) {
        return;
    }
    unpack_positions(state);
    pairs_.unpack(true, contacts().self_pairs());
    note_weights();
    force_.assign(particles_.count(), Vec3(0));
    bound_.assign(particles_.count(), 0.0);
    add_forces_of_volumes_tethers_and_pairs(model, state, contacts(), *table_, weight_, force_, bound_);
    const double factor = is_bounded() ? 1 : 0;
    for (std::size_t p = 0; p < particles_.count(); ++p) {
        S* const sums = particles_.pull.data() + particles_.offset(p);
        for (int axis = 0; axis < 3; ++axis) {
            sums[axis * particles_.between] += static_cast<S>(force_[p][axis]);
        }
        sums[3 * particles_.between] += static_cast<S>(factor * bound_[p]);
    }
}

template <class S>
void FastEngine<S>::sweep(const Substep& substep, Lanes<S>& lanes) {
    const bool jacobi = is_jacobi(substep.settings.sweep);
    with_type(substep.model, lanes.type, [&](const auto& array, std::size_t) {
        using ConstraintType = typename std::remove_cvref_t<decltype(array)>::Type;
        if constexpr (ConstraintType::branchless) {
            sweep_lanes(array, lanes, jacobi);
        } else {
            sweep_one_by_one(array, lanes, jacobi ? particles_.correction : particles_.position);
        }
    });
}

/// Sweeps one run of a type that has a SIMD kernel.
template <class S>
template <class ConstraintType>
void FastEngine<S>::sweep_lanes(const ConstraintArray<ConstraintType>& array, Lanes<S>& lanes, bool jacobi) {
    const simd::KernelsOf<S>& kernels = kernels_->of<S>();
    if constexpr (IsEdge<ConstraintType>) {
        if (particles_.in_blocks()) {
            if (kernels.blocks({particles_.position.data(), lanes.batch.data(), lanes.coefficients.data(),
                                lanes_.lambda_of(lanes), lanes.run->slots.size() / kLanes, keeps_residual()})) {
                separate_coincident_ends(array, lanes);
            }
            return;
        }
    }
    simd::SweepArguments<S> sweep;
    sweep.position = jacobi ? particles_.correction.data() : particles_.position.data();
    sweep.from = particles_.position.data();
    sweep.reference = lanes.damped ? particles_.reference.data() : nullptr;
    for (std::size_t k = 0; k < lanes.offset.size(); ++k) {
        sweep.offset[k] = lanes.offset[k].data();
    }
    for (std::size_t k = 0; k < lanes.rest.size(); ++k) {
        sweep.rest[k] = lanes.rest[k].data();
    }
    sweep.relax = lanes.relax.data();
    sweep.a = lanes.a.data();
    sweep.g = lanes.g.data();
    sweep.gain = lanes.gain.data();
    sweep.weighs = keeps_residual();
    sweep.lambda = lanes_.lambda_of(lanes);
    sweep.is_wide = lanes.run->is_wide;
    sweep.rows = lanes.run->rows;
    sweep.backwards = lanes.run->backwards;
    sweep.batches = lanes.relax.size() / (kLanes * sweep.rows);
    if constexpr (IsEdge<ConstraintType>) {
        if (!lanes.damped && !jacobi) {
            if (kernels.plain_distance(sweep)) {
                separate_coincident_ends(array, lanes);
            }
            return;
        }
    }
    kernels.sweep[lanes.type](sweep);
}

/// Sweeps one run of a type without a SIMD kernel, by its textbook kernel in precision S.
template <class S>
template <class ConstraintType>
void FastEngine<S>::sweep_one_by_one(const ConstraintArray<ConstraintType>& array, const Lanes<S>& lanes,
                                     std::vector<S>& corrected) {
    constexpr std::size_t n = ConstraintType::arity;
    lanes.for_each([&](std::size_t c, std::size_t i) {
        std::array<std::size_t, n> particle;
        Points<S, n> points;
        for (std::size_t k = 0; k < n; ++k) {
            particle[k] = index_of(array.particles[c][k]);
            points[k] = particles_.at(particles_.position, particle[k]);
        }
        const auto rest = as_scalar<S>(rest_seen_from(array, c, particles_.origin));
        const auto evaluation = ConstraintType::template eval<S>(points, rest);
        S weight = 0;
        S motion = 0;
        for (std::size_t k = 0; k < n; ++k) {
            weight += particles_.inverse_mass(particle[k]) * glm::dot(evaluation.gradient[k], evaluation.gradient[k]);
            if (lanes.damped) {
                motion +=
                    glm::dot(evaluation.gradient[k], points[k] - particles_.at(particles_.reference, particle[k]));
            }
        }
        if (!(weight > 0)) {
            return;
        }
        S& lambda = lanes_.lambda[lanes.begin + i];
        const CoefficientsOf<S> law{lanes.relax[i], lanes.a[i], lanes.g[i]};
        const S change = change_of<ConstraintType>(law, evaluation.value, weight, motion, lambda, rest);
        lambda += change;
        for (std::size_t k = 0; k < n; ++k) {
            S* packed = corrected.data() + particles_.offset(particle[k]);
            for (int axis = 0; axis < 3; ++axis) {
                packed[axis] += packed[3] * change * evaluation.gradient[k][axis];
            }
        }
    });
}

/// The SIMD kernel of distances moves neither end if both are in one point. This moves them along (0, 1, 0), the
/// direction of the textbook kernel.
template <class S>
void FastEngine<S>::separate_coincident_ends(const ConstraintArray<Distance>& array, const Lanes<S>& lanes) {
    lanes.for_each([&](std::size_t c, std::size_t i) {
        if (!(lanes.gain[i] > 0)) {
            return;
        }
        const std::size_t a = index_of(array.particles[c][0]);
        const std::size_t b = index_of(array.particles[c][1]);
        if (particles_.at(particles_.position, a) == particles_.at(particles_.position, b)) {
            // The sweep did lambda <- lambda + gain (rest - a lambda); solves for the lambda before it.
            const S lambda = lanes_.lambda[lanes.begin + i];
            const S divisor =
                keeps_residual() ? particles_.inverse_mass(a) + particles_.inverse_mass(b) + lanes.a[i] : S(1);
            const S gain = lanes.gain[i] / divisor;
            const S before = (lambda - gain * lanes.rest[0][i]) / (1 - gain * lanes.a[i]);
            const S change = lambda - before;
            S* const y = particles_.position.data() + particles_.between;
            y[particles_.offset(a)] -= particles_.inverse_mass(a) * change;
            y[particles_.offset(b)] += particles_.inverse_mass(b) * change;
        }
    });
}

/// Stores the current iterate for accelerate().
template <class S>
void FastEngine<S>::store_iterate(const State& state) {
    current_.moved = particles_.moved;
    current_.lambda = lanes_.lambda;
    const auto volumes = state.lambda.begin() + static_cast<std::ptrdiff_t>(batched_);
    current_.volume_lambda.assign(volumes, state.lambda.end());
}

/// Chebyshev's recurrence, as in TextbookSolver::accelerate.
template <class S>
void FastEngine<S>::accelerate(const Substep& substep, State& state, int iteration) {
    if (iteration > 0) {
        chebyshev_omega_ = chebyshev_omega(substep.settings.spectral_radius, iteration, chebyshev_omega_);
        const auto blend = [&](auto& value, auto before) {
            value = before + static_cast<decltype(before)>(chebyshev_omega_) * (value - before);
        };
        for (std::size_t i = 0; i < particles_.moved.size(); ++i) {
            blend(particles_.moved[i], previous_.moved[i]);
        }
        for (std::size_t i = 0; i < lanes_.lambda.size(); ++i) {
            blend(lanes_.lambda[i], previous_.lambda[i]);
        }
        for (std::size_t v = 0; v < previous_.volume_lambda.size(); ++v) {
            blend(state.lambda[batched_ + v], previous_.volume_lambda[v]);
        }
    }
    std::swap(previous_, current_);
}

template <class S>
void FastEngine<S>::unpack_positions(State& state) const {
    in_chunks(particles_.count(), [&](std::size_t p) {
        particles_.prefetch(p);
        Vec4& particle = state.particles.position[p];
        if (particle.w > 0) {
            particle = Vec4(particles_.unpack(state, p), particle.w);
        }
    });
}

template <class S>
void FastEngine<S>::pack_positions(const State& state) {
    in_chunks(particles_.count(), [&](std::size_t p) {
        particles_.prefetch(p);
        if (state.particles.position[p].w > 0) {
            particles_.pack(state, p, xyz(state.particles.position[p]));
        }
    });
}

template <class S>
void FastEngine<S>::unpack_lambda(State& state) const {
    in_chunks(lanes_.lane_of.size(),
              [&](std::size_t c) { state.lambda[c] = static_cast<double>(lanes_.lambda[lanes_.lane_of[c]]); });
}

template <class S>
void FastEngine<S>::unpack_contacts() {
    contacts_.unpack(particles_.in_blocks() ? order_->blocks : order_->particles, keeps_residual(), contacts());
    pairs_.unpack(keeps_residual(), contacts().self_pairs());
}

template class FastEngine<float>;
template class FastEngine<double>;

StepStats FastSolver::step(const Model& model, State& state, const Control& control, const Settings& settings,
                           double dt) {
    if (measured_ != model.identity) {
        measured_ = model.identity;
        const std::vector<std::uint8_t> is_loose = loose_particles(model);
        std::vector<Vec3> own;
        for (std::size_t i = 0; i < model.particle_count(); ++i) {
            if (is_loose.empty() || is_loose[i] == 0) {
                own.push_back(model.rest_position[i]);
            }
        }
        radius_ = 0.5 * box_diagonal(own);
    }
    const auto advance = [&](auto& engine, auto& other) {
        other.reset(); // frees the layout of the engine that is not used
        using Made = typename std::remove_cvref_t<decltype(engine)>::element_type;
        if (!engine) {
            engine = std::make_unique<Made>(rule_, *kernels_);
        }
        engine->set_trace(trace_);
        engine->set_parallel(parallel_);
        engine->set_interrupt(interrupt_);
        return engine->step(model, state, control, settings, dt);
    };
    return needs_double_precision(radius_, dt / settings.substeps) ? advance(double_, single_)
                                                                   : advance(single_, double_);
}

} // namespace xpbd
