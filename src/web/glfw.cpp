// GLFW's functions for a page whose canvas is the window. glfwPollEvents() delivers events in their order. After a
// button was pressed or released, later events wait for the next frame, so that no click is lost.
#include "web/glfw.h"

#include "web/keys.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>

// clang-format off
EM_JS(void, xpbd_set_cursor, (const char* name), { document.getElementById("canvas").style.cursor = UTF8ToString(name); });
EM_JS(void, xpbd_set_title, (const char* title), { document.title = UTF8ToString(title); });
EM_JS(void, xpbd_write_clipboard, (const char* text), {
    const what = UTF8ToString(text);
    const tell = fault => Module.ccall("xpbd_copied", null, ["string"], [fault]);
    const refused = () => {
        tell("the browser refuses");
        Module.showText("Select and copy it here", what);
    };
    if (navigator.clipboard) {
        navigator.clipboard.writeText(what).then(() => tell(""), refused);
    } else {
        refused();
    }
});
// The canvas's corner in the page: an embedded one has a bar above it.
EM_JS(double, xpbd_canvas_left, (), { return document.getElementById("canvas").getBoundingClientRect().left; });
EM_JS(double, xpbd_canvas_top, (), { return document.getElementById("canvas").getBoundingClientRect().top; });
EM_JS(void, xpbd_set_full_screen, (int full), {
    const done = full ? document.documentElement.requestFullscreen && document.documentElement.requestFullscreen()
                      : document.fullscreenElement && document.exitFullscreen();
    if (done) {
        done.catch(() => Module.ccall("xpbd_full_screen_refused", null, [], []));
    }
});
// clang-format on

namespace xpbd::web {

Page& page() {
    static Page page;
    return page;
}

void Page::post(std::function<void()> tell, bool ends_frame) {
    events.push_back({std::move(tell), ends_frame});
}

void Page::move(double x, double y) {
    post([this, x, y] {
        window.x = x;
        window.y = y;
        call(window.on_move, x, y);
    });
}

void Page::button(int which, bool down) {
    if (std::exchange(held[static_cast<std::size_t>(which)], down) == down) {
        return; // no change: the release of a button that was pressed outside the canvas
    }
    post(
        [this, which, down, held_now = modifiers] {
            window.buttons[static_cast<std::size_t>(which)] = down;
            call(window.on_button, which, down ? GLFW_PRESS : GLFW_RELEASE, held_now);
        },
        true);
}

void Page::scroll(double x, double y) {
    post([this, x, y] { call(window.on_scroll, x, y); });
}

void Page::key(int which, int action) {
    post([this, which, action, held_now = modifiers] {
        window.keys[static_cast<std::size_t>(which)] = action != GLFW_RELEASE;
        call(window.on_key, which, 0, action, held_now);
    });
}

void Page::type(unsigned sign) {
    post([this, sign] { call(window.on_sign, sign); });
}

void Page::dispatch_events() {
    std::size_t told = 0;
    while (told < events.size()) {
        const Event event = events[told++];
        event.tell();
        if (event.ends_frame) {
            break;
        }
    }
    events.erase(events.begin(), events.begin() + static_cast<std::ptrdiff_t>(told));
}

void Page::fit() {
    left = xpbd_canvas_left();
    top = xpbd_canvas_top();
    double wide = 0, high = 0;
    emscripten_get_element_css_size(kCanvas, &wide, &high);
    const double ratio = emscripten_get_device_pixel_ratio();
    const int width = std::max(1, static_cast<int>(std::lround(wide * ratio)));
    const int height = std::max(1, static_cast<int>(std::lround(high * ratio)));
    if (width == window.pixels[0] && height == window.pixels[1] && ratio == window.ratio) {
        return;
    }
    window.units[0] = std::max(1, static_cast<int>(std::lround(wide)));
    window.units[1] = std::max(1, static_cast<int>(std::lround(high)));
    window.pixels[0] = width;
    window.pixels[1] = height;
    emscripten_set_canvas_element_size(kCanvas, width, height);
    if (std::exchange(window.ratio, ratio) != ratio) {
        call(window.on_scale, static_cast<float>(ratio), static_cast<float>(ratio));
    }
    call(window.on_resize, width, height);
}

} // namespace xpbd::web

using xpbd::web::kCanvas;
using xpbd::web::page;

extern "C" EMSCRIPTEN_KEEPALIVE void xpbd_full_screen_refused() {
    if (std::exchange(page().window.full_screen, false)) {
        page().key(GLFW_KEY_F11, GLFW_PRESS); // the key with which a user leaves full screen
        page().key(GLFW_KEY_F11, GLFW_RELEASE);
    }
}

