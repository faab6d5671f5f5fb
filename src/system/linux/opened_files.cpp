#include "system/opened_files.h"

namespace xpbd::system {

void watch_opened_files(const std::function<void(const std::string&)>&) {}

bool choose_file() {
    return false;
}

} // namespace xpbd::system
