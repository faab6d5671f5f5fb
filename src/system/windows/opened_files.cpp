#include "system/opened_files.h"

namespace xpbd::system {

void watch_opened_files(const std::function<void(const std::string&)>&) {}

} // namespace xpbd::system
