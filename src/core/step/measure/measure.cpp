// Collects the measures of a state from equations.cpp, fabric_reader.cpp and specimen.cpp.
#include "core/step/measure/measure.h"

#include "core/model/fold.h"
#include "core/model/method_traits.h"
#include "core/model/volume.h"
#include "core/model/wound_model.h"
#include "core/simd/sweep.h"
#include "core/step/measure/equations.h"
#include "core/step/measure/median.h"
#include "core/step/measure/supports.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace xpbd {
namespace {

/// Measure::hang_sag of a body without a known hang_level: without stretch, no particle hangs lower than the length of
/// its shortest path to a fixed particle. NaN if no particle is fixed.
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

/// Unit of an energy divided by the unit of C.
std::string_view force_unit(std::string_view value_unit) {
    if (value_unit == "m") {
        return "N";
    }
    return value_unit == "m^3" ? "Pa" : "N m"; // C in radians, or without a unit
}

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
        if constexpr (IsFabricRow<Type>) {
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

/// Sets Measure::out_of_balance; if it is true, clears the stiffness and the moduli, which need the multipliers.
void leave_out_stiffness(const Settings& settings, Measure& measure) {
    const bool balances = method_of(settings).balances;
    measure.out_of_balance =
        (balances && measure.relative_primal > kMeasurableImbalance) || shortfall(measure, settings) == Shortfall::turn;
    if (measure.out_of_balance) {
        measure.effective_stiffness.reset();
        measure.moduli = {};
    }
}

/// The forces and powers of what the model has, and the work of what is driven.
void measure_supports_of(const Model& scene, const Model& model, const State& state, double substep, Measure& out) {
    const auto drives = [&](std::vector<int> Drive::*parts) {
        return std::any_of(scene.drives.begin(), scene.drives.end(),
                           [&](const Drive& drive) { return !(drive.*parts).empty(); });
    };
    if (!scene.drives.empty() || !scene.winches.empty()) {
        out.work_in = state.work;
    }
    const bool has_pins = std::find(model.mass.begin(), model.mass.end(), 0.0) != model.mass.end();
    if (!(state.force_scale > 0) || (!has_pins && scene.colliders.empty() && scene.winches.empty())) {
        return;
    }
    const Supports supports = measure_supports(scene, model, state, motion_time(state), substep);
    if (!scene.colliders.empty()) {
        out.collider_force = supports.colliders.force;
    }
    if (has_pins) {
        out.pin_force = supports.pins.force;
    }
    if (drives(&Drive::colliders)) {
        out.collider_power = supports.colliders.power;
    }
    if (has_pins && drives(&Drive::particles)) {
        out.pin_power = supports.pins.power;
    }
    if (!scene.winches.empty()) {
        out.winch_power = supports.winch_power;
    }
}

} // namespace

Measure measure(const Model& scene, const State& state, const Settings& settings, const Vec3& gravity, double dt) {
    const WoundModel now(scene, state);
    const Model& model = *now;
    Measure result;
    const MethodTraits& method = method_of(settings);
    const bool forces = no_forces_reason(settings).empty();
    Edges edges(model, state);
    edges.request_stretch(dt / settings.substeps, forces);
    const Equations equations =
        sum_equations(model, state, settings, state.force_scale, state.particles.velocity, gravity, model.mass, edges);
    edges.write_stretch(result);
    measure_fabric(model, state, dt / settings.substeps, forces, result);
    if (model.rope) {
        result.own_stiffness = 1 / *model.of_type<Distance>().material.front().compliance;
    }
    result.specimen = read_specimen(model, state, forces);
    measure_particles(model, state, gravity, result);
    result.elastic_energy = equations.elastic_energy; // depends on positions only: known before the first step
    if (!method.has_forces) {
        result.contact_force = Vec3(std::numeric_limits<double>::quiet_NaN());
    }
    if (state.force_scale > 0 || !forces) { // not before the first step, when there are no multipliers
        result.residual_primal = equations.residual_primal;
        result.residual_dual = equations.residual_dual;
        result.relative_dual = equations.relative_dual;
        result.relative_primal = equations.relative_primal;
        result.unmet_energy = forces ? equations.unmet_energy : 0;
        if (resets_multipliers(settings)) {
            result.residual_primal = result.relative_primal = std::numeric_limits<double>::quiet_NaN();
            result.residual_dual = result.relative_dual = std::numeric_limits<double>::quiet_NaN();
        }
        if (method.limits_turn && result.relative_primal > kConvergedLimit) {
            result.turn = largest_turn(model, state);
        }
        leave_out_stiffness(settings, result);
    }
    if (forces) {
        measure_supports_of(scene, model, state, dt / settings.substeps, result);
    }
    return result;
}

Shortfall shortfall(const Measure& measure, const Settings& settings) {
    const MethodTraits& method = method_of(settings);
    if (!method.has_compliance) {
        return Shortfall::none;
    }
    const bool unbalanced = measure.relative_primal > kConvergedLimit;
    if (method.limits_turn && unbalanced && measure.turn > kTurnLimit) {
        return Shortfall::turn;
    }
    if (measure.relative_dual > kConvergedLimit) {
        return Shortfall::law;
    }
    return method.balances && unbalanced ? Shortfall::balance : Shortfall::none;
}

Vec3 contact_force_on(const State& state, std::size_t particle) {
    return state.contact_multiplier[particle] * state.force_scale;
}

std::vector<ConstraintReading> read_constraints(const Model& scene, const State& state) {
    std::vector<ConstraintReading> readings;
    readings.reserve(scene.constraint_count());
    const WoundModel now(scene, state);
    for_each_constraint(*now, [&](const auto& constraint) {
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
        if constexpr (requires { Type::arity; }) { // a volume has too many particles to list
            std::copy(constraint.particles().begin(), constraint.particles().end(), reading.particles.begin());
        }
        readings.push_back(reading);
    });
    return readings;
}

void line_strain(const Model& scene, const State& state, std::vector<float>& out) {
    const WoundModel now(scene, state);
    const Model& model = *now;
    const auto& array = model.of_type<Distance>();
    out.resize(array.size());
    out.reserve(shown_line_count(model));
    for (std::size_t c = 0; c < array.size(); ++c) {
        const double length = rest_length(array, c);
        const auto& p = array.particles[c];
        const double present =
            glm::distance(xyz(state.particles.position[index_of(p[0])]), xyz(state.particles.position[index_of(p[1])]));
        out[c] = length > 0 && !is_torn(state, c) ? static_cast<float>((present - length) / length) : 0.0f;
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
