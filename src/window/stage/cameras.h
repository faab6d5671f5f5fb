#pragma once

#include "window/stage/layout.h"

#include <vector>

namespace xpbd::window {

/// @name The panes' cameras: set by the user, or framed by the program
/// @{
/// A camera that the user moves: it stays where it is put. Goes to all panes while the cameras are linked.
void set_camera(AppState& state, int pane, const lab::Camera& camera);
/// Frames the present bodies from a direction [deg], with an eased move. Then the camera holds the bodies softly until
/// the user moves it, or until the next start, which frames the scene's run.
void frame_camera(AppState& state, int pane, double yaw, double pitch);
/// `linked`: all panes get the camera of `pane` and move together from now on; else each camera moves alone.
void link_cameras(AppState& state, bool linked, int pane);

/// The cameras for pictures of the panes at another size: a camera that frames the scene frames it for that size.
std::vector<lab::Camera> picture_cameras(const AppState& state);
/// True while a camera moves without the user.
bool cameras_move(const AppState& state);

/// Once per frame, before anything looks through the cameras: a camera that frames the scene (distance 0) gets its
/// place, moves continue, and framed cameras follow bodies that leave the view.
void settle_cameras(AppState& state, const lab::Snapshot& snapshot, const Layout& layout);
/// @}

} // namespace xpbd::window
