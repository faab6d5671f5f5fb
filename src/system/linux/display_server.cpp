// Detects that the connection to X11 or Wayland is lost.
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

/// State for the libraries' callbacks, which have no user data.
struct Watched {
    bool on_wayland = false;
    std::function<void()> lost;
};
Watched& watched() {
    static Watched state;
    return state;
}

/// Xlib's error handler. Xlib ends the process when the connection to the X server is lost; unsaved data is written
/// here.
int say_lost(void*) {
    watched().lost();
    return 0;
}

/// Address of a function in a library that is already loaded; null if the library is not loaded.
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

/// Calls a function of libwayland-client on GLFW's connection to the desktop. Returns `otherwise` if there is no such
/// connection.
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

/// How long an ending desktop may take to close the second of two connections [ms].
constexpr int kClosing = 2000;

bool connection_lost(int patience) {
    // Events 0: poll() wakes up at the connection's end but not for readable data.
    pollfd connection{ask_wayland("wl_display_get_fd", -1), 0, 0};
    if (ask_wayland("wl_display_get_error", 0) != 0) {
        return true;
    }
    return ::poll(&connection, 1, patience) > 0 && (connection.revents & (POLLHUP | POLLERR)) != 0;
}

/// Layout of GLib's GLogField.
struct LogField {
    const char* key;
    const void* value;
    std::ptrdiff_t length; ///< -1 = up to the terminating zero
};

/// True for messages like "Lost connection to Wayland compositor." or "Error flushing display: Broken pipe".
bool is_of_display(const LogField* fields, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        if (std::string_view(fields[i].key) == "MESSAGE" && fields[i].length < 0) {
            const std::string_view text(static_cast<const char*>(fields[i].value));
            return text.find("Wayland") != text.npos || text.find("display") != text.npos;
        }
    }
    return false;
}

/// GLib's log writer. If GTK draws the window's frame (through libdecor), GTK ends the process when the desktop is
/// gone, and a log message is the only notice. GTK has a connection of its own, which can be closed before GLFW's. The
/// other messages of GTK are not useful to the user.
int take_message(int, const void* fields, std::size_t count, void*) {
    if (connection_lost(is_of_display(static_cast<const LogField*>(fields), count) ? kClosing : 0)) {
        watched().lost();
    }
    return libraries_print() ? 0 : 1; // 1 = the message was handled
}

void watch_wayland() {
    using Writer = int (*)(int level, const void* fields, std::size_t count, void* data);
    using Setter = void (*)(Writer, void* data, void (*free)(void*));
    // The GLib that libdecor uses.
    const auto set = loaded_function<Setter>("libglib-2.0.so.0", "g_log_set_writer_func");
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
    for (int i = 0; i < 2; ++i) { // the first answer can come before the desktop has processed all requests
        (void)ask_wayland("wl_display_roundtrip", 0);
    }
}

} // namespace xpbd::system
