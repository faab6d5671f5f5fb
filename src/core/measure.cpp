#include "core/measure.h"

#include "core/methods.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace xpbd {
namespace {

std::size_t index(int i) {
    return static_cast<std::size_t>(i);
}

template <class Kernel>
auto evaluate(const Batch<Kernel>& batch, std::size_t c, const State& state) {
    Points<double, Kernel::arity> points;
    for (std::size_t i = 0; i < Kernel::arity; ++i) {
        points[i] = xyz(state.particles.position[index(batch.particles[c][i])]);
    }
    return Kernel::template eval<double>(points, batch.rest[c]);
}

/// Median of values; reorders them.
double median(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// A constraint whose |C| is below this share of its length tells nothing about its stiffness.
constexpr double kNoise = 1e-8;
/// Strain below which relative_dual stops dividing by the strain: a slack body is not "unconverged".
constexpr double kConvergedStrain = 1e-3;

void measure_strain_and_stiffness(const Model& model, const State& state, const Settings& settings, double dt,
                                  Measure& out) {
    const auto& batch = model.batch<Distance>();
    const double h = dt / settings.substeps;
    std::vector<double> stiffness;
    std::vector<double> sigma;
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t c = 0; c < batch.size(); ++c) {
        if (batch.material[c].role != Role::stretch) {
            continue;
        }
        const double length = batch.rest[c].length;
        const double value = evaluate(batch, c, state).value;
        const double strain = length > 0 ? std::abs(value) / length : 0.0;
        sum += strain;
        out.max_strain = std::max(out.max_strain, strain);
        ++count;
        // Distance is the first type of the list, so that c is also the index into lambda.
        if (state.force_scale > 0 && std::abs(value) > kNoise * length) {
            stiffness.push_back(-state.lambda[c] * state.force_scale / value);
        }
        const auto& p = batch.particles[c];
        const double w = std::max(state.particles.position[index(p[0])].w, state.particles.position[index(p[1])].w);
        const double alpha = compliance_of(batch.material[c], settings);
        sigma.push_back(alpha > 0 ? h * h * w / alpha : std::numeric_limits<double>::infinity());
    }
    out.mean_strain = count > 0 ? sum / static_cast<double>(count) : 0;
    if (!stiffness.empty()) {
        out.effective_stiffness = median(stiffness);
    }
    if (!sigma.empty()) {
        out.sigma = median(sigma);
    }
}

void measure_particles(const Model& model, const State& state, const Vec3& gravity, Measure& out) {
    double lowest = std::numeric_limits<double>::infinity();
    double lowest_at_rest = lowest;
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        const Vec3 x = xyz(state.particles.position[i]);
        const Vec3& v = state.particles.velocity[i];
        const double m = model.mass[i];
        lowest = std::min(lowest, x.y);
        lowest_at_rest = std::min(lowest_at_rest, model.rest_position[i].y);
        out.kinetic_energy += 0.5 * m * glm::dot(v, v);
        out.gravity_energy -= m * glm::dot(gravity, x);
        out.momentum += m * v;
    }
    out.sag = lowest_at_rest - lowest;
}

