#include "system/names.h"

#include <system_error>

namespace xpbd::system {

std::string absolute_name(const std::string& name) {
    std::error_code code;
    return text_of(std::filesystem::absolute(path_of(name), code).lexically_normal());
}

} // namespace xpbd::system
