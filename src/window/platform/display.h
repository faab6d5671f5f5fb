#pragma once

#include "window/platform/saved.h"

namespace xpbd::window {

// What GLFW does not offer about the display that it has opened, X11 or Wayland. The program is not linked with Xlib,
// libwayland or GLib: it looks up their functions by name in the libraries that GLFW has loaded.

/// True where GLFW has taken Wayland. After glfwInit().
bool on_wayland();

/// From now on the loss of the display saves what the window holds (WindowEvents::display_lost), instead of ending the
/// process at once. After glfwInit().
void watch_display();

/// True where a Wayland desktop has ended or has closed our connection, even before GLFW has read an event of this.
/// GLFW then sets the close flag of its windows, as if the user had closed them.
bool wayland_lost();

/// Ends the process, after one line that names the saved files: there is no display to end a window on.
[[noreturn]] void end_without_display(const Saved& saved);

/// On Wayland: waits until the desktop has processed our last requests, with two round trips, because the answer to the
/// first one can come before.
void wait_for_answer();

} // namespace xpbd::window
