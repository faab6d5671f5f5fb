#pragma once

#include <X11/Xlib.h>

namespace xpbd::test {

/// Where the keyboard has a sign.
struct KeyPlace {
    KeyCode code = 0;   ///< of the physical key; 0 = no key has it
    bool shift = false; ///< it is the sign above: held with Shift
};

/// The key that has the sign by itself, else the one that has it with Shift, in the first group of the map. Not any key
/// that has it somewhere, as XKeysymToKeycode() finds it: new maps have F1 to F12 with Ctrl+Alt, too.
KeyPlace find_key(Display* display, KeySym sym);

/// "ctrl", "shift" and "alt", or as X calls the key: "F12", "Control_L". NoSymbol where there is none.
KeySym key_named(const char* name);

} // namespace xpbd::test
