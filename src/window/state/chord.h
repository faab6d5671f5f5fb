#pragma once

namespace xpbd::window {

/// A key as printed on it: capital letters and signs by their ASCII code, the others by name.
enum Key : int {
    kKeyNone = 0,
    kKeySpace = ' ',
    kKeyTab = 256,
    kKeyBackspace,
    kKeyLeft,
    kKeyRight,
    kKeyHome,
    kKeyUp,
    kKeyDown,
    kKeyEnter,
    kKeyMenu,
    kKeyF1,
    kKeyF2,
    kKeyF3,
    kKeyF4,
    kKeyF5,
    kKeyF6,
    kKeyF9,
    kKeyF10,
    kKeyF11,
    kKeyF12,
};

struct Chord {
    int key = kKeyNone;
    bool ctrl = false;
    bool shift = false;

    bool operator==(const Chord&) const = default;
};

} // namespace xpbd::window
