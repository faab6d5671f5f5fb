// The things that the user has put into a scene, moved or taken away: Changes::things.
#pragma once

#include "core/model/model.h"
#include "core/model/state.h"
#include "scenes/parts/scene.h"

namespace xpbd::scenes {

/// Largest number of things in a scene.
inline constexpr std::size_t kMostThings = 1000;

/// Moves, removes and adds colliders. The model must be finalised afterwards. Fails on a collider that does not exist
/// or is named twice, and on a shape or a number that is out of range. The message names the entry of the list.
Status apply_colliders(Model& model, const SceneSpec& spec);
/// Adds weights and strings, after the pins: a fixed particle carries its weight without effect. Fails like
/// apply_colliders().
Status apply_ties(Model& model, const SceneSpec& spec);
/// Adapts the values of a state that belong to constraints (torn, multipliers, penalties) to a model with other
/// strings. The scene's own constraints keep theirs, strings start with zero. Forces on colliders are dropped if their
/// number changes.
void carry_over(const Model& before, const Model& now, State& state);

/// @name Edits. `collider` and `particle` are indices in the model that was built from `spec`
/// @{
/// Places a collider, relative to where the model has it.
void place_collider(SceneSpec& spec, const Model& model, int collider, const Placement& place);
void remove_collider(SceneSpec& spec, const Model& model, int collider);
/// Hangs a mass [kg] on a particle, in the place of one that hangs there; zero takes it away.
void set_weight(SceneSpec& spec, int particle, double mass);
/// The mass that hangs on a particle [kg]; 0 = none.
double weight_on(const SceneSpec& spec, int particle);
/// @}

} // namespace xpbd::scenes
