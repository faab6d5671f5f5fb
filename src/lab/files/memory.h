#pragma once

#include "core/model.h"
#include "core/result.h"
#include "core/settings.h"
#include "scenes/scenes.h"

#include <cstddef>
#include <span>

namespace xpbd::lab {

/// @name Memory that a session needs, estimated before it is taken
/// Within a factor of two for ropes and cloths; fill-in of a sparse factorisation depends on the mesh. The window's
/// timeline is not counted: it has a limit of its own.
/// @{
/// Bytes of a scene's model while it is built, from its parameters alone.
double estimate_scene(const scenes::SceneSpec& scene);
/// Bytes of one pane: its states and its solver.
double estimate_pane(const Model& model, const Settings& settings);
/// @}

/// The most that a session may need, for the whole process: `--memory`. At first half of the memory that the machine,
/// or the container, has.
std::size_t memory_limit();
void set_memory_limit(std::size_t bytes);

/// Fails where the estimate is above the limit, with a line that names both and the option (kind: bad_input).
Status check_memory(const scenes::SceneSpec& scene);
Status check_memory(const Model& model, std::span<const Settings> panes);
/// The same for panes with meshes of their own: `models` has one for each pane, and each counts once.
Status check_memory(const Model& scene, std::span<const Model* const> models, std::span<const Settings> panes);

} // namespace xpbd::lab
