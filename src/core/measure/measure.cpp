#include "core/measure/measure.h"

#include "core/constraints/fold.h"
#include "core/constraints/volume.h"
#include "core/measure/median.h"
#include "core/methods.h"
#include "core/simd/sweep.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

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
    for (const Tether& tether : model.tethers) {
        most = std::max(most, height(tether.anchor) - tether.length - height(tether.particle));
    }
    return most;
}

void measure_particles(const Model& model, const State& state, const Vec3& gravity, Measure& out) {
    simd::BodyArguments body;
    body.position = &state.particles.position.data()->x;
    body.velocity = &state.particles.velocity.data()->x;
    body.contact = &state.contact_multiplier.data()->x;
    body.mass = model.mass.data();
    body.count = model.particle_count();
    body.gravity = {gravity.x, gravity.y, gravity.z};
    body.force_scale = state.force_scale;
    const simd::BodySums sums = simd::kernels().front()->body(body);
    const auto vector = [](const std::array<double, 3>& numbers) { return Vec3(numbers[0], numbers[1], numbers[2]); };
    out.kinetic_energy = sums.kinetic;
    out.gravity_energy = sums.potential;
    out.momentum = vector(sums.momentum);
    out.angular_momentum = vector(sums.angular);
    out.contact_force = vector(sums.contact);
    out.sag = model.rest_lowest - sums.lowest;
    out.lowest = sums.lowest;
    out.height = sums.highest - sums.lowest;
    if (gravity.y < 0) {
        out.hang_sag = model.hang_level ? *model.hang_level - sums.lowest : sag_past_tethers(model, state);
    }
    if (!model.volumes.empty()) {
        out.volume = 0;
        for (const Volume& volume : model.volumes) {
            out.volume += enclosed_volume(volume.triangles, state.particles.position);
        }
    }
}

/// Unit of an energy over a value of C.
std::string_view force_unit(std::string_view value_unit) {
    if (value_unit == "m") {
        return "N";
    }
    return value_unit == "m^3" ? "Pa" : "N m"; // of an angle, and of a number
}

/// Reads the distance constraints that are not torn, run by run, and what only they have: the stiffness and sigma of
/// stretch.
class Edges {
public:
    Edges(const Model& model, const State& state)
        : batch_(model.of_type<Distance>()), lighter_ends_(model.lighter_ends), state_(state) {}

    /// What read() asks for besides the equations. `substep` [s]
    void want_stretch(double substep, bool forces) {
        wants_stretch_ = true;
        substep_ = substep;
        if (forces && state_.force_scale > 0) {
            stiffness_.reset(new double[batch_.size()]);
        }
    }

    /// `law`: what the constraints have in common. Their forces are added to `force`, where it is not empty.
    void read(const Settings& settings, simd::EdgeArguments law, bool compliant) {
        const simd::EdgeFunction kernel = simd::kernels().front()->edges;
        law.position = &state_.particles.position.data()->x;
        law.least_strain = kConvergedStrain;
        law.noise = kNoise;
        std::size_t first = 0;
        for (const std::size_t end : batch_.run_ends) {
            const Material& material = batch_.material[first];
            law.alpha = compliant ? compliance_of(material, settings) : 0;
            law.beta = compliant ? damping_of(material, settings) : 0;
            law.strain = wants_stretch_ && material.role == Role::stretch;
            for_each_whole(first, end, [&](std::size_t from, std::size_t to) {
                // Distance is the first type of the list, so that its constraints come first in lambda.
                law.particles = batch_.particles[from].data();
                law.rest = batch_.rest[from].data();
                law.lambda = &state_.lambda[from];
                law.count = to - from;
                law.stiffness = law.strain ? stiffness_.get() : nullptr;
                kernel(law, sums_);
                count_ += law.count;
                if (law.strain) {
                    read_sigma(from, to, compliance_of(material, settings));
                }
            });
            first = end;
        }
    }

    const simd::EdgeSums& sums() const { return sums_; }
    std::size_t count() const { return count_; }

    void write_stretch(Measure& out) {
        out.max_strain = sums_.max_strain;
        out.mean_strain = stretched_ == 0 ? 0 : sums_.strain / static_cast<double>(stretched_);
        if (sums_.stiffnesses > 0) {
            out.effective_stiffness = median({stiffness_.get(), sums_.stiffnesses});
        }
        if (!sigma_.empty()) {
            out.sigma = median_sigma();
        }
    }

private:
    /// Calls f(from, to) for what no torn constraint parts.
    template <class F>
    void for_each_whole(std::size_t first, std::size_t end, const F& f) const {
        while (first < end) {
            std::size_t to = state_.torn.empty() ? end : first;
            while (to < end && !is_torn(state_, to)) {
                ++to;
            }
            if (first < to) {
                f(first, to);
            }
            first = to + 1;
        }
    }

    /// 1/m of the lighter particle [1/kg]
    double inverse_mass(std::size_t c) const {
        const auto& p = batch_.particles[c];
        return std::max(state_.particles.position[index_of(p[0])].w, state_.particles.position[index_of(p[1])].w);
    }

