#pragma once

#include "lab/run/runner.h"
#include "render/renderer.h"

#include <span>
#include <string_view>
#include <vector>

/// Where the viewer stands and where the ground lies: both follow from the scene and its bodies alone.
namespace xpbd::picture {

/// @name The default view
/// @{
/// A view, and the part of it that nothing covers: there the scene is framed.
struct Room {
    float aspect = 1;  ///< width over height of the view
    glm::vec2 low{-1}; ///< left and lower border of the free part; -1 = of the view, 1 = its other border
    glm::vec2 high{1}; ///< right and upper border

    Room() = default;
    Room(float whole) : aspect(whole) {} ///< all of a view is free
};

/// What a default view's scene fills of the room's height or width, whichever it fills more of.
inline constexpr float kFramedShare = 0.82f;
/// A view that is filled like this needs no other framing.
inline constexpr float kLeastFilled = 0.6f;
inline constexpr float kMostFilled = 0.85f;
/// A body that reaches beyond this share of the room, from its middle to its border, is followed.
inline constexpr float kHeldShare = 0.95f;

/// Points around what does not move: colliders that have an end, and the scene's fixtures.
std::vector<glm::vec3> still_points(const Model& model);
/// What a default view must hold: what does not move, and where the body goes. The scene may know that (Model::seen);
/// else it is the shape at the start, and a guess of what the body does next. A particle that is tied to a pin sinks
/// along the force on the body as far as its tethers let it, and a single pin's body swings to the other side; a free
/// body falls onto what lies below. No setting of a pane has a part in it.
std::vector<glm::vec3> framed_points(const lab::Snapshot& snapshot);

/// The camera that looks into this direction (degrees) and holds the points as a default view does: in the middle of
/// the view from left to right, where the room allows it, and in the middle of the room from top to bottom.
render::OrbitCamera frame_points(std::span<const glm::vec3> points, double yaw, double pitch, const Room& room);

/// The camera that looks into this direction (degrees) and frames the bodies of all panes as they are now, with what
/// does not move: the default view, where they fill it well, else a closer or a wider one.
render::OrbitCamera frame_bodies(const lab::Snapshot& snapshot, double yaw, double pitch, const Room& room);

/// The camera, moved no further than needed to hold the bodies of all panes, with what does not move, within this share
/// of the room: aside where that is enough, else back.
/// The same camera where they are inside. All panes, because linked cameras show all bodies from one place: a pane's
/// picture depends on another pane where that one's body leaves the view, and nowhere else.
render::OrbitCamera hold_bodies(const render::OrbitCamera& camera, const lab::Snapshot& snapshot, const Room& room,
                                float share = kHeldShare);

/// What points before the camera cover of the room's width or height, whichever they cover more of; 1 = all of it.
float filled_share(const render::OrbitCamera& camera, std::span<const glm::vec3> points, const Room& room);
/// Share of the points inside the room, in [0, 1].
float share_in_view(const render::OrbitCamera& camera, std::span<const glm::vec3> points, const Room& room);

/// lab::Camera (degrees, distance 0 = frame the scene and hold its bodies) to render::OrbitCamera and back.
render::OrbitCamera to_orbit(const lab::Camera& camera, const lab::Snapshot& snapshot, const Room& room);
lab::Camera from_orbit(const render::OrbitCamera& camera);

/// A direction to look from, by name; the camera frames the scene from there.
struct CameraPreset {
    std::string_view key;   ///< on the command line
    std::string_view label; ///< in the window
    double yaw, pitch;      ///< [deg]
};
std::span<const CameraPreset> camera_presets();
/// @}

/// @name The ground
/// @{
/// Height of the ground of a scene [m]: of its floor, where it has one. Else it lies below everything that the default
/// view shows, with some room.
struct SceneGround {
    float height = 0;
    float size = 1; ///< of the body; room and softness follow from it [m]
    bool is_floor = false;
};
/// Whether a plane with this normal is a floor.
bool is_level(const glm::vec3& normal);
SceneGround scene_ground(const lab::Snapshot& snapshot);

/// Where the ground lies below what a picture shows, whose lowest point is at `lowest` [m]. It is the scene's until the
/// body comes near, then it goes down with it, softly, and stays below. A function of the pane's own body: another
/// pane's slider moves no ground but its own.
float ground_below(const SceneGround& scene, float lowest);
/// @}

} // namespace xpbd::picture
