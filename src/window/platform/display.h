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

/// True where a Wayland desktop has ended or has closed our connection, even before an event of it was read: GLFW then
/// sets the close flag of its windows.
bool wayland_lost();

/// Ends the process, after one line that names the saved files: there is no display to end a window on.
[[noreturn]] void end_without_display(const Saved& saved);

/// On Wayland: waits until the desktop has answered our last requests. It answers when it is idle, so that the first
/// round trip may come back before.
void wait_for_answer();

} // namespace xpbd::window
