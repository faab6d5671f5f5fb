// Converts the browser's events to mouse and keyboard events: all wheels scroll alike, one finger is the left button,
// and two fingers zoom and pan.
#include "system/web/browser.h"
#include "web/glfw.h"
#include "web/keys.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include <emscripten/emscripten.h>

namespace xpbd::web {
namespace {

constexpr double kPixelsPerNotch = 100;
constexpr double kLinesPerNotch = 3;
constexpr double kPinchNotches = 6; ///< notches of the wheel for two fingers that move apart by the factor e
/// Pixels per notch with Ctrl: a browser reports a pinch on a touchpad as small turns of the wheel with Ctrl.
constexpr double kPinchOfTouchpad = 10;
constexpr double kPanBegins = 10;  ///< distance that two fingers must move before they pan [units of the page]
constexpr double kLongPress = 600; ///< a finger that rests so long [ms] is a click of the right button
/// Most that a frame adds to that time [ms]: where frames are slow, a tap takes long.
constexpr double kLongestTurn = 40;
constexpr double kRests = 8; ///< a finger that has moved less is at rest [units of the page]

int modifiers_of(bool shift, bool ctrl, bool alt, bool meta) {
    return (shift ? GLFW_MOD_SHIFT : 0) | (ctrl ? GLFW_MOD_CONTROL : 0) | (alt ? GLFW_MOD_ALT : 0) |
           (meta ? GLFW_MOD_SUPER : 0);
}

int button_of(unsigned short button) {
    return button == 1 ? GLFW_MOUSE_BUTTON_MIDDLE : button == 2 ? GLFW_MOUSE_BUTTON_RIGHT : GLFW_MOUSE_BUTTON_LEFT;
}

template <class Event>
void note_modifiers(const Event& event) {
    page().modifiers = modifiers_of(event.shiftKey, event.ctrlKey, event.altKey, event.metaKey);
}

EM_BOOL on_mouse(int type, const EmscriptenMouseEvent* event, void*) {
    note_modifiers(*event);
    page().move(event->clientX - page().left, event->clientY - page().top);
    if (type == EMSCRIPTEN_EVENT_MOUSEDOWN && event->button <= 2) {
        page().button(button_of(event->button), true);
    } else if (type == EMSCRIPTEN_EVENT_MOUSEUP && event->button <= 2) {
        page().button(button_of(event->button), false);
    }
    return EM_FALSE; // not consumed, so that the browser moves the focus to the page
}

EM_BOOL on_leave(int, const EmscriptenMouseEvent*, void*) {
    if (!page().is_held(GLFW_MOUSE_BUTTON_LEFT) && !page().is_held(GLFW_MOUSE_BUTTON_RIGHT)) {
        page().move(-1, -1);
    }
    return EM_FALSE;
}

EM_BOOL on_wheel(int, const EmscriptenWheelEvent* event, void*) {
    note_modifiers(event->mouse);
    double notch = 1; // for DOM_DELTA_PAGE
    if (event->deltaMode == DOM_DELTA_PIXEL) {
        notch = event->mouse.ctrlKey ? kPinchOfTouchpad : kPixelsPerNotch;
    } else if (event->deltaMode == DOM_DELTA_LINE) {
        notch = kLinesPerNotch;
    }
    const auto turned = [&](double delta) { return std::clamp(-delta / notch, -3.0, 3.0); };
    page().scroll(turned(event->deltaX), turned(event->deltaY));
    return EM_TRUE;
}

/// True for the keys with which the user leaves a frame of another page. Esc first ends the typing of a value.
bool is_of_page_around(int key) {
    return page().embedded && (key == GLFW_KEY_TAB || (key == GLFW_KEY_ESCAPE && !system::is_typing()));
}

EM_BOOL on_key(int type, const EmscriptenKeyboardEvent* event, void*) {
    note_modifiers(*event);
    const std::string_view printed(event->key);
    // A phone's keyboard sends no key codes, but names for the few keys that type no character.
    const int key = key_of(event->code[0] != '\0' ? std::string_view(event->code) : printed);
    if (type == EMSCRIPTEN_EVENT_KEYUP) {
        if (key >= 0 && page().window.keys[static_cast<std::size_t>(key)]) {
            page().key(key, GLFW_RELEASE);
        }
        return EM_FALSE;
    }
    if (key >= 0 && is_of_page_around(key)) {
        return EM_FALSE;
    }
    if (key >= 0 && is_of_browser(key, event->ctrlKey, event->shiftKey, event->altKey, event->metaKey)) {
        return EM_FALSE;
    }
    if (key >= 0) {
        page().printed[key] = printed;
        page().key(key, event->repeat ? GLFW_REPEAT : GLFW_PRESS);
    }
    const unsigned sign = event->ctrlKey || event->metaKey ? 0 : typed_sign(printed);
    if (sign != 0) {
        page().type(sign);
    }
    // Copy, cut and paste are not consumed: the browser then sends "paste" with the clipboard's text before the next
    // frame.
    return !(event->ctrlKey && (key == GLFW_KEY_V || key == GLFW_KEY_C || key == GLFW_KEY_X));
}

EM_BOOL on_focus(int type, const EmscriptenFocusEvent*, void*) {
    const bool in = type == EMSCRIPTEN_EVENT_FOCUS;
    for (int key = 0; !in && key <= GLFW_KEY_LAST; ++key) {
        if (page().window.keys[static_cast<std::size_t>(key)]) {
            page().key(key, GLFW_RELEASE);
        }
    }
    page().post([in] { call(page().window.on_focus, in ? GLFW_TRUE : GLFW_FALSE); });
    return EM_FALSE;
}

EM_BOOL on_full_screen(int, const EmscriptenFullscreenChangeEvent* event, void*) {
    if (!event->isFullscreen) {
        xpbd_full_screen_refused();
    }
    return EM_FALSE;
}

/// State of the fingers on the canvas.
struct Fingers {
    int count = 0;
    bool one = false;     ///< one finger has moved and holds the left button
    bool ours = true;     ///< the browser must not scroll by them
    bool panning = false; ///< two fingers hold the right button
    double x = 0, y = 0;  ///< middle of the fingers when they touched
    double watched = 0;   ///< time of the last frame [ms]
    double held = 0;      ///< time that they have rested, without the slow part of frames [ms]
    bool rests = false;   ///< one finger has touched and not moved since: a tap, a drag or a long press begins
    double apart = 1;     ///< distance of two fingers
};
Fingers fingers;

void end_touch() {
    if (fingers.one) {
        page().button(GLFW_MOUSE_BUTTON_LEFT, false);
    }
    if (fingers.panning) {
        page().button(GLFW_MOUSE_BUTTON_RIGHT, false);
    }
    fingers.one = fingers.panning = fingers.rests = false;
}

void begin_touch(double x, double y, double apart) {
    fingers.x = x;
    fingers.y = y;
    fingers.held = 0;
    fingers.rests = fingers.count == 1;
    fingers.apart = apart;
    page().post([] {}, true); // a frame in between lets the widget at the previous place end its hover
    page().move(x, y);
    page().post([] {}, true); // a frame in which the finger hovers, as a mouse would
}

void click(int button) {
    page().button(button, true);
    page().button(button, false);
}

void move_touch(double x, double y, double apart) {
    if (fingers.rests && std::hypot(x - fingers.x, y - fingers.y) >= kRests) {
        fingers.rests = false;
        fingers.one = true;
        page().button(GLFW_MOUSE_BUTTON_LEFT, true); // where the finger has touched
    }
    if (!fingers.rests) {
        page().move(x, y);
    }
    if (fingers.count < 2) {
        return;
    }
    page().scroll(0, kPinchNotches * std::log(apart / fingers.apart));
    fingers.apart = apart;
    if (!fingers.panning && std::hypot(x - fingers.x, y - fingers.y) > kPanBegins) {
        fingers.panning = true;
        page().button(GLFW_MOUSE_BUTTON_RIGHT, true);
    }
}

EM_BOOL on_touch(int type, const EmscriptenTouchEvent* event, void*) {
    note_modifiers(*event);
    int count = 0;
    double x = 0, y = 0, places[2][2] = {};
    for (int i = 0; i < event->numTouches; ++i) {
        const EmscriptenTouchPoint& touch = event->touches[i];
        const bool lifted =
            touch.isChanged && (type == EMSCRIPTEN_EVENT_TOUCHEND || type == EMSCRIPTEN_EVENT_TOUCHCANCEL);
        if (!lifted && count < 2) {
            places[count][0] = static_cast<double>(touch.clientX) - page().left;
            places[count][1] = static_cast<double>(touch.clientY) - page().top;
            x += places[count][0];
            y += places[count][1];
            ++count;
        }
    }
    const double apart = std::max(1.0, std::hypot(places[0][0] - places[1][0], places[0][1] - places[1][1]));
    if (count != fingers.count) {
        if (count == 0 && fingers.rests && type == EMSCRIPTEN_EVENT_TOUCHEND) {
            click(GLFW_MOUSE_BUTTON_LEFT);
        }
        end_touch();
        const bool more = count > fingers.count;
        fingers.count = count;
        if (count == 0) {
            page().move(-1, -1);
        } else if (more) {
            begin_touch(x / count, y / count, apart);
        }
    } else if (count == 2 || (count == 1 && (fingers.one || fingers.rests))) {
        move_touch(x / count, y / count, apart);
    }
    // Consuming an event prevents scrolling, zooming of the page, and mouse events from fingers. A finger beside the
    // body of an embedded page may scroll the page around it: the browser then cancels the touch.
    const bool begins = type == EMSCRIPTEN_EVENT_TOUCHSTART && count == 1;
    fingers.ours = begins ? system::takes_finger(x, y) : fingers.ours || count > 1;
    return fingers.ours ? EM_TRUE : EM_FALSE;
}

} // namespace

void watch_fingers() {
    const double now = emscripten_get_now();
    fingers.held += std::min(now - fingers.watched, kLongestTurn);
    fingers.watched = now;
    if (fingers.rests && fingers.held >= kLongPress) {
        fingers.rests = false;
        click(GLFW_MOUSE_BUTTON_RIGHT);
    }
}

void listen() {
    page().embedded = std::getenv("XPBD_LAB_EMBEDDED") != nullptr;
    const char* const window = EMSCRIPTEN_EVENT_TARGET_WINDOW;
    const char* const document = EMSCRIPTEN_EVENT_TARGET_DOCUMENT;
    emscripten_set_mousedown_callback(kCanvas, nullptr, EM_FALSE, on_mouse);
    emscripten_set_mousemove_callback(window, nullptr, EM_FALSE, on_mouse);
    emscripten_set_mouseup_callback(window, nullptr, EM_FALSE, on_mouse);
    emscripten_set_mouseleave_callback(kCanvas, nullptr, EM_FALSE, on_leave);
    emscripten_set_wheel_callback(kCanvas, nullptr, EM_FALSE, on_wheel);
    emscripten_set_keydown_callback(window, nullptr, EM_FALSE, on_key);
    emscripten_set_keyup_callback(window, nullptr, EM_FALSE, on_key);
    emscripten_set_focus_callback(window, nullptr, EM_FALSE, on_focus);
    emscripten_set_blur_callback(window, nullptr, EM_FALSE, on_focus);
    emscripten_set_fullscreenchange_callback(document, nullptr, EM_FALSE, on_full_screen);
    emscripten_set_touchstart_callback(kCanvas, nullptr, EM_FALSE, on_touch);
    emscripten_set_touchmove_callback(kCanvas, nullptr, EM_FALSE, on_touch);
    emscripten_set_touchend_callback(kCanvas, nullptr, EM_FALSE, on_touch);
    emscripten_set_touchcancel_callback(kCanvas, nullptr, EM_FALSE, on_touch);
}

} // namespace xpbd::web

extern "C" {

/// @name Input of a phone's keyboard, called by the page
/// @{
EMSCRIPTEN_KEEPALIVE void xpbd_type(unsigned sign) {
    xpbd::web::page().type(sign);
}

EMSCRIPTEN_KEEPALIVE void xpbd_press_backspace() {
    xpbd::web::page().key(GLFW_KEY_BACKSPACE, GLFW_PRESS);
    xpbd::web::page().post([] {}, true); // the press and the release need a frame each
    xpbd::web::page().key(GLFW_KEY_BACKSPACE, GLFW_RELEASE);
    xpbd::web::page().post([] {}, true);
}
/// @}
}
