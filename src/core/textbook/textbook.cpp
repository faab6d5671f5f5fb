// The position-based iteration in double precision: sweeps in every order, and Chebyshev's acceleration.
#include "core/textbook/textbook.h"

#include "core/model/method_traits.h"
#include "core/step/measure/equations.h"
#include "core/step/order/order.h"
#include "core/textbook/project.h"

#include <algorithm>

namespace xpbd {
int TextbookSolver::solve(const Substep& substep, State& state) {
    prepare(substep, state);
    int iterations = iterate_all(substep, state);
    if (ran_away_) { // solved with the primal residual dropped
        primal_residual_ = PrimalResidual::dropped;
        start_again(state);
        iterations = iterate_all(substep, state);
    }
    return iterations;
}

/// All iterations of a substep, from the inertial target on; ends early if the primal step leaves its limits.
int TextbookSolver::iterate_all(const Substep& substep, State& state) {
    ran_away_ = false;
    primal_step_.begin(state);
    stop_rule_.begin(substep, state);
    int iteration = 0;
    while (iteration < substep.settings.iterations && !interrupted() && !ran_away_) {
        iterate(substep, state, iteration);
        ++iteration;
        note_iteration(substep, state);
        if (substep.settings.stop == Stop::residual) {
            contacts().finish(substep.model, state); // the residual needs the contacts' forces
        }
        if (stop_rule_.done(substep, state)) {
            break;
        }
    }
    return iteration;
}

/// Computes the coefficients of all constraints, once per substep.
void TextbookSolver::prepare(const Substep& substep, const State& state) {
    const Model& model = substep.model;
    const Settings& settings = substep.settings;
    primal_residual_ = primal_residual_of(settings);
    coefficients_.resize(model.typed_count());
    table_.emplace(rule_, substep);
    for_each_type(model, [&](const auto& array, std::size_t first) {
        for (std::size_t c = 0; c < array.size(); ++c) {
            coefficients_[first + c] = (*table_)(array.material[c]);
        }
    });
    if (is_jacobi(settings.sweep) || settings.sweep == SweepOrder::sor) {
        const std::vector<double> crowded = is_jacobi(settings.sweep) ? crowding(model) : std::vector<double>{};
        for (std::size_t c = 0; c < coefficients_.size(); ++c) {
            coefficients_[c].relax *= sweep_relaxation(settings, crowded.empty() ? 1 : crowded[c]);
        }
    }
    for (std::size_t c = 0; c < coefficients_.size(); ++c) {
        if (is_torn(state, c)) {
            coefficients_[c].relax = 0;
        }
    }
}

/// One iteration over all constraints and contacts.
void TextbookSolver::iterate(const Substep& substep, State& state, int iteration) {
    const Settings& settings = substep.settings;
    auto& x = state.particles.position;
    if (settings.reset_lambda) {
        std::fill(state.lambda.begin(), state.lambda.end(), 0.0);
    }
    if (settings.sweep == SweepOrder::chebyshev) {
        current_ = {x, state.lambda};
    }
    const bool kept = primal_residual_ != PrimalResidual::dropped;
    if (kept && iteration > 0) {
        ran_away_ = !primal_step_.move(substep, state, contacts(), *table_, primal_residual_ == PrimalResidual::kept);
        primal_step_.swap_weights(state);
    }
    if (is_jacobi(settings.sweep)) {
        frozen_ = x;
        sweep(substep, state, SweepOrder::listed, frozen_);
        if (settings.sweep == SweepOrder::chebyshev) {
            accelerate(substep, state, iteration);
        }
    } else {
        sweep(substep, state, settings.sweep == SweepOrder::sor ? SweepOrder::listed : settings.sweep, x);
    }
    project_volumes(substep, *table_, state);
    if (settings.long_range) {
        contacts().project_tethers(substep.model, state, kept);
    }
    contacts().project(substep.model, state, kept);
    if (kept && iteration > 0) {
        primal_step_.swap_weights(state);
    }
}

/// One sweep over all constraints except volumes, each evaluated at `from`.
void TextbookSolver::sweep(const Substep& substep, State& state, SweepOrder order, const std::vector<Vec4>& from) {
    const Model& model = substep.model;
    auto& x = state.particles.position;
    if (order == SweepOrder::coloured) {
        if (ordered_ != model.identity) {
            order_ = order_of(model, order, interrupt_);
            ordered_ = order_ ? model.identity : 0;
        }
        if (!order_) {
            return; // interrupted
        }
        for_each_run(model, *order_, [&](const auto& array, std::size_t first, const Order::Run& run) {
            for (const int slot : run.slots) {
                for (std::size_t row = 0; row < run.rows && slot >= 0; ++row) {
                    const std::size_t c = run.constraint(slot, row);
                    project(constraint_of(array, first, c), coefficients_[first + c], state.lambda[first + c], from, x,
                            substep.reference);
                }
            }
        });
        return;
    }
    const auto sweep_type = [&](const auto& array, std::size_t first) {
        const auto one = [&](std::size_t c) {
            project(constraint_of(array, first, c), coefficients_[first + c], state.lambda[first + c], from, x,
                    substep.reference);
        };
        const std::size_t count =
            interrupted() ? 0 : array.size(); // checked once per type, because a sweep over the largest cloths is slow
        if (order == SweepOrder::reversed) {
            for (std::size_t c = count; c-- > 0;) {
                one(c);
            }
        } else {
            for (std::size_t c = 0; c < count; ++c) {
                one(c);
            }
        }
    };
    if (order == SweepOrder::reversed) {
        std::size_t end = model.typed_count();
        const auto backwards = [&]<std::size_t... I>(std::index_sequence<I...>) {
            constexpr std::size_t last = sizeof...(I) - 1;
            ((end -= std::get<last - I>(model.constraints).size(),
              sweep_type(std::get<last - I>(model.constraints), end)),
             ...);
        };
        backwards(std::make_index_sequence<std::tuple_size_v<Constraints>>{});
    } else {
        for_each_type(model, sweep_type);
    }
}

/// Chebyshev's recurrence over Jacobi iterates (W15 algorithm 1): y_(k+1) = omega_(k+1) (y^ - y_(k-1)) + y_(k-1),
/// omega_(k+1) = 4/(4 - rho^2 omega_k). Applied to positions and multipliers, so that the multipliers remain the
/// forces.
void TextbookSolver::accelerate(const Substep& substep, State& state, int iteration) {
    if (iteration > 0) {
        chebyshev_omega_ = chebyshev_omega(substep.settings.spectral_radius, iteration, chebyshev_omega_);
        for (std::size_t i = 0; i < previous_.position.size(); ++i) {
            Vec4& x = state.particles.position[i];
            const double w = x.w;
            x = previous_.position[i] + chebyshev_omega_ * (x - previous_.position[i]);
            x.w = w;
        }
        for (std::size_t c = 0; c < previous_.lambda.size(); ++c) {
            double& lambda = state.lambda[c];
            lambda = previous_.lambda[c] + chebyshev_omega_ * (lambda - previous_.lambda[c]);
        }
    }
    std::swap(previous_, current_);
}

} // namespace xpbd
