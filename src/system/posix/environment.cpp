// Environment variables.
#include "system/folders.h"

#include <cstdlib>

namespace xpbd::system {

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

} // namespace xpbd::system
