#include "window/platform/display.h"

#include "core/base/excerpt.h"
#include "system/display_server.h"
#include "system/standard_streams.h"
#include "window/platform/glfw_window.h"

#include <cstring>
#include <string>
#include <utility>

namespace xpbd::window {
namespace {

constexpr int kDisplayLost = 4; ///< exit code

/// GLFW_PLATFORM_WAYLAND of GLFW 3.4, for builds with 3.3: they also run with 3.4, which may choose Wayland.
constexpr int kPlatformWayland = 0x00060003;

void save_and_end() {
    const auto save = std::exchange(window_events().display_lost, {});
    end_without_display(save ? save() : Saved{});
}

} // namespace

bool on_wayland() {
#ifdef GLFW_PLATFORM_WAYLAND
    return glfwGetPlatform() == kPlatformWayland;
#else
    const auto platform = reinterpret_cast<int (*)()>(system::function_of_library("glfwGetPlatform"));
    // Before 3.4 GLFW was built for either X11 or Wayland.
    return platform != nullptr ? platform() == kPlatformWayland
                               : std::strstr(glfwGetVersionString(), "Wayland") != nullptr;
#endif
}

bool wayland_lost() {
    return system::wayland_connection_lost();
}

void wait_for_answer() {
    system::wait_for_wayland();
    glfwPollEvents();
}

void watch_display() {
    system::watch_display_server(on_wayland(), &save_and_end);
}

void end_without_display(const Saved& saved) {
    const std::string shots =
        saved.undrawn == 0 ? "" : ", " + counted(saved.undrawn, "screenshot") + " could not be drawn";
    system::say("the display is lost; " + in_words(saved) + shots);
    system::exit_at_once(kDisplayLost);
}

} // namespace xpbd::window