/// page.js calls this function with the clipboard's text when the user pastes.
extern "C" EMSCRIPTEN_KEEPALIVE void xpbd_set_clipboard(const char* text) {
    page().clipboard = text;
    EM_ASM({ Module.pasted = performance.now(); });
}

struct GLFWcursor {
    const char* name;
};
struct GLFWmonitor {};

namespace {

GLFWmonitor screen;
GLFWcursor cursors[] = {{"default"}, {"text"}, {"ns-resize"}, {"ew-resize"}, {"pointer"}, {"crosshair"}};

} // namespace

extern "C" {

int glfwInit() {
    return GLFW_TRUE;
}
void glfwTerminate() {}
void glfwInitHint(int, int) {}
void glfwWindowHint(int, int) {}
void glfwWindowHintString(int, const char*) {}
void glfwGetVersion(int* major, int* minor, int* revision) {
    *major = GLFW_VERSION_MAJOR;
    *minor = GLFW_VERSION_MINOR;
    *revision = GLFW_VERSION_REVISION;
}
const char* glfwGetVersionString() {
    return "of a page";
}
double glfwGetTime() {
    return emscripten_get_now() / 1000;
}
GLFWerrorfun glfwSetErrorCallback(GLFWerrorfun) {
    return nullptr;
}

GLFWwindow* glfwCreateWindow(int, int, const char*, GLFWmonitor*, GLFWwindow*) {
    EmscriptenWebGLContextAttributes wanted;
    emscripten_webgl_init_context_attributes(&wanted);
    wanted.majorVersion = 2;
    wanted.alpha = false;
    wanted.depth = false;
    wanted.antialias = false; // pictures are anti-aliased before they are copied to the canvas
    wanted.powerPreference = EM_WEBGL_POWER_PREFERENCE_HIGH_PERFORMANCE;
    page().context = emscripten_webgl_create_context(kCanvas, &wanted);
    if (page().context <= 0) {
        return nullptr;
    }
    page().fit();
    xpbd::web::listen();
    return &page().window;
}
void glfwDestroyWindow(GLFWwindow*) {}
void glfwMakeContextCurrent(GLFWwindow*) {
    emscripten_webgl_make_context_current(page().context);
}
GLFWwindow* glfwGetCurrentContext() {
    return &page().window;
}
GLFWglproc glfwGetProcAddress(const char*) {
    return nullptr;
}
void glfwSwapInterval(int) {}
void glfwSwapBuffers(GLFWwindow*) {}

void glfwPollEvents() {
    page().fit();
    xpbd::web::watch_fingers();
    page().dispatch_events();
}
void glfwWaitEventsTimeout(double) {
    glfwPollEvents(); // the browser itself waits between two frames
}
void glfwPostEmptyEvent() {}

int glfwWindowShouldClose(GLFWwindow*) {
    return GLFW_FALSE;
}
void glfwSetWindowTitle(GLFWwindow*, const char* title) {
    xpbd_set_title(title);
}
void glfwGetWindowPos(GLFWwindow*, int* x, int* y) {
    *x = *y = 0;
}
void glfwGetWindowSize(GLFWwindow* window, int* width, int* height) {
    *width = window->units[0];
    *height = window->units[1];
}
void glfwGetFramebufferSize(GLFWwindow* window, int* width, int* height) {
    *width = window->pixels[0];
    *height = window->pixels[1];
}
void glfwGetWindowContentScale(GLFWwindow* window, float* x, float* y) {
    const auto ratio = static_cast<float>(window->ratio);
    *x = ratio;
    if (y != nullptr) {
        *y = ratio;
    }
}
void glfwSetWindowSizeLimits(GLFWwindow*, int, int, int, int) {}
void glfwMaximizeWindow(GLFWwindow*) {}
void glfwRestoreWindow(GLFWwindow*) {}
int glfwGetWindowAttrib(GLFWwindow*, int attribute) {
    return attribute == GLFW_FOCUSED ? GLFW_TRUE : GLFW_FALSE;
}
GLFWmonitor* glfwGetWindowMonitor(GLFWwindow* window) {
    return window->full_screen ? &screen : nullptr;
}
void glfwSetWindowMonitor(GLFWwindow* window, GLFWmonitor* monitor, int, int, int, int, int) {
    window->full_screen = monitor != nullptr;
    xpbd_set_full_screen(window->full_screen ? 1 : 0);
}

GLFWmonitor** glfwGetMonitors(int* count) {
    static GLFWmonitor* all[] = {&screen};
    *count = 1;
    return all;
}
GLFWmonitor* glfwGetPrimaryMonitor() {
    return &screen;
}
void glfwGetMonitorPos(GLFWmonitor*, int* x, int* y) {
    *x = *y = 0;
}
void glfwGetMonitorWorkarea(GLFWmonitor*, int* x, int* y, int* width, int* height) {
    *x = *y = *width = *height = 0; // a page has no area to keep a window in
}
void glfwGetMonitorContentScale(GLFWmonitor*, float* x, float* y) {
    glfwGetWindowContentScale(&page().window, x, y);
}
const GLFWvidmode* glfwGetVideoMode(GLFWmonitor*) {
    static GLFWvidmode mode{};
    mode = {page().window.pixels[0], page().window.pixels[1], 8, 8, 8, 60};
    return &mode;
}

GLFWcursor* glfwCreateStandardCursor(int shape) {
    switch (shape) {
    case GLFW_IBEAM_CURSOR:
        return &cursors[1];
    case GLFW_VRESIZE_CURSOR:
        return &cursors[2];
    case GLFW_HRESIZE_CURSOR:
        return &cursors[3];
    case GLFW_HAND_CURSOR:
        return &cursors[4];
    case GLFW_CROSSHAIR_CURSOR:
        return &cursors[5];
    default:
        return &cursors[0];
    }
}
void glfwDestroyCursor(GLFWcursor*) {}
void glfwSetCursor(GLFWwindow* window, GLFWcursor* cursor) {
    if (std::exchange(window->cursor, cursor->name) != cursor->name) {
        xpbd_set_cursor(cursor->name);
    }
}
int glfwGetInputMode(GLFWwindow*, int) {
    return GLFW_CURSOR_NORMAL;
}
void glfwSetInputMode(GLFWwindow* window, int, int value) {
    static GLFWcursor hidden{"none"};
    if (value == GLFW_CURSOR_HIDDEN) {
        glfwSetCursor(window, &hidden);
    }
}

int glfwGetKey(GLFWwindow* window, int key) {
    return window->keys[static_cast<std::size_t>(key)] ? GLFW_PRESS : GLFW_RELEASE;
}
const char* glfwGetKeyName(int key, int) {
    return page().printed.count(key) != 0 ? page().printed[key].c_str() : nullptr;
}
int glfwGetMouseButton(GLFWwindow* window, int button) {
    return window->buttons[static_cast<std::size_t>(button)] ? GLFW_PRESS : GLFW_RELEASE;
}
void glfwGetCursorPos(GLFWwindow* window, double* x, double* y) {
    *x = window->x;
    *y = window->y;
}
void glfwSetCursorPos(GLFWwindow*, double, double) {}
const float* glfwGetJoystickAxes(int, int* count) {
    *count = 0;
    return nullptr;
}
const unsigned char* glfwGetJoystickButtons(int, int* count) {
    *count = 0;
    return nullptr;
}

void glfwSetClipboardString(GLFWwindow*, const char* text) {
    page().clipboard = text;
    xpbd_write_clipboard(text);
}
const char* glfwGetClipboardString(GLFWwindow*) {
    return page().clipboard.c_str();
}

GLFWkeyfun glfwSetKeyCallback(GLFWwindow* window, GLFWkeyfun call) {
    return std::exchange(window->on_key, call);
}
GLFWcharfun glfwSetCharCallback(GLFWwindow* window, GLFWcharfun call) {
    return std::exchange(window->on_sign, call);
}
GLFWmousebuttonfun glfwSetMouseButtonCallback(GLFWwindow* window, GLFWmousebuttonfun call) {
    return std::exchange(window->on_button, call);
}
GLFWcursorposfun glfwSetCursorPosCallback(GLFWwindow* window, GLFWcursorposfun call) {
    return std::exchange(window->on_move, call);
}
GLFWscrollfun glfwSetScrollCallback(GLFWwindow* window, GLFWscrollfun call) {
    return std::exchange(window->on_scroll, call);
}
GLFWcursorenterfun glfwSetCursorEnterCallback(GLFWwindow* window, GLFWcursorenterfun call) {
    return std::exchange(window->on_enter, call);
}
GLFWwindowfocusfun glfwSetWindowFocusCallback(GLFWwindow* window, GLFWwindowfocusfun call) {
    return std::exchange(window->on_focus, call);
}
GLFWframebuffersizefun glfwSetFramebufferSizeCallback(GLFWwindow* window, GLFWframebuffersizefun call) {
    return std::exchange(window->on_resize, call);
}
GLFWwindowcontentscalefun glfwSetWindowContentScaleCallback(GLFWwindow* window, GLFWwindowcontentscalefun call) {
    return std::exchange(window->on_scale, call);
}
GLFWwindowrefreshfun glfwSetWindowRefreshCallback(GLFWwindow*, GLFWwindowrefreshfun) {
    return nullptr;
}
GLFWdropfun glfwSetDropCallback(GLFWwindow*, GLFWdropfun) {
    return nullptr; // the page handles dropped files
}
GLFWmonitorfun glfwSetMonitorCallback(GLFWmonitorfun) {
    return nullptr;
}
}