/// Residuals of the last substep's equations (X16 eq. 8 to 11) and the elastic energy.
void measure_equations(const Model& model, const State& state, const Settings& settings, Measure& out) {
    if (!(state.force_scale > 0)) {
        return;
    }
    const bool compliant = methods()[index(settings.method)].has_compliance;
    std::vector<Vec3> force = state.contact_multiplier; // grad C' lambda, with contacts
    double dual = 0;
    double scale = 0;
    std::size_t count = 0;
    for_each_batch(model, [&](const auto& batch, std::size_t first) {
        using Kernel = typename std::remove_cvref_t<decltype(batch)>::KernelType;
        for (std::size_t c = 0; c < batch.size(); ++c) {
            const auto evaluation = evaluate(batch, c, state);
            const double lambda = state.lambda[first + c];
            double rate = 0; // grad C . v
            for (std::size_t i = 0; i < Kernel::arity; ++i) {
                const std::size_t p = index(batch.particles[c][i]);
                force[p] += lambda * evaluation.gradient[i];
                rate += glm::dot(evaluation.gradient[i], state.particles.velocity[p]);
            }
            const double alpha = compliant ? compliance_of(batch.material[c], settings) : 0;
            const double beta = compliant ? damping_of(batch.material[c], settings) : 0;
            if (alpha > 0) {
                out.elastic_energy += evaluation.value * evaluation.value / (2 * alpha);
            }
            if constexpr (std::is_same_v<Kernel, Distance>) {
                const double elastic = alpha * state.force_scale * lambda;
                const double h = evaluation.value + elastic + alpha * beta * rate;
                const double floor = kConvergedStrain * batch.rest[c].length;
                dual += h * h;
                scale += evaluation.value * evaluation.value + floor * floor;
                ++count;
            }
        }
    });
    if (count > 0) {
        out.residual_dual = std::sqrt(dual / static_cast<double>(count));
        out.relative_dual = scale > 0 ? std::sqrt(dual / scale) : 0;
    }
    double primal = 0;
    std::size_t moving = 0;
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        if (model.mass[i] > 0) {
            const Vec3 g = model.mass[i] * (xyz(state.particles.position[i]) - state.predicted[i]) - force[i];
            primal += glm::dot(g, g);
            ++moving;
        }
    }
    out.residual_primal = moving > 0 ? std::sqrt(primal / static_cast<double>(moving)) : 0;
}

double role_value(Role role, double stretch, double shear, double bend) {
    switch (role) {
    case Role::stretch:
        return stretch;
    case Role::shear:
        return shear;
    case Role::bend:
        break;
    }
    return bend;
}

} // namespace

Measure measure(const Model& model, const State& state, const Settings& settings, const Vec3& gravity, double dt) {
    Measure result;
    measure_strain_and_stiffness(model, state, settings, dt, result);
    measure_particles(model, state, gravity, result);
    measure_equations(model, state, settings, result);
    return result;
}

std::vector<ConstraintReading> read_constraints(const Model& model, const State& state) {
    std::vector<ConstraintReading> readings;
    readings.reserve(model.constraint_count());
    for_each_batch(model, [&](const auto& batch, std::size_t first) {
        using Kernel = typename std::remove_cvref_t<decltype(batch)>::KernelType;
        for (std::size_t c = 0; c < batch.size(); ++c) {
            ConstraintReading reading{Kernel::key,
                                      {-1, -1, -1, -1},
                                      evaluate(batch, c, state).value,
                                      state.lambda[first + c],
                                      -state.lambda[first + c] * state.force_scale};
            std::copy(batch.particles[c].begin(), batch.particles[c].end(), reading.particles.begin());
            readings.push_back(reading);
        }
    });
    return readings;
}

void distance_strain(const Model& model, const State& state, std::vector<float>& out) {
    const auto& batch = model.batch<Distance>();
    out.resize(batch.size());
    for (std::size_t c = 0; c < batch.size(); ++c) {
        const double length = batch.rest[c].length;
        out[c] = length > 0 ? static_cast<float>(evaluate(batch, c, state).value / length) : 0.0f;
    }
}

double compliance_of(const Material& material, const Settings& settings) {
    return material.compliance.value_or(
        role_value(material.role, settings.stretch_compliance, settings.shear_compliance, settings.bend_compliance));
}

double stiffness_of(const Material& material, const Settings& settings) {
    return material.stiffness.value_or(
        role_value(material.role, settings.stretch_stiffness, settings.shear_stiffness, settings.bend_stiffness));
}

double damping_of(const Material& material, const Settings& settings) {
    return material.damping.value_or(
        role_value(material.role, settings.stretch_damping, settings.shear_damping, settings.bend_damping));
}

} // namespace xpbd
