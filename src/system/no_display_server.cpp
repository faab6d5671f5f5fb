// For systems whose windows cannot lose a display server.
#include "system/display_server.h"

namespace xpbd::system {

void* function_of_library(const char*) {
    return nullptr;
}

void watch_display_server(bool, const std::function<void()>&) {}

bool wayland_connection_lost() {
    return false;
}

void wait_for_wayland() {}

} // namespace xpbd::system
