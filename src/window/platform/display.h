#pragma once

#include "window/platform/saved.h"

namespace xpbd::window {

// The display that GLFW has opened, X11 or Wayland, as far as GLFW does not tell. Nothing of Xlib, libwayland or GLib
// is linked: what GLFW has loaded is asked by name.

/// True where GLFW has taken Wayland. After glfwInit().
bool on_wayland();

/// From now on the loss of the display saves what the window holds (WindowEvents::display_lost), instead of ending the
/// process at once. After glfwInit().
void watch_display();

/// True where a Wayland desktop has ended or thrown us out, even if nobody has read that yet: GLFW then asks its
/// windows to close.
bool wayland_lost();

/// Ends the process, after one line that names what is saved: there is no display to end a window on.
[[noreturn]] void end_without_display(const Saved& saved);

/// On Wayland: until the desktop has answered what was asked of it. It answers when it has nothing else to do, so that
/// the first round trip may come back before.
void wait_for_answer();

} // namespace xpbd::window