    void read_sigma(std::size_t from, std::size_t to, double alpha) {
        stretched_ += to - from;
        auto end = std::upper_bound(lighter_ends_.begin(), lighter_ends_.end(), from);
        while (from < to) {
            const double w = inverse_mass(from);
            const std::size_t until = std::min(*end++, to);
            sigma_.push_back(
                {alpha > 0 ? substep_ * substep_ * w / alpha : std::numeric_limits<double>::infinity(), until - from});
            from = until;
        }
    }

    double median_sigma() const {
        if (sigma_.size() == 1) {
            return sigma_.front().value;
        }
        std::vector<double> all;
        all.reserve(stretched_);
        for (const Run& run : sigma_) {
            all.insert(all.end(), run.count, run.value);
        }
        return median(all);
    }

    /// Constraints that follow each other, of the same sigma: most cloths have one.
    struct Run {
        double value; ///< [1]
        std::size_t count;
    };

    const ConstraintArray<Distance>& batch_;
    const std::vector<std::size_t>& lighter_ends_;
    const State& state_;
    simd::EdgeSums sums_;
    std::size_t count_ = 0;
    bool wants_stretch_ = false;
    double substep_ = 0;                  ///< [s]
    std::unique_ptr<double[]> stiffness_; ///< room for all edges; null where there are no forces
    std::vector<Run> sigma_;
    std::size_t stretched_ = 0; ///< stretch constraints
};

/// What is summed over a fabric's rows.
struct RowSums {
    double dual = 0;  ///< (C + alpha~ lambda)^2, with damping
    double scale = 0; ///< C^2, and what kConvergedStrain adds
    std::size_t count = 0;
};

template <class Type>
constexpr bool is_fabric_row = std::is_same_v<Type, Membrane> || std::is_same_v<Type, Woven>;

/// Mean and largest strain, moduli and sigma of a fabric.
void measure_fabric(const Model& model, const State& state, double substep, bool forces, Measure& out) {
    if (model.fabric.empty()) {
        return;
    }
    const FabricReader reader(model, state);
    double sum = 0;
    for (const FabricTriangle& triangle : model.fabric) {
        const double strain = std::abs(reader.strains(triangle).larger());
        sum += strain;
        out.max_strain = std::max(out.max_strain, strain);
    }
    out.mean_strain = sum / static_cast<double>(model.fabric.size());
    out.nominal = nominal_moduli(model);
    out.own_stiffness = out.nominal.warp;
    if (forces) {
        out.moduli = measure_moduli(model, state);
        if (std::isfinite(out.moduli.warp)) {
            out.effective_stiffness = out.moduli.warp;
        }
    }
    std::vector<double> sigma;
    for_each_constraint(model, [&](const auto& constraint) {
        using Type = typename std::remove_cvref_t<decltype(constraint)>::Type;
        if constexpr (is_fabric_row<Type>) {
            if (constraint.material().role == Role::stretch) {
                const auto evaluation = constraint.evaluate(state.particles.position);
                double most = 0;
                for (std::size_t i = 0; i < 3; ++i) {
                    most = std::max(most, state.particles.position[index_of(constraint.particles()[i])].w *
                                              glm::dot(evaluation.gradient[i], evaluation.gradient[i]));
                }
                sigma.push_back(substep * substep * most / *constraint.material().compliance);
            }
        }
    });
    out.sigma = median(sigma);
}

