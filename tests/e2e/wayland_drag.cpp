// Drags a file on a Wayland desktop, as a file manager does: wayland_drag PATH. Fills the screen and prints "here" when
// the mouse is on it; a press begins the drag, hides the window and prints "drag". Prints "taken" if the window below
// the mouse would take the file.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <wayland-client.h>
#define GLFW_EXPOSE_NATIVE_WAYLAND
#include <GLFW/glfw3native.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <unistd.h>

namespace {

void say(const char* word) {
    std::printf("%s\n", word);
    std::fflush(stdout);
}

/// A drag of one file, from a press of the mouse on.
struct Drag {
    GLFWwindow* window = nullptr;
    wl_seat* seat = nullptr;
    wl_data_device_manager* manager = nullptr;
    wl_data_device* device = nullptr;
    wl_data_source* source = nullptr;
    std::string uri;

    void begin(std::uint32_t serial);
};

const wl_data_source_listener kSourceEvents = {
    [](void*, wl_data_source*, const char* type) {
        if (type != nullptr) {
            say("taken");
        }
    },
    [](void* data, wl_data_source*, const char*, int file) {
        const std::string& uri = static_cast<Drag*>(data)->uri;
        if (write(file, uri.data(), uri.size()) < 0) {
            say("nobody reads");
        }
        close(file);
    },
    [](void*, wl_data_source*) { say("cancelled"); },
    [](void*, wl_data_source*) { say("dropped"); },
    [](void*, wl_data_source*) { say("finished"); },
    [](void*, wl_data_source*, std::uint32_t) {},
};

void Drag::begin(std::uint32_t serial) {
    if (source != nullptr) {
        return;
    }
    device = wl_data_device_manager_get_data_device(manager, seat);
    source = wl_data_device_manager_create_data_source(manager);
    wl_data_source_add_listener(source, &kSourceEvents, this);
    wl_data_source_offer(source, "text/uri-list");
    wl_data_device_start_drag(device, source, glfwGetWaylandWindow(window), nullptr, serial);
    glfwHideWindow(window);
    say("drag");
}

/// The events of wl_pointer's first version; later versions of the library have more of them.
wl_pointer_listener pointer_events() {
    wl_pointer_listener events{};
    events.enter = [](void*, wl_pointer*, std::uint32_t, wl_surface*, wl_fixed_t, wl_fixed_t) { say("here"); };
    events.leave = [](void*, wl_pointer*, std::uint32_t, wl_surface*) {};
    events.motion = [](void*, wl_pointer*, std::uint32_t, wl_fixed_t, wl_fixed_t) {};
    events.button = [](void* data, wl_pointer*, std::uint32_t serial, std::uint32_t, std::uint32_t,
                       std::uint32_t state) {
        if (state == WL_POINTER_BUTTON_STATE_PRESSED) {
            static_cast<Drag*>(data)->begin(serial);
        }
    };
    events.axis = [](void*, wl_pointer*, std::uint32_t, std::uint32_t, wl_fixed_t) {};
    return events;
}

const wl_registry_listener kRegistryEvents = {
    [](void* data, wl_registry* registry, std::uint32_t name, const char* interface, std::uint32_t) {
        Drag& drag = *static_cast<Drag*>(data);
        if (std::strcmp(interface, "wl_seat") == 0) {
            drag.seat = static_cast<wl_seat*>(wl_registry_bind(registry, name, &wl_seat_interface, 1));
        } else if (std::strcmp(interface, "wl_data_device_manager") == 0) {
            drag.manager = static_cast<wl_data_device_manager*>(
                wl_registry_bind(registry, name, &wl_data_device_manager_interface, 1));
        }
    },
    [](void*, wl_registry*, std::uint32_t) {},
};

int drag_file(GLFWwindow* window, const std::string& path) {
    Drag drag;
    drag.window = window;
    drag.uri = "file://" + path + "\r\n";
    wl_display* display = glfwGetWaylandDisplay();
    wl_registry* registry = wl_display_get_registry(display);
    wl_registry_add_listener(registry, &kRegistryEvents, &drag);
    wl_display_roundtrip(display);
    if (drag.seat == nullptr || drag.manager == nullptr) {
        say("no seat");
        return 1;
    }
    const wl_pointer_listener events = pointer_events();
    wl_pointer_add_listener(wl_seat_get_pointer(drag.seat), &events, &drag);
    while (glfwWindowShouldClose(window) == 0) {
        if (drag.source == nullptr) {
            glfwSwapBuffers(window);
        }
        glfwWaitEventsTimeout(0.05);
    }
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_WAYLAND);
    if (argc != 2 || glfwInit() == GLFW_FALSE) {
        std::fprintf(stderr, "usage: wayland_drag PATH, in a Wayland session\n");
        return 2;
    }
    glfwWindowHint(GLFW_MAXIMIZED, GLFW_TRUE);
    glfwWindowHint(GLFW_DECORATED, GLFW_FALSE);
    GLFWwindow* window = glfwCreateWindow(400, 300, "drag", nullptr, nullptr);
    if (window == nullptr) {
        return 1;
    }
    // A Wayland window shows with its first picture.
    glfwMakeContextCurrent(window);
    glfwSwapInterval(0);
    glfwSwapBuffers(window);
    return drag_file(window, argv[1]);
}
