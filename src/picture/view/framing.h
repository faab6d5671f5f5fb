#pragma once

#include "lab/run/runner.h"
#include "render/renderer.h"

#include <span>
#include <string_view>
#include <vector>

/// Default cameras and the height of the ground. Both depend only on the scene and its bodies.
namespace xpbd::picture {

/// @name The default view
/// @{
/// A view and its free part, which no interface element covers. The scene is framed in the free part.
struct Room {
    float aspect = 1;  ///< width over height of the view
    glm::vec2 low{-1}; ///< left and lower border of the free part in [-1, 1]; -1 = the view's left or lower border
    glm::vec2 high{1}; ///< right and upper border of the free part; 1 = the view's right or upper border

    Room() = default;
    Room(float whole) : aspect(whole) {} ///< the whole view is free
};

/// Share of the room's width or height that the default view's scene fills, whichever is larger.
inline constexpr float kFramedShare = 0.82f;
/// If the bodies fill a share between these two, the default view is kept.
inline constexpr float kLeastFilled = 0.6f;
inline constexpr float kMostFilled = 0.85f;
/// If a body reaches beyond this share of the room, measured from its middle to its border, the camera follows it.
inline constexpr float kHeldShare = 0.95f;

/// Points around everything but the body: fixtures, and colliders of finite size wherever they come.
std::vector<glm::vec3> still_points(const Model& model);
/// The points that a default view must contain: everything that does not move, and the region that the body will reach.
/// Presentation::seen gives this region; if it is empty, the region is the initial shape and a predicted motion: a
/// particle connected to a pin moves along the force as far as its tethers allow, a body with a single pin swings to
/// the other side, and a free body falls onto the plane below it. Settings of panes have no influence.
std::vector<glm::vec3> framed_points(const lab::Snapshot& snapshot);

/// The camera with this direction (degrees) that contains the points as a default view: centred in the view
/// horizontally if the room allows it, and centred in the room vertically.
render::OrbitCamera frame_points(std::span<const glm::vec3> points, double yaw, double pitch, const Room& room);

/// The camera with this direction (degrees) that frames the current bodies of all panes and everything that does not
/// move: the default view if the bodies fill kLeastFilled to kMostFilled of it, else a nearer or farther view.
render::OrbitCamera frame_bodies(const lab::Snapshot& snapshot, double yaw, double pitch, const Room& room);

/// Moves the camera as little as necessary so that the bodies of all panes and everything that does not move are within
/// this share of the room: sideways if that suffices, else back. Returns the same camera if they are inside already. It
/// considers all panes, because linked cameras show all bodies from one place. This is the only way in which a pane's
/// picture depends on another pane.
render::OrbitCamera hold_bodies(const render::OrbitCamera& camera, const lab::Snapshot& snapshot, const Room& room,
                                float share = kHeldShare);

/// Share of the room's width or height that the points cover, whichever is larger; 1 = all of it. Points must be in
/// front of the camera.
float filled_share(const render::OrbitCamera& camera, std::span<const glm::vec3> points, const Room& room);
/// Share of the points that are inside the room, in [0, 1].
float share_in_view(const render::OrbitCamera& camera, std::span<const glm::vec3> points, const Room& room);

/// Conversions between lab::Camera (degrees; distance 0 = frame the scene and follow its bodies) and
/// render::OrbitCamera.
render::OrbitCamera to_orbit(const lab::Camera& camera, const lab::Snapshot& snapshot, const Room& room);
lab::Camera from_orbit(const render::OrbitCamera& camera);

/// A named view direction. The camera frames the scene from there.
struct CameraPreset {
    std::string_view key;   ///< name on the command line
    std::string_view label; ///< name in the window
    double yaw, pitch;      ///< [deg]
};
std::span<const CameraPreset> camera_presets();
/// @}

/// @name The ground
/// @{
/// Height of a scene's ground [m]: the height of its floor if it has one, else some way below everything that the
/// default view shows.
struct SceneGround {
    float height = 0;
    float size = 1; ///< size of the body, which scales the distances of the ground [m]
    bool is_floor = false;
};
/// True if a plane with this normal is a floor.
bool is_level(const glm::vec3& normal);
SceneGround scene_ground(const lab::Snapshot& snapshot);

/// Height of the ground in a picture whose lowest drawn point is at `lowest` [m]. It is the scene's ground height until
/// the body comes near; then the ground yields smoothly and stays below the body. It depends only on the pane's own
/// body, so that another pane's slider does not move it.
float ground_below(const SceneGround& scene, float lowest);
/// @}

} // namespace xpbd::picture
