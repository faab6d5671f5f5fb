// Sends events of mouse and keyboard to the X server, one after the other, as the devices do: a key is sent by the code
// of the physical key.
//
// finger [mousemove X Y | mousedown BUTTON | mouseup BUTTON | keydown KEY | keyup KEY]...
// Exit: 0 all are sent, 1 no such key, no display or no XTEST, 2 other words.
#include "key_code.h"

#include <X11/extensions/XTest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

int usage() {
    std::fprintf(stderr,
                 "usage: finger [mousemove X Y | mousedown BUTTON | mouseup BUTTON | keydown KEY | keyup KEY]...\n");
    return 2;
}

} // namespace

int main(int argc, char** argv) {
    Display* const display = XOpenDisplay(nullptr);
    int event = 0, error = 0, major = 0, minor = 0;
    if (display == nullptr || XTestQueryExtension(display, &event, &error, &major, &minor) == 0) {
        std::fprintf(stderr, "finger: no X server with the XTEST extension\n");
        return 1;
    }
    for (int i = 1; i < argc; ++i) {
        const std::string verb = argv[i];
        const bool down = verb == "mousedown" || verb == "keydown";
        if (verb == "mousemove" && i + 2 < argc) {
            XTestFakeMotionEvent(display, -1, std::atoi(argv[i + 1]), std::atoi(argv[i + 2]), 0);
            i += 2;
        } else if ((verb == "mousedown" || verb == "mouseup") && i + 1 < argc) {
            XTestFakeButtonEvent(display, static_cast<unsigned>(std::atoi(argv[++i])), down ? True : False, 0);
        } else if ((verb == "keydown" || verb == "keyup") && i + 1 < argc) {
            const KeyCode code = xpbd::test::find_key(display, xpbd::test::key_named(argv[++i])).code;
            if (code == 0) {
                std::fprintf(stderr, "finger: no key is called %s\n", argv[i]);
                return 1;
            }
            XTestFakeKeyEvent(display, code, down ? True : False, 0);
        } else {
            return usage();
        }
        XSync(display, False); // returns when the server has passed the event on
    }
    XCloseDisplay(display);
    return 0;
}
