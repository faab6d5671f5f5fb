#include "core/measure/measure.h"

#include "core/constraints/fold.h"
#include "core/constraints/volume.h"
#include "core/measure/median.h"
#include "core/methods.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace xpbd {
namespace {

/// A constraint whose |C| is below this share of its length tells nothing about its stiffness.
constexpr double kNoise = 1e-8;
/// Strain below which relative_dual stops dividing by the strain: a slack body is not "unconverged".
constexpr double kConvergedStrain = 1e-3;

/// Measure::hang_sag of a body whose shape without stretch is not known: no particle of such a body hangs lower than
/// its shortest way to a fixed one is long. NaN where nothing is fixed.
double sag_past_tethers(const Model& model, const State& state) {
    const auto height = [&](int particle) { return state.particles.position[index_of(particle)].y; };
    double most = model.tethers.empty() ? std::numeric_limits<double>::quiet_NaN() : 0;
    for (std::size_t next = 0; next < model.tethers.size();) { // they are sorted by particle
        const int particle = model.tethers[next].particle;
        double level = -std::numeric_limits<double>::infinity();
        for (; next < model.tethers.size() && model.tethers[next].particle == particle; ++next) {
            level = std::max(level, height(model.tethers[next].anchor) - model.tethers[next].length);
        }
        most = std::max(most, level - height(particle));
    }
    return most;
}

void measure_particles(const Model& model, const State& state, const Vec3& gravity, Measure& out) {
    double lowest = std::numeric_limits<double>::infinity();
    double lowest_at_rest = lowest;
    double highest = -lowest;
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        const Vec3 x = xyz(state.particles.position[i]);
        const Vec3& v = state.particles.velocity[i];
        const double m = model.mass[i];
        lowest = std::min(lowest, x.y);
        highest = std::max(highest, x.y);
        lowest_at_rest = std::min(lowest_at_rest, model.rest_position[i].y);
        out.kinetic_energy += 0.5 * m * glm::dot(v, v);
        out.gravity_energy -= m * glm::dot(gravity, x);
        out.momentum += m * v;
        out.angular_momentum += glm::cross(x, m * v);
        out.contact_force += contact_force_on(state, i);
    }
    out.sag = lowest_at_rest - lowest;
    out.lowest = lowest;
    out.height = highest - lowest;
    if (gravity.y < 0) {
        out.hang_sag = model.hang_level ? *model.hang_level - lowest : sag_past_tethers(model, state);
    }
    if (!model.volumes.empty()) {
        out.volume = 0;
        for (const Volume& volume : model.volumes) {
            out.volume += enclosed_volume(volume.triangles, state.particles.position);
        }
    }
}

/// Sums of one substep's equations over the constraints.
struct EquationSums {
    std::vector<Vec3> force; ///< grad C' lambda per particle, with contacts
    double energy = 0;
    double dual = 0;
    double scale = 0;
    std::size_t distances = 0;
};

/// Elastic energy of one constraint [J], and its X16 eq. 9 residual C + alpha~ lambda.
double dual_residual(double value, double rate, double lambda, double alpha, double beta, double force_scale,
                     EquationSums& sums) {
    if (alpha > 0) {
        sums.energy += value * value / (2 * alpha);
    }
    return value + alpha * force_scale * lambda + alpha * beta * rate;
}

/// Unit of an energy over a value of C.
std::string_view force_unit(std::string_view value_unit) {
    if (value_unit == "m") {
        return "N";
    }
    return value_unit == "m^3" ? "Pa" : "N m"; // of an angle, and of a number
}

/// measure_equations, with a callback for every distance constraint that is not torn: see(c, C).
template <class See>
Equations sum_equations(const Model& model, const State& state, const Settings& settings, double force_scale,
                        std::span<const Vec3> velocity, const See& see) {
    const MethodInfo& method = methods()[index_of(settings.method)];
    const bool compliant = method.has_compliance;
    EquationSums sums;
    sums.force = state.contact_multiplier;
    for_each_constraint(model, [&](const auto& constraint) {
        if (is_torn(state, constraint.index)) {
            return;
        }
        const auto evaluation = constraint.evaluate(state.particles.position);
        const auto& particles = constraint.particles();
        const double lambda = state.lambda[constraint.index];
        const double alpha = compliant ? compliance_of(constraint.material(), settings) : 0;
        const double beta = compliant ? damping_of(constraint.material(), settings) : 0;
        double rate = 0; // grad C . v
        for (std::size_t i = 0; i < particles.size(); ++i) {
            const std::size_t p = index_of(particles[i]);
            sums.force[p] += lambda * evaluation.gradient[i];
            if (beta > 0) {
                rate += glm::dot(evaluation.gradient[i], velocity[p]);
            }
        }
        const double h = dual_residual(evaluation.value, rate, lambda, alpha, beta, force_scale, sums);
        if constexpr (std::is_same_v<typename std::remove_cvref_t<decltype(constraint)>::Type, Distance>) {
            const double floor = kConvergedStrain * rest_length(constraint.array, constraint.c);
            sums.dual += h * h;
            sums.scale += evaluation.value * evaluation.value + floor * floor;
            ++sums.distances;
            see(constraint.c, evaluation.value);
        }
    });

    Equations result;
    result.elastic_energy = sums.energy;
    if (sums.distances > 0) {
        result.residual_dual = std::sqrt(sums.dual / static_cast<double>(sums.distances));
        result.relative_dual = sums.scale > 0 ? std::sqrt(sums.dual / sums.scale) : 0;
    }
    if (!method.has_forces) {
        result.residual_primal = result.relative_primal = std::numeric_limits<double>::quiet_NaN();
        return result;
    }
    double primal = 0;
    double scale = 0;
    std::size_t moving = 0;
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        if (model.mass[i] > 0) {
            const Vec3 inertia = model.mass[i] * (xyz(state.particles.position[i]) - state.predicted[i]);
            const Vec3 g = inertia - sums.force[i];
            primal += glm::dot(g, g);
            scale += glm::dot(inertia, inertia);
            ++moving;
        }
    }
    result.residual_primal = moving > 0 ? std::sqrt(primal / static_cast<double>(moving)) : 0;
    result.relative_primal = scale > 0 ? std::sqrt(primal / scale) : 0;
    return result;
}

