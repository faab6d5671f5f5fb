#include "monkey_hand.h"

#include <X11/XKBlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XTest.h>
#include <X11/keysym.h>
#include <cmath>
#include <cstring>

namespace monkey {

Hand::Hand() : display_(XOpenDisplay(nullptr)) {
    int event = 0, error = 0, major = 0, minor = 0;
    if (display_ != nullptr && XTestQueryExtension(display_, &event, &error, &major, &minor) == 0) {
        XCloseDisplay(display_);
        display_ = nullptr;
    }
    // The window may end between two of our requests: what ended it is told from its exit code.
    XSetErrorHandler([](Display*, XErrorEvent*) { return 0; });
}

Hand::~Hand() {
    if (display_ != nullptr) {
        XCloseDisplay(display_);
    }
}

Window Hand::find(Window below) const {
    char* name = nullptr;
    const bool here = XFetchName(display_, below, &name) != 0 && std::strstr(name, "xpbd-lab") != nullptr;
    if (name != nullptr) {
        XFree(name);
    }
    if (here) {
        return below;
    }
    Window root = 0, parent = 0, found = 0;
    Window* children = nullptr;
    unsigned count = 0;
    if (XQueryTree(display_, below, &root, &parent, &children, &count) != 0) {
        for (unsigned i = 0; i < count && found == 0; ++i) {
            found = find(children[i]);
        }
        if (children != nullptr) {
            XFree(children);
        }
    }
    return found;
}

bool Hand::find_window() {
    window_ = find(DefaultRootWindow(display_));
    if (window_ == 0) {
        return false;
    }
    XMoveWindow(display_, window_, 0, 0);
    XSetInputFocus(display_, window_, RevertToPointerRoot, CurrentTime);
    XSync(display_, False);
    return true;
}

void Hand::move(double x, double y) {
    XTestFakeMotionEvent(display_, -1, static_cast<int>(std::lround(x)), static_cast<int>(std::lround(y)), 0);
    XFlush(display_);
}

void Hand::button(int which, bool down) {
    XTestFakeButtonEvent(display_, static_cast<unsigned>(which), down ? True : False, 0);
    XFlush(display_);
}

void Hand::key(KeySym sym, bool down) {
    const KeyCode code = XKeysymToKeycode(display_, sym);
    if (code != 0) {
        XTestFakeKeyEvent(display_, code, down ? True : False, 0);
        XFlush(display_);
    }
}

void Hand::type(const std::string& text) {
    for (const char sign : text) {
        const auto sym = static_cast<KeySym>(static_cast<unsigned char>(sign)); // Latin 1: its code is its name
        const KeyCode code = XKeysymToKeycode(display_, sym);
        const bool shift = code != 0 && XkbKeycodeToKeysym(display_, code, 0, 0) != sym;
        if (shift) {
            key(XK_Shift_L, true);
        }
        key(sym, true);
        key(sym, false);
        if (shift) {
            key(XK_Shift_L, false);
        }
    }
}

void Hand::resize(int width, int height) {
    XMoveResizeWindow(display_, window_, 0, 0, static_cast<unsigned>(width), static_cast<unsigned>(height));
    XSync(display_, False);
}

void Hand::set_state(long state) {
    const Atom name = XInternAtom(display_, "WM_STATE", False);
    const long data[2] = {state, None};
    XChangeProperty(display_, window_, name, name, 32, PropModeReplace, reinterpret_cast<const unsigned char*>(data),
                    2);
}

void Hand::minimise() {
    set_state(IconicState);
    XUnmapWindow(display_, window_);
    XSync(display_, False);
}

void Hand::restore() {
    XMapRaised(display_, window_);
    set_state(NormalState);
    XSync(display_, False);
    XSetInputFocus(display_, window_, RevertToPointerRoot, CurrentTime);
    XFlush(display_);
}

void Hand::release() {
    for (const int which : {1, 2, 3}) {
        button(which, false);
    }
    for (const KeySym held : {XK_Control_L, XK_Shift_L, XK_Alt_L}) {
        key(held, false);
    }
}

} // namespace monkey
