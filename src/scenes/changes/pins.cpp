#include "scenes/changes/pins.h"

#include "scenes/parts/body_material.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace xpbd::scenes {
namespace {

std::string at(std::string_view list, std::size_t i) {
    return "scene." + std::string(list) + "[" + std::to_string(i) + "]";
}

/// End of an error message if the particle does not exist or is in `named`; else "", and adds it to `named`.
std::string fault_of(int particle, std::vector<bool>& named) {
    if (particle < 0 || index_of(particle) >= named.size()) {
        return ": particle " + std::to_string(particle) + " does not exist, needs 0 to " +
               std::to_string(named.size() - 1);
    }
    if (named[index_of(particle)]) {
        return ": particle " + std::to_string(particle) + " is named twice";
    }
    named[index_of(particle)] = true;
    return "";
}

/// Calls f(one, other) for all pairs of particles that a constraint connects.
template <class F>
void for_each_tie(const Model& model, const F& f) {
    for_each_type(model, [&](const auto& array, std::size_t) {
        for (const auto& particles : array.particles) {
            for (const int one : particles) {
                for (const int other : particles) {
                    if (one != other) {
                        f(index_of(one), index_of(other));
                    }
                }
            }
        }
    });
}

/// True for ghost particles of rods: they carry the frames of the rod's pieces and belong to no segment.
std::vector<bool> ghosts(const Model& model) {
    std::vector<bool> ghost(model.particle_count(), !model.segments.empty() && model.triangles.empty());
    for (const auto& segment : model.segments) {
        for (const int particle : segment) {
            ghost[index_of(particle)] = false;
        }
    }
    return ghost;
}

/// Gives the released particles a mass and so frees them.
Status free_particles(Model& model, const std::vector<int>& released) {
    std::vector<double> least(model.particle_count(), 0);
    for_each_tie(model, [&](std::size_t one, std::size_t other) {
        const double mass = model.mass[other];
        if (mass > 0 && (least[one] == 0 || mass < least[one])) {
            least[one] = mass;
        }
    });
    for (std::size_t i = 0; i < released.size(); ++i) {
        const std::size_t particle = index_of(released[i]);
        if (!(least[particle] > 0)) {
            return Error{at("released", i) + ": particle " + std::to_string(released[i]) +
                         " is tied to nothing that moves"};
        }
        model.mass[particle] = least[particle];
    }
    // The ghosts of a rod are held and freed together with the pieces beside them.
    const std::vector<bool> ghost = ghosts(model);
    std::vector<bool> held(model.particle_count(), false);
    for (const auto& [one, other] : model.of_type<Distance>().particles) {
        for (const auto& [self, beside] :
             {std::pair(index_of(one), index_of(other)), {index_of(other), index_of(one)}}) {
            held[self] = held[self] || (model.mass[beside] == 0 && !ghost[beside]);
        }
    }
    for (std::size_t i = 0; i < ghost.size(); ++i) {
        if (ghost[i] && model.mass[i] == 0 && !held[i] && least[i] > 0) {
            model.mass[i] = least[i];
        }
    }
    return ok();
}

} // namespace

void pin(SceneSpec& spec, int particle, const Vec3& position, bool fixed) {
    auto& [pinned, released, things] = spec.changes;
    const auto place = std::lower_bound(pinned.begin(), pinned.end(), particle,
                                        [](const Pin& one, int wanted) { return one.particle < wanted; });
    if (place != pinned.end() && place->particle == particle) {
        place->position = position;
        return;
    }
    pinned.insert(place, {particle, position});
    const auto own = std::lower_bound(released.begin(), released.end(), particle);
    if (fixed && (own == released.end() || *own != particle)) {
        released.insert(own, particle);
    }
}

void unpin(SceneSpec& spec, int particle) {
    auto& [pinned, released, things] = spec.changes;
    const auto removed = std::erase_if(pinned, [&](const Pin& pin) { return pin.particle == particle; });
    const auto own = std::lower_bound(released.begin(), released.end(), particle);
    if (removed == 0 && (own == released.end() || *own != particle)) {
        released.insert(own, particle);
    }
}

