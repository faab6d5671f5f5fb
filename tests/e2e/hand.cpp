#include "hand.h"

#include "key_code.h"

#include <X11/Xutil.h>
#include <X11/extensions/XTest.h>
#include <X11/keysym.h>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <sstream>

namespace xpbd::test {
namespace {

/// Number of frames until a frame has seen an event: the frame that is being drawn has already read its events.
constexpr int kTakenIn = 2;

constexpr double kApart = 10;   ///< least distance of two clicks that are no double click [px]
constexpr int kSlowClicks = 30; ///< number of double clicks that may be too slow before the test fails

/// The bit of a mouse button in the map.
int bit_of(int button) {
    return button == 1 ? 1 : button == 3 ? 2 : 4;
}

} // namespace

Hand::Hand(Subject& subject) : subject_(subject), display_(XOpenDisplay(nullptr)) {
    int event = 0, error = 0, major = 0, minor = 0;
    if (display_ == nullptr || XTestQueryExtension(display_, &event, &error, &major, &minor) == 0) {
        throw Missing("the X server has no XTEST extension");
    }
    // X errors are ignored: the window may end between two requests, and Subject reports how it ended.
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

void Hand::take_window() {
    if (subject_.wayland_scale() > 0) {
        take_window_of_wayland();
        return;
    }
    window_ = find(DefaultRootWindow(display_)); // the program has drawn, so its window exists
    if (window_ == 0) {
        throw Failure("no window has the program's name");
    }
    XMoveWindow(display_, window_, 0, 0);
    XSetInputFocus(display_, window_, RevertToPointerRoot, CurrentTime);
    XSync(display_, False);
    presses_ = subject_.input().key_presses;
    keys_up_ = 0;
    point(5, 5); // at (6, 6) already, the pointer would give no event for the first move
    move(6, 6);
}

// Each event waits until the server has passed it on: if the server gets no core, frames pass without the event.
void Hand::point(double x, double y) {
    x_ = x;
    y_ = y;
    XTestFakeMotionEvent(display_, -1, static_cast<int>(std::lround(left_ + x)),
                         static_cast<int>(std::lround(top_ + y)), 0);
    XSync(display_, False);
}

void Hand::button(int which, bool down) {
    if (which == 1 && down) {
        clicked_x_ = x_;
        clicked_y_ = y_;
    }
    XTestFakeButtonEvent(display_, static_cast<unsigned>(which), down ? True : False, 0);
    XSync(display_, False);
}

void Hand::key(KeySym sym, bool down) {
    const KeyCode code = find_key(display_, sym).code;
    if (code != 0) {
        presses_ += down ? 1 : 0;
        XTestFakeKeyEvent(display_, code, down ? True : False, 0);
        XSync(display_, False);
    }
}

void Hand::write(const std::string& text) {
    for (const char sign : text) {
        const auto sym = static_cast<KeySym>(static_cast<unsigned char>(sign)); // Latin 1: its code is its name
        const bool shift = find_key(display_, sym).shift;
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

void Hand::let_go() {
    for (const int which : {1, 2, 3}) {
        button(which, false);
    }
    for (const KeySym held : std::initializer_list<KeySym>{XK_Control_L, XK_Shift_L, XK_Alt_L}) {
        key(held, false);
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

void Hand::move(double x, double y) {
    point(x, y);
    const auto near = [](double a, double b) { return std::abs(a - static_cast<double>(std::lround(b))) < 0.5; };
    subject_.taken_in([&](const Input& input) { return near(input.x, x) && near(input.y, y); }, kTakenIn);
}

void Hand::press(int which) {
    button(which, true);
    subject_.taken_in([&](const Input& input) { return (input.buttons & bit_of(which)) != 0; }, kTakenIn);
}

void Hand::release_only(int which) {
    button(which, false);
    subject_.taken_in([&](const Input& input) { return (input.buttons & bit_of(which)) == 0; }, kTakenIn);
}

void Hand::release(int which) {
    release_only(which);
    subject_.frames(1); // the frame that closes a list still draws it, and one that opens a list does not draw it yet
}

void Hand::click(int which) {
    press(which);
    release(which);
}

void Hand::click_at(double x, double y, int which) {
    move(x, y);
    press(which);
    release(which);
}

void Hand::click(const std::string& widget) {
    const Widget at = place(widget);
    click_at(at.x, at.y);
}

void Hand::double_click(const std::string& widget) {
    const Widget at = place(widget);
    double_click_at(at.x, at.y);
}

bool Hand::try_double_click(const std::string& widget) {
    const Widget at = place(widget);
    return click_twice(at.x, at.y);
}

void Hand::double_click_at(double x, double y) {
    for (int i = 0; i < kSlowClicks; ++i) {
        if (click_twice(x, y)) {
            return;
        }
    }
    throw Failure("the window takes no two clicks for a double click");
}

bool Hand::click_twice(double x, double y) {
    move(std::hypot(x - clicked_x_, y - clicked_y_) < kApart ? x + kApart : x, y);
    const long long before = subject_.input().double_clicks;
    press(); // few frames: a double click may last six
    release_only();
    click();
    return subject_.input().double_clicks > before;
}

void Hand::drag(const std::string& widget, double from, double to) {
    const Widget at = place(widget);
    const auto x = [&](double share) { return at.x + at.width * (share - 0.5); };
    move(x(from), at.y);
    press();
    for (int step = 1; step <= 5; ++step) {
        move(x(from + (to - from) * step / 5), at.y);
    }
    release();
}

void Hand::wheel(int notches) {
    const long long scrolls = subject_.input().scrolls + std::abs(notches);
    for (int i = 0; i < std::abs(notches); ++i) {
        button(notches > 0 ? 4 : 5, true);
        button(notches > 0 ? 4 : 5, false);
    }
    subject_.taken_in([&](const Input& input) { return input.scrolls >= scrolls; }, kTakenIn);
}

/// Waits until a frame has taken in all pressed keys. A window without the keyboard gets none of them.
void Hand::wait_for_keys() {
    subject_.taken_in([&](const Input& input) { return input.key_presses >= presses_; }, kTakenIn);
    presses_ = subject_.input().key_presses;
}

void Hand::tap(KeySym sym, const std::vector<KeySym>& held) {
    subject_.frames(static_cast<int>(std::max(0LL, keys_up_ - subject_.input().drawn)));
    for (const KeySym modifier : held) {
        key(modifier, true);
    }
    key(sym, true);
    wait_for_keys();
    key(sym, false);
    for (auto modifier = held.rbegin(); modifier != held.rend(); ++modifier) {
        key(*modifier, false);
    }
    keys_up_ = subject_.input().drawn + kTakenIn;
    subject_.frames(1); // the frame in which Escape closes a popup still draws it
}

void Hand::tap(const std::string& name) {
    std::vector<KeySym> keys;
    std::istringstream parts(name);
    for (std::string part; std::getline(parts, part, '+');) {
        keys.push_back(key_named(part.c_str()));
        if (keys.back() == NoSymbol) {
            throw Failure("no key is called " + part);
        }
    }
    const KeySym last = keys.back();
    keys.pop_back();
    tap(last, keys);
}

void Hand::type(const std::string& text) {
    subject_.wait("a box that takes text", [](const View& view) { return view.typing; });
    subject_.frames(kTakenIn); // the box takes the keyboard one frame after it appears
    write(text);
    wait_for_keys();
}

Widget Hand::place(const std::string& widget) {
    subject_.wait(widget + " on screen", [&](const View& view) { return view.find(widget) != nullptr; });
    return *subject_.last().find(widget);
}

} // namespace xpbd::test
