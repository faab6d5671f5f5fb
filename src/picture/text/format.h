#pragma once

#include <cstdio>
#include <string>

namespace xpbd::picture {

/// A short text as printf makes it; at most 255 characters.
template <class... Args>
std::string format(const char* pattern, Args... args) {
    char buffer[256];
    std::snprintf(buffer, sizeof(buffer), pattern, args...);
    return buffer;
}

} // namespace xpbd::picture
