#pragma once

#include <functional>

namespace xpbd::system {

// The connection to X11 or Wayland that GLFW has opened, as far as GLFW does not tell. Nothing of Xlib, libwayland or
// GLib is linked: what is loaded is asked by name. On other systems no display server can go away: these do nothing.

/// What a user can do where no window opens.
extern const char* const kDisplayNeeds;

/// What the size of a window counts.
enum class WindowUnits {
    pixels,        ///< X11; on Wayland it is points
    scaled_pixels, ///< Windows: pixels, and a window that moves to a screen of another scale is to be as many points
                   ///< there
    points,        ///< macOS
};
extern const WindowUnits kWindowUnits;

/// A function of the program or of a library that it is linked with, by name; null where there is none. For functions
/// that only a later version of a library has.
void* function_of_library(const char* name);

/// From now on `lost` is called when the connection is lost, before the libraries end the process. It does not return.
/// `on_wayland`: the connection is GLFW's to Wayland, else to X11 or none.
void watch_display_server(bool on_wayland, const std::function<void()>& lost);

/// True where a Wayland desktop has ended or thrown us out, even if nobody has read that yet.
bool wayland_connection_lost();

/// Waits until the Wayland desktop has answered what was asked of it.
void wait_for_wayland();

} // namespace xpbd::system
