// For systems where the program runs its own loop.
#include "system/main_loop.h"

namespace xpbd::system {

int keep_going(const MainLoop& loop) {
    for (;;) {
        if (const std::optional<int> code = loop.turn()) {
            return *code;
        }
    }
}

bool ask_clipboard(const std::function<void(const std::string&)>&) {
    return false;
}

bool visit(const std::string&) {
    return false;
}

bool fetches_thumbnail(const std::string&) {
    return false;
}

double clock_step() {
    return 0;
}

std::string page_address() {
    return "";
}

} // namespace xpbd::system
