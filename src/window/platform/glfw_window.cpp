#include "window/platform/glfw_window.h"

#include "core/base/excerpt.h"
#include "picture/text/imgui_versions.h"
#include "system/display_server.h"
#include "system/folders.h"
#include "system/opened_files.h"
#include "window/platform/display.h"
#include "window/platform/keyboard.h"
#include "window/state/window_scale.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <imgui.h>
#include <utility>

namespace xpbd::window {

WindowEvents& window_events() {
    static WindowEvents events;
    return events;
}

namespace {

constexpr double kAwakeSeconds = 0.5; ///< full frame rate for this long after any input

/// GLFW_WAYLAND_APP_ID of GLFW 3.4, for builds with 3.3: they also run with 3.4, which may choose Wayland.
constexpr int kHintWaylandAppId = 0x00026001;

/// Name of the .desktop file, without its ending: a desktop finds icon and name of the window there.
constexpr const char* kDesktopName = "xpbd-lab";

void wake() {
    window_events().touched = glfwGetTime();
    window_events().awake_until = glfwGetTime() + kAwakeSeconds;
}

/// Maximises a window after it has opened with an ordinary size. On Wayland it must not change from another state to
/// maximised in a single step: libdecor 0.2.5 then confirms a size without its frame, and weston ends a program for
/// that.
void maximise(GLFWwindow* window) {
    wait_for_answer();
    glfwMaximizeWindow(window);
}

void name_for_desktop() {
    glfwWindowHintString(GLFW_X11_CLASS_NAME, kDesktopName);
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, kDesktopName);
    int major = 0, minor = 0, revision = 0;
    glfwGetVersion(&major, &minor, &revision);
    if (major > 3 || minor >= 4) {
        glfwWindowHintString(kHintWaylandAppId, kDesktopName);
    }
}

/// Units of window size per point. The units are pixels on X and Windows, and a point is `scale` pixels; on Wayland and
/// macOS the units are points.
float units_per_point() {
    float scale = 1;
    const bool points = on_wayland() || system::kWindowUnits == system::WindowUnits::points;
    if (GLFWmonitor* monitor = glfwGetPrimaryMonitor(); monitor != nullptr && !points) {
        glfwGetMonitorContentScale(monitor, &scale, nullptr);
    }
    return scale > 0 ? scale : 1;
}

/// Free room of the screen, in units of window sizes; on Wayland, which may choose any screen, of the smallest.
glm::ivec2 free_room(glm::ivec2 wanted) {
    int count = 0;
    GLFWmonitor** monitors = glfwGetMonitors(&count);
    glm::ivec2 room = wanted;
    for (int i = 0; i < (on_wayland() ? count : std::min(count, 1)); ++i) {
        int x = 0, y = 0;
        glm::ivec2 area(0);
        float scale = 1;
        glfwGetMonitorWorkarea(monitors[i], &x, &y, &area.x, &area.y);
        glfwGetMonitorContentScale(monitors[i], &scale, nullptr);
        if (area.x > 0 && area.y > 0) {
            room = glm::min(room, on_wayland() ? wayland_room(area, scale) : area);
        }
    }
    return room;
}

/// The screen that shows most of the window. On Wayland, where places are unknown: the first with the window's scale.
GLFWmonitor* screen_of(GLFWwindow* window) {
    int x = 0, y = 0, width = 0, height = 0, count = 0;
    glfwGetWindowSize(window, &width, &height);
    if (!on_wayland()) {
        glfwGetWindowPos(window, &x, &y);
    }
    GLFWmonitor** monitors = glfwGetMonitors(&count);
    GLFWmonitor* best = nullptr;
    double most = -1;
    for (int i = 0; i < count; ++i) {
        const GLFWvidmode* mode = glfwGetVideoMode(monitors[i]);
        int left = 0, top = 0;
        float scale = 1;
        glfwGetMonitorPos(monitors[i], &left, &top);
        glfwGetMonitorContentScale(monitors[i], &scale, nullptr);
        const double wide = std::clamp(std::min(x + width, left + mode->width) - std::max(x, left), 0, width);
        const double high = std::clamp(std::min(y + height, top + mode->height) - std::max(y, top), 0, height);
        const double value = on_wayland() ? scale == std::ceil(window_events().content_scale) : wide * high;
        if (value > most) {
            most = value;
            best = monitors[i];
        }
    }
    return best;
}

} // namespace

float pixels_per_unit(GLFWwindow* window) {
    int pixels = 0, units = 0, height = 0;
    glfwGetFramebufferSize(window, &pixels, &height);
    glfwGetWindowSize(window, &units, &height);
    return pixels > 0 && units > 0 ? static_cast<float>(pixels) / static_cast<float>(units) : 1;
}

