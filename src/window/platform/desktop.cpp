#include "window/platform/desktop.h"

#include "system/folders.h"
#include "system/names.h"

#include <filesystem>
#include <system_error>

namespace xpbd::window {

void show_folder(const std::string& path) {
    std::error_code code;
    system::show_folder(system::text_of(std::filesystem::absolute(system::path_of(path), code).parent_path()));
}

} // namespace xpbd::window