/// Strain, stiffness and sigma of the stretch constraints, one by one.
class StretchReadings {
public:
    StretchReadings(const Model& model, const State& state, const Settings& settings, double dt)
        : batch_(model.of_type<Distance>()),
          state_(state),
          settings_(settings),
          h_(dt / settings.substeps),
          forces_(state.force_scale > 0 && methods()[index_of(settings.method)].has_forces) {
        stiffness_.reserve(batch_.size());
        sigma_.reserve(batch_.size());
    }

    void see(std::size_t c, double value) {
        if (batch_.material[c].role != Role::stretch) {
            return;
        }
        const double length = rest_length(batch_, c);
        const double strain = length > 0 ? std::abs(value) / length : 0.0;
        strain_sum_ += strain;
        max_strain_ = std::max(max_strain_, strain);
        // Distance is the first type of the list, so that c is also the index into lambda.
        if (forces_ && std::abs(value) > kNoise * length) {
            stiffness_.push_back(-state_.lambda[c] * state_.force_scale / value);
        }
        const auto& p = batch_.particles[c];
        const double w =
            std::max(state_.particles.position[index_of(p[0])].w, state_.particles.position[index_of(p[1])].w);
        const double alpha = compliance_of(batch_.material[c], settings_);
        sigma_.push_back(alpha > 0 ? h_ * h_ * w / alpha : std::numeric_limits<double>::infinity());
    }

    void write(Measure& out) {
        out.max_strain = max_strain_;
        out.mean_strain = sigma_.empty() ? 0 : strain_sum_ / static_cast<double>(sigma_.size());
        if (!stiffness_.empty()) {
            out.effective_stiffness = median(stiffness_);
        }
        if (!sigma_.empty()) {
            out.sigma = median(sigma_);
        }
    }

private:
    const ConstraintArray<Distance>& batch_;
    const State& state_;
    const Settings& settings_;
    double h_;
    bool forces_; ///< the state's multipliers are forces
    double strain_sum_ = 0;
    double max_strain_ = 0;
    std::vector<double> stiffness_;
    std::vector<double> sigma_; ///< one per stretch constraint
};

} // namespace

Equations measure_equations(const Model& model, const State& state, const Settings& settings, double force_scale,
                            std::span<const Vec3> velocity) {
    return sum_equations(model, state, settings, force_scale, velocity, [](std::size_t, double) {});
}

Measure measure(const Model& model, const State& state, const Settings& settings, const Vec3& gravity, double dt) {
    Measure result;
    StretchReadings stretch(model, state, settings, dt);
    const Equations equations = sum_equations(model, state, settings, state.force_scale, state.particles.velocity,
                                              [&](std::size_t c, double value) { stretch.see(c, value); });
    stretch.write(result);
    measure_particles(model, state, gravity, result);
    result.elastic_energy = equations.elastic_energy; // of the positions, so that a state has it before its first step
    const bool has_forces = methods()[index_of(settings.method)].has_forces;
    if (!has_forces) {
        result.contact_force = Vec3(std::numeric_limits<double>::quiet_NaN());
    }
    if (state.force_scale > 0 || !has_forces) { // else before the first step: there are no multipliers yet
        result.residual_primal = equations.residual_primal;
        result.residual_dual = equations.residual_dual;
        result.relative_dual = equations.relative_dual;
    }
    return result;
}

Vec3 contact_force_on(const State& state, std::size_t particle) {
    return state.contact_multiplier[particle] * state.force_scale;
}

std::vector<ConstraintReading> read_constraints(const Model& model, const State& state) {
    std::vector<ConstraintReading> readings;
    readings.reserve(model.constraint_count());
    for_each_constraint(model, [&](const auto& constraint) {
        using Type = typename std::remove_cvref_t<decltype(constraint)>::Type;
        ConstraintReading reading{constraint.info().key,
                                  {},
                                  constraint.evaluate(state.particles.position).value,
                                  state.lambda[constraint.index],
                                  -state.lambda[constraint.index] * state.force_scale,
                                  constraint.material().role,
                                  constraint.info().value_unit,
                                  force_unit(constraint.info().value_unit)};
        reading.particles.fill(-1);
        if constexpr (!std::is_same_v<Type, Volume>) {
            std::copy(constraint.particles().begin(), constraint.particles().end(), reading.particles.begin());
        }
        readings.push_back(reading);
    });
    return readings;
}

void distance_strain(const Model& model, const State& state, std::vector<float>& out) {
    const auto& array = model.of_type<Distance>();
    out.resize(array.size());
    for (std::size_t c = 0; c < array.size(); ++c) {
        const double length = rest_length(array, c);
        const auto& p = array.particles[c];
        const double now =
            glm::distance(xyz(state.particles.position[index_of(p[0])]), xyz(state.particles.position[index_of(p[1])]));
        out[c] = length > 0 && !is_torn(state, c) ? static_cast<float>((now - length) / length) : 0.0f;
    }
}

} // namespace xpbd
