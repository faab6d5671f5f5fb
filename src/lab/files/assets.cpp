#include "lab/files/assets.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace xpbd::lab {
namespace {

namespace fs = std::filesystem;

constexpr int kFoldersUp = 4; ///< from the program to the sources

bool holds_assets(const fs::path& folder) {
    std::error_code code;
    return fs::is_directory(folder / "sessions", code) && fs::is_directory(folder / "lessons", code);
}

} // namespace

std::string assets_folder() {
    if (const char* given = std::getenv("XPBD_LAB_ASSETS"); given != nullptr && *given != '\0') {
        return holds_assets(given) ? given : "";
    }
    std::error_code code;
    fs::path folder = fs::read_symlink("/proc/self/exe", code).parent_path();
    if (code) {
        return "";
    }
    const fs::path installed = folder.parent_path() / "share" / "xpbd-lab" / "assets";
    if (holds_assets(installed)) {
        return installed.string();
    }
    for (int i = 0; i < kFoldersUp; ++i, folder = folder.parent_path()) {
        if (holds_assets(folder / "assets")) {
            return (folder / "assets").string();
        }
    }
    return "";
}

} // namespace xpbd::lab
