#pragma once

#include "lab/files/session/session.h"
#include "picture/looks/picture_options.h"
#include "picture/view/framing.h"

#include "core/base/types.h"

#include <array>
#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <string>
#include <vector>

namespace xpbd::window {

/// The particle under the mouse, and the one that it holds.
struct GrabState {
    bool active = false; ///< a particle is pulled
    bool armed = false;  ///< the button is down on the body: the first movement begins the pull
    int pane = 0;        ///< pane in which the particle was picked
    int particle = 0;
    glm::vec2 press{0};  ///< where the button went down [px]
    glm::vec3 point{0};  ///< place of the particle when the pull began: the drag plane goes through it [m]
    glm::vec3 offset{0}; ///< from the place under the mouse to `point`, when the pull began [m]
    glm::vec3 target{0}; ///< place to which the particle is pulled [m]
    struct Held {
        int particle = 0;
        glm::vec3 offset{0}; ///< from the particle under the mouse [m]
    };
    std::vector<Held> row; ///< the particle under the mouse, and the pins that move with it
    /// @name The body under the mouse
    /// @{
    int hover_pane = -1; ///< pane whose body a press would pull; -1 = none
    int hover_particle = 0;
    /// @}
};

/// The collider under the mouse, and the one that it holds.
struct ColliderHand {
    enum class Phase {
        none,
        hovered,  ///< a press would hold it
        armed,    ///< the button is down on it: the first movement begins the drag
        held,     ///< follows the mouse
        released, ///< stays held until the simulation has reached the last place; then the scene takes it over
    };
    Phase phase = Phase::none;
    int pane = 0;
    int collider = 0;             ///< of the model
    std::uint64_t model = 0;      ///< Model::identity to which `collider` refers
    glm::vec2 press{0};           ///< where the button went down [px]
    bool level = false;           ///< moves along the ground (Shift), not in the plane of the view
    glm::vec3 point{0};           ///< centre when the drag or the kind of plane began: the plane goes through it [m]
    glm::vec3 offset{0};          ///< from the place under the mouse to the centre, at that time [m]
    glm::vec3 center{0};          ///< wanted centre [m]
    glm::dquat turn{1, 0, 0, 0};  ///< wanted turn, from where the model has it
    double size = 1;              ///< wanted size, over the model's [1]
    std::int64_t released_at = 0; ///< frame of the simulation at the release
    double released_when = 0;     ///< AppState::now at the release [s]

    bool holds() const { return phase == Phase::held || phase == Phase::released; }
};

/// What the user is about to add to the scene.
struct AddingState {
    enum class Waits { nothing, weight, string_start, string_end, cut, lasso };
    Waits waits = Waits::nothing; ///< for a click on the body, or for a stroke across it
    int start = 0;                ///< particle at which the string begins
    double mass = 0;              ///< of the next weight [kg]; 0 = a tenth of the body's
    double compliance = 0;        ///< of the next string [m/N]
    /// @name The stroke that the mouse draws
    /// @{
    int stroke_pane = -1;          ///< -1 = none
    std::vector<glm::vec2> stroke; ///< [px]
    std::vector<scenes::Cut> cuts; ///< its cuts up to now
    bool is_on_surface = false;    ///< its end is on the body: the last cut continues
    /// @}
    /// @name The menu of a right click
    /// @{
    int press_pane = -1;              ///< pane in which the button went down; -1 = none
    glm::vec2 press{0};               ///< [px]
    bool menu_wanted = false;         ///< the menu opens in this frame
    std::optional<glm::vec2> menu_at; ///< where it opens [px]; none: below the icon
    std::optional<glm::vec3> place;   ///< where the next collider is put [m]; none: beside the body
    int collider = -1;                ///< under the mouse at the press; -1 = none
    int particle = -1;                ///< under the mouse at the press; -1 = none
    /// @}
};

/// The last search under the mouse, and its result: a large body is searched again only after something has moved.
struct PickMemory {
    int pane = -1;
    const void* snapshot = nullptr;
    glm::vec2 position{0}; ///< [px]
    lab::Camera camera;
    bool nearby = false;
    std::optional<int> particle;
};

/// How a pane's camera moves without the user: framing, and following the bodies.
struct CameraMove {
    bool framed = false;             ///< the program has placed the camera, and the user has not moved it since
    bool on_bodies = false;          ///< framed on the bodies' places at that time (F), not on the scene's run
    bool entering = false;           ///< moves from a view that shows the start to the view of the scene's run
    picture::Room room;              ///< free part of the picture for which the camera was framed
    lab::Camera home;                ///< the camera after framing
    bool following = false;          ///< moves to a body that leaves the view
    bool away = false;               ///< the camera has followed the body away from `home`
    double fits_since = 0;           ///< AppState::now since when the bodies would be in view from home [s]
    std::optional<lab::Camera> from; ///< begin of a move to `to`; empty = no move
    lab::Camera to;
    double begun = 0; ///< AppState::now when the move began [s]
};

/// How the panes' pictures look, and what the mouse does in them.
struct StageState {
    picture::PictureOptions picture; ///< looks, view mode, active pane; its size and stamp are set per screenshot
    render::Quality film_quality = render::Quality::high; ///< of recordings, where Preferences::quality is automatic
    std::array<lab::Camera, lab::kMaxPanes> cameras{};
    std::array<CameraMove, lab::kMaxPanes> moves{}; ///< of the cameras
    double cameras_at = 0;                          ///< AppState::now when the cameras were settled last [s]
    std::int64_t cameras_frame = 0;                 ///< frame of the simulation at that time
    bool cameras_linked = true;
    bool cameras_follow = true; ///< framed cameras follow bodies that leave the view
    GrabState grab;
    ColliderHand collider;
    AddingState adding;
    PickMemory pick;
    int drag_pane = -1;           ///< pane whose picture the mouse drags (orbit, pan); -1 = none
    int hovered_pane = -1;        ///< under the mouse; -1 = none
    double dragged_range_end = 0; ///< end of the colour range that the mouse drags, before rounding [SI]; 0 = none

    /// The camera of a pane; while it moves, its goal. Sessions save this camera.
    const lab::Camera& camera_goal(int pane) const {
        const CameraMove& move = moves[static_cast<std::size_t>(pane)];
        const lab::Camera& camera = cameras[static_cast<std::size_t>(pane)];
        return move.from && camera.distance > 0 ? move.to : camera;
    }
};

} // namespace xpbd::window
