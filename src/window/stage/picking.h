#pragma once

#include "lab/run/snapshot.h"
#include "render/renderer.h"
#include "window/state/ui_map.h"

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <optional>

namespace xpbd::window {

/// @name Between a pane's picture and the world
/// @{
/// A point of the world on the screen [px]; none behind the camera.
std::optional<glm::vec2> to_screen(const render::OrbitCamera& camera, const ScreenRect& view, const glm::vec3& point);

/// The direction from the eye through a point of the screen; a unit vector.
glm::vec3 ray_through(const render::OrbitCamera& camera, const ScreenRect& view, glm::vec2 position);

/// Where the ray through a point of the screen meets the plane through `through` that is parallel to the image [m].
glm::vec3 drag_target(const render::OrbitCamera& camera, const ScreenRect& view, glm::vec2 position,
                      const glm::vec3& through);
/// @}

/// @name The particle of a body at a point of the screen
/// The functions return particles of the scene's own mesh, as pins and grabs name them; in a pane with another mesh the
/// one that corresponds to the particle found there (scenes/changes/other_mesh.h).
/// @{
/// The particle of a pane that is nearest to a point of the screen, if within `reach` pixels.
std::optional<int> pick_particle(const lab::Snapshot& snapshot, int pane, const render::OrbitCamera& camera,
                                 const ScreenRect& view, glm::vec2 position, float reach);

/// The particle to hold at a point of the screen: a pin or a lone particle within `reach` pixels, else a ball there,
/// else the nearer end of a rope's piece within `reach`, else the nearest corner of the front-most triangle there.
/// std::nullopt beside the body.
std::optional<int> pick_body(const lab::Snapshot& snapshot, int pane, const render::OrbitCamera& camera,
                             const ScreenRect& view, glm::vec2 position, float reach);
/// @}

} // namespace xpbd::window