/// measure_equations; `edges` are those of the state, and read what else they were asked for.
Equations sum_equations(const Model& model, const State& state, const Settings& settings, double force_scale,
                        std::span<const Vec3> velocity, Edges& edges) {
    const MethodInfo& method = methods()[index_of(settings.method)];
    // grad C' lambda per particle, with contacts; four numbers, as kernels read and write them
    std::unique_ptr<Vec4[]> force;
    if (method.has_forces) {
        force.reset(new Vec4[model.particle_count()]);
        std::transform(state.contact_multiplier.begin(), state.contact_multiplier.end(), force.get(),
                       [](const Vec3& contact) { return Vec4(contact, 0); });
    }
    simd::EdgeArguments law;
    law.velocity = velocity.empty() ? nullptr : &velocity.data()->x;
    law.force_scale = force_scale;
    law.force = force ? &force[0].x : nullptr;
    edges.read(settings, law, method.has_compliance);
    const simd::EdgeSums& sums = edges.sums();

    double energy = sums.energy;
    RowSums rows;
    for_each_constraint(model, [&](const auto& constraint) {
        if constexpr (std::is_same_v<typename std::remove_cvref_t<decltype(constraint)>::Type, Distance>) {
            return; // has been read
        } else if (is_torn(state, constraint.index)) {
            return;
        }
        const auto evaluation = constraint.evaluate(state.particles.position);
        const double alpha = method.has_compliance ? compliance_of(constraint.material(), settings) : 0;
        if (alpha > 0) {
            energy += simd::elastic_energy(evaluation.value, alpha);
        }
        if constexpr (is_fabric_row<typename std::remove_cvref_t<decltype(constraint)>::Type>) {
            double damped = 0; // beta times the rate of C, as a part of C
            if (const double beta = method.has_compliance ? damping_of(constraint.material(), settings) : 0;
                beta > 0 && !velocity.empty()) {
                for (std::size_t i = 0; i < constraint.particles().size(); ++i) {
                    damped +=
                        alpha * beta * glm::dot(evaluation.gradient[i], velocity[index_of(constraint.particles()[i])]);
                }
            }
            const double dual = evaluation.value + damped + alpha * force_scale * state.lambda[constraint.index];
            rows.dual += dual * dual;
            rows.scale += evaluation.value * evaluation.value + kConvergedStrain * kConvergedStrain;
            ++rows.count;
        }
        if (method.has_forces) {
            for (std::size_t i = 0; i < constraint.particles().size(); ++i) {
                force[index_of(constraint.particles()[i])] +=
                    Vec4(state.lambda[constraint.index] * evaluation.gradient[i], 0);
            }
        }
    });

    Equations result;
    result.elastic_energy = energy;
    if (edges.count() > 0) {
        result.residual_dual = std::sqrt(sums.dual / static_cast<double>(edges.count()));
        result.relative_dual = sums.scale > 0 ? std::sqrt(sums.dual / sums.scale) : 0;
    } else if (rows.count > 0) {
        result.residual_dual = std::sqrt(rows.dual / static_cast<double>(rows.count));
        result.relative_dual = std::sqrt(rows.dual / rows.scale);
    }
    if (!method.has_forces) {
        result.residual_primal = result.relative_primal = std::numeric_limits<double>::quiet_NaN();
        return result;
    }
    simd::BalanceArguments body;
    body.position = &state.particles.position.data()->x;
    body.predicted = &state.predicted.data()->x;
    body.force = law.force;
    body.mass = model.mass.data();
    body.count = model.particle_count();
    const simd::BalanceSums balance = simd::kernels().front()->balance(body);
    result.residual_primal = balance.free > 0 ? std::sqrt(balance.primal / balance.free) : 0;
    result.relative_primal = balance.inertia > 0 ? std::sqrt(balance.primal / balance.inertia) : 0;
    return result;
}

} // namespace

Equations measure_equations(const Model& model, const State& state, const Settings& settings, double force_scale,
                            std::span<const Vec3> velocity) {
    Edges edges(model, state);
    return sum_equations(model, state, settings, force_scale, velocity, edges);
}

Measure measure(const Model& model, const State& state, const Settings& settings, const Vec3& gravity, double dt) {
    Measure result;
    const bool has_forces = methods()[index_of(settings.method)].has_forces;
    Edges edges(model, state);
    edges.want_stretch(dt / settings.substeps, has_forces);
    const Equations equations =
        sum_equations(model, state, settings, state.force_scale, state.particles.velocity, edges);
    edges.write_stretch(result);
    measure_fabric(model, state, dt / settings.substeps, has_forces, result);
    if (model.rope) {
        result.own_stiffness = 1 / *model.of_type<Distance>().material.front().compliance;
    }
    result.specimen = read_specimen(model, state, has_forces);
    measure_particles(model, state, gravity, result);
    result.elastic_energy = equations.elastic_energy; // of the positions, so that a state has it before its first step
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

void line_strain(const Model& model, const State& state, std::vector<float>& out) {
    const auto& array = model.of_type<Distance>();
    out.resize(array.size());
    out.reserve(shown_line_count(model));
    for (std::size_t c = 0; c < array.size(); ++c) {
        const double length = rest_length(array, c);
        const auto& p = array.particles[c];
        const double now =
            glm::distance(xyz(state.particles.position[index_of(p[0])]), xyz(state.particles.position[index_of(p[1])]));
        out[c] = length > 0 && !is_torn(state, c) ? static_cast<float>((now - length) / length) : 0.0f;
    }
    const FabricReader reader(model, state);
    for (const FabricTriangle& triangle : model.fabric) {
        out.insert(out.end(), 3, static_cast<float>(reader.strains(triangle).larger()));
    }
}

void line_tension(const Model& model, const State& state, std::vector<float>& out) {
    out.assign(model.of_type<Distance>().size(), 0.0f);
    out.reserve(shown_line_count(model));
    for (std::size_t c = 0; c < out.size() && state.force_scale > 0; ++c) { // Distance is the first type of the list
        out[c] = is_torn(state, c) ? 0.0f : static_cast<float>(-state.lambda[c] * state.force_scale);
    }
    const FabricReader reader(model, state);
    for (const FabricTriangle& triangle : model.fabric) {
        out.insert(out.end(), 3, static_cast<float>(reader.tensions(triangle).larger()));
    }
}

void fabric_tension(const Model& model, const State& state, std::vector<std::array<float, 3>>& out) {
    const FabricReader reader(model, state);
    out.clear();
    for (const FabricTriangle& triangle : model.fabric) {
        const auto [warp, weft, shear] = reader.tension(triangle);
        out.push_back({static_cast<float>(warp), static_cast<float>(weft), static_cast<float>(shear)});
    }
}

} // namespace xpbd
