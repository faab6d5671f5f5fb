#include "core/methods/position_based/textbook.h"

#include "core/volume.h"

#include <algorithm>

namespace xpbd {
namespace {

/// d_lambda of one constraint (X16 eq. 18 and 26, with the coefficients of the method).
/// @param weight grad C w grad C'; @param damping grad C . (x - x_reference)
double multiplier_change(const Coefficients& k, double value, double weight, double damping, double lambda) {
    return k.relax * (-value - k.a * lambda - k.g * damping) / ((1 + k.g) * weight + k.a);
}

/// Projects one constraint (X16 eq. 17): evaluated at `from`, applied to `x`. Gauss-Seidel passes the same array twice.
template <class Kernel>
void project(const Batch<Kernel>& batch, std::size_t c, const Coefficients& k, double& lambda,
             const std::vector<Vec4>& from, std::vector<Vec4>& x, std::span<const Vec3> reference) {
    constexpr std::size_t n = Kernel::arity;
    const auto& particles = batch.particles[c];
    Points<double, n> points;
    for (std::size_t i = 0; i < n; ++i) {
        points[i] = xyz(from[index_of(particles[i])]);
    }
    const auto evaluation = Kernel::template eval<double>(points, batch.rest[c]);

    double weight = 0; // grad C w grad C'
    for (std::size_t i = 0; i < n; ++i) {
        weight += x[index_of(particles[i])].w * glm::dot(evaluation.gradient[i], evaluation.gradient[i]);
    }
    if (!(weight > 0)) {
        return; // nothing that can move, or no defined direction
    }
    double damping = 0;
    if (k.g != 0) {
        for (std::size_t i = 0; i < n; ++i) {
            damping += glm::dot(evaluation.gradient[i], points[i] - reference[index_of(particles[i])]);
        }
    }
    const double change = multiplier_change(k, evaluation.value, weight, damping, lambda);
    lambda += change;
    for (std::size_t i = 0; i < n; ++i) {
        Vec4& particle = x[index_of(particles[i])];
        particle += Vec4(particle.w * change * evaluation.gradient[i], 0);
    }
}

bool is_jacobi(Sweep sweep) {
    return sweep == Sweep::jacobi || sweep == Sweep::chebyshev;
}

/// For every constraint the largest number of constraints that meet at one of its particles. Jacobi divides each
/// correction by it: the corrections of one particle then never add up to more than their mean, and the multiplier
/// stays the force that was applied, as it would not if each particle averaged on its own.
std::vector<double> crowding(const Model& model) {
    std::vector<double> meeting(model.particle_count(), 0);
    for_each_batch(model, [&](const auto& batch, std::size_t) {
        for (const auto& particles : batch.particles) {
            for (const int p : particles) {
                ++meeting[index_of(p)];
            }
        }
    });
    std::vector<double> result;
    result.reserve(model.constraint_count());
    const auto most = [&](const auto& particles) {
        double count = 1;
        for (const int p : particles) {
            count = model.mass[index_of(p)] > 0 ? std::max(count, meeting[index_of(p)]) : count;
        }
        return count;
    };
    for_each_batch(model, [&](const auto& batch, std::size_t) {
        for (const auto& particles : batch.particles) {
            result.push_back(most(particles));
        }
    });
    result.resize(model.constraint_count(), 1.0); // a volume is projected alone, after the others
    return result;
}

} // namespace

int TextbookSolver::solve(const Substep& substep, State& state) {
    prepare(substep, state);
    stop_rule_.begin(substep, state);
    int iteration = 0;
    while (iteration < substep.settings.iterations) {
        iterate(substep, state, iteration);
        ++iteration;
        note_iteration(substep, state);
        if (substep.settings.stop == Stop::residual) {
            contacts().finish(substep.model, state); // the residual counts the contacts' forces too
        }
        if (stop_rule_.done(substep, state)) {
            break;
        }
    }
    return iteration;
}

/// Turns materials into coefficients, once per substep.
void TextbookSolver::prepare(const Substep& substep, const State& state) {
    const Model& model = substep.model;
    const Settings& settings = substep.settings;
    const SubstepScheme& scheme = substep.scheme;
    coefficients_.resize(model.constraint_count());
    // Most constraints follow the pane's role values: those are worked out once.
    std::array<Coefficients, kRoleCount> by_role;
    for (std::size_t r = 0; r < kRoleCount; ++r) {
        by_role[r] = rule_(material_of({static_cast<Role>(r), {}, {}, {}}, settings), scheme, settings.iterations);
    }
    const auto coefficients = [&](const Material& m) {
        const bool plain = !m.compliance && !m.stiffness && !m.damping;
        return plain ? by_role[static_cast<std::size_t>(m.role)]
                     : rule_(material_of(m, settings), scheme, settings.iterations);
    };
    for_each_batch(model, [&](const auto& batch, std::size_t first) {
        for (std::size_t c = 0; c < batch.size(); ++c) {
            coefficients_[first + c] = coefficients(batch.material[c]);
        }
    });
    for (std::size_t v = 0; v < model.volumes.size(); ++v) {
        coefficients_[model.batched_count() + v] = coefficients(model.volumes[v].material);
    }
    if (is_jacobi(settings.sweep)) {
        const std::vector<double> divisor = crowding(model);
        for (std::size_t c = 0; c < coefficients_.size(); ++c) {
            coefficients_[c].relax *= settings.relaxation / divisor[c];
        }
    } else if (settings.sweep == Sweep::sor) {
        for (Coefficients& k : coefficients_) {
            k.relax *= settings.relaxation;
        }
    }
    for (std::size_t c = 0; c < state.torn.size(); ++c) {
        if (state.torn[c] != 0) {
            coefficients_[c].relax = 0;
        }
    }
}

/// One iteration over everything.
void TextbookSolver::iterate(const Substep& substep, State& state, int iteration) {
    const Settings& settings = substep.settings;
    auto& x = state.particles.position;
    if (settings.reset_lambda) {
        std::fill(state.lambda.begin(), state.lambda.end(), 0.0);
    }
    if (is_jacobi(settings.sweep)) {
        if (settings.sweep == Sweep::chebyshev) {
            current_ = {x, state.lambda};
        }
        frozen_ = x;
        sweep(substep, state, Sweep::listed, frozen_);
        if (settings.sweep == Sweep::chebyshev) {
            accelerate(substep, state, iteration);
        }
    } else {
        sweep(substep, state, settings.sweep == Sweep::sor ? Sweep::listed : settings.sweep, x);
    }
    project_volumes(substep, state);
    if (settings.long_range) {
        contacts().project_tethers(substep.model, state);
    }
    contacts().project(substep.model, state);
}

/// One sweep over all batched constraints, each evaluated at `from`.
void TextbookSolver::sweep(const Substep& substep, State& state, Sweep order, const std::vector<Vec4>& from) {
    const Model& model = substep.model;
    auto& x = state.particles.position;
    const auto sweep_batch = [&](const auto& batch, std::size_t first) {
        const auto one = [&](std::size_t c) {
            project(batch, c, coefficients_[first + c], state.lambda[first + c], from, x, substep.reference);
        };
        const std::size_t count = batch.size();
        if (order == Sweep::reversed) {
            for (std::size_t c = count; c-- > 0;) {
                one(c);
            }
        } else if (order == Sweep::coloured) {
            for (const int c : batch.coloured) {
                one(index_of(c));
            }
        } else {
            for (std::size_t c = 0; c < count; ++c) {
                one(c);
            }
        }
    };
    if (order == Sweep::reversed) {
        std::size_t end = model.batched_count();
        const auto backwards = [&]<std::size_t... I>(std::index_sequence<I...>) {
            constexpr std::size_t last = sizeof...(I) - 1;
            ((end -= std::get<last - I>(model.constraints).size(),
              sweep_batch(std::get<last - I>(model.constraints), end)),
             ...);
        };
        backwards(std::make_index_sequence<std::tuple_size_v<Constraints>>{});
    } else {
        for_each_batch(model, sweep_batch);
    }
}

/// The enclosed volumes, each a single constraint over many particles, one after the other.
void TextbookSolver::project_volumes(const Substep& substep, State& state) {
    const Model& model = substep.model;
    auto& x = state.particles.position;
    for (std::size_t v = 0; v < model.volumes.size(); ++v) {
        const Volume& volume = model.volumes[v];
        const std::size_t at = model.batched_count() + v;
        const double value = evaluate_volume(volume, x, volume_gradient_);
        double weight = 0;
        double damping = 0;
        for (std::size_t i = 0; i < volume.particles.size(); ++i) {
            const std::size_t p = index_of(volume.particles[i]);
            weight += x[p].w * glm::dot(volume_gradient_[i], volume_gradient_[i]);
            damping += glm::dot(volume_gradient_[i], xyz(x[p]) - substep.reference[p]);
        }
        if (!(weight > 0)) {
            continue; // a surface crushed to a point has no direction in which its volume grows
        }
        const double change = multiplier_change(coefficients_[at], value, weight, damping, state.lambda[at]);
        state.lambda[at] += change;
        for (std::size_t i = 0; i < volume.particles.size(); ++i) {
            Vec4& particle = x[index_of(volume.particles[i])];
            particle += Vec4(particle.w * change * volume_gradient_[i], 0);
        }
    }
}

/// Chebyshev's recurrence over Jacobi iterates (W15 algorithm 1), on positions and multipliers alike, so that the
/// multipliers stay the forces: y_(k+1) = omega_(k+1) (y^ - y_(k-1)) + y_(k-1), omega_(k+1) = 4/(4 - rho^2 omega_k).
void TextbookSolver::accelerate(const Substep& substep, State& state, int iteration) {
    const double rho2 = substep.settings.spectral_radius * substep.settings.spectral_radius;
    if (iteration > 0) {
        chebyshev_omega_ = iteration == 1 ? 2 / (2 - rho2) : 4 / (4 - rho2 * chebyshev_omega_);
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