bool differ_in_changes_only(const SceneSpec& one, const SceneSpec& other) {
    // Compares member by member: copying a spec with a large mesh would cost more than the comparison.
    if (one.changes == other.changes) {
        return false;
    }
    return one.name == other.name && one.values == other.values && one.file == other.file && one.pins == other.pins &&
           one.mesh == other.mesh && one.custom == other.custom;
}

void forget_particles(Changes& changes) {
    changes.pinned.clear();
    changes.released.clear();
    std::erase_if(changes.things, [](const Thing& thing) {
        return std::holds_alternative<Weight>(thing) || std::holds_alternative<String>(thing);
    });
}

void set_value(SceneSpec& spec, std::string_view key, const Value& value) {
    const SceneInfo* scene = find_scene(spec.name);
    const ParameterInfo* info = scene == nullptr ? nullptr : find_scene_parameter(*scene, key);
    const bool other_mesh = info != nullptr && (info->scale == Scale::integer || key == "triangulation");
    if (other_mesh && scene_value(spec, key) != value) {
        forget_particles(spec.changes);
    }
    if (key == "material" && info != nullptr) {
        choose_material(spec, value[0]);
        return;
    }
    spec.values[std::string(key)] = value;
}

Status apply_pins(Model& model, const SceneSpec& spec) {
    const std::vector<Pin>& pinned = spec.changes.pinned;
    const std::vector<int>& released = spec.changes.released;
    std::vector<bool> named(model.particle_count(), false);
    for (std::size_t i = 0; i < released.size(); ++i) {
        const int particle = released[i];
        if (const std::string fault = fault_of(particle, named); !fault.empty()) {
            return Error{at("released", i) + fault};
        }
        if (model.mass[index_of(particle)] > 0) {
            return Error{at("released", i) + ": particle " + std::to_string(particle) +
                         " is not one that the scene fixes"};
        }
    }
    named.assign(named.size(), false);
    for (std::size_t i = 0; i < pinned.size(); ++i) {
        if (const std::string fault = fault_of(pinned[i].particle, named); !fault.empty()) {
            return Error{at("pinned", i) + fault};
        }
        const Vec3& place = pinned[i].position;
        if (!std::isfinite(place.x) || !std::isfinite(place.y) || !std::isfinite(place.z)) {
            return Error{at("pinned", i) + ".position: needs finite numbers [m]"};
        }
    }
    model.hang_level.reset(); // both hang_level and seen are valid only with the scene's own pins
    model.presentation.seen.clear();
    if (Status freed = released.empty() ? ok() : free_particles(model, released); !freed) {
        return freed;
    }
    for (const Pin& pin : pinned) {
        model.mass[index_of(pin.particle)] = 0;
    }
    return ok();
}

void place_pins(const Model& model, const SceneSpec& spec, State& state) {
    bool changed = false;
    const auto place = [&](std::size_t i, const Vec3& position, double inverse_mass, const Vec3& velocity) {
        const Vec4 wanted(position, inverse_mass);
        if (state.particles.position[i] != wanted) {
            state.particles.position[i] = wanted;
            state.particles.velocity[i] = velocity;
            changed = true;
        }
    };
    std::vector<bool> pinned(model.particle_count(), false);
    for (const Pin& pin : spec.changes.pinned) {
        pinned[index_of(pin.particle)] = true;
        place(index_of(pin.particle), pin.position, 0, Vec3(0));
    }
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        const double inverse_mass = model.inverse_mass(i);
        double& present = state.particles.position[i].w;
        if (pinned[i] || inverse_mass == present) {
            continue;
        }
        if (inverse_mass == 0) {
            place(i, model.rest_position[i], 0, model.rest_velocity[i]);
        } else if (present == 0) {
            place(i, xyz(state.particles.position[i]), inverse_mass, Vec3(0));
        } else {
            present = inverse_mass; // a weight that was added or taken away
        }
    }
    if (changed) {
        forget_history(state);
    }
}

} // namespace xpbd::scenes
