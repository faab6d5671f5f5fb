// The connection to X11 or Wayland that GLFW has opened: functions that GLFW does not offer.
#pragma once

#include <functional>

namespace xpbd::system {

// Xlib, libwayland and GLib are not linked; their functions are looked up by name in the loaded libraries. On systems
// where the connection to the display server cannot be lost, these functions do nothing.

/// Advice for the user if no window can be opened.
extern const char* const kDisplayNeeds;

/// Unit of a window's size.
enum class WindowUnits {
    pixels,        ///< X11; Wayland uses points
    scaled_pixels, ///< Windows: pixels; a window that moves to a screen of another scale keeps its size in points
    points,        ///< macOS
};
extern const WindowUnits kWindowUnits;

/// The address of a function of the program or its linked libraries, by name; null if it does not exist. For functions
/// that only later versions of a library have.
void* function_of_library(const char* name);

/// Calls `lost`, which must not return, when the connection is lost, before the libraries end the process.
/// `on_wayland`: GLFW uses Wayland; else X11 or no server.
void watch_display_server(bool on_wayland, const std::function<void()>& lost);

/// True if the Wayland desktop has ended or has closed the connection, even if no event has reported it yet.
bool wayland_connection_lost();

/// Waits until the Wayland desktop has processed all requests.
void wait_for_wayland();

} // namespace xpbd::system
