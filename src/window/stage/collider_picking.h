// The collider at a point of the screen, and its outline.
#pragma once

#include "core/model/shapes.h"
#include "lab/run/snapshot.h"
#include "render/renderer.h"
#include "window/state/ui_map.h"

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <vector>

namespace xpbd::window {

/// The shapes of a snapshot's colliders where its pictures show them.
std::vector<Shape> shown_colliders(const lab::Snapshot& snapshot);

struct ColliderHit {
    int collider = 0;
    double distance = 0; ///< from the eye [m]
};

/// The nearest drawn collider at a point of the screen. Planes are not found: they fill the picture, and a drag on them
/// turns the view.
std::optional<ColliderHit> pick_collider(const lab::Snapshot& snapshot, const render::OrbitCamera& camera,
                                         const ScreenRect& view, glm::vec2 position);

/// The outline of a shape on the screen [px], counter-clockwise or clockwise. Empty for a plane, and for a shape that
/// reaches behind the camera.
std::vector<glm::vec2> outline_of(const Shape& shape, const render::OrbitCamera& camera, const ScreenRect& view);

/// Where the ray through a point of the screen meets the level plane through `through` [m]; none above the horizon.
std::optional<glm::vec3> level_target(const render::OrbitCamera& camera, const ScreenRect& view, glm::vec2 position,
                                      const glm::vec3& through);

} // namespace xpbd::window
