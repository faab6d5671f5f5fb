#pragma once

#include "window/state/cameras.h"

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <optional>

namespace xpbd::window {

/// What the mouse does this frame, over the panes' pictures.
struct MouseInput {
    glm::vec2 position{0};                            ///< [px]
    glm::vec2 delta{0};                               ///< since the last frame [px]
    float wheel = 0;                                  ///< notches, up is positive
    bool left = false, right = false;                 ///< held
    bool left_pressed = false, right_pressed = false; ///< went down this frame
    bool double_clicked = false;
    bool ctrl = false, shift = false;
    bool taken = false; ///< the interface has the mouse: nothing may start in a picture
};

/// What Dear ImGui knows of the mouse.
MouseInput read_mouse();

/// The particle of a pane that is nearest to a point of the screen, if within `reach` pixels.
std::optional<int> pick_particle(const lab::Snapshot& snapshot, int pane, const render::OrbitCamera& camera,
                                 const ScreenRect& view, glm::vec2 position, float reach);

/// Where the ray through a point of the screen meets the plane through `through`, parallel to the camera's. [m]
glm::vec3 drag_target(const render::OrbitCamera& camera, const ScreenRect& view, glm::vec2 position,
                      const glm::vec3& through);

/// A point of the world on the screen [px]; none behind the camera.
std::optional<glm::vec2> to_screen(const render::OrbitCamera& camera, const ScreenRect& view, const glm::vec3& point);

/// Orbit, pan, zoom, pivot and grab. Remembers the drag in `state`.
void handle_mouse(AppState& state, const lab::Snapshot& snapshot, const Layout& layout, const MouseInput& mouse);

} // namespace xpbd::window
