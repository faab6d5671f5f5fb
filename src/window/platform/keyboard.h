#pragma once

#include "window/state/chord.h"

namespace xpbd::window {

/// The chord of a GLFW key event, by the character on the key in the user's layout; key kKeyNone for keys that no
/// shortcut uses.
Chord to_chord(int glfw_key, int scancode, int glfw_mods);

} // namespace xpbd::window
