#include "window/platform/glfw_window.h"

#include "core/excerpt.h"
#include "lab/run/standard_error.h"
#include "picture/imgui_versions.h"
#include "window/platform/keyboard.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <unistd.h>
#include <utility>

namespace xpbd::window {

WindowEvents& window_events() {
    static WindowEvents events;
    return events;
}

namespace {

constexpr double kAwakeSeconds = 0.5; ///< full frame rate for this long after any input
constexpr int kDisplayLost = 4;       ///< exit code

void wake() {
    window_events().awake_until = glfwGetTime() + kAwakeSeconds;
}

} // namespace

namespace {

/// Xlib ends the process when the X server is gone; unsaved data is written before that.
int end_without_display(void*) {
    if (const auto save = std::exchange(window_events().display_lost, {})) {
        save();
    }
    lab::say("the display is lost; preferences and recordings are saved");
    ::_exit(kDisplayLost);
}

/// Where GLFW has loaded Xlib. On Wayland GLFW asks the window to close instead.
void watch_display() {
    using Handler = int (*)(void* display);
    using Setter = Handler (*)(Handler);
    void* xlib = ::dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
    if (xlib == nullptr) {
        return;
    }
    if (const auto set = reinterpret_cast<Setter>(::dlsym(xlib, "XSetIOErrorHandler")); set != nullptr) {
        set(&end_without_display);
    }
    ::dlclose(xlib); // GLFW holds it
}

} // namespace

void install_callbacks(GLFWwindow* window) {
    glfwSetKeyCallback(window, [](GLFWwindow*, int key, int scancode, int pressed, int mods) {
        wake();
        const Chord chord = to_chord(key, scancode, mods);
        if (pressed == GLFW_PRESS && key >= 0) {
            ++window_events().key_presses;
            window_events().pressed.push_back(key);
        }
        if (pressed != GLFW_RELEASE && chord.key != kKeyNone) {
            window_events().keys.push_back({chord, pressed == GLFW_REPEAT});
        }
    });
    glfwSetDropCallback(window, [](GLFWwindow*, int count, const char** paths) {
        wake();
        window_events().dropped.assign(paths, paths + count);
    });
    glfwSetCursorPosCallback(window, [](GLFWwindow*, double, double) { wake(); });
    glfwSetMouseButtonCallback(window, [](GLFWwindow*, int, int, int) { wake(); });
    glfwSetScrollCallback(window, [](GLFWwindow*, double, double) {
        wake();
        ++window_events().scrolls;
    });
    glfwSetCharCallback(window, [](GLFWwindow*, unsigned) { wake(); });
    const auto damage = [](auto...) {
        wake();
        window_events().damaged = true;
    };
    glfwSetFramebufferSizeCallback(window, damage);
    glfwSetWindowRefreshCallback(window, damage);
    glfwSetWindowContentScaleCallback(window, [](GLFWwindow*, float x, float) {
        wake();
        window_events().content_scale = x;
    });
}

void begin_taps() {
    for (const int key : window_events().pressed) {
        imgui::hold_key(key, true);
    }
}

void end_taps(GLFWwindow* window) {
    for (const int key : std::exchange(window_events().pressed, {})) {
        imgui::hold_key(key, glfwGetKey(window, key) == GLFW_PRESS);
    }
}

GlfwWindow::~GlfwWindow() {
    if (handle_ != nullptr) {
        glfwDestroyWindow(handle_);
    }
    if (started_) {
        glfwTerminate();
    }
}

namespace {

/// In our own words: those of GLFW change with its version.
std::string display_fault() {
    for (const char* variable : {"WAYLAND_DISPLAY", "DISPLAY"}) {
        if (const char* name = std::getenv(variable); name != nullptr && *name != '\0') {
            return std::string(variable) + " is " + excerpt(name) + ", where no display answers";
        }
    }
    return "there is no display";
}

} // namespace

std::string GlfwWindow::open(const Preferences& preferences) {
    started_ = glfwInit() == GLFW_TRUE;
    if (!started_) {
        return display_fault();
    }
    watch_display();
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    int width = preferences.window_width;
    int height = preferences.window_height;
    if (GLFWmonitor* monitor = glfwGetPrimaryMonitor(); monitor != nullptr) {
        int x = 0, y = 0, free_width = width, free_height = height;
        glfwGetMonitorWorkarea(monitor, &x, &y, &free_width, &free_height);
        width = std::min(width, std::max(640, free_width));
        height = std::min(height, std::max(400, free_height));
    }
    handle_ = glfwCreateWindow(width, height, "xpbd-lab", nullptr, nullptr);
    if (handle_ == nullptr) {
        return "the display gives no window with OpenGL 3.3";
    }
    glfwSetWindowSizeLimits(handle_, 640, 400, GLFW_DONT_CARE, GLFW_DONT_CARE);
    glfwMakeContextCurrent(handle_);
    glfwSwapInterval(1);
    return "";
}

} // namespace xpbd::window
