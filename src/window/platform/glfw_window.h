#pragma once

#include "system/opened_files.h"
#include "window/platform/saved.h"
#include "window/state/chord.h"
#include "window/state/preferences.h"

#include <cstddef>
#include <functional>
#include <glm/vec2.hpp>
#include <optional>
#include <string>
#include <vector>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace xpbd::window {

struct KeyPress {
    Chord chord;
    bool repeated = false;
};

/// What GLFW's callbacks leave for the next frame.
struct WindowEvents {
    std::vector<KeyPress> keys;
    std::vector<int> pressed;                    ///< GLFW's names of the keys that went down since the last frame
    long long key_presses = 0;                   ///< since the start, modifiers too
    long long scrolls = 0;                       ///< turns of the wheel since the start
    std::vector<std::string> dropped;            ///< paths of files to open: dropped, or opened with the desktop
    std::string chosen;                          ///< path that the user chose for saving the session; "" = none
    std::optional<system::FileUse> ask_for_file; ///< use for which the system has no file dialog: show our own
    bool damaged = true;                         ///< the screen has lost the window's content: draw it again
    double touched = 0;                          ///< when the last input came [s, glfwGetTime]
    double awake_until = 0;                      ///< full frame rate until then [s, glfwGetTime]
    float content_scale = 1;                     ///< of the screen that the window is on
    /// Called when the X server has gone, inside of a call to it: saves what the window holds, without a call to the
    /// display or GLFW. The process ends after it.
    std::function<Saved()> display_lost;
};

/// The one instance: X calls a function without an argument of ours when the server is lost.
WindowEvents& window_events();

/// Installs our callbacks; before ImGui's, which call them.
void install_callbacks(GLFWwindow* window);

/// Pixels of the framebuffer per unit of window size and mouse: above 1 on a scaled Wayland desktop and on macOS.
float pixels_per_unit(GLFWwindow* window);
/// ImGui then counts in pixels: text is as sharp as the screen, and panes are as large as their pictures. Install
/// once after ImGui's callbacks; use_pixels() in each frame, between the backend's new frame and ImGui's. It returns
/// where the mouse is [px].
void install_pixel_mouse(GLFWwindow* window);
glm::vec2 use_pixels(GLFWwindow* window);

/// ImGui before 1.87 reads keys once per frame, and misses a key that goes down and up between two slow frames.
/// begin_taps() marks such a key as held; call it before ImGui::NewFrame, and end_taps() after.
void begin_taps();
void end_taps(GLFWwindow* window);

/// Opens and closes GLFW and its window, in the right order.
class GlfwWindow {
public:
    GlfwWindow() = default;
    GlfwWindow(const GlfwWindow&) = delete;
    GlfwWindow& operator=(const GlfwWindow&) = delete;
    ~GlfwWindow();
    /// Opens a window with a current OpenGL 3.3 core context. Returns the fault, or "".
    std::string open(const Preferences& preferences);
    GLFWwindow* handle() const { return handle_; }

    /// `full`: the window fills a screen; else it returns to its earlier place and size. No effect without a change.
    static void set_full_screen(GLFWwindow* window, bool full);

private:
    GLFWwindow* handle_ = nullptr;
    bool started_ = false;
};

} // namespace xpbd::window
