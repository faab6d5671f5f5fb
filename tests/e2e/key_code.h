#pragma once

#include <X11/Xlib.h>

namespace xpbd::test {

/// The key of a sign on the keyboard, and whether it needs Shift.
struct KeyPlace {
    KeyCode code = 0;   ///< of the physical key; 0 = no key has it
    bool shift = false; ///< the sign needs Shift
};

/// The key that gives the sign without Shift, else the one that gives it with Shift, in the first group of the map.
/// XKeysymToKeycode() may find another key, because new maps have F1 to F12 with Ctrl+Alt, too.
KeyPlace find_key(Display* display, KeySym sym);

/// The key with the name "ctrl", "shift", "alt", or X's name, such as "F12" or "Control_L"; NoSymbol if unknown.
KeySym key_named(const char* name);

} // namespace xpbd::test
