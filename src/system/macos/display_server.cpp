#include "system/display_server.h"

namespace xpbd::system {

const char* const kDisplayNeeds = "log in at the screen, or use `xpbd-lab run`, which needs none";
const WindowUnits kWindowUnits = WindowUnits::points;

void* function_of_library(const char*) {
    return nullptr;
}

void watch_display_server(bool, const std::function<void()>&) {}

bool wayland_connection_lost() {
    return false;
}

void wait_for_wayland() {}

} // namespace xpbd::system
