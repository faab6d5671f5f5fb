#include "system/display_server.h"

#include "system/standard_streams.h"

#include <cstddef>
#include <string_view>

#include <dlfcn.h>
#include <poll.h>

namespace xpbd::system {

const char* const kDisplayNeeds =
    "set DISPLAY (or WAYLAND_DISPLAY) and install an OpenGL 3.3 driver, or use `xpbd-lab shot` or "
    "`xpbd-lab run`, which need no display";
const WindowUnits kWindowUnits = WindowUnits::pixels;

namespace {

/// What the libraries' callbacks need, which take no data of ours.
struct Watched {
    bool on_wayland = false;
    std::function<void()> lost;
};
Watched& watched() {
    static Watched state;
    return state;
}

/// Xlib ends the process when the X server is gone; unsaved data is written before that.
int say_lost(void*) {
    watched().lost();
    return 0;
}

/// A function of a library that is loaded; null where it is not. Who has loaded it holds it.
template <class Function>
Function loaded_function(const char* library, const char* name) {
    void* handle = ::dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
    if (handle == nullptr) {
        return nullptr;
    }
    const auto function = reinterpret_cast<Function>(::dlsym(handle, name));
    ::dlclose(handle);
    return function;
}

/// Calls a function of libwayland-client on GLFW's connection to the desktop; `otherwise` where there is none.
int ask_wayland(const char* name, int otherwise) {
    const auto display = reinterpret_cast<void* (*)()>(function_of_library("glfwGetWaylandDisplay"));
    const auto function = loaded_function<int (*)(void*)>("libwayland-client.so.0", name);
    if (function == nullptr || display == nullptr || !watched().on_wayland || display() == nullptr) {
        return otherwise;
    }
    return function(display());
}

void watch_x_display() {
    using Handler = int (*)(void* display);
    const auto set = loaded_function<Handler (*)(Handler)>("libX11.so.6", "XSetIOErrorHandler");
    if (set != nullptr) {
        set(&say_lost);
    }
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
        watched().lost();
    }
    return libraries_print() ? 0 : 1; // 1: handled
}

void watch_wayland() {
    using Writer = int (*)(int level, const void* fields, std::size_t count, void* data);
    using Setter = void (*)(Writer, void* data, void (*free)(void*));
    const auto set = loaded_function<Setter>("libglib-2.0.so.0", "g_log_set_writer_func"); // libdecor's
    if (set != nullptr && watched().on_wayland) {
        set(&take_message, nullptr, nullptr);
    }
}

} // namespace

void* function_of_library(const char* name) {
    return ::dlsym(RTLD_DEFAULT, name);
}

void watch_display_server(bool on_wayland, const std::function<void()>& lost) {
    watched() = {on_wayland, lost};
    watch_x_display();
    watch_wayland();
}

bool wayland_connection_lost() {
    return connection_lost(0);
}

void wait_for_wayland() {
    for (int i = 0; i < 2; ++i) { // it answers when it has nothing else to do: the first one may come back before
        (void)ask_wayland("wl_display_roundtrip", 0);
    }
}

} // namespace xpbd::system
