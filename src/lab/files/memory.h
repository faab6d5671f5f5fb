// Memory estimates, so that a session that is too large is refused instead of failing while it runs.
#pragma once

#include "core/base/result.h"
#include "core/model/model.h"
#include "core/model/settings.h"
#include "scenes/scenes.h"

#include <cstddef>
#include <span>

namespace xpbd::lab {

/// @name Estimated memory of a session, before it is allocated
/// Estimates are within a factor of two for ropes and cloths; the fill-in of sparse factors depends on the mesh. The
/// window's timeline is not included, as it has a limit of its own.
/// @{
/// Bytes of a scene's model during construction, from its parameters alone.
double estimate_scene(const scenes::SceneSpec& scene);
/// Bytes of a pane: its states and its solver.
double estimate_pane(const Model& model, const Settings& settings);
/// @}

/// Most memory that a session may need for the whole process (`--memory`). The default is half of the memory of the
/// machine or container.
std::size_t memory_limit();
void set_memory_limit(std::size_t bytes);

/// Fails if the estimate is above the limit. The message names estimate, limit and --memory (kind: bad_input).
Status check_memory(const scenes::SceneSpec& scene);
Status check_memory(const Model& model, std::span<const Settings> panes);
/// Checks the memory of panes with meshes of their own. `models` has the model of each pane; a model that several panes
/// share counts once.
Status check_memory(const Model& scene, std::span<const Model* const> models, std::span<const Settings> panes);

} // namespace xpbd::lab