void install_pixel_mouse(GLFWwindow* window) {
    glfwSetCursorPosCallback(window, [](GLFWwindow* handle, double x, double y) {
        wake();
        const auto ratio = static_cast<double>(pixels_per_unit(handle));
        imgui::tell_mouse(handle, x * ratio, y * ratio);
    });
}

glm::vec2 use_pixels(GLFWwindow* window) {
    ImGuiIO& io = ImGui::GetIO();
    int width = 0, height = 0;
    glfwGetFramebufferSize(window, &width, &height);
    io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
    io.DisplayFramebufferScale = {1, 1};
    // ImGui's back end sets the mouse's place in units, not pixels: outside of the window, and in ImGui 1.86 always.
    const float ratio = pixels_per_unit(window);
    double x = 0, y = 0;
    glfwGetCursorPos(window, &x, &y);
    const glm::vec2 mouse = glm::vec2(x, y) * ratio;
    if (ratio != 1 && glfwGetWindowAttrib(window, GLFW_FOCUSED) == GLFW_TRUE) {
        imgui::move_mouse(mouse.x, mouse.y);
    }
    return mouse;
}

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

/// The fault in our own words, because GLFW's words change with its version.
std::string display_fault() {
    for (const char* variable : {"WAYLAND_DISPLAY", "DISPLAY"}) {
        if (const std::string name = system::environment(variable); !name.empty()) {
            return std::string(variable) + " is " + excerpt(name) + ", where no display answers";
        }
    }
    return "there is no display";
}

} // namespace

std::string GlfwWindow::open(const Preferences& preferences) {
    system::watch_opened_files({[](const std::string& path) { window_events().dropped.push_back(path); },
                                [](const std::string& path) { window_events().chosen = path; },
                                [](system::FileUse use) { window_events().ask_for_file = use; }, &glfwPostEmptyEvent});
    started_ = glfwInit() == GLFW_TRUE;
    if (!started_) {
        return display_fault();
    }
    watch_display();
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    name_for_desktop();
    const float unit = units_per_point();
    const glm::ivec2 wanted(glm::vec2(preferences.window_width, preferences.window_height) * unit);
    const glm::ivec2 room = free_room(wanted);
    const WindowStart start = window_start(wanted, room, preferences.window_maximised);
    glm::ivec2 size = start.size;
    if (system::kWindowUnits == system::WindowUnits::scaled_pixels) {
        glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE); // GLFW then takes the size in points, not in pixels
        size = glm::ivec2(glm::vec2(size) / unit);
    }
    const bool later = start.maximised && on_wayland();
    glfwWindowHint(GLFW_MAXIMIZED, start.maximised && !later ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHint(GLFW_AUTO_ICONIFY, GLFW_FALSE); // a full screen window on a projector stays while others have focus
    handle_ = glfwCreateWindow(size.x, size.y, "xpbd-lab", nullptr, nullptr);
    if (handle_ == nullptr) {
        return "the display gives no window with OpenGL 3.3";
    }
    glfwSetWindowSizeLimits(handle_, kSmallestWindow.x, kSmallestWindow.y, GLFW_DONT_CARE, GLFW_DONT_CARE);
    glfwMakeContextCurrent(handle_);
    // A Wayland desktop that hides the window would block the swap until it is shown: the program could not end.
    glfwSwapInterval(on_wayland() ? 0 : 1);
    if (later) {
        maximise(handle_);
    }
    return "";
}

void GlfwWindow::set_full_screen(GLFWwindow* window, bool full) {
    static glm::ivec4 before; // place and size as a window
    static bool maximised_before = false;
    if (full == (glfwGetWindowMonitor(window) != nullptr)) {
        return;
    }
    if (!full) {
        glfwSetWindowMonitor(window, nullptr, before.x, before.y, before.z, before.w, GLFW_DONT_CARE);
        if (maximised_before) {
            maximise(window);
        }
        return;
    }
    GLFWmonitor* screen = screen_of(window);
    if (screen == nullptr) {
        return;
    }
    maximised_before = on_wayland() && glfwGetWindowAttrib(window, GLFW_MAXIMIZED) == GLFW_TRUE;
    if (maximised_before) {
        glfwRestoreWindow(window);
        wait_for_answer();
    }
    if (!on_wayland()) {
        glfwGetWindowPos(window, &before.x, &before.y);
    }
    glfwGetWindowSize(window, &before.z, &before.w);
    const GLFWvidmode* mode = glfwGetVideoMode(screen);
    glfwSetWindowMonitor(window, screen, 0, 0, mode->width, mode->height, mode->refreshRate);
}

} // namespace xpbd::window
