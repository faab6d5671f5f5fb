#include "window/platform/display.h"

#include "core/excerpt.h"
#include "lab/system/standard_error.h"
#include "window/platform/glfw_window.h"

#include <cstddef>
#include <cstring>
#include <dlfcn.h>
#include <poll.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace xpbd::window {
namespace {

constexpr int kDisplayLost = 4; ///< exit code

/// Of GLFW 3.4. A program that was built with 3.3 runs with 3.4, too, which then may take Wayland.
constexpr int kPlatformWayland = 0x00060003;

/// Xlib ends the process when the X server is gone; unsaved data is written before that.
int save_and_end(void*) {
    const auto save = std::exchange(window_events().display_lost, {});
    end_without_display(save ? save() : 0);
}

/// Of GLFW, or null where it is of another version.
template <class Function>
Function glfw_function(const char* name) {
    return reinterpret_cast<Function>(::dlsym(RTLD_DEFAULT, name));
}

/// Calls a function of libwayland-client on GLFW's connection to the desktop; `otherwise` where there is none.
int ask_wayland(const char* name, int otherwise) {
    const auto display = glfw_function<void* (*)()>("glfwGetWaylandDisplay");
    void* library = ::dlopen("libwayland-client.so.0", RTLD_LAZY | RTLD_NOLOAD);
    if (library == nullptr || display == nullptr || !on_wayland() || display() == nullptr) {
        return otherwise;
    }
    const auto function = reinterpret_cast<int (*)(void*)>(::dlsym(library, name));
    ::dlclose(library); // GLFW holds it
    return function == nullptr ? otherwise : function(display());
}

/// Where GLFW has loaded Xlib.
void watch_x_display() {
    using Handler = int (*)(void* display);
    using Setter = Handler (*)(Handler);
    void* xlib = ::dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
    if (xlib == nullptr) {
        return;
    }
    if (const auto set = reinterpret_cast<Setter>(::dlsym(xlib, "XSetIOErrorHandler")); set != nullptr) {
        set(&save_and_end);
    }
    ::dlclose(xlib); // GLFW holds it
}

/// How long a desktop that ends may take to close the second of two connections [ms].
constexpr int kClosing = 2000;

bool connection_lost(int patience) {
    pollfd connection{ask_wayland("wl_display_get_fd", -1), 0, 0}; // its end wakes the wait, what can be read does not
    if (ask_wayland("wl_display_get_error", 0) != 0) {
        return true;
    }
    return ::poll(&connection, 1, patience) > 0 && (connection.revents & (POLLHUP | POLLERR)) != 0;
}

/// Of GLib, see GLogField.
struct LogField {
    const char* key;
    const void* value;
    std::ptrdiff_t length; ///< -1: up to the zero
};

/// "Lost connection to Wayland compositor.", "Error flushing display: Broken pipe", ...
bool is_of_display(const LogField* fields, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        if (std::string_view(fields[i].key) == "MESSAGE" && fields[i].length < 0) {
            const std::string_view text(static_cast<const char*>(fields[i].value));
            return text.find("Wayland") != text.npos || text.find("display") != text.npos;
        }
    }
    return false;
}

/// Where the window's frame is drawn with GTK (by libdecor): it ends the process when the desktop is gone, after a
/// message, which is all that we are told. It has a connection of its own, which may be closed before GLFW's is. Its
/// other messages are of no use to who runs this program.
int take_message(int, const void* fields, std::size_t count, void*) {
    if (connection_lost(is_of_display(static_cast<const LogField*>(fields), count) ? kClosing : 0)) {
        save_and_end(nullptr);
    }
    return lab::libraries_print() ? 0 : 1; // 1: handled
}

void watch_wayland() {
    using Writer = int (*)(int level, const void* fields, std::size_t count, void* data);
    using Setter = void (*)(Writer, void* data, void (*free)(void*));
    void* glib = ::dlopen("libglib-2.0.so.0", RTLD_LAZY | RTLD_NOLOAD);
    if (glib == nullptr || !on_wayland()) {
        return;
    }
    if (const auto set = reinterpret_cast<Setter>(::dlsym(glib, "g_log_set_writer_func")); set != nullptr) {
        set(&take_message, nullptr, nullptr);
    }
    ::dlclose(glib); // libdecor holds it
}

} // namespace

bool on_wayland() {
#ifdef GLFW_PLATFORM_WAYLAND
    return glfwGetPlatform() == kPlatformWayland;
#else
    const auto platform = glfw_function<int (*)()>("glfwGetPlatform");
    // Before 3.4 GLFW was made for one of them.
    return platform != nullptr ? platform() == kPlatformWayland
                               : std::strstr(glfwGetVersionString(), "Wayland") != nullptr;
#endif
}

bool wayland_lost() {
    return connection_lost(0);
}

void wait_for_answer() {
    for (int i = 0; i < 2; ++i) {
        (void)ask_wayland("wl_display_roundtrip", 0);
    }
    glfwPollEvents();
}

void watch_display() {
    watch_x_display();
    watch_wayland();
}

void end_without_display(std::size_t undrawn) {
    const std::string shots = undrawn == 0 ? "" : ", " + counted(undrawn, "screenshot") + " could not be drawn";
    lab::say("the display is lost; preferences and recordings are saved" + shots);
    ::_exit(kDisplayLost);
}

} // namespace xpbd::window
