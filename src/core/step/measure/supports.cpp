#include "core/step/measure/supports.h"

#include "core/model/fold.h"
#include "core/model/method_traits.h"
#include "core/model/wound_model.h"

#include <cstddef>

namespace xpbd {
namespace {

/// Calls f(particle, load) for the parts of which the loads of fixed particles consist: a fixed particle does to the
/// body the opposite of what the constraints and the body's contacts do to it.
template <class F>
void for_each_pin_load(const Model& model, const State& state, F&& f) {
    const auto oppose = [&](int particle, const Vec3& force) {
        f(particle, Load{-force, -glm::dot(force, state.particles.velocity[index_of(particle)])});
    };
    for_each_constraint_at_fixed(model, [&](const auto& constraint) {
        const double multiplier = state.lambda[constraint.index] * state.force_scale;
        if (multiplier == 0 || is_torn(state, constraint.index)) {
            return;
        }
        const auto& particles = constraint.particles();
        const auto evaluation = constraint.evaluate(state.particles.position);
        for (std::size_t i = 0; i < particles.size(); ++i) {
            if (model.mass[index_of(particles[i])] == 0) {
                oppose(particles[i], multiplier * evaluation.gradient[i]);
            }
        }
    });
    for (std::size_t i = 0; i < model.particle_count() && model.self_distance > 0; ++i) {
        if (model.mass[i] == 0 && state.contact_multiplier[i] != Vec3(0)) {
            oppose(static_cast<int>(i), state.contact_multiplier[i] * state.force_scale);
        }
    }
}

void add_to(Load& sum, const Load& load) {
    sum.force += load.force;
    sum.power += load.power;
}

} // namespace

Supports measure_supports(const Model& scene, const Model& model, const State& state, double time, double h) {
    Supports result;
    for (const Load& load : state.collider_load) {
        add_to(result.colliders, load);
    }
    for_each_pin_load(model, state, [&](int, const Load& load) { add_to(result.pins, load); });
    if (!model.tethers.empty()) { // of all contact forces, only theirs and those of the colliders have a sum
        for (const Vec3& multiplier : state.contact_multiplier) {
            result.pins.force += multiplier * state.force_scale;
        }
        result.pins.force -= result.colliders.force;
    }
    if (scene.winches.empty()) {
        return result;
    }
    for (const double power : winch_powers(scene, state, time, h)) {
        result.winch_power += power;
    }
    return result;
}

std::string_view name_of(SupportReading::Kind kind) {
    constexpr std::string_view kNames[] = {"collider", "drive", "winch", "pins"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::vector<SupportReading> read_supports(const Model& scene, const State& state, const Settings& settings, double dt) {
    using Kind = SupportReading::Kind;
    std::vector<SupportReading> readings;
    if (!(state.force_scale > 0) || !no_forces_reason(settings).empty()) {
        return readings;
    }
    for (std::size_t c = 0; c < state.collider_load.size(); ++c) {
        readings.push_back({Kind::collider, static_cast<int>(c), "", state.collider_load[c]});
    }
    const std::size_t first = readings.size();
    std::vector<std::size_t> row_of(scene.particle_count(), first + scene.drives.size() + scene.winches.size());
    for (std::size_t d = 0; d < scene.drives.size(); ++d) {
        const Drive& drive = scene.drives[d];
        Load load;
        for (const int c : drive.colliders) {
            if (index_of(c) < state.collider_load.size()) { // else it came after the last step
                add_to(load, state.collider_load[index_of(c)]);
            }
        }
        for (const int p : drive.particles) {
            row_of[index_of(p)] = first + d;
        }
        readings.push_back({Kind::drive, static_cast<int>(d), drive.name, load});
    }
    const std::vector<double> powers = winch_powers(scene, state, motion_time(state), dt / settings.substeps);
    for (std::size_t w = 0; w < powers.size(); ++w) {
        readings.push_back({Kind::winch, static_cast<int>(w), scene.winches[w].name, {Vec3(0), powers[w]}});
    }
    bool rests = false; // some fixed particle does
    for (std::size_t i = 0; i < row_of.size(); ++i) {
        rests = rests || (scene.mass[i] == 0 && row_of[i] == readings.size());
    }
    readings.push_back({});
    for_each_pin_load(*WoundModel(scene, state), state,
                      [&](int particle, const Load& load) { add_to(readings[row_of[index_of(particle)]].load, load); });
    if (!rests) {
        readings.pop_back();
    }
    return readings;
}

} // namespace xpbd
