// For systems where the program runs in no page.
#include "system/page.h"

namespace xpbd::system {

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

std::string without_page_folders(std::string text) {
    return text;
}

} // namespace xpbd::system
