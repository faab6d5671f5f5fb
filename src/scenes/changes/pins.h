// The user's changes to a scene's pins: SceneSpec::changes.
#pragma once

#include "core/model/model.h"
#include "core/model/state.h"
#include "scenes/parts/scene.h"

namespace xpbd::scenes {

/// @name Pins that the user has set and removed: SceneSpec::changes
/// @{
/// Pins a particle at a place [m], or moves its pin there. `fixed`: the particle was fixed before. If it was fixed by
/// the scene, the scene's pin is replaced.
void pin(SceneSpec& spec, int particle, const Vec3& position, bool fixed);
/// Frees a fixed particle, whether the user or the scene has fixed it.
void unpin(SceneSpec& spec, int particle);
/// True if the two specs have different pin changes and are equal otherwise.
bool differ_in_changes_only(const SceneSpec& one, const SceneSpec& other);
/// Sets a parameter. An integer parameter (a resolution) or the triangulation can change the particles' numbers: a new
/// value removes the user's pins, weights and strings.
void set_value(SceneSpec& spec, std::string_view key, const Value& value);
/// Removes all changes that name particles. Colliders and cuts stay.
void forget_particles(Changes& changes);

/// Applies the pin changes to a model, which must be finalised afterwards. A particle that the scene fixes has no mass
/// of its own: when freed it gets the smallest mass among the particles connected to it. Fails on an index out of
/// range, a particle named twice, a released particle that the scene does not fix, and one that is connected to no
/// moving particle. The message names the entry of the list.
Status apply_pins(Model& model, const SceneSpec& spec);
/// Updates a state after pin changes: moves pinned particles to their pins and particles fixed by the scene to their
/// rest positions, and sets all inverse masses to the model's. Changes nothing if the state agrees already.
void place_pins(const Model& model, const SceneSpec& spec, State& state);
/// @}

} // namespace xpbd::scenes
