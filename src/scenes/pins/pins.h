#pragma once

#include "core/model.h"
#include "core/state.h"
#include "scenes/scenes.h"

namespace xpbd::scenes {

/// @name Pins that the user has set and taken away: SceneSpec::pinned and SceneSpec::released
/// @{
/// Pins a particle at a place [m], or moves its pin there. `fixed` says that it was fixed before: then the scene's own
/// pin, if it was one, is replaced.
void pin(SceneSpec& spec, int particle, const Vec3& position, bool fixed);
/// Frees a fixed particle, whether the user has pinned it or the scene.
void unpin(SceneSpec& spec, int particle);
/// Takes all these changes back.
void forget_pins(SceneSpec& spec);
/// All of them, to be put back later.
PinChanges pin_changes(const SceneSpec& spec);
void set_pin_changes(SceneSpec& spec, PinChanges changes);
bool has_pin_changes(const SceneSpec& spec);
/// True where the two differ in nothing else.
bool differ_in_pins_only(const SceneSpec& one, const SceneSpec& other);
/// Sets a parameter. One that is a whole number (a resolution) may number the particles anew: then the changed pins
/// are forgotten.
void set_value(SceneSpec& spec, std::string_view key, const Value& value);

/// Fixes what is pinned and frees what is released, in a model that is finalised again then. A particle that the scene
/// fixes has no mass of its own: freed, it gets the least one of those it is tied to. Fails on an index out of range, a
/// particle named twice, one that the scene does not fix, and one that is tied to nothing that moves; the message names
/// the place.
Status apply_pins(Model& model, const SceneSpec& spec);
/// Brings a state in line with the model: pinned particles stand at their pins, those the scene fixes again in their
/// rest shape, and every inverse mass is the model's. Changes nothing where all of this holds.
void place_pins(const Model& model, const SceneSpec& spec, State& state);
/// @}

} // namespace xpbd::scenes
