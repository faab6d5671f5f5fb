// The page's state behind GLFW's functions.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <emscripten/html5.h>

/// The one window, which is the canvas.
struct GLFWwindow {
    double x = -1, y = -1; ///< position of the mouse, in units of the page
    int units[2] = {1, 1};
    int pixels[2] = {0, 0};
    double ratio = 1; ///< pixels per unit
    bool full_screen = false;
    const char* cursor = nullptr;
    std::array<bool, GLFW_MOUSE_BUTTON_LAST + 1> buttons{};
    std::array<bool, GLFW_KEY_LAST + 1> keys{};

    GLFWkeyfun on_key = nullptr;
    GLFWcharfun on_sign = nullptr;
    GLFWmousebuttonfun on_button = nullptr;
    GLFWcursorposfun on_move = nullptr;
    GLFWscrollfun on_scroll = nullptr;
    GLFWcursorenterfun on_enter = nullptr;
    GLFWwindowfocusfun on_focus = nullptr;
    GLFWframebuffersizefun on_resize = nullptr;
    GLFWwindowcontentscalefun on_scale = nullptr;
};

namespace xpbd::web {

inline constexpr const char* kCanvas = "#canvas";

/// State of the page that the program runs in.
struct Page {
    GLFWwindow window;
    EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = 0;
    double left = 0, top = 0; ///< the canvas's corner, in units of the page
    bool embedded = false;    ///< the page is in a frame of another page
    int modifiers = 0;        ///< the modifiers that are held, as GLFW's bits
    std::string clipboard;
    std::map<int, std::string> printed; ///< text that a key types, for keys that were pressed at least once

    /// @name Queue events for the next glfwPollEvents()
    /// @{
    void move(double x, double y);
    void button(int which, bool down);
    void scroll(double x, double y);
    void key(int which, int action);
    void type(unsigned sign);
    /// `ends_frame`: later events wait for the next frame.
    void post(std::function<void()> tell, bool ends_frame = false);
    /// @}
    bool is_held(int which) const { return held[static_cast<std::size_t>(which)]; }
    void dispatch_events();
    /// Sets the canvas's size in pixels to the pixels that it covers on the screen.
    void fit();

private:
    struct Event {
        std::function<void()> tell;
        bool ends_frame;
    };
    std::vector<Event> events;
    std::array<bool, GLFW_MOUSE_BUTTON_LAST + 1> held{}; ///< buttons that are down after all queued events
};
Page& page();

/// Calls one of the window's functions, if it is set.
template <class Function, class... Values>
void call(Function* function, Values... values) {
    if (function != nullptr) {
        function(&page().window, values...);
    }
}

/// Registers for the browser's events.
void listen();
/// Turns a finger that rests for a while into a click of the right button. Must be called every frame.
void watch_fingers();

} // namespace xpbd::web

/// Must be called when the browser has refused full screen, or has left it.
extern "C" void xpbd_full_screen_refused();
