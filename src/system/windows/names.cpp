// File names, which the system has in UTF-16.
#include "system/names.h"

#include "system/windows/api.h"

namespace xpbd::system {

std::filesystem::path path_of(std::string_view name) {
    return wide(name);
}

std::string text_of(const std::filesystem::path& path) {
    return narrow(path.native());
}

std::string portable_text_of(const std::filesystem::path& path) {
    return narrow(path.generic_wstring());
}

} // namespace xpbd::system
