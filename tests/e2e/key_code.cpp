#include "key_code.h"

#include <X11/XKBlib.h>
#include <X11/keysym.h>
#include <cstring>
#include <initializer_list>

namespace xpbd::test {

KeyPlace find_key(Display* display, KeySym sym) {
    int first = 0, last = -1;
    XDisplayKeycodes(display, &first, &last);
    for (const int level : {0, 1}) {
        for (int code = first; sym != NoSymbol && code <= last; ++code) {
            if (XkbKeycodeToKeysym(display, static_cast<KeyCode>(code), 0, level) == sym) {
                return {static_cast<KeyCode>(code), level == 1};
            }
        }
    }
    return {};
}

KeySym key_named(const char* name) {
    const auto is = [&](const char* other) { return std::strcmp(name, other) == 0; };
    return is("ctrl") ? XK_Control_L : is("shift") ? XK_Shift_L : is("alt") ? XK_Alt_L : XStringToKeysym(name);
}

} // namespace xpbd::test
