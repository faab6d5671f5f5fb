#pragma once

#include "lab/run/window_request.h"

namespace xpbd::window {

/// Opens the window and runs it until the user quits or a signal stops it: recordings are finished and preferences
/// written either way, and when the display is lost. Returns the exit code: 0, 128 + the signal, or 4 where there is no
/// display or no OpenGL 3.3, after one line to stderr with the remedy.
///
/// Two environment variables help tests and are of no use otherwise: XPBD_LAB_UI_MAP=FILE writes the screen rectangles
/// of the named widgets and the state of the simulation to a small JSON file after every frame, and
/// XPBD_LAB_DUMP_SESSION=FILE writes the session that was on screen when the window closes.
int run_window(const lab::WindowRequest& request);

} // namespace xpbd::window
