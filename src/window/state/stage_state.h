#pragma once

#include "lab/files/session.h"
#include "picture/picture.h"

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>

namespace xpbd::window {

/// The body held with the mouse.
struct GrabState {
    bool active = false;
    int pane = 0; ///< in which it was picked
    int particle = 0;
    glm::vec3 point{0};  ///< where it was picked: the drag plane goes through it [m]
    int hover_pane = -1; ///< pane under a mouse that would grab; -1 = none
    int hover_particle = 0;
};

/// What a pane's camera does by itself.
struct CameraMove {
    bool framed = false;             ///< placed by framing, and not moved by the user since: it follows the body
    float aspect = 0;                ///< of the picture that it was framed for
    std::optional<lab::Camera> from; ///< while it moves from there to `to`
    lab::Camera to;
    double begun = 0;       ///< AppState::now [s]
    bool following = false; ///< on its way to a body that leaves the view
};

/// How the panes' pictures look, and what the mouse does in them.
struct StageState {
    picture::PictureOptions picture; ///< looks, view mode, active pane; its size and stamp are set per screenshot
    render::Quality film_quality = render::Quality::high; ///< where the preferences leave it to the machine
    std::array<lab::Camera, lab::kMaxPanes> cameras{};
    std::array<CameraMove, lab::kMaxPanes> moves{}; ///< of the cameras
    double cameras_at = 0;                          ///< AppState::now when the cameras were settled last [s]
    std::int64_t cameras_frame = 0;                 ///< that they showed then
    bool cameras_linked = true;
    GrabState grab;
    int drag_pane = -1;           ///< pane whose picture the mouse drags (orbit, pan); -1 = none
    int hovered_pane = -1;        ///< under the mouse; -1 = none
    double dragged_range_end = 0; ///< end of the colour range that the mouse drags, before rounding [SI]; 0 = none
};

} // namespace xpbd::window
