// Of a system that gives the file of a double click on the command line.
#include "system/opened_files.h"

namespace xpbd::system {

void watch_opened_files(const std::function<void(const std::string&)>&) {}

bool choose_file() {
    return false;
}

} // namespace xpbd::system
