// File names, which are UTF-8 already.
#include "system/names.h"

namespace xpbd::system {

std::filesystem::path path_of(std::string_view name) {
    return name;
}

std::string text_of(const std::filesystem::path& path) {
    return path.string();
}

std::string portable_text_of(const std::filesystem::path& path) {
    return path.generic_string();
}

} // namespace xpbd::system
